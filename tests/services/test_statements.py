"""Statements that are written once store what the ORM would."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from games.models import Due, Move, Round
from games.services import statements
from tests.services.table import NOON, fresh, player, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def dealt() -> Round:
    return start(player("ana"), player("bogdan"))


def values(dealt: Round, **other: Any) -> dict[str, Any]:
    move = {"round_id": dealt.pk, "number": 1, "seat": 0, "text": "draw", "at": 1234, "events": [{"event": "Drew ăț"}]}
    return move | {"command_id": "one", "payload": "p", "signal": None, "made_at": NOON} | other


def test_a_row_is_stored_as_by_the_orm(dealt: Round) -> None:
    statements.insert(Move, values(dealt))
    statements.insert(Move, values(dealt, number=2, command_id="two", signal={"lag": 3}))
    by_orm = Move.objects.create(**values(dealt, number=3, command_id="three"))
    one, two, three = Move.objects.order_by("number")
    for name in ("round_id", "seat", "text", "at", "events", "payload", "signal", "made_at"):
        assert getattr(one, name) == getattr(three, name) == getattr(by_orm, name), name
    assert two.signal == {"lag": 3}
    assert list(Move.objects.filter(signal__isnull=True)) == [one, three]


def test_the_same_row_twice_is_refused(dealt: Round) -> None:
    statements.insert(Move, values(dealt))
    with pytest.raises(IntegrityError), transaction.atomic():
        statements.insert(Move, values(dealt, command_id="two"))
    assert Move.objects.count() == 1


def test_a_row_is_changed_only_where_all_is_as_expected(dealt: Round) -> None:
    state = {"hands": ["R5"]}
    other = start(player("cora"), player("dan"))
    assert statements.update(Round, {"id": dealt.pk, "version": 0}, {"version": 1, "state": state})
    assert not statements.update(Round, {"id": dealt.pk, "version": 0}, {"version": 2, "state": {}})
    assert (fresh(dealt).version, fresh(dealt).state) == (1, state)
    assert (fresh(other).version, fresh(other).state) == (0, other.state)


def test_a_row_with_the_same_key_is_changed_and_others_are_added(dealt: Round) -> None:
    Due.objects.all().delete()
    key = ("match_id", "kind", "seat")

    def row(seat: int, number: int, due_at: Any) -> dict[str, Any]:
        return {"match_id": dealt.match_id, "kind": "away", "seat": seat, "number": number, "due_at": due_at} | {
            "round_number": 0
        }

    statements.upsert(Due, [row(0, 5, NOON)], key, {"number": "{new}", "due_at": "{new}"})
    later = NOON + timedelta(seconds=1)
    statements.upsert(Due, [row(0, 7, later), row(1, 9, later)], key, {"number": "{old} + {new}", "due_at": "{old}"})
    assert list(Due.objects.order_by("seat").values_list("seat", "number", "due_at")) == [(0, 12, NOON), (1, 9, later)]
    statements.upsert(Due, [], key, {"number": "{new}"})
    assert Due.objects.count() == 2
