"""A season of invented players of known strength, settled by the ledger itself: how well it finds them out.

Strengths are normal; the order of a table is Plackett–Luce with the log-odds that the format's noise stands
for. Of half of the tables the players are drawn from all, of the other half three times as many wait as sit down,
and neighbours in strength among them play. Belongs on a database that is thrown away.
"""

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import exp, log, sqrt
from typing import Final, NamedTuple

from django.db import transaction

from games.bots.random_player import Generator, generator
from games.engine.ruleset import PRESETS
from games.models import Ladder, Match, Player, Rating, RatingChange, Seat, Settlement
from games.ratings.noise import noise_of
from games.ratings.standing import START, is_provisional
from games.services import ledger

BEGINS: Final = datetime(2026, 9, 1, tzinfo=UTC)
LASTS: Final = timedelta(days=91)
SIZES: Final = {Ladder.DUEL: (2,), Ladder.TABLE: (3, 4, 5, 6)}
ENDING: Final = "target 500"
WAITING: Final = 3  # times as many wait as sit down
MARKS: Final = (20, 40, 160)  # games in the mean, after which ratings are compared with strengths


@dataclass
class Figures:
    """What a season told of a ladder."""

    tables: int = 0
    seconds: float = 0.0  # spent settling
    coin: float = 0.0  # the log-loss of a coin, of who knows the strengths, and of the ratings
    truth: float = 0.0
    rating: float = 0.0
    # By how many games everybody has had in the mean; the last is that of the whole season.
    states: dict[int, "State"] = field(default_factory=dict)

    @property
    def share(self) -> float:
        """How much of what can be foretold was: 1 knows the strengths, 0 is a coin."""
        return (self.coin - self.rating) / (self.coin - self.truth)

    def foretell(self, apart: float, expected: float) -> None:
        """Take in what was expected of one side of a duel, before it, between players so many log-odds apart.

        It is weighed by how likely it was to end so: the mean is that of the results, and their luck is left out.
        """
        likely = 1 / (1 + exp(-apart))
        self.coin -= likely * log(0.5)
        self.truth -= likely * log(likely)
        self.rating -= likely * log(expected)


class State(NamedTuple):
    """How the ratings of a ladder stood at some time of a season."""

    correlation: float  # Spearman's, of ratings and strengths
    covered: float  # of the strengths, no further than two sigma from the rating
    provisional: float  # of the players


@dataclass
class Season:
    """Its players by key, with their strengths, and what came of it by ladder."""

    strengths: dict[int, float]
    luck: float
    figures: dict[str, Figures] = field(default_factory=lambda: defaultdict(Figures))
    matches: int = 0


def play_season(*, players: int, results: int, seed: str, luck: float = 1.0) -> Season:
    """Invent the players, settle so many results on each ladder over three months, compare ratings with strengths.

    Each ladder is a season of its own: with as many players and results as `LEAGUES.md` §4.2 has a table, no
    fewer games tell of a strength. `luck` times the noise that the ratings take the formats for is what the
    results have.
    """
    rows = [Player(username=f"simulat-{number}", is_demo=True) for number in range(players)]
    Player.objects.bulk_create(rows)
    known = Player.objects.filter(username__startswith="simulat-").order_by("pk")
    season = Season(dict(zip([row.pk for row in known], strengths_of(players, seed), strict=True)), luck)
    for ladder, sizes in SIZES.items():
        _play(season, ladder, sizes, results, generator(f"{seed} {ladder}"))
    return season


def strengths_of(players: int, seed: str) -> list[float]:
    """Draw the strengths of so many players, in standard deviations."""
    chance = generator(seed)
    return [chance.gauss(0, 1) for _ in range(players)]


def _play(season: Season, ladder: Ladder, sizes: Sequence[int], results: int, chance: Generator) -> None:
    seated, people = 0, len(season.strengths)
    for number in range(results):
        preset, size = format_of(sizes, chance)
        players = table_of(season.strengths, size, chance)
        settle(season, preset, players, when(number, results), chance)
        for games in MARKS:
            if seated < games * people <= seated + size:
                season.figures[ladder].states[games] = _state(season, ladder)
        seated += size
    season.figures[ladder].states[round(seated / people)] = _state(season, ladder)


def format_of(sizes: Sequence[int], chance: Generator) -> tuple[str, int]:
    """Draw the preset and the size of a table."""
    return chance.choice(sorted(PRESETS)), chance.choice(sizes)


def when(number: int, results: int) -> datetime:
    """When the result of this number, of so many, comes in."""
    return BEGINS + LASTS * number / results


def settle(
    season: Season, preset: str, table: Sequence[int], now: datetime, chance: Generator, helped: Sequence[float] = ()
) -> None:
    """Draw the places of a table and settle it by the ledger; `helped` are log-odds on top, by place in `table`."""
    pull = pull_of(noise_in(preset, len(table)) * season.luck)
    more = helped or [0.0] * len(table)
    logits = [pull * season.strengths[player] + favour for player, favour in zip(table, more, strict=True)]
    settlement, seconds = settle_places(season, preset, table, places_of(logits, chance), now)
    figures = season.figures[settlement.ladder]
    figures.seconds += seconds
    figures.tables += 1
    _add_losses(season, settlement, pull, figures)


def noise_in(preset: str, size: int) -> float:
    """The noise of a format that the queue offers."""
    noise = noise_of(preset, size, ENDING)
    assert noise is not None, "what the queue offers is measured"
    return noise


def pull_of(noise: float) -> float:
    """The log-odds of a duel between players one standard deviation apart."""
    return START.sigma / (sqrt(2) * noise)


@transaction.atomic
def settle_places(
    season: Season, preset: str, table: Sequence[int], places: Sequence[int], now: datetime
) -> tuple[Settlement, float]:
    """Settle a table with these places by the ledger; gives besides how many seconds that took."""
    season.matches += 1
    match, seats = _match(season.matches, preset, table, places, now)
    began = time.perf_counter()
    settlement = ledger.settle(match=match, seats=seats, now=now)
    assert settlement is not None, "a ranked match of a measured format is rated"
    return settlement, time.perf_counter() - began


def table_of(strengths: dict[int, float], size: int, chance: Generator) -> list[int]:
    """Draw the players of a table, as many as `size`."""
    everybody = list(strengths)
    if chance.random() < 0.5:
        return chance.sample(everybody, size)
    waiting = sorted(chance.sample(everybody, WAITING * size), key=strengths.__getitem__)
    first = chance.randrange(len(waiting) - size + 1)
    return waiting[first : first + size]


def places_of(logits: Sequence[float], chance: Generator) -> list[int]:
    """Draw places by Plackett–Luce: the order of exponential times with these logarithms of rates."""
    times = [chance.expovariate(1.0) * exp(-logit) for logit in logits]
    return [1 + sum(other < time for other in times) for time in times]


def _match(
    number: int, preset: str, table: Sequence[int], places: Sequence[int], now: datetime
) -> tuple[Match, list[Seat]]:
    match = Match.objects.create(
        code=f"{number:06}",
        host_id=table[0],
        kind=Match.Kind.RANKED,
        state=Match.State.FINISHED,
        rules={"preset": preset, "ending": ENDING},
        preset=preset,
        size=len(table),
        turn_ms=20_000,
        bank_ms=60_000,
        finished_at=now,
    )
    seats = [
        Seat(match=match, number=k, player_id=player, name=f"{player}", place=place)
        for k, (player, place) in enumerate(zip(table, places, strict=True))
    ]
    return match, Seat.objects.bulk_create(seats)


def _add_losses(season: Season, settlement: Settlement, pull: float, figures: Figures) -> None:
    for change in RatingChange.objects.filter(settlement=settlement):
        for reason in change.reasons:
            apart = season.strengths[change.player_id] - season.strengths[reason["player"]]
            figures.foretell(pull * apart, reason["expected"])


def _state(season: Season, ladder: str) -> State:
    rated = list(Rating.objects.filter(ladder=ladder, player__in=season.strengths))
    strengths = [season.strengths[row.player_id] for row in rated]
    near = [abs(_mu(true) - row.mu) <= 2 * row.sigma for row, true in zip(rated, strengths, strict=True)]
    return State(
        correlation=correlation([row.mu for row in rated], strengths),
        covered=sum(near) / len(rated),
        provisional=sum(is_provisional(row.sigma) for row in rated) / len(rated),
    )


def _mu(strength: float) -> float:
    return START.mu + START.sigma * strength


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Give Spearman's correlation of two figures of the same people."""
    first, second = _ranks(one), _ranks(other)
    count = len(first)
    apart = sum((a - b) ** 2 for a, b in zip(first, second, strict=True))
    return 1 - 6 * apart / (count * (count**2 - 1))


def _ranks(figures: Sequence[float]) -> list[int]:
    order = sorted(range(len(figures)), key=figures.__getitem__)
    ranks = [0] * len(figures)
    for rank, k in enumerate(order):
        ranks[k] = rank
    return ranks
