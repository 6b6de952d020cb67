"""P2: balanced round robins without a repeat, at once, and the data behind them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.engine.bases import TEXTS, stored
from leagues.engine.bounds import by_convexity
from leagues.engine.closed import without_repeats
from leagues.engine.dropping import dropped
from leagues.engine.fields import Field, prime_powers
from leagues.engine.fixed import schedule
from leagues.engine.placing import placed, shrunk
from leagues.engine.rounds import Schedule, meetings, pair_cost, repeats, sat_out, short_tables, spread
from leagues.engine.sizes import table_sizes
from tests.pace import in_time

FULL = [
    (9, 3, 4), (15, 3, 7), (21, 3, 10), (16, 4, 5), (20, 4, 5), (24, 4, 7), (28, 4, 9), (32, 4, 9), (36, 4, 9),
    (40, 4, 13), (25, 5, 6), (49, 7, 8), (64, 8, 9),
]  # fmt: skip
MIXED = [(15, 4, 5), (17, 4, 5), (22, 4, 7), (23, 4, 7), (26, 4, 8), (31, 4, 8), (50, 6, 8)]


def seats_everybody_once(found: Schedule, entrants: int) -> bool:
    return all(sorted(one for table in tables for one in table) == list(range(entrants)) for tables in found)


@pytest.mark.parametrize(("entrants", "table", "rounds"), FULL)
def test_full_tables_meet_without_a_repeat_in_a_tenth_of_a_second(entrants: int, table: int, rounds: int) -> None:
    found = in_time(lambda: schedule(entrants, table, rounds), 0.1, afresh=without_repeats.cache_clear)
    assert len(found) == rounds
    assert seats_everybody_once(found, entrants)
    assert {len(seats) for tables in found for seats in tables} == {table}
    assert repeats(found) == 0


@pytest.mark.parametrize(("entrants", "table", "rounds"), MIXED)
def test_mixed_tables_meet_without_a_repeat_in_a_tenth_of_a_second(entrants: int, table: int, rounds: int) -> None:
    found = in_time(lambda: schedule(entrants, table, rounds), 0.1, afresh=without_repeats.cache_clear)
    assert len(found) == rounds
    assert seats_everybody_once(found, entrants)
    assert all([len(seats) for seats in tables] == table_sizes(entrants, table) for tables in found)
    assert {len(seats) for tables in found for seats in tables} == {table, table - 1}
    assert repeats(found) == 0


@pytest.mark.parametrize(("entrants", "table"), TEXTS)
def test_a_stored_schedule_seats_all_in_full_tables_and_nobody_meets_twice(entrants: int, table: int) -> None:
    found = stored(entrants, table)
    longest = {(15, 3): 7, (21, 3): 10, (24, 3): 11, (27, 3): 13, (24, 4): 7, (28, 4): 9, (40, 4): 13}
    assert len(found) == longest[entrants, table]
    assert seats_everybody_once(found, entrants)
    assert {len(seats) for tables in found for seats in tables} == {table}
    assert repeats(found) == 0


@pytest.mark.parametrize(("entrants", "table"), [(9, 3), (27, 3), (16, 4), (64, 4), (25, 5), (81, 9), (40, 4), (15, 3)])
def test_where_all_can_meet_exactly_once_they_do(entrants: int, table: int) -> None:
    found = without_repeats(entrants, table)
    assert len(meetings(found)) == entrants * (entrants - 1) // 2
    assert repeats(found) == 0


@settings(deadline=None, max_examples=40)
@given(st.integers(3, 10), st.integers(2, 20))
def test_no_closed_form_repeats_a_pair(table: int, tables: int) -> None:
    found = without_repeats(table * tables, table)
    assert seats_everybody_once(found, table * tables)
    assert repeats(found) == 0


@settings(deadline=None, max_examples=40)
@given(st.integers(3, 60), st.integers(3, 10), st.integers(1, 8))
def test_taking_entrants_out_leaves_the_sizes_of_p1(entrants: int, table: int, rounds: int) -> None:
    found = dropped(entrants, table, rounds)
    if found is not None:
        assert seats_everybody_once(found, entrants)
        assert all([len(seats) for seats in tables] == table_sizes(entrants, table) for tables in found)
        assert repeats(found) == 0


def test_one_less_than_full_gives_everybody_about_as_many_short_tables() -> None:
    for entrants, table, rounds in [(15, 4, 5), (23, 4, 7), (31, 4, 8)]:
        assert spread(short_tables(schedule(entrants, table, rounds), entrants)) <= 1


@pytest.mark.parametrize("entrants", [2, 3, 6, 7, 12, 13])
def test_duels_go_round_until_all_have_met_and_sat_out_as_often(entrants: int) -> None:
    whole = entrants - 1 + entrants % 2
    found = schedule(entrants, 2, whole)
    assert repeats(found) == 0
    assert len(meetings(found)) == entrants * (entrants - 1) // 2
    assert set(sat_out(found, entrants)) == {entrants % 2}
    twice = schedule(entrants, 2, 2 * whole)
    assert pair_cost(twice) == by_convexity(entrants, 2, 2 * whole)


def test_more_rounds_than_all_meetings_begin_anew() -> None:
    assert pair_cost(schedule(16, 4, 10)) == by_convexity(16, 4, 10)


@settings(deadline=None)
@given(st.sampled_from([(2, 1), (3, 1), (7, 1), (2, 2), (2, 3), (3, 2), (2, 4), (5, 2), (3, 3)]), st.data())
def test_a_field_divides_and_distributes(power: tuple[int, int], data: st.DataObject) -> None:
    field = Field(*power)
    a, b, c = (data.draw(st.integers(0, field.size - 1)) for _ in range(3))
    assert field.times(a, field.add(b, c)) == field.add(field.times(a, b), field.times(a, c))
    assert field.times(a, b) == field.times(b, a)
    if a:
        assert sorted(field.times(a, other) for other in range(field.size)) == list(range(field.size))


def test_numbers_come_apart_into_prime_powers() -> None:
    assert prime_powers(360) == [(2, 3), (3, 2), (5, 1)]
    assert prime_powers(1) == []


def test_who_takes_which_place_is_drawn_and_keeps_pairs_apart() -> None:
    entrants = list(range(100, 116))
    rounds = schedule(16, 4, 3)
    apart = [(100, 101), (102, 103), (100, 115)]
    found = placed(rounds, entrants, "seed", apart)
    assert sorted(one for table in found[0] for one in table) == entrants
    assert not set(apart) & set(meetings(found))
    assert found == placed(rounds, entrants, "seed", apart)
    assert found != placed(rounds, entrants, "another", apart)


def test_a_laid_out_round_shrinks_by_those_away_and_nobody_sits_alone() -> None:
    tables = ((1, 2, 3), (4, 5, 6), (7, 8))
    assert shrunk(tables, {2}, 3) == (((1, 3), (4, 5, 6), (7, 8)), ())
    assert shrunk(tables, {8}, 3) == (((1, 2, 3), (4, 5, 6)), (7,))
    assert shrunk(tables, {8, 5}, 3) == (((1, 2, 3), (4, 6, 7)), ())
    assert shrunk(((1, 2), (3, 4)), {2, 4}, 2) == (((3, 1),), ())
    assert shrunk(((1, 2), (3, 4)), {1, 2, 4}, 2) == ((), (3,))


@pytest.mark.parametrize(("entrants", "table"), [(30, 5), (36, 6), (200, 10), (24, 4)])
def test_where_few_numbers_differ_by_units_there_are_still_as_many_rounds(entrants: int, table: int) -> None:
    found = without_repeats(entrants, table)
    assert len(found) > 1
    assert seats_everybody_once(found, entrants)
    assert repeats(found) == 0
