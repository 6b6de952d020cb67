"""P5: the search finds the cheapest tables. Against CP-SAT: `python -m tests.bench.leagues oracle`."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from leagues.engine.chance import words
from leagues.engine.pods import Pods
from tests.leagues.seasons import FULL


def partitions(left: tuple[int, ...], table: int) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to sit so many at full tables."""
    if not left:
        yield []
        return
    for others in combinations(left[1:], table - 1):
        rest = tuple(one for one in left[1:] if one not in others)
        for tables in partitions(rest, table):
            yield [(left[0], *others), *tables]


def total(costs: list[list[int]], tables: list[tuple[int, ...]]) -> int:
    return sum(costs[one][two] for seats in tables for one, two in combinations(seats, 2))


@pytest.mark.parametrize("seed", range(20 if FULL else 4))
@pytest.mark.parametrize(("entrants", "table"), [(9, 3), (12, 4), (12, 3)])
def test_small_fields_get_the_cheapest_of_all_ways_to_sit(entrants: int, table: int, seed: int) -> None:
    stream = words(str(seed), "costs")
    costs = [[0] * entrants for _ in range(entrants)]
    for one, two in combinations(range(entrants), 2):
        costs[one][two] = costs[two][one] = next(stream) % 50 + (10_000 if next(stream) % 3 == 0 else 0)
    begun = [list(range(first, first + table)) for first in range(0, entrants, table)]
    pods = Pods(costs, [[0] * entrants for _ in begun], begun)
    pods.improve(words(str(seed), "search"), 60_000)
    found = [tuple(seats) for seats in pods.tables]
    assert total(costs, found) == min(total(costs, tables) for tables in partitions(tuple(range(entrants)), table))
