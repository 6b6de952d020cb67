"""Playing again with whoever stayed."""

import pytest

from games.engine.ruleset import rules_from
from games.models import Match, Player
from games.services import rematches, standing_up
from games.services.errors import Reason
from tests.services.table import Hand, at, fresh, last_cards, player, refused, start

pytestmark = pytest.mark.django_db


def test_a_rematch_seats_whoever_stayed_and_is_one(ana: Player, bogdan: Player, carmen: Player) -> None:
    round_ = last_cards(
        start(ana, bogdan, carmen, bots=1, rules=rules_from({"ending": "single"})), hands=["R5", "R9", "B9", "B8"]
    )
    standing_up.leave_table(match=round_.match, player=carmen, now=at(1))
    Hand(ana, round_).send("play R5", after=1)
    again = rematches.rematch(match=round_.match, by=bogdan)
    assert (again.host, again.rematch_of, again.rules) == (bogdan, round_.match, round_.match.rules)
    assert [(seat.player, seat.bot, seat.ready) for seat in again.seats.all()] == [
        (ana, "", False),
        (bogdan, "", False),
        (None, "sensible", True),
    ]
    assert rematches.rematch(match=round_.match, by=ana) == again


def test_a_rematch_comes_after_the_match_and_from_its_players(ana: Player, bogdan: Player) -> None:
    match = start(ana, bogdan).match
    with refused(Reason.NOT_FINISHED, match):
        rematches.rematch(match=match, by=ana)
    with refused(Reason.NOT_SEATED, match):
        rematches.rematch(match=match, by=player("dan"))


def test_a_rematch_that_was_given_up_can_be_asked_for_again(ana: Player, bogdan: Player) -> None:
    round_ = last_cards(start(ana, bogdan, rules=rules_from({"ending": "single"})), hands=["R5", "R9"])
    Hand(ana, round_).send("play R5", after=0)
    given_up = rematches.rematch(match=round_.match, by=ana)
    for person in (ana, bogdan):
        standing_up.leave_table(match=given_up, player=person)
    again = rematches.rematch(match=round_.match, by=bogdan)
    assert (fresh(given_up).state, again.state, again.host) == (Match.State.CANCELLED, Match.State.OPEN, bogdan)
