"""Putting a match aside, and going on with it another day."""

from datetime import timedelta

import pytest

from games.models import Due, Match, Player, Round
from games.services import clock, pauses, standing_up
from games.services.errors import Reason
from tests.services.table import NOON, Hand, at, fresh, last_cards, refused, start

pytestmark = pytest.mark.django_db


def paused(ana: Player, bogdan: Player) -> Match:
    round_ = last_cards(start(ana, bogdan, bots=1))
    match = round_.match
    pauses.agree_pause(match=match, player=ana, agree=True, now=at(1))
    Hand(ana, round_).send("play R5", after=0, seconds=2)
    assert fresh(match).state == "between"
    pauses.agree_pause(match=match, player=bogdan, agree=True, now=at(3))
    return fresh(match)


def test_a_match_pauses_when_everyone_agrees_and_stays_so(ana: Player, bogdan: Player) -> None:
    match = paused(ana, bogdan)
    assert match.state == "paused"
    clock.take_due(at(3600))
    assert fresh(match).state == "paused"


def test_agreeing_beforehand_pauses_after_the_round(ana: Player, bogdan: Player) -> None:
    round_ = last_cards(start(ana, bogdan))
    for person in (ana, bogdan):
        pauses.agree_pause(match=round_.match, player=person, agree=True)
    Hand(ana, round_).send("play R5", after=0)
    assert fresh(round_.match).state == "paused"


def test_who_takes_it_back_does_not_agree(ana: Player, bogdan: Player) -> None:
    round_ = last_cards(start(ana, bogdan))
    for person, agree in ((ana, True), (bogdan, True), (bogdan, False)):
        pauses.agree_pause(match=round_.match, player=person, agree=agree)
    Hand(ana, round_).send("play R5", after=0)
    assert fresh(round_.match).state == "between"


def test_a_paused_match_goes_on_when_everyone_is_back(ana: Player, bogdan: Player) -> None:
    match = paused(ana, bogdan)
    pauses.resume(match=match, player=bogdan, now=at(90_000))
    assert fresh(match).state == "paused"
    pauses.resume(match=match, player=ana, now=at(90_010))
    assert fresh(match).state == "playing"
    following = Round.objects.get(number=2)
    assert (following.began_at, following.match.paused_at) == (at(90_010), None)
    assert not Due.objects.filter(kind="expiry").exists()


def test_a_paused_match_is_kept_for_thirty_days(ana: Player, bogdan: Player) -> None:
    match = paused(ana, bogdan)
    clock.take_due(NOON + timedelta(days=30))
    assert fresh(match).state == "paused"
    clock.take_due(NOON + timedelta(days=30, seconds=4))
    assert fresh(match).state == "cancelled"


def test_leaving_a_paused_match_lets_the_others_go_on(ana: Player, bogdan: Player) -> None:
    match = paused(ana, bogdan)
    pauses.resume(match=match, player=ana, now=at(90_000))
    standing_up.leave_table(match=match, player=bogdan, now=at(90_001))
    assert fresh(match).state == "playing"


def test_a_table_that_is_not_paused_cannot_be_resumed(ana: Player, bogdan: Player) -> None:
    match = start(ana, bogdan).match
    with refused(Reason.NOT_PAUSED, match):
        pauses.resume(match=match, player=ana)
