"""A round as it is shown before it is published: tables, why they sit so, byes, and what an organizer should see."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import Any

from leagues.engine.rounds import Round, Table
from leagues.engine.sizes import table_sizes
from leagues.engine.snapshot import ALGORITHM, Entry, Snapshot

type Again = tuple[int, int, int]
"""Two entrants and how often they had met before."""


class Why(StrEnum):
    """Reasons for a table or a bye; each names its parameters."""

    DRAW = "draw"  # first round, by lot
    SEEDED = "seeded"  # first round, dealt by strength
    POINTS = "points"  # low, high: 5040ths of those at the table
    PLACES = "places"  # first, last: ranks of those at the table
    SCHEDULE = "schedule"  # a round of the schedule laid out before the season
    HAND = "hand"  # changed by an organizer
    BRACKET = "bracket"  # seeded in the order of merit of a knockout
    NEW = "new"  # nobody has met before
    AGAIN = "again"  # pairs: one, other, times before
    SHORT = "short"  # size, full
    APART = "apart"  # pairs that should be kept apart and could not be
    FEWEST_BYES = "fewest_byes"  # entrant, byes before, points
    LADDER = "ladder"  # low, high: ratings as shown of those whom a ladder called
    ALONE = "alone"  # nobody is there to play with


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason as data; the words are the presenter's."""

    kind: Why
    params: Mapping[str, Any] = field(default_factory=dict)

    def to_mapping(self) -> dict[str, Any]:
        return {"kind": self.kind.value, **self.params}


@dataclass(frozen=True, slots=True)
class DraftTable:
    """Entrants in the order of their seats."""

    seats: Table
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class DraftBye:
    entrant: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Report:
    """What an organizer looks at first. Spreads are of points at one table, in 5040ths."""

    repeats: tuple[Again, ...]
    in_a_row: int
    mean_spread: int
    widest_spread: int
    short: tuple[int, ...]
    second_short: tuple[int, ...]
    apart: tuple[tuple[int, int], ...]
    dense: bool

    @property
    def clean(self) -> bool:
        """Tell whether nothing here needs an organizer's eye."""
        return not (self.repeats or self.second_short or self.apart or self.dense)

    def to_mapping(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Draft:
    """A round to be reviewed, with what is stored for the audit."""

    tables: tuple[DraftTable, ...]
    byes: tuple[DraftBye, ...]
    report: Report
    digest: str
    seed: str
    algorithm: str = ALGORITHM

    @property
    def round(self) -> Round:
        return tuple(table.seats for table in self.tables)


def drafted(snapshot: Snapshot, round: Round, byes: Iterable[int] = (), origin: Why | None = None) -> Draft:
    """Describe tables, whoever made them: also those that an organizer has changed by hand.

    `origin` is why the round is as it is, where that is not the points.
    """
    return Draft(
        tuple(DraftTable(table, reasons(snapshot, table, round, origin)) for table in round),
        tuple(DraftBye(entrant, bye_reason(snapshot, entrant)) for entrant in byes),
        report(snapshot, round),
        snapshot.digest(),
        snapshot.label,
    )


def reasons(snapshot: Snapshot, table: Table, round: Round, origin: Why | None) -> tuple[Reason, ...]:
    """Say why these sit together: what brought them here first, then what is to be excused."""
    entries = [entry for entry in snapshot.entries if entry.entrant in table]
    again = repeated(snapshot, [table])
    apart = kept_together(snapshot, [table])
    found = [_origin(origin, entries)]
    if again:
        found.append(Reason(Why.AGAIN, {"pairs": [list(pair) for pair in again]}))
    elif snapshot.earlier:
        found.append(Reason(Why.NEW))
    full = max(map(len, round))
    if len(table) < full:
        found.append(Reason(Why.SHORT, {"size": len(table), "full": full}))
    if apart:
        found.append(Reason(Why.APART, {"pairs": [list(pair) for pair in apart]}))
    return tuple(found)


def _origin(origin: Why | None, entries: list[Entry]) -> Reason:
    if origin == Why.PLACES:
        ranks = [entry.rank for entry in entries]
        return Reason(Why.PLACES, {"first": min(ranks), "last": max(ranks)})
    if origin:
        return Reason(origin)
    points = [entry.points for entry in entries]
    return Reason(Why.POINTS, {"low": min(points), "high": max(points)})


def bye_reason(snapshot: Snapshot, entrant: int) -> Reason:
    """Say why an entrant sits out: fewest byes so far, then fewest points."""
    if len(snapshot.entries) == 1:
        return Reason(Why.ALONE)
    entry = next(entry for entry in snapshot.entries if entry.entrant == entrant)
    return Reason(Why.FEWEST_BYES, {"entrant": entrant, "byes": entry.byes, "points": entry.points})


def report(snapshot: Snapshot, round: Round) -> Report:
    """Sum up a round for the organizer."""
    points = {entry.entrant: entry.points for entry in snapshot.entries}
    spreads = [max(points[e] for e in table) - min(points[e] for e in table) for table in round]
    again = repeated(snapshot, round)
    last = snapshot.last()
    shorts = snapshot.shorts()
    full = max(map(len, round), default=0)
    short = tuple(sorted(entrant for table in round if len(table) < full for entrant in table))
    least = min((shorts[entrant] for entrant in points), default=0)
    return Report(
        repeats=again,
        in_a_row=sum((one, two) in last for one, two, _ in again),
        mean_spread=sum(spreads) // max(len(spreads), 1),
        widest_spread=max(spreads, default=0),
        short=short,
        second_short=tuple(entrant for entrant in short if shorts[entrant] > least),
        apart=kept_together(snapshot, round),
        dense=dense(len(points), snapshot.table, snapshot.rounds),
    )


def repeated(snapshot: Snapshot, round: Iterable[Table]) -> tuple[Again, ...]:
    """Give the pairs of these tables that have met, and how often."""
    met = snapshot.met()
    return tuple((*pair, met[pair]) for table in round for pair in combinations(sorted(table), 2) if pair in met)


def kept_together(snapshot: Snapshot, round: Iterable[Table]) -> tuple[tuple[int, int], ...]:
    """Give the pairs of these tables that should be kept apart."""
    apart = snapshot.kept_apart()
    return tuple(pair for table in round for pair in combinations(sorted(table), 2) if pair in apart)


def dense(entrants: int, table: int, rounds: int) -> bool:
    """Tell whether so many rounds will bring repeats: offer a balanced round robin instead.

    Each meets rounds * (table - 1) of the others; from 0.6 of them on, at large tables 0.3, repeats come.
    """
    if entrants < 2:
        return False
    share = rounds * (table - 1) * 10 > (6 if table <= 5 else 3) * (entrants - 1)
    return share or len(table_sizes(entrants, table)) < table
