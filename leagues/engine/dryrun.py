"""A season before it is published: who meets whom, who sits out, which days it takes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from leagues.engine import knockout as knockouts
from leagues.engine.bounds import least_repeats
from leagues.engine.chance import lot, shuffled, words
from leagues.engine.drafts import dense
from leagues.engine.fixed import schedule
from leagues.engine.ladder import Waiting, called
from leagues.engine.rounds import Schedule, meetings, sat_out, short_tables, spread
from leagues.engine.scoring import POINT, shares
from leagues.engine.seats import seated
from leagues.engine.snapshot import Entry, Mode, Snapshot
from leagues.engine.swiss import chosen_byes, pair

WORK = 200_000
"""A dry run of Swiss rounds searches less than the season will: its repeats are an upper estimate."""


MANY, LESS_WORK, LADDER_WORK = 80, 40_000, 4_000


@dataclass(frozen=True, slots=True)
class Day:
    """A round's days, as day numbers (an ordinal date) of its opening and its deadline."""

    round: int
    opens: int
    deadline: int


@dataclass(frozen=True, slots=True)
class DryRun:
    """A whole season as it may come: counts by place 0..n-1, `matrix[a][b]` how often two meet."""

    schedule: Schedule
    matrix: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    short: tuple[int, ...]
    days: tuple[Day, ...]
    repeats: int
    unavoidable: int
    dense: bool
    tables: tuple[tuple[int, ...], ...] = ()
    """The sizes of each round's tables."""

    @property
    def fewest_met(self) -> int:
        """Give how many different opponents the unluckiest has."""
        return min((sum(times > 0 for times in row) for row in self.matrix), default=0)

    @property
    def distribution(self) -> tuple[tuple[int, int], ...]:
        """Give how many pairs meet how often: (times, pairs), the rarest first."""
        counts = Counter(self.matrix[one][two] for one in range(len(self.matrix)) for two in range(one))
        return tuple(sorted(counts.items()))

    @property
    def short_spread(self) -> int:
        return spread(self.short)


def round_robin(entrants: int, table: int, rounds: int, seed: str, days: Sequence[Day] = ()) -> DryRun:
    """Lay out a balanced round robin, exactly as the season will play it."""
    return _run(seated(schedule(entrants, table, rounds, seed)), entrants, table, rounds, days)


def knockout(entrants: int, table: int, seed: str, days: Sequence[Day] = ()) -> DryRun:
    """Play a knockout down to its final with results drawn by lot; it has as many rounds as it takes."""
    results = words(seed, "dry run")
    seeds = list(range(entrants))
    earlier: Schedule = ()
    stages = knockouts.plan(entrants, table)
    for number, stage in enumerate(stages):
        free, tables = knockouts.seeded(stage, seeds)
        earlier = (*earlier, tables)
        finishes = []
        for at, seats in enumerate(tables):
            places = [place + 1 for place in shuffled(len(seats), results)]
            finishes += [
                knockouts.Finish(one, one, at, place, got)
                for one, place, got in zip(seats, places, shares(places), strict=True)
            ]
        if number + 1 < len(stages):
            seeds = knockouts.going_on(stage, finishes, [(one, one) for one in free])
    return _run(earlier, entrants, table, len(stages), days)


def ladder(entrants: int, table: int, least: int, games: int, seed: str, days: Sequence[Day] = ()) -> DryRun:
    """Let two in three wait, chosen by lot, as often as it takes for about so many games each."""
    chance = words(seed, "dry run")
    played = [0] * entrants
    today: list[Counter[int]] = [Counter() for _ in range(entrants)]
    last: list[frozenset[int]] = [frozenset()] * entrants
    earlier: Schedule = ()
    while sum(played) < games * entrants and len(earlier) < 4 * games:
        here = shuffled(entrants, chance)[: max(least, entrants * 2 // 3)]
        queue = [Waiting(one, 1500, 20 * (games - played[one]) + 20, today[one], last[one]) for one in here]
        tables = called(queue, table, least, f"{seed}|{len(earlier)}", LADDER_WORK)
        if not tables:
            break
        for seats in tables:
            for one in seats:
                played[one] += 1
                last[one] = frozenset(seats) - {one}
                today[one].update(last[one])
        earlier = (*earlier, tables)
    return _run(earlier, entrants, table, 0, days)


def swiss(
    entrants: int, table: int, rounds: int, seed: str, days: Sequence[Day] = (), mode: Mode = Mode.STRICT
) -> DryRun:
    """Play a Swiss season with results drawn by lot: one of those that may come."""
    earlier: Schedule = ()
    points = [0] * entrants
    byes = [0] * entrants
    results = words(seed, "dry run")
    for number in range(1, rounds + 1):
        entries = tuple(Entry(one, points[one], _rank(points, one, seed), byes=byes[one]) for one in range(entrants))
        # Neighbours of the standings meet in the last round only.
        now = Mode.STRICT if mode == Mode.POWER and number < rounds else mode
        snapshot = Snapshot(number, rounds, table, entries, f"{seed}|dry", now, earlier)
        for one in chosen_byes(snapshot):
            byes[one] += 1
            points[one] += POINT * 3 // 4
        tables = pair(snapshot, WORK if entrants <= MANY else LESS_WORK).round
        for seats in tables:
            places = shuffled(len(seats), results)
            for one, got in zip(seats, shares(places), strict=True):
                points[one] += got
        earlier = (*earlier, tables)
    return _run(earlier, entrants, table, rounds, days)


def days_of(start: int, rounds: int, length: int, between: int = 0) -> tuple[Day, ...]:
    """Give each round's days: it opens, lasts `length` days (0: an evening), then `between` days of rest."""
    step = max(length, 1) + between
    return tuple(Day(number + 1, start + number * step, start + number * step + length) for number in range(rounds))


def _rank(points: Sequence[int], one: int, seed: str) -> int:
    own = (-points[one], lot(seed, one))
    return 1 + sum((-points[other], lot(seed, other)) < own for other in range(len(points)))


def _run(rounds: Schedule, entrants: int, table: int, count: int, days: Sequence[Day]) -> DryRun:
    met = meetings(rounds)
    matrix = tuple(
        tuple(met[min(one, two), max(one, two)] if one != two else 0 for two in range(entrants))
        for one in range(entrants)
    )
    return DryRun(
        rounds,
        matrix,
        tuple(sat_out(rounds, entrants)),
        tuple(short_tables(rounds, entrants)),
        tuple(days),
        sum(times - 1 for times in met.values()),
        least_repeats(entrants, table, count) if count else 0,
        dense(entrants, table, count),
        tuple(tuple(sorted(map(len, tables), reverse=True)) for tables in rounds),
    )
