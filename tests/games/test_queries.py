"""Reads: what they give, and that they take as many statements for many rows as for few."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import queries
from games.models import Due, Match, Player, Round
from games.services import clock, seating
from tests.services.table import open_table, player, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> Player:
    return player("ana")


@pytest.fixture
def bogdan() -> Player:
    return player("bogdan")


def test_the_home_page_lists_public_tables_that_wait(ana: Player, bogdan: Player) -> None:
    older = open_table(ana, bots=1)
    newer = open_table(bogdan)
    Match.objects.filter(pk=older.pk).update(created_at=older.created_at - timedelta(hours=1))
    open_table(ana, public=False)
    start(ana, bogdan)
    assert [(table.code, table.taken, table.bots) for table in queries.open_tables()] == [  # type: ignore[attr-defined]
        (newer.code, 1, 0),
        (older.code, 2, 1),
    ]


def test_my_games_hold_mine_with_those_going_on_first(ana: Player, bogdan: Player) -> None:
    finished, running, cancelled = start(ana, bogdan).match, start(ana, bogdan).match, open_table(ana)
    Match.objects.filter(pk=finished.pk).update(state="finished", finished_at=finished.created_at)
    Match.objects.filter(pk=cancelled.pk).update(state="cancelled")
    start(bogdan, player("carmen"))
    assert list(queries.matches_of(ana)) == [running, finished]
    assert list(queries.unfinished_matches_of(ana)) == [running]


def test_a_match_is_found_by_its_code_as_people_type_it(ana: Player) -> None:
    match = open_table(ana)
    found = queries.match_by_code(match.code.lower())
    assert found == match
    assert queries.match_by_code("nobody") is None
    assert found is not None
    seat = queries.seat_of(found, ana.pk)
    assert seat is not None
    assert seat.number == 0
    assert queries.seat_of(found, None) is None


def test_lists_take_as_many_statements_for_many_tables_as_for_one(ana: Player, bogdan: Player) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as log:
            for match in [*queries.open_tables(), *queries.matches_of(ana), *queries.unfinished_matches_of(ana)]:
                _ = [seat.name for seat in match.seats.all()]
            queries.table_numbers(Match.objects.values_list("code", flat=True))
        return len(log)

    open_table(ana)
    start(ana, bogdan)
    few = statements()
    for number in range(5):
        seating.take_seat(match=open_table(player(f"host{number}")), player=ana)
        start(ana, bogdan)
    assert statements() == few <= 8


def test_how_far_tables_are_is_one_statement(ana: Player, bogdan: Player) -> None:
    waiting, playing = open_table(ana), start(ana, bogdan).match
    with CaptureQueriesContext(connection) as log:
        numbers = queries.table_numbers([waiting.code, playing.code, "XXXXXX"])
    assert len(log) == 1
    assert numbers.keys() == {waiting.code, playing.code}


def test_a_position_is_told_without_the_moves_since_it_was_read(ana: Player, bogdan: Player) -> None:
    round_ = start(ana, bogdan)
    for _ in range(3):
        clock.take_due(Due.objects.get(kind="clock").due_at)
    played = Round.objects.get(pk=round_.pk)
    clock.take_due(Due.objects.get(kind="clock").due_at)
    assert [move.number for move in queries.told_moves(played, 2)] == [2, 3]
