"""An outage of ours costs nobody anything: what people have time for ends as much later as the site stood still."""

from datetime import timedelta

import pytest

from leagues.models import Dispute, Matchday, OwnerOffer, Season, SubstituteOffer
from leagues.services import clock, disputes, seasons, substitutes, succession
from tests.leagues.services.league import NOON, after, day_of, decide_all, names, player, published, tables_of
from tests.leagues.services.test_online import online, open_round

pytestmark = pytest.mark.django_db

STOOD = timedelta(hours=5)


def test_the_grace_of_a_round_ends_later() -> None:
    day = online(4, rounds=1, round_days=1, grace_minutes=60)
    open_round(day)
    clock.take_due(after(days=1))
    clock.shift(STOOD)
    clock.take_due(after(days=1, minutes=61))
    assert day_of(day.division, 1).state == Matchday.State.CLOSING
    clock.take_due(after(days=1, minutes=61) + STOOD)
    assert day_of(day.division, 1).state == Matchday.State.COMPLETED


def test_a_dispute_lapses_later_and_the_last_look_at_a_season_is_as_long_as_promised() -> None:
    day = published(4, rounds=1)
    decide_all(day, NOON)
    (table,) = tables_of(day)
    told = disputes.dispute(table=table, by=player(names(table)[0]), kind="result", text="Swapped", now=NOON)
    clock.shift(STOOD)
    for moment, dispute, season in (
        (NOON + disputes.DECIDED_WITHIN, Dispute.State.OPEN, Season.State.REVIEW),
        (NOON + disputes.DECIDED_WITHIN + STOOD, Dispute.State.REJECTED, Season.State.REVIEW),
        (NOON + seasons.FINAL_BY_ITSELF, Dispute.State.REJECTED, Season.State.REVIEW),
        (NOON + seasons.FINAL_BY_ITSELF + STOOD, Dispute.State.REJECTED, Season.State.FINAL),
    ):
        clock.take_due(moment)
        told.refresh_from_db()
        assert (told.state, Season.objects.get().state) == (dispute, season), moment


def test_who_is_asked_to_sit_in_may_say_yes_as_much_later() -> None:
    day = published(4)
    (table,) = tables_of(day)
    place = table.places.get(position=0)
    offer = substitutes.offer_to(place=place, by=player("olga"), player=player("zoe"), now=NOON)
    ends = offer.expires_at
    clock.shift(STOOD)
    clock.take_due(ends + timedelta(minutes=1))
    offer.refresh_from_db()
    assert offer.state == SubstituteOffer.State.OFFERED
    substitutes.accept(offer=offer, by=player("zoe"), now=ends + STOOD)
    place.refresh_from_db()
    assert place.substitute == player("zoe")


def test_who_is_asked_to_take_a_league_over_may_answer_as_much_later() -> None:
    league = published(4).division.season.league
    offer = succession.search(league, OwnerOffer.Why.GONE, NOON)
    assert offer is not None
    ends = offer.expires_at
    clock.shift(STOOD)
    clock.take_due(ends)
    succession.accept(offer=OwnerOffer.objects.get(pk=offer.pk), by=offer.player, now=ends + STOOD)
    league.refresh_from_db()
    assert league.owner == offer.player
