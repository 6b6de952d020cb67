"""What the database itself refuses."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.utils import timezone

from games import names
from games.models import Match, Move, Player, Round, Seat
from tests.services.table import player, start

pytestmark = pytest.mark.django_db


def refused_by_the_database(make: object) -> bool:
    try:
        with transaction.atomic():
            make()  # type: ignore[operator]
    except IntegrityError:
        return True
    return False


@pytest.mark.parametrize("other", ["ana", "ANA", "Ana", "an4-m1", "AN4_MI", "an4-mI"])
def test_two_names_of_one_shape_cannot_both_be_taken(other: str) -> None:
    for name in ("ana", "an4-ml"):
        player(name)
    taken = names.shape(other) in {"ana", "an4_ml"}
    assert refused_by_the_database(lambda: player(other)) == taken


@pytest.mark.parametrize("name", ["O0-l1I_rnvv", "Rn_VV-11", "abcxyz"])
def test_the_database_sees_the_shape_that_names_sees(name: str) -> None:
    player(names.shape(name))
    if name != names.shape(name):
        assert refused_by_the_database(lambda: player(name))


def test_a_player_has_no_real_name() -> None:
    fields = {field.name for field in Player._meta.get_fields()}
    assert not fields & {"first_name", "last_name"}
    assert (player("ana").get_full_name(), Player(username="dan").get_short_name()) == ("ana", "dan")


def test_the_log_holds_each_number_and_each_command_once() -> None:
    round_ = start(player("ana"), player("bogdan"))

    def move(number: int, command_id: str) -> Move:
        return Move.objects.create(
            round=round_, number=number, seat=0, text="draw", at=0, command_id=command_id, payload=""
        )

    move(1, "first-command")
    assert refused_by_the_database(lambda: move(1, "other-command"))
    assert refused_by_the_database(lambda: move(2, "first-command"))


def test_a_round_a_seat_and_a_code_are_there_once() -> None:
    ana = player("ana")
    round_ = start(ana, player("bogdan"))
    match = round_.match
    copy = Round.objects.filter(pk=round_.pk).values().get() | {"id": None}
    assert refused_by_the_database(lambda: Round.objects.create(**copy))
    assert refused_by_the_database(lambda: Seat.objects.create(match=match, number=0, name="x"))
    assert refused_by_the_database(lambda: Seat.objects.create(match=match, number=5, player=ana, name="x"))
    copy = Match.objects.filter(pk=match.pk).values().get() | {"id": None, "created_at": timezone.now()}
    assert refused_by_the_database(lambda: Match.objects.create(**copy))


def test_matches_of_before_are_told_how_many_sat_at_them() -> None:
    ana, bogdan = player("ana"), player("bogdan")
    begun, waiting = [
        Match.objects.create(code=code, host=ana, rules={}, size=5, turn_ms=1, bank_ms=1, started_at=at)
        for code, at in (("BEGUN", timezone.now()), ("WAITS", None))
    ]
    for match in (begun, waiting):
        for number, person in enumerate((ana, bogdan, None)):
            Seat.objects.create(match=match, number=number, player=person, name=f"p{number}")
    import_module("games.migrations.0014_seated").fill(apps, None)
    assert dict(Match.objects.values_list("code", "seated")) == {"BEGUN": 3, "WAITS": 0}
