"""P1: table sizes for tables of 2 to 10 and 2 to 200 entrants."""

import pytest

from leagues.engine.sizes import byes, default_rounds, short_seats, table_sizes


@pytest.mark.parametrize("table", range(2, 11))
def test_tables_seat_all_but_the_byes_and_differ_by_one_at_most(table: int) -> None:
    for entrants in range(2, 201):
        sizes = table_sizes(entrants, table)
        assert sum(sizes) == entrants - byes(entrants, table)
        assert max(sizes) - min(sizes) <= 1
        assert min(sizes) >= 2
        assert max(sizes) <= table
        assert len(sizes) == -(-sum(sizes) // table)
        assert byes(entrants, table) == (entrants % 2 if table == 2 else 0)


def test_larger_tables_come_first_and_the_rest_is_short() -> None:
    assert table_sizes(13, 4) == [4, 3, 3, 3]
    assert short_seats([4, 3, 3, 3]) == 9
    assert short_seats([3, 3]) == 0


def test_nobody_and_one_alone_have_no_table() -> None:
    assert table_sizes(0, 4) == table_sizes(1, 4) == table_sizes(1, 2) == []
    assert byes(1, 4) == 1


@pytest.mark.parametrize("table", [1, 11])
def test_a_size_that_no_table_has_is_refused(table: int) -> None:
    with pytest.raises(ValueError, match="no tables of"):
        table_sizes(8, table)


def test_rounds_are_proposed_by_size_and_tell_all_apart() -> None:
    assert [default_rounds(entrants, 4) for entrants in (8, 16, 17, 28, 29, 200)] == [5, 5, 7, 7, 8, 8]
    assert default_rounds(40, 2) == 8
    assert default_rounds(300, 2) == 9
