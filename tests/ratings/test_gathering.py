"""Whom the queue seats together: windows that widen, tables of four and more, nobody with whom they do not sit."""

from collections.abc import Sequence

import pytest

from games.ratings.gathering import DUEL, TABLE, Waiter, gather, seats
from games.ratings.standing import START, Standing
from games.ratings.window import OPEN_AFTER, bounds, meet, window

KNOWN = 2.0  # the sigma of somebody with many games


def waiters(*told: tuple[float, float]) -> list[Waiter]:
    """People by their mu and the seconds they have waited; the keys count from 0."""
    return [Waiter(k, mu, window(Standing(mu, KNOWN), waited), waited) for k, (mu, waited) in enumerate(told)]


def laid(people: Sequence[Waiter], size: object = TABLE, apart: set[frozenset[int]] | None = None) -> list[list[int]]:
    return [sorted(table) for table in gather(people, size, apart or set())]  # type: ignore[arg-type]


def test_a_window_begins_narrow_and_widens_by_about_five_points_a_second() -> None:
    assert bounds(window(Standing(25, KNOWN), 0)) == (1404, 1596)
    assert bounds(window(Standing(25, KNOWN), 10)) == (1356, 1644)
    assert bounds(window(Standing(25, KNOWN), 60)) == (1116, 1884)


def test_whose_strength_is_doubtful_may_meet_more_people() -> None:
    low, high = bounds(window(START, 0)) or (0, 0)
    assert (low, high) == (1328, 1672)


def test_after_two_minutes_anybody_will_do() -> None:
    assert bounds(window(Standing(25, KNOWN), OPEN_AFTER - 0.1)) is not None
    assert bounds(window(Standing(25, KNOWN), OPEN_AFTER)) is None
    assert meet(window(Standing(0, KNOWN), 0), window(Standing(50, KNOWN), OPEN_AFTER))


def test_two_fit_when_each_comes_towards_the_other() -> None:
    assert meet(window(Standing(20, KNOWN), 0), window(Standing(28, KNOWN), 0))
    assert not meet(window(Standing(20, KNOWN), 0), window(Standing(28.1, KNOWN), 0))
    assert meet(window(Standing(20, KNOWN), 0), window(Standing(29, KNOWN), 5))


def test_a_duel_is_of_the_longest_waiting_and_the_nearest() -> None:
    assert laid(waiters((25, 1), (28, 3), (26, 9), (24.5, 2)), DUEL) == [[0, 2], [1, 3]]


def test_no_duel_over_too_long_a_distance() -> None:
    assert laid(waiters((20, 0), (30, 0)), DUEL) == []
    assert laid(waiters((20, 8), (30, 8)), DUEL) == [[0, 1]]


@pytest.mark.parametrize(
    ("fitting", "waited", "sit"),
    [(1, 99, 0), (2, 99, 0), (3, 44, 0), (3, 45, 3), (4, 0, 4), (5, 0, 5), (6, 0, 6), (7, 0, 4), (12, 0, 4)],
)
def test_a_table_begins_with_four_takes_six_and_after_a_while_three(fitting: int, waited: float, sit: int) -> None:
    assert seats(fitting, waited, TABLE) == sit


@pytest.mark.parametrize(("many", "sizes"), [(7, [4]), (8, [4, 4]), (9, [4, 5]), (10, [4, 6]), (12, [4, 4, 4])])
def test_many_make_several_tables(many: int, sizes: list[int]) -> None:
    tables = laid(waiters(*[(25, 0)] * many))
    assert [len(table) for table in tables] == sizes
    assert len({key for table in tables for key in table}) == sum(sizes)


def test_those_who_keep_apart_never_sit_together() -> None:
    people = waiters(*[(25, 0)] * 5)
    assert laid(people, apart={frozenset((0, 1))}) == [[0, 2, 3, 4]]
    assert laid(people[:2], DUEL, {frozenset((0, 1))}) == []
    assert laid(people[:3], DUEL, {frozenset((0, 1))}) == [[0, 2]]


def test_at_a_table_all_fit_with_all() -> None:
    assert laid(waiters((21, 0), (25, 0), (29, 0), (33, 0))) == []
    assert laid(waiters((21, 20), (25, 20), (29, 20), (33, 20))) == [[0, 1, 2, 3]]
