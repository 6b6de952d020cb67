"""P9: every knockout of 3 to 200 entrants at tables of 2 to 10 comes down to one final."""

from fractions import Fraction
from itertools import pairwise

import pytest

from leagues.engine.knockout import Finish, Stage, alternates, going_on, plan, seeded
from leagues.engine.scoring import shares
from leagues.engine.sizes import table_sizes


@pytest.mark.parametrize("table", range(2, 11))
def test_all_stages_add_up_and_lead_to_one_final(table: int) -> None:
    for entrants in range(2, 201):
        stages = plan(entrants, table)
        assert stages[0].entrants == entrants
        for stage, following in pairwise(stages):
            assert sum(stage.sizes) + stage.byes == stage.entrants
            assert stage.onward == following.entrants < stage.entrants
            assert 1 <= stage.through < min(stage.sizes)
            assert 0 <= stage.best <= sum(stage.sizes) - stage.through * len(stage.sizes)
        final = stages[-1]
        assert final.final
        assert 2 <= final.entrants <= table
        assert final.sizes == (final.entrants,)


@pytest.mark.parametrize(
    ("entrants", "table", "course", "first"),
    [
        (13, 4, [13, 8, 4], (4, 2, 0)),
        (37, 4, [37, 16, 8, 4], (10, 1, 6)),
        (200, 4, [200, 64, 32, 16, 8, 4], (50, 1, 14)),
        (150, 10, [150, 40, 20, 10], (15, 2, 10)),
    ],
)
def test_plans_are_those_of_the_book(entrants: int, table: int, course: list[int], first: tuple[int, int, int]) -> None:
    stages = plan(entrants, table)
    assert [stage.entrants for stage in stages] == course
    assert (len(stages[0].sizes), stages[0].through, stages[0].best) == first
    assert stages[0].sizes == tuple(table_sizes(entrants, table))


def test_seeds_are_dealt_to_and_fro() -> None:
    (stage, *_) = plan(16, 4)
    assert seeded(stage, range(1, 17)) == ((), ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)))


def test_top_seeds_of_duels_need_not_play_at_first() -> None:
    (stage, *_) = plan(5, 2)
    assert seeded(stage, [1, 2, 3, 4, 5]) == ((1, 2, 3), ((4, 5),))


def test_a_wrong_number_of_seeds_is_refused() -> None:
    with pytest.raises(ValueError, match="3 entrants for a stage of 5"):
        seeded(plan(5, 2)[0], [1, 2, 3])


def table_of(number: int, *ends: tuple[int, int], merit: int = 0) -> list[Finish]:
    """Seat (entrant and seed, place) at a table."""
    got = shares([place for _, place in ends])
    return [
        Finish(one, one, number, place, share, (Fraction(merit),))
        for (one, place), share in zip(ends, got, strict=True)
    ]


def test_the_firsts_and_the_best_losers_go_on_by_seed() -> None:
    stage = Stage(7, (4, 3), 0, 1, 2)
    ends = table_of(1, (1, 2), (4, 1), (5, 3), (7, 4)) + table_of(2, (2, 3), (3, 2), (6, 1))
    assert going_on(stage, ends) == [1, 3, 4, 6]
    assert alternates(stage, ends) == [5, 2, 7]


def test_a_tie_at_the_cut_goes_to_the_higher_seed() -> None:
    assert going_on(Stage(4, (2, 2), 0, 1, 0), table_of(1, (1, 1), (4, 1)) + table_of(2, (2, 2), (3, 1))) == [1, 3]


def test_merit_decides_between_best_losers_with_the_same_share() -> None:
    stage = Stage(6, (3, 3), 0, 1, 1)
    ends = table_of(1, (1, 2), (4, 1), (5, 3), merit=1) + table_of(2, (2, 2), (3, 1), (6, 3), merit=9)
    assert going_on(stage, ends) == [2, 3, 4]


def test_who_did_not_have_to_play_goes_on() -> None:
    (stage, *_) = plan(5, 2)
    assert going_on(stage, table_of(1, (4, 2), (5, 1)), [(1, 1), (2, 2), (3, 3)]) == [1, 2, 3, 5]
