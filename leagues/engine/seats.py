"""Who begins: every entrant has every seat of a table about as often."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from leagues.engine.rounds import Round, Schedule, Table
from leagues.engine.sizes import LARGEST

SWEEPS: Final = 2


type Turn = tuple[int, int]
"""An entrant in as many of his tables, one after the other, as a table has seats."""


def seated(schedule: Schedule) -> Schedule:
    """Give the schedule with every table in the order of its seats."""
    sizes = {len(table) for tables in schedule for table in tables}
    return _coloured(schedule, *sizes) if len(sizes) == 1 else _searched(schedule)


def _coloured(schedule: Schedule, size: int) -> Schedule:
    """Colour the edges from turns to tables with the seats (Konig): nobody has a seat twice in a turn.

    A turn has as many tables as a table has seats, so each seat comes once.
    """
    by_turn: dict[Turn, list[int]] = {}
    by_table: list[list[Turn | None]] = []
    played: Counter[int] = Counter()
    for table in (table for tables in schedule for table in tables):
        by_table.append([None] * size)
        for entrant in table:
            turn = entrant, played[entrant] // size
            played[entrant] += 1
            by_turn.setdefault(turn, [-1] * size)
            _colour(turn, by_turn, by_table)
    ordered = iter([tuple(turn[0] for turn in seats if turn) for seats in by_table])
    return tuple(tuple(next(ordered) for _ in tables) for tables in schedule)


def _colour(turn: Turn, by_turn: dict[Turn, list[int]], by_table: list[list[Turn | None]]) -> None:
    """Give the newest table's edge a seat free at both ends, if need be after an exchange along a path."""
    ours, theirs = by_turn[turn], by_table[-1]
    wanted = next((seat for seat in range(len(ours)) if ours[seat] == -1 and not theirs[seat]), None)
    if wanted is None:
        wanted = theirs.index(None)
        _exchange(turn, wanted, ours.index(-1), by_turn, by_table)
    ours[wanted], theirs[wanted] = len(by_table) - 1, turn


def _exchange(
    turn: Turn, taken: int, free: int, by_turn: dict[Turn, list[int]], by_table: list[list[Turn | None]]
) -> None:
    """Free the seat `taken` of a turn: that table gives it `free`, whoever had that there goes on, and so forth."""
    path = []
    while (table := by_turn[turn][taken]) != -1:
        path.append((turn, table, taken, free))
        other = by_table[table][free]
        if other is None:
            break
        path.append((other, table, free, taken))
        turn = other
    for turn, table, old, _ in path:
        by_turn[turn][old], by_table[table][old] = -1, None
    for turn, table, _, new in path:
        by_turn[turn][new], by_table[table][new] = table, turn


class Seating:
    """How much oftener each had one seat than another, at tables that had both, and who played before whom."""

    def __init__(self) -> None:
        self.leads: dict[int, list[list[int]]] = {}
        self.before: Counter[tuple[int, int]] = Counter()

    def note(self, table: Sequence[int], times: int = 1) -> None:
        """Count a table in the order of its seats; -1 takes it out again."""
        for seat, entrant in enumerate(table):
            leads = self._leads(entrant)
            for other in range(len(table)):
                leads[seat][other] += times
                leads[other][seat] -= times
        for pair in _neighbours(table):
            self.before[pair] += times

    def best(self, table: Iterable[int]) -> Table:
        """Order a table: seats had least first, then new neighbours."""
        members = sorted(table)
        needs = {entrant: self._needs(entrant, len(members)) for entrant in members}
        order = _by_need(members, needs)
        cost = self._cost(order, needs)
        improved = True
        while improved:
            improved = False
            for one, two in combinations(range(len(order)), 2):
                swapped = list(order)
                swapped[one], swapped[two] = order[two], order[one]
                less = self._cost(swapped, needs)
                if less < cost:
                    order, cost, improved = swapped, less, True
        return tuple(order)

    def _needs(self, entrant: int, size: int) -> list[int]:
        """Give what each seat of a table costs an entrant: large leads over other seats far more than small ones."""
        rows = [row[:size] for row in self._leads(entrant)[:size]]
        return [sum((lead + 1) ** 4 - lead**4 for lead in row) for row in rows]

    def _cost(self, order: list[int], needs: dict[int, list[int]]) -> tuple[int, int]:
        need = sum(needs[entrant][seat] for seat, entrant in enumerate(order))
        return need, sum(self.before[pair] for pair in _neighbours(order))

    def _leads(self, entrant: int) -> list[list[int]]:
        known = self.leads.get(entrant)
        if known is None:
            known = self.leads[entrant] = [[0] * LARGEST for _ in range(LARGEST)]
        return known


def _by_need(members: list[int], needs: dict[int, list[int]]) -> list[int]:
    """Fill the seats one by one over all sets of members who sit already: the exact least."""
    ways: dict[int, tuple[int, list[int]]] = {0: (0, [])}
    for seat in range(len(members)):
        further: dict[int, tuple[int, list[int]]] = {}
        for mask, (cost, order) in ways.items():
            for number, entrant in enumerate(members):
                bit = 1 << number
                if mask & bit:
                    continue
                total = cost + needs[entrant][seat]
                known = further.get(mask | bit)
                if known is None or total < known[0]:
                    further[mask | bit] = (total, [*order, entrant])
        ways = further
    return next(iter(ways.values()))[1]


def seats_for(round: Round, earlier: Iterable[Table]) -> Round:
    """Order the tables of one round, knowing every table that was played, in the order of its seats."""
    seating = Seating()
    for table in earlier:
        seating.note(table)
    return tuple(seating.best(table) for table in round)


def uneven(schedule: Iterable[Round]) -> int:
    """Give the largest difference between how often an entrant had a seat and another one, at tables that had both."""
    leads: Counter[tuple[int, int, int]] = Counter()
    for table in (table for tables in schedule for table in tables):
        for seat, entrant in enumerate(table):
            for other in range(len(table)):
                leads[entrant, seat, other] += 1
                leads[entrant, other, seat] -= 1
    return max(leads.values(), default=0)


def _neighbours(order: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Yield who plays before whom, the last before the first."""
    return zip(order, [*order[1:], order[0]], strict=True)


def _searched(schedule: Schedule) -> Schedule:
    """Seat round after round, then each again knowing all the others."""
    seating = Seating()
    rounds = [_noted(seating, tables) for tables in schedule]
    for _ in range(SWEEPS):
        for number, tables in enumerate(rounds):
            for table in tables:
                seating.note(table, -1)
            rounds[number] = _noted(seating, tables)
    return tuple(rounds)


def _noted(seating: Seating, round: Round) -> Round:
    found = tuple(seating.best(table) for table in round)
    for table in found:
        seating.note(table)
    return found
