"""A ladder season: tables from whoever waits, the best scores count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from leagues.engine.chance import words
from leagues.engine.pods import Pods
from leagues.engine.sizes import table_sizes

WORK: Final = 60_000
GAP: Final = 100
"""A rating gap of 100 costs one; as much as half a minute of waiting is worth."""
PATIENCE: Final = 30
TODAY: Final = 4
LAST_GAME: Final = 25
APART: Final = 100_000
FINE: Final = 10_000
"""Costs are counted in ten thousandths, so that they stay whole."""
BEST, LEAST = 10, 5
BANS: Final = (5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody in the queue: the rating shown, seconds waited, who was met today and how often, and last."""

    entrant: int
    rating: int
    waited: int
    today: Mapping[int, int]
    last: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()
    """Whom they never sit with."""


def least_table(table: int, asked: int | None = None) -> int:
    """Give the smallest table that a ladder of tables of `table` calls: what was asked, else three where it can."""
    return asked if asked is not None else min(3, max(2, table - 1))


def called(
    queue: Sequence[Waiting], table: int, least: int, seed: str, work: int = WORK
) -> tuple[tuple[int, ...], ...]:
    """Call up tables of `least` to `table`; those who waited longest first, nobody if too few wait.

    Who must not sit together waits on where no other table is found: the one of a pair who came later.
    """
    waiting = list(queue)
    while True:
        tables = _called(waiting, table, least, seed, work)
        of = {one.entrant: one for one in waiting}
        hits = [
            (of[one], of[two]) for seats in tables for one, two in combinations(seats, 2) if _apart(of[one], of[two])
        ]
        if not hits:
            return tables
        later = min(hits[0], key=lambda one: (one.waited, -one.entrant))
        waiting.remove(later)


def _called(queue: Sequence[Waiting], table: int, least: int, seed: str, work: int) -> tuple[tuple[int, ...], ...]:
    ready = sorted(queue, key=lambda one: (-one.waited, one.entrant))[: _seats(len(queue), table, least)]
    ready.sort(key=lambda one: (-one.rating, one.entrant))
    sizes = table_sizes(len(ready), table)
    numbers = iter(range(len(ready)))
    tables = [[next(numbers) for _ in range(size)] for size in sizes]
    costs = [[_cost(one, two) if one is not two else 0 for two in ready] for one in ready]
    # Who waited longest has the larger table: that is the better game.
    alone = [[one.waited * FINE // PATIENCE if size < max(sizes) else 0 for one in ready] for size in sizes]
    pods = Pods(costs, alone, tables)
    pods.improve(words(seed, "ladder"), work)
    return tuple(tuple(ready[number].entrant for number in seats) for seats in pods.tables)


def _seats(waiting: int, table: int, least: int) -> int:
    """Give how many can sit, no table having fewer than `least`."""
    while waiting >= least:
        sizes = table_sizes(waiting, table)
        if sizes and min(sizes) >= least and sum(sizes) == waiting:
            return waiting
        waiting -= 1
    return 0


def _cost(one: Waiting, two: Waiting) -> int:
    gap = (one.rating - two.rating) ** 2 * FINE // GAP**2
    again = TODAY * max(one.today.get(two.entrant, 0), two.today.get(one.entrant, 0))
    last = LAST_GAME if two.entrant in one.last or one.entrant in two.last else 0
    return gap + (again + last + (APART if _apart(one, two) else 0)) * FINE


def _apart(one: Waiting, two: Waiting) -> bool:
    return two.entrant in one.apart or one.entrant in two.apart


@dataclass(frozen=True, slots=True)
class BestOf:
    """A ladder's sum: the numbers of the games that count, their points together, and whether it is ranked."""

    counting: tuple[int, ...]
    points: int
    ranked: bool


def best_of(scores: Sequence[int], best: int = BEST, least: int = LEAST) -> BestOf:
    """Sum the best table scores of a season, in 5040ths; of equal ones the earlier count."""
    order = sorted(range(len(scores)), key=lambda number: (-scores[number], number))
    counting = tuple(sorted(order[:best]))
    return BestOf(counting, sum(scores[number] for number in counting), len(scores) >= least)


def ban_minutes(abandoned: int) -> int:
    """Give how long one may not queue after so many games abandoned in a row: 5 minutes, doubling to a day."""
    return 0 if abandoned < 1 else BANS[min(abandoned, len(BANS)) - 1]
