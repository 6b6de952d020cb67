"""P7: everybody has every seat about as often."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.engine.fixed import schedule
from leagues.engine.seats import seated, seats_for, uneven
from leagues.engine.snapshot import Entry, Snapshot
from leagues.engine.swiss import pair
from tests.leagues.seasons import FULL, Season

LITTLE = 20_000
EQUAL = [
    (16, 4, 5),
    (40, 4, 13),
    (8, 4, 7),
    (12, 4, 8),
    (64, 8, 9),
    (200, 8, 8),
    (200, 4, 12),
    (13, 2, 13),
    (20, 10, 6),
]


@pytest.mark.parametrize(("entrants", "table", "rounds"), EQUAL)
def test_equal_tables_give_all_seats_evenly(entrants: int, table: int, rounds: int) -> None:
    plain = schedule(entrants, table, rounds, work=LITTLE)
    found = seated(plain)
    assert [sorted(map(sorted, tables)) for tables in found] == [sorted(map(sorted, tables)) for tables in plain]
    evenly = rounds % table == 0 and entrants % table == 0
    assert uneven(found) <= (0 if evenly else 1)


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 6), st.integers(1, 6), st.integers(1, 12))
def test_any_schedule_of_equal_tables_is_even(table: int, tables: int, rounds: int) -> None:
    plain = schedule(table * tables, table, rounds, work=200)
    assert uneven(seated(plain)) <= (0 if rounds % table == 0 else 1)


@pytest.mark.parametrize(
    ("entrants", "table", "rounds"),
    [(17, 4, 5), (10, 4, 6), (5, 4, 5), (13, 5, 6), (33, 10, 6), (50, 6, 8), (19, 4, 12)],
)
def test_mixed_tables_stay_within_two(entrants: int, table: int, rounds: int) -> None:
    plain = schedule(entrants, table, rounds, work=LITTLE)
    found = seated(plain)
    assert [sorted(map(sorted, tables)) for tables in found] == [sorted(map(sorted, tables)) for tables in plain]
    assert uneven(found) <= 2


@pytest.mark.parametrize(
    ("entrants", "table", "rounds"), [(32, 4, 9), (31, 4, 8), (40, 2, 9), (60, 6, 7), (40, 10, 6), (33, 2, 7)]
)
@pytest.mark.parametrize("seed", range(12 if FULL else 1))
def test_swiss_rounds_stay_within_two(entrants: int, table: int, rounds: int, seed: int) -> None:
    found = tuple(draft.round for _, draft in Season(entrants, table, rounds, seed).play())
    assert uneven(found) <= 2


def test_among_equal_seats_new_neighbours_are_chosen() -> None:
    """Four who have always sat in the same order: each seat was had once, the order is broken up."""
    earlier = [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    (seats,) = seats_for(((0, 1, 2, 3),), earlier)
    before = Counter(zip(seats, [*seats[1:], seats[0]], strict=True))
    assert not set(before) & {(0, 1), (1, 2), (2, 3), (3, 0)}


def test_how_uneven_is_counted_at_tables_that_had_both_seats() -> None:
    assert uneven([((1, 2, 3),), ((1, 2, 3),), ((2, 1),)]) == 2
    assert uneven([((1, 2, 3),), ((2, 1),)]) == 1
    assert uneven([]) == 0


def test_duels_part_those_who_both_lean_to_the_same_seat() -> None:
    """One and two have had the first seat twice, three and four the second: one does not play two."""
    earlier = (((1, 3), (2, 4)), ((1, 4), (2, 3)))
    entries = tuple(
        Entry(one, points * 5040) for one, points in [(1, 2), (2, 2), (5, 2), (7, 2), (3, 0), (4, 0), (6, 0), (8, 0)]
    )
    draft = pair(Snapshot(3, 5, 2, entries, "s", earlier=earlier))
    assert not {frozenset({1, 2}), frozenset({3, 4})} & {frozenset(seats) for seats in draft.round}
    assert draft.report.repeats == ()
