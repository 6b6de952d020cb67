"""P3: round robins that must repeat come down to their bound, or close to it, in two seconds."""

from itertools import pairwise

import pytest

from leagues.engine.bounds import by_convexity, by_overlap, even, least_cost, least_repeats
from leagues.engine.fixed import schedule
from leagues.engine.rounds import pair_cost, pairs, repeats
from leagues.engine.sizes import table_sizes
from tests.leagues.seasons import FULL
from tests.pace import in_time

BOUND = [(6, 4, 5), (7, 4, 6), (8, 4, 7), (9, 4, 8), (10, 4, 6), (10, 5, 5), (13, 5, 6)]
MOST_REPEATS = {(32, 4, 10): 18, (14, 4, 5): 4, (18, 4, 6): 6, (19, 4, 6): 8}
LITTLE = 200_000
SEEDS = ["a", "b", "c"] if FULL else ["a"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("entrants", "table", "rounds"), BOUND)
def test_small_seasons_reach_the_proved_bound(entrants: int, table: int, rounds: int, seed: str) -> None:
    found = in_time(lambda: schedule(entrants, table, rounds, seed), 2)
    assert all(sorted(map(len, tables), reverse=True) == table_sizes(entrants, table) for tables in found)
    assert pair_cost(found) == least_cost(entrants, table, rounds)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("size", "most"), MOST_REPEATS.items())
def test_larger_seasons_repeat_little(size: tuple[int, int, int], most: int, seed: str) -> None:
    found = in_time(lambda: schedule(*size, seed), 2)
    assert repeats(found) <= most
    assert pair_cost(found) >= least_cost(*size)
    assert repeats(found) >= least_repeats(size[0], size[1], size[2])


@pytest.mark.parametrize("size", [(5, 4, 5), (8, 4, 7), (12, 6, 4), (20, 10, 6), (9, 2, 20)])
def test_nothing_goes_below_the_bound(size: tuple[int, int, int]) -> None:
    found = schedule(*size, work=LITTLE)
    assert pair_cost(found) >= max(by_convexity(*size), by_overlap(*size)) == least_cost(*size)


def test_the_bounds_are_those_worked_out_by_hand() -> None:
    assert by_convexity(12, 4, 11) == 66 * 3
    assert by_overlap(20, 10, 6) == 15 * 40
    assert by_overlap(33, 10, 6) == 15 * (6 + 3 * 4)
    assert even(7, 3) == 3 + 1 + 1


def test_the_same_seed_gives_the_same_schedule_and_another_seed_another() -> None:
    assert schedule(11, 4, 3, "x", LITTLE) == schedule(11, 4, 3, "x", LITTLE)
    assert schedule(11, 4, 3, "x", LITTLE) != schedule(11, 4, 3, "y", LITTLE)


def test_rounds_are_put_in_an_order_in_which_few_meet_twice_in_a_row() -> None:
    found = schedule(12, 4, 6, "x", LITTLE)
    met = [set(pairs(tables)) for tables in found]
    beside = sum(len(one & two) for one, two in pairwise(met))
    anywhere = sum(len(one & two) for one in met for two in met) - sum(map(len, met))
    assert beside * 15 * 2 <= anywhere * 5


def test_a_season_for_nobody_has_no_rounds() -> None:
    assert schedule(1, 4, 3) == schedule(8, 4, 0) == ()
