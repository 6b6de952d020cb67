"""Leaving a table before it begins, in a round and between two."""

import pytest

from games.models import Due, Player, Seat, Secret
from games.services import standing_up, tables
from games.services.errors import Reason
from tests.services.table import Hand, at, fresh, last_cards, open_table, refused, start

pytestmark = pytest.mark.django_db


def test_a_host_who_leaves_an_open_table_hands_it_on(ana: Player, bogdan: Player) -> None:
    match = open_table(ana, bogdan, bots=1)
    standing_up.leave_table(match=match, player=ana)
    assert (fresh(match).host, fresh(match).state) == (bogdan, "open")
    standing_up.leave_table(match=match, player=bogdan)
    assert fresh(match).state == "cancelled"


def test_a_stranger_cannot_leave_or_be_ready(ana: Player, carmen: Player) -> None:
    match = open_table(ana)
    with refused(Reason.NOT_SEATED, match):
        standing_up.leave_table(match=match, player=carmen)
    with refused(Reason.NOT_SEATED, match):
        tables.set_ready(match=match, player=carmen, ready=True)


def test_leaving_a_round_is_a_command_of_its_log(ana: Player, bogdan: Player, carmen: Player) -> None:
    round_ = last_cards(start(ana, bogdan, carmen))
    standing_up.leave_table(match=round_.match, player=bogdan, now=at(3))
    assert fresh(round_).state["left"] == [1]
    assert [seat.left_order for seat in round_.match.seats.all()] == [None, 1, None]
    assert Hand(bogdan, round_).send("draw", after=1).key == "seat_left"
    with refused(Reason.HAS_LEFT):
        standing_up.leave_table(match=fresh(round_.match), player=bogdan, now=at(4))


def test_the_last_one_there_wins_the_match(ana: Player, bogdan: Player, carmen: Player) -> None:
    round_ = last_cards(start(ana, bogdan, carmen))
    Seat.objects.filter(player=bogdan).update(points=400)
    standing_up.leave_table(match=round_.match, player=bogdan, now=at(3))
    standing_up.leave_table(match=round_.match, player=carmen, now=at(4))
    match = fresh(round_.match)
    assert (match.state, fresh(round_).outcome) == ("finished", "won")
    assert [seat.place for seat in match.seats.all()] == [1, 3, 2]


def test_a_match_without_people_is_broken_off(ana: Player, bogdan: Player) -> None:
    hands = ["R5", "R9 G9", "B9 B8", "Y1 Y2"]
    round_ = last_cards(start(ana, bogdan, bots=2), hands=hands)
    standing_up.leave_table(match=round_.match, player=ana, now=at(3))
    assert fresh(round_.match).state == "playing"
    standing_up.leave_table(match=round_.match, player=bogdan, now=at(3))
    assert (fresh(round_.match).state, fresh(round_).outcome) == ("cancelled", "aborted")
    assert fresh(round_).revealed
    assert not Secret.objects.exists()
    assert not Due.objects.exists()


def test_who_leaves_a_lone_bot_has_lost_to_it(ana: Player) -> None:
    round_ = last_cards(start(ana, bots=1))
    standing_up.leave_table(match=round_.match, player=ana, now=at(3))
    assert fresh(round_.match).state == "finished"
    assert [seat.place for seat in round_.match.seats.all()] == [2, 1]


def test_leaving_between_rounds_works_too(ana: Player, bogdan: Player) -> None:
    round_ = last_cards(start(ana, bogdan))
    Hand(ana, round_).send("play R5", after=0)
    standing_up.leave_table(match=round_.match, player=ana, now=at(3))
    match = fresh(round_.match)
    assert match.state == "finished"
    assert [seat.place for seat in match.seats.all()] == [2, 1]
