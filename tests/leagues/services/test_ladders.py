"""A ladder from its opening to its end: waiting, tables called up, who walks out, the last day (§2.4)."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test import TestCase

from games.models import Block, Match
from games.services import arranged
from leagues.models import (
    Division,
    Entrant,
    LadderTicket,
    LeagueDue,
    LeagueTable,
    Matchday,
    Place,
    Result,
    Season,
    Standing,
)
from leagues.services import (
    clock,
    entrants,
    ladders,
    leagues,
    leaving,
    matchdays,
    pairing,
    publishing,
    results,
    seasons,
)
from leagues.services.errors import Reason
from tests.leagues.services.league import NOON, after, begun, entrant, in_order, names, player, refused, season_of
from tests.services.test_conflicts import at_once

pytestmark = pytest.mark.django_db


def ladder(count: int = 4, **plan: object) -> Division:
    """A running ladder of four at a table, open for ten days."""
    asked = {
        "format": Season.Format.LADDER,
        "venue": Season.Venue.ONLINE,
        "round_days": 10,
        "best_results": 10,
        "least_results": 2,
        "grace_minutes": 120,
    }
    division = begun(count, **asked | plan)
    clock.take_due(after(seconds=1))
    return division


def wait(division: Division, *people: str, now: datetime = NOON) -> None:
    for name in people:
        one = entrant(division, name)
        ladders.join(entrant=one, by=one.player, now=now)


def table() -> LeagueTable:
    return LeagueTable.objects.select_related("matchday__division__season__league__owner").latest("number")


def sit(name: str, now: datetime) -> Match | None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        return matchdays.sit_down(table=table(), player=player(name), now=now)


def play(division: Division, *people: str, now: datetime, first: str | None = None) -> LeagueTable:
    """These wait, are called, sit down, and their match ends."""
    wait(division, *people, now=now)
    clock.take_due(now + ladders.TICK)
    for name in people:
        match = sit(name, now + timedelta(seconds=25))
    assert match is not None
    match.seats.filter(player__username=first or people[0]).update(points=510)
    with TestCase.captureOnCommitCallbacks(execute=True):
        arranged.freeze(match=match, now=now + timedelta(minutes=30))
    return table()


def test_who_waits_is_called_by_the_next_tick_and_no_sooner() -> None:
    division = ladder()
    wait(division, "e1", "e2", "e3", now=after(minutes=1))
    clock.take_due(after(minutes=1, seconds=19))
    assert not LeagueTable.objects.exists()
    clock.take_due(after(minutes=1, seconds=20))
    assert sorted(names(table())) == ["e1", "e2", "e3"]
    assert not LadderTicket.objects.exists()
    assert not LeagueDue.objects.filter(kind=LeagueDue.Kind.LADDER).exists()


def test_too_few_wait_on_and_are_looked_for_again_after_twenty_seconds() -> None:
    division = ladder()
    wait(division, "e1", "e2", now=after(minutes=1))
    clock.take_due(after(minutes=1, seconds=20))
    assert LadderTicket.objects.count() == 2
    assert LeagueDue.objects.get(kind=LeagueDue.Kind.LADDER).due_at == after(minutes=1, seconds=40)


def test_who_shows_no_page_any_more_loses_the_place_and_is_not_called() -> None:
    division = ladder()
    wait(division, "e1", "e2", "e3", now=after(minutes=1))
    for name in ("e1", "e2"):
        ladders.seen(entrant(division, name), after(minutes=2))
    clock.take_due(after(minutes=2, seconds=5))
    assert not LeagueTable.objects.exists()
    assert set(LadderTicket.objects.values_list("entrant__name", flat=True)) == {"e1", "e2"}


def test_the_match_that_ends_counts_at_once_and_the_ladder_stays_open() -> None:
    division = ladder()
    play(division, "e1", "e2", "e3", now=after(minutes=1), first="e2")
    assert Matchday.objects.get().state == Matchday.State.IN_PLAY
    assert Standing.objects.get(entrant__name="e2").points == 5040
    played = play(division, "e2", "e3", "e4", now=after(hours=1), first="e2")
    assert played.number == 2
    assert Standing.objects.get(entrant__name="e2").points == 2 * 5040
    ranked = {row.entrant.name: row.figures["ranked"] for row in Standing.objects.select_related("entrant")}
    assert ranked == {"e1": False, "e2": True, "e3": True, "e4": False}
    assert Result.objects.filter(kind=Result.Kind.PLAYED).count() == 2


def test_nobody_queues_twice_or_while_a_table_waits_for_them() -> None:
    division = ladder()
    wait(division, "e1", "e1", now=after(minutes=1))
    assert LadderTicket.objects.count() == 1
    wait(division, "e2", "e3", now=after(minutes=1))
    clock.take_due(after(minutes=1, seconds=20))
    one = entrant(division, "e1")
    refused(Reason.PLAYING, ladders.join, entrant=one, by=one.player, now=after(minutes=2))
    refused(Reason.NOT_YOURS, ladders.join, entrant=one, by=player("e2"), now=after(minutes=2))


def test_who_does_not_sit_down_may_not_queue_for_five_minutes_and_the_others_play() -> None:
    division = ladder()
    wait(division, "e1", "e2", "e3", now=after(minutes=1))
    clock.take_due(after(minutes=1, seconds=20))
    for name in ("e1", "e2"):
        sit(name, after(minutes=3, seconds=15))
    clock.take_due(after(minutes=3, seconds=20))
    assert table().state == LeagueTable.State.STARTED
    assert table().match.seats.count() == 2
    gone = entrant(division, "e3")
    assert gone.barred_until == after(minutes=8, seconds=20)
    refused(Reason.BARRED, ladders.join, entrant=gone, by=gone.player, now=after(minutes=8))
    ladders.join(entrant=gone, by=gone.player, now=after(minutes=9))


def test_a_table_to_which_only_one_comes_is_none_and_that_one_waits_on_from_where_they_were() -> None:
    division = ladder()
    wait(division, "e1", "e2", "e3", now=after(minutes=1))
    clock.take_due(after(minutes=1, seconds=20))
    sit("e1", after(minutes=3, seconds=15))
    clock.take_due(after(minutes=3, seconds=20))
    assert table().state == LeagueTable.State.VOID
    ticket = LadderTicket.objects.get()
    assert (ticket.entrant.name, ticket.joined_at) == ("e1", after(minutes=1, seconds=20))
    assert not Result.objects.exists()
    assert not Standing.objects.exists()


def test_a_site_that_stood_still_takes_nobody_out_of_the_queue() -> None:
    division = ladder()
    wait(division, "e1", "e2", "e3", now=after(minutes=1))
    clock.shift(timedelta(minutes=30))
    clock.take_due(after(minutes=31, seconds=20))
    assert sorted(names(table())) == ["e1", "e2", "e3"]


def walk_out(match: Match, name: str, order: int = 1) -> None:
    match.seats.filter(player__username=name).update(left_order=order)


def test_who_walks_out_gets_nothing_and_waits_twice_as_long_each_time() -> None:
    division = ladder(least_table=2)
    wait(division, "e1", "e2", "e3", now=after(minutes=1))
    clock.take_due(after(minutes=1, seconds=20))
    for name in ("e1", "e2", "e3"):
        match = sit(name, after(minutes=2))
    walk_out(match, "e1")
    walk_out(match, "e2", 2)
    arranged_end(match, after(minutes=10))
    rows = {row.entrant.name: row.points for row in Standing.objects.select_related("entrant")}
    assert rows == {"e1": 0, "e2": 0, "e3": 5040, "e4": 0}
    assert entrant(division, "e1").barred_until == after(minutes=15)
    wait(division, "e1", "e3", now=after(minutes=16))
    clock.take_due(after(minutes=16, seconds=20))
    for name in ("e1", "e3"):
        match = sit(name, after(minutes=16, seconds=30))
    walk_out(match, "e1")
    arranged_end(match, after(minutes=20))
    assert entrant(division, "e1").barred_until == after(minutes=30)


def arranged_end(match: Match, now: datetime) -> None:
    """The match ends as its seats have it now."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        arranged.freeze(match=match, now=now)


def test_a_table_played_to_its_end_forgives() -> None:
    division = ladder()
    Entrant.objects.filter(name="e1").update(abandoned=4)
    play(division, "e1", "e2", "e3", now=after(minutes=1))
    assert entrant(division, "e1").abandoned == 0


def test_who_blocks_whom_is_not_called_with_them() -> None:
    division = ladder(least_table=2)
    Block.objects.create(owner=player("e1"), other=player("e2"))
    wait(division, "e1", "e2", "e3", now=after(minutes=1))
    clock.take_due(after(minutes=1, seconds=20))
    assert len({"e1", "e2"} & set(names(table()))) == 1


def test_it_is_called_at_its_hours_only() -> None:
    # NOON of the tests is 14:00 of a Sunday in Bucharest.
    division = ladder(open_hours=[[6 * 48 + 28, 6 * 48 + 30]])
    wait(division, "e1", "e2", "e3", now=after(minutes=59, seconds=50))
    clock.take_due(after(hours=1, seconds=10))
    assert not LeagueTable.objects.exists()
    assert not LadderTicket.objects.exists()
    one = entrant(division, "e1")
    refused(Reason.SHUT, ladders.join, entrant=one, by=one.player, now=after(hours=1))


def test_it_ends_on_the_day_that_was_promised_with_a_table_that_plays_let_finish() -> None:
    division = ladder()
    close = after(days=10)
    wait(division, "e1", "e2", "e3", now=close - timedelta(minutes=5))
    clock.take_due(close - timedelta(minutes=5) + ladders.TICK)
    for name in ("e1", "e2", "e3"):
        match = sit(name, close - timedelta(minutes=3))
    wait(division, "e4", now=close - timedelta(minutes=1))
    clock.take_due(close)
    assert not LadderTicket.objects.exists()
    one = entrant(division, "e4")
    refused(Reason.STATE, ladders.join, entrant=one, by=one.player, now=close)
    arranged_end(match, close + timedelta(minutes=40))
    season = Season.objects.get()
    assert season.state == Season.State.REVIEW
    assert Matchday.objects.get().state == Matchday.State.COMPLETED
    clock.take_due(close + timedelta(days=8))
    season.refresh_from_db()
    assert season.state == Season.State.FINAL
    # One table is not enough for a place.
    assert set(season.entrants.values_list("final_rank", flat=True)) == {None}


def test_a_table_that_still_plays_after_the_grace_is_frozen_as_it_stands() -> None:
    division = ladder()
    close = after(days=10)
    wait(division, "e1", "e2", "e3", now=close - timedelta(minutes=5))
    clock.take_due(close - timedelta(minutes=5) + ladders.TICK)
    for name in ("e1", "e2", "e3"):
        sit(name, close - timedelta(minutes=3))
    clock.take_due(close)
    clock.take_due(close + timedelta(minutes=120))
    assert table().state == LeagueTable.State.PARTIAL
    assert Season.objects.get().state == Season.State.REVIEW


def test_a_late_beginning_does_not_move_the_end() -> None:
    season = begun_late()
    day = Matchday.objects.get(division__season=season)
    assert (day.opens_at, day.deadline_at) == (after(days=3), after(days=10))


def begun_late() -> Season:
    plan = {"format": "ladder", "venue": "online", "round_days": 10, "opens_at": NOON}
    season = season_of(3, **plan)
    seasons.begin(season=season, by=season.league.owner, now=after(days=3))
    return season


def test_one_joins_an_open_ladder_on_any_day_and_who_leaves_waits_no_more() -> None:
    division = ladder(approval=False)
    entrants.apply(season=division.season, player=player("zoe"), now=after(days=8))
    zoe = entrant(division, "zoe")
    assert (zoe.state, zoe.joined_round) == (Entrant.State.ACTIVE, 1)
    wait(division, "zoe", "e1", "e2", now=after(days=8))
    clock.take_due(after(days=8, seconds=20))
    leaving.withdraw(entrant=zoe, by=zoe.player, now=after(days=8, seconds=25))
    assert Place.objects.get(entrant=zoe).role == Place.Role.VACATED
    sit("e1", after(days=8, seconds=30))
    assert sit("e2", after(days=8, seconds=30)) is not None


def test_an_organizer_corrects_and_voids_a_result_while_the_ladder_goes_on() -> None:
    division = ladder()
    played = play(division, "e1", "e2", "e3", now=after(minutes=1), first="e1")
    owner = division.season.league.owner
    order = [entrant(division, name).pk for name in ("e3", "e2", "e1")]
    results.correct(table=played, by=owner, lines=in_order(played, order), reason="Greșit", now=after(hours=2))
    assert Standing.objects.get(entrant__name="e3").points == 5040
    results.correct(
        table=played, by=owner, lines=in_order(played, order), reason="Nu", kind=Result.Kind.VOID, now=after(hours=3)
    )
    assert not Standing.objects.exclude(points=0).exists()


def test_what_only_rounds_have_is_refused() -> None:
    division = ladder()
    owner, day = division.season.league.owner, Matchday.objects.get()
    refused(Reason.STATE, publishing.withdraw_pairing, day=day, by=owner, reason="Nu")
    refused(Reason.STATE, pairing.request, division=division, by=owner)


def test_a_paused_ladder_calls_nobody_and_ends_later() -> None:
    division = ladder()
    owner = division.season.league.owner
    wait(division, "e1", "e2", "e3", now=after(minutes=1))
    seasons.pause(season=division.season, by=owner, reason="Pană", now=after(minutes=1, seconds=10))
    clock.take_due(after(hours=1))
    assert not LeagueTable.objects.exists()
    seasons.resume(season=division.season, by=owner, now=after(days=1, minutes=1, seconds=10))
    assert Matchday.objects.get().deadline_at == after(days=11)


def test_a_ladder_at_a_club_or_in_two_divisions_is_refused() -> None:
    for wrong in ({"venue": "club"}, {"divisions_wanted": 2}, {"round_days": 0}, {"open_hours": [[10, 5]]}):
        plan = {"format": "ladder", "venue": "online", "round_days": 5} | wrong
        refused(
            Reason.LADDER, leagues.open_league, owner=player("olga"), name="Scară", plan=leagues.Plan(**plan), now=NOON
        )


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one write at a time")
def test_eight_clocks_at_once_call_nobody_twice() -> None:
    division = ladder(12)
    wait(division, *[f"e{number}" for number in range(1, 13)], now=after(minutes=1))
    at_once(*[lambda: ladders.tick(division, after(minutes=1, seconds=20)) for _ in range(8)])
    assert LeagueTable.objects.count() == 3
    assert Place.objects.count() == Place.objects.values("entrant").distinct().count() == 12
