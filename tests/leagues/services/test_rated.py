"""What a league's tables played on the site do to ratings (§4.3, §4.4)."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.test import TestCase

from games.models import Match, Round, Settlement
from games.ratings.update import meeting_weight
from games.services import arranged, rounds
from games.services.ledger_replay import rebuild
from leagues.models import Season
from leagues.services import clock, ladders, matchdays
from tests.leagues.services.league import after, begun, entrant, names, player, published, tables_of
from tests.services.ledger import end, line, ranked

pytestmark = pytest.mark.django_db

THREE = ("e1", "e2", "e3")
OFTEN = 8  # as many tables as make the next one count less


def meet(times: int) -> Match:
    """So many tables of the site's ranked play for the three; give the last."""
    for nth in range(times):
        match = end(ranked(*map(player, THREE)), [500, 100, 0], after(seconds=nth))
    return match


def play(table, now) -> Match:
    """Everybody of the table sits down, one deal is played, and the first of them wins."""
    people = names(table)
    for name in people:
        match = matchdays.sit_down(table=table, player=player(name), now=now)
    assert match is not None
    if not Round.objects.filter(match=match).exists():
        with transaction.atomic():
            rounds.deal_round(rounds.locked_match(match.pk), now)
    Round.objects.filter(match=match).update(outcome=Round.Outcome.WON, winner=0, finished_at=now)
    match.seats.filter(player__username=people[0]).update(points=510)
    with TestCase.captureOnCommitCallbacks(execute=True):
        arranged.freeze(match=match, now=now + timedelta(minutes=30))
    return match


def ladder_of_three():
    division = begun(3, format=Season.Format.LADDER, venue=Season.Venue.ONLINE, round_days=10, best_results=10)
    clock.take_due(after(seconds=1))
    return division


def climb(division, now) -> Match:
    """The three wait on the ladder, are called up and play."""
    for name in THREE:
        one = entrant(division, name)
        ladders.join(entrant=one, by=one.player, now=now)
    clock.take_due(now + ladders.TICK)
    return play(division.matchdays.get().tables.latest("number"), now + timedelta(seconds=25))


def weights(match: Match) -> set[float]:
    """How much the pairs of a rated match counted."""
    assert Settlement.objects.filter(match=match).exists()
    return {reason["weight"] for name in THREE for reason in line(match, player(name)).reasons}


def test_a_ladders_table_counts_less_for_who_have_met_often() -> None:
    division = ladder_of_three()
    meet(OFTEN)
    assert weights(climb(division, after(minutes=1))) == {meeting_weight(OFTEN)}
    assert rebuild(check=True) == []


def test_a_ladders_tables_are_meetings_for_those_after_them() -> None:
    division = ladder_of_three()
    matches = [climb(division, after(hours=hour)) for hour in range(1, 1 + OFTEN)]
    assert weights(matches[-1]) == {meeting_weight(OFTEN - 1)}
    assert weights(meet(1)) == {meeting_weight(OFTEN)}
    assert rebuild(check=True) == []


def test_a_table_that_a_round_paired_counts_in_full_and_is_no_meeting() -> None:
    (table,) = tables_of(published(3, venue=Season.Venue.ONLINE))
    clock.take_due(after(minutes=1))
    meet(OFTEN)
    assert weights(play(table, after(minutes=2))) == {1.0}
    assert weights(meet(1)) == {meeting_weight(OFTEN)}
    assert rebuild(check=True) == []
