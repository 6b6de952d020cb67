"""What abuse brings in a season that was simulated: accounts that always lose to one, and pairs of whom one helps.

Settled by the ledger, after the season, among its players.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from games.bots.random_player import Generator, generator
from games.engine.ruleset import PRESETS
from games.models import Ladder, Rating
from games.queries_pairs import suspicions
from games.ratings.standing import shown
from games.services.season_simulation import BEGINS, LASTS, Season, settle, settle_places

FARMED: Final = 100  # tables
HELPERS: Final = 3
FAVOUR: Final = 1.5  # log-odds
TOGETHER: Final = 30  # tables that a pair of accomplices shares


class Pairs(NamedTuple):
    """How many ordered pairs shared enough tables to be judged, and how many of them are flagged."""

    honest: int
    honest_flagged: int
    planted: int
    planted_flagged: int


class Abuse(NamedTuple):
    """What a season's pairs look like, and what a hundred farmed tables bring by preset, at each pace."""

    pairs: Pairs
    farmed: dict[str, list[int]]


def abuse(season: Season, *, pairs: int, paces: Sequence[float], seed: str) -> Abuse:
    """Let pairs collude and accounts farm, at so many matches a day each, after a season."""
    chance = generator(f"{seed} abuse")
    judged = collude(season, pairs=pairs, chance=chance)
    return Abuse(
        judged,
        {
            preset: [farm(season, preset=preset, a_day=a_day, chance=chance) for a_day in paces]
            for preset in sorted(PRESETS)
        },
    )


def farm(season: Season, *, preset: str, a_day: float, chance: Generator) -> int:
    """Let three of the season's players lose a hundred tables to a fourth; give what that brings, as shown."""
    table = chance.sample(sorted(season.strengths), 1 + HELPERS)
    before = _shown(table[0])
    for number in range(FARMED):
        now = BEGINS + LASTS + timedelta(days=number / a_day)
        settle_places(season, preset, table, range(1, len(table) + 1), now)
    return _shown(table[0]) - before


def _shown(player: int) -> int:
    return shown(Rating.objects.get(player=player, ladder=Ladder.TABLE).mu)


def collude(season: Season, *, pairs: int, chance: Generator) -> Pairs:
    """Let so many pairs share thirty tables of four, at which one of them helps the other; judge all pairs.

    Classic ones, as `LEAGUES.md` measures it: where more of a result is strength, as in MAS UNO, so many log-odds
    are less of a favour, and more tables are needed to tell it from chance.
    """
    people = chance.sample(sorted(season.strengths), 2 * pairs)
    planted = list(zip(people[::2], people[1::2], strict=True))
    for number in range(TOGETHER):
        for helper, helped in planted:
            others = chance.sample([one for one in season.strengths if one not in people], 2)
            now = BEGINS + LASTS + timedelta(days=number)
            settle(season, "clasic", [helper, helped, *others], now, chance, [-FAVOUR, FAVOUR, 0.0, 0.0])
    found = suspicions(BEGINS)
    flagged = {pair for pair, one in found.items() if one.is_flagged}
    involved = {frozenset(pair) for pair in planted}
    honest = {pair for pair in found if frozenset(pair) not in involved}
    return Pairs(len(honest), len(honest & flagged), len(planted), len(set(planted) & flagged))
