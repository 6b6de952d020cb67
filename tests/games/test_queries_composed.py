"""Queries that are composed once give what the ORM gives, with whatever values they are asked."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import Count, F, QuerySet, Value
from django.db.transaction import TransactionManagementError, atomic
from django.test.utils import CaptureQueriesContext

from games import screens
from games.models import Match, Player, Round, Seat
from games.queries_composed import Composed
from games.services import play
from tests.services.table import Hand, lay, player, start

pytestmark = pytest.mark.django_db

latest = Composed(lambda code: Round.objects.select_related("match").filter(match__code=code).order_by("-number")[:1])
named = Composed(lambda name: Seat.objects.filter(name=name).only("name"))


@pytest.fixture
def rounds() -> list[Round]:
    ana, bogdan = player("ana"), player("bogdan")
    return [start(ana, bogdan), start(bogdan, ana)]


def columns(row: Any) -> dict[str, Any]:
    return {name: value for name, value in vars(row).items() if not name.startswith("_")}


def test_rows_are_what_the_orm_makes_of_them(rounds: list[Round]) -> None:
    for dealt in rounds:
        [found] = latest(code=dealt.match.code)
        asked = Round.objects.select_related("match").get(pk=dealt.pk)
        assert columns(found) == columns(asked)
        assert columns(found.match) == columns(asked.match)
        assert not found._state.adding
    assert latest(code="NOSUCH") == []


def test_what_is_joined_and_what_is_left_out_is_as_it_was_asked(rounds: list[Round]) -> None:
    [dealt] = latest(code=rounds[0].match.code)
    with CaptureQueriesContext(connection) as asked:
        assert dealt.match.code == rounds[0].match.code
    assert not asked
    seats = named(name="ana")
    assert len(seats) == 2
    with CaptureQueriesContext(connection) as asked:
        assert [seat.name for seat in seats] == ["ana", "ana"]
    assert not asked
    with CaptureQueriesContext(connection) as asked:
        assert {seat.match_id for seat in seats} == {dealt.match_id for dealt in rounds}
    assert len(asked) == 2


def test_values_and_unions_are_tuples(rounds: list[Round]) -> None:
    @Composed
    def told(code: Any, number: Any) -> QuerySet[Any, tuple[str, int]]:
        mine = Seat.objects.filter(match__code=code, number=number).order_by().values_list("name", "number")
        table = Match.objects.filter(code=code).annotate(nobody=Value(-1)).values_list(F("code"), "nobody")
        return mine.union(table, all=True)

    code = rounds[0].match.code
    assert sorted(told(number=0, code=code)) == sorted([("ana", 0), (code, -1)])
    assert sorted(told(number=1, code=code)) == sorted([("bogdan", 1), (code, -1)])


@pytest.mark.django_db(transaction=True)
def test_a_lock_needs_a_transaction() -> None:
    dealt = start(player("ana"), player("bogdan"))
    with atomic():
        assert play.locked_round(dealt.match_id) == dealt
    with pytest.raises(TransactionManagementError):
        play.locked_round(dealt.match_id)


def test_what_is_annotated_is_on_the_objects(rounds: list[Round]) -> None:
    @Composed
    def counted(host: Any) -> QuerySet[Match]:
        return Match.objects.filter(host__username=host).annotate(sitting=Count("seats"), free=F("size") - 2)

    [found] = counted(host="ana")
    assert (found.code, found.sitting, found.free) == (rounds[0].match.code, 2, found.size - 2)


def test_a_move_takes_seven_statements_all_told(rounds: list[Round]) -> None:
    """The command itself, and the reading for all who look on; over a socket its session is one more."""
    hands = ["R5 R6 R7", "B1 B2 B3"]
    played = lay(rounds[0], hands=hands, table="R3", draw="B9 Y9", discard="Y0")
    hand = Hand(Player.objects.get(username="ana"), played)
    assert hand.send("play R5", after=0).number == 1  # composed, and the seats read
    screens.read(hand.code)
    bogdan = Hand(Player.objects.get(username="bogdan"), played)
    with CaptureQueriesContext(connection) as asked:
        assert bogdan.send("draw", after=1).number == 2
        screens.read(hand.code)
    statements = [one["sql"] for one in asked if "SAVEPOINT" not in one["sql"]]
    assert len(statements) == 7, "\n".join(statements)
