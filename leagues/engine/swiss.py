"""Swiss pairing: new opponents who stand about equal."""

from collections.abc import Sequence
from typing import Final

from leagues.engine.chance import lot, words
from leagues.engine.drafts import Draft, Why, drafted
from leagues.engine.duels import matched
from leagues.engine.pods import Pods
from leagues.engine.rounds import Round
from leagues.engine.seats import seats_for
from leagues.engine.sizes import byes, short_seats, table_sizes
from leagues.engine.snapshot import Entry, Mode, Snapshot
from leagues.engine.weights import levels, pair_costs, weights_for

WORK: Final = 3_000_000
"""Swaps judged for a round at most: a second or less on an ordinary machine."""
ENOUGH: Final = 1_500
"""Swaps judged for each pair of entrants: a small field has been searched by then."""


def pair(snapshot: Snapshot, work: int = WORK) -> Draft:
    """Pair a round: tables, seats and byes, the same for the same snapshot and work everywhere."""
    out = chosen_byes(snapshot)
    order = [entry for entry in in_order(snapshot) if entry.entrant not in out]
    found = matched(snapshot, order) if snapshot.table == 2 else _pods(snapshot, order, work)
    earlier = (table for tables in snapshot.earlier for table in tables)
    return drafted(snapshot, seats_for(found, earlier), out, _why(snapshot))


def chosen_byes(snapshot: Snapshot) -> tuple[int, ...]:
    """Give who sits out: fewest byes so far, then fewest points, then by lot."""
    count = byes(len(snapshot.entries), snapshot.table)
    worst = sorted(snapshot.entries, key=lambda one: (one.byes, one.points, _lot(snapshot, one)))
    return tuple(entry.entrant for entry in worst[:count])


def late_points(points: Sequence[int]) -> int:
    """Give what one who comes late is given for pairing: the lower median of those who play."""
    return sorted(points)[(len(points) - 1) // 2] if points else 0


def in_order(snapshot: Snapshot) -> list[Entry]:
    """Order by points, equals by this round's lot and never by tie-breaks; for `power` as the standings are."""
    if snapshot.mode == Mode.POWER:
        return sorted(snapshot.entries, key=lambda one: (one.rank, -one.points, _lot(snapshot, one)))
    if snapshot.seeded and not snapshot.earlier:
        return sorted(snapshot.entries, key=lambda one: (-one.points, -one.strength, _lot(snapshot, one)))
    return sorted(snapshot.entries, key=lambda one: (-one.points, _lot(snapshot, one)))


def _lot(snapshot: Snapshot, entry: Entry) -> int:
    return lot(f"{snapshot.seed}|{snapshot.label}", entry.entrant)


def _why(snapshot: Snapshot) -> Why | None:
    if snapshot.mode == Mode.POWER:
        return Why.PLACES
    if snapshot.earlier:
        return None
    return Why.SEEDED if snapshot.seeded else Why.DRAW


def _pods(snapshot: Snapshot, order: list[Entry], work: int) -> Round:
    height = levels(snapshot, order)
    weights = weights_for(snapshot, max(height, default=0))
    shorts = snapshot.shorts()
    short = [
        shorts[entry.entrant] * weights.short + snapshot.table * level
        for entry, level in zip(order, height, strict=True)
    ]
    sizes = table_sizes(len(order), snapshot.table)
    alone = [short if size < max(sizes) else [0] * len(order) for size in sizes]
    pods = Pods(pair_costs(snapshot, order, weights), alone, _begun(snapshot, order, short, sizes))
    pods.improve(words(snapshot.seed, snapshot.label), min(work, ENOUGH * len(order) ** 2))
    return tuple(tuple(order[number].entrant for number in table) for table in pods.tables)


def _begun(snapshot: Snapshot, order: list[Entry], short: list[int], sizes: list[int]) -> list[list[int]]:
    """Cut the order into tables, the short ones for those who sat at the fewest; deal it first, if seeded."""
    if snapshot.seeded and not snapshot.earlier:
        return serpentine(len(order), len(sizes))
    taken = sorted(range(len(order)), key=lambda number: (short[number], -number))[: short_seats(sizes)]
    rest = iter([number for number in range(len(order)) if number not in taken] + sorted(taken))
    return [[next(rest) for _ in range(size)] for size in sizes]


def serpentine(entrants: int, tables: int) -> list[list[int]]:
    """Deal an order of merit to and fro: 1-8-9-16, 2-7-10-15, ... (larger tables first)."""
    dealt: list[list[int]] = [[] for _ in range(tables)]
    for number in range(entrants):
        lap, place = divmod(number, max(tables, 1))
        dealt[place if lap % 2 == 0 else tables - 1 - place].append(number)
    return sorted(dealt, key=len, reverse=True)
