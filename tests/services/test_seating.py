"""Sitting down at a table, bringing bots, freeing seats."""

import pytest

from games.engine.ruleset import rules_from
from games.models import Player
from games.services import seating, tables
from games.services.errors import Reason
from tests.services.table import names, open_table, refused

pytestmark = pytest.mark.django_db


def test_a_seat_is_taken_once_and_only_while_one_is_free(ana: Player, bogdan: Player, carmen: Player) -> None:
    match = open_table(ana, bogdan, size=2)
    with refused(Reason.ALREADY_SEATED, match):
        seating.take_seat(match=match, player=ana)
    with refused(Reason.TABLE_FULL, match):
        seating.take_seat(match=match, player=carmen)


def test_only_the_host_brings_bots_and_frees_seats(ana: Player, bogdan: Player) -> None:
    match = open_table(ana, bogdan, bots=1)
    for verb in (
        lambda: seating.add_bot(match=match, by=bogdan),
        lambda: seating.remove_bot(match=match, by=bogdan, number=2),
        lambda: seating.free_seat(match=match, by=bogdan, number=0),
        lambda: tables.change_rules(match=match, by=bogdan, rules=rules_from({})),
        lambda: tables.start_match(match=match, by=bogdan),
    ):
        with refused(Reason.NOT_HOST, match):
            verb()
    seating.remove_bot(match=match, by=ana, number=2)
    seating.free_seat(match=match, by=ana, number=1)
    assert names(match) == ["ana"]


def test_a_bot_is_no_person_and_the_host_frees_another_seat_only(ana: Player, bogdan: Player) -> None:
    match = open_table(ana, bogdan)
    with refused(Reason.EMPTY_SEAT, match):
        seating.remove_bot(match=match, by=ana, number=1)
    with refused(Reason.EMPTY_SEAT, match):
        seating.free_seat(match=match, by=ana, number=0)
    with refused(Reason.STRENGTH, match):
        seating.add_bot(match=match, by=ana, strength="godlike")


def test_bots_at_a_table_have_different_names(ana: Player) -> None:
    match = open_table(ana, bots=39, size=40)
    assert len(set(names(match))) == 40
