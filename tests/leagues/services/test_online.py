"""Tables of a league that are played on the site."""

import pytest
from django.db import transaction
from django.test import TestCase

from games.models import Match, Round, Settlement
from games.services import arranged, rounds
from leagues.models import LeagueTable, Matchday, Place, Result, Season, Standing
from leagues.services import clock, leagues, matchdays, records
from leagues.services.errors import Reason
from tests.leagues.services.league import after, day_of, names, player, published, refused, tables_of

pytestmark = pytest.mark.django_db


def online(count: int = 4, **plan: object) -> Matchday:
    return published(count, venue=Season.Venue.ONLINE, **plan)


def open_round(day: Matchday, now=None) -> None:
    clock.take_due(now or after(minutes=1))


def sit(table: LeagueTable, name: str, now) -> Match | None:
    return matchdays.sit_down(table=table, player=player(name), now=now)


def test_the_match_begins_when_the_last_one_sits_down() -> None:
    day = online()
    open_round(day)
    (table,) = tables_of(day)
    *first, last = names(table)
    assert [sit(table, name, after(minutes=2)) for name in first] == [None, None, None]
    match = sit(table, last, after(minutes=2, seconds=5))
    assert match is not None
    assert [seat.player.username for seat in match.seats.order_by("number")] == names(table)
    assert sit(table, first[0], after(minutes=3)) == match
    assert Match.objects.count() == 1


def test_who_sat_down_and_went_away_again_is_waited_for() -> None:
    day = online()
    open_round(day)
    (table,) = tables_of(day)
    first, *others = names(table)
    sit(table, first, after(minutes=2))
    assert [sit(table, name, after(minutes=4)) for name in others] == [None, None, None]
    assert sit(table, first, after(minutes=4)) is not None


def test_nobody_sits_down_before_the_round_opens_or_at_another_table() -> None:
    day = online(opens_at=after(days=1))
    (table,) = tables_of(day)
    refused(Reason.STATE, matchdays.sit_down, table=table, player=player(names(table)[0]), now=after(minutes=1))
    refused(Reason.NOT_AT_TABLE, matchdays.sit_down, table=table, player=player("zoe"), now=after(days=2))


def finish(match: Match, now) -> None:
    """Let the match end as if its time were over, one deal of it played to its end."""
    if not Round.objects.filter(match=match).exists():
        with transaction.atomic():
            rounds.deal_round(rounds.locked_match(match.pk), now)
    Round.objects.filter(match=match).update(outcome=Round.Outcome.WON, winner=0, finished_at=now)
    with TestCase.captureOnCommitCallbacks(execute=True):
        arranged.freeze(match=match, now=now)


def test_a_finished_match_is_the_result_and_is_rated_once() -> None:
    day = online(rounds=1)
    open_round(day)
    (table,) = tables_of(day)
    for name in names(table):
        match = sit(table, name, after(minutes=2))
    match.seats.filter(number=2).update(points=510)
    finish(match, after(hours=1))
    table.refresh_from_db()
    assert table.state == LeagueTable.State.FINISHED
    assert Standing.objects.get(rank=1).entrant.name == names(table)[2]
    assert day_of(day.division, 1).state == Matchday.State.COMPLETED
    assert Result.objects.count() == 1


def test_who_does_not_come_to_a_fixed_time_loses_the_place_and_the_others_play() -> None:
    day = online(pace=Season.Pace.FIXED, grace_minutes=10)
    open_round(day)
    (table,) = tables_of(day)
    *here, gone = names(table)
    for name in here:
        sit(table, name, after(minutes=10, seconds=-5))
    clock.take_due(after(minutes=10))
    table.refresh_from_db()
    assert table.state == LeagueTable.State.STARTED
    assert table.match.seats.count() == 3
    assert Place.objects.get(entrant__name=gone).role == Place.Role.VACATED
    finish(table.match, after(hours=1))
    absent = next(line for line in table.results.get().lines if not line["came"])
    assert Standing.objects.get(entrant=absent["entrant"]).points == 0


def test_a_table_to_which_nobody_comes_is_decided_and_the_round_closes() -> None:
    day = online(pace=Season.Pace.FIXED, grace_minutes=10, rounds=1)
    open_round(day)
    clock.take_due(after(minutes=11))
    (table,) = tables_of(day)
    assert table.state == LeagueTable.State.FORFEIT
    assert set(Standing.objects.values_list("points", flat=True)) == {0}
    assert day_of(day.division, 1).state == Matchday.State.COMPLETED
    assert not Settlement.objects.exists()


def test_the_only_one_who_comes_gets_the_byes_worth() -> None:
    day = online(pace=Season.Pace.FIXED, grace_minutes=10, rounds=1)
    open_round(day)
    (table,) = tables_of(day)
    sit(table, names(table)[1], after(minutes=10, seconds=-3))
    clock.take_due(after(minutes=10))
    assert Standing.objects.get(entrant__name=names(table)[1]).points == records.value_of_bye(day.division.season)


def test_a_match_that_is_still_played_when_the_grace_ends_is_frozen() -> None:
    day = online(round_days=1, grace_minutes=60, rounds=1)
    open_round(day)
    (table,) = tables_of(day)
    for name in names(table):
        match = sit(table, name, after(hours=23))
    clock.take_due(after(days=1))
    assert day_of(day.division, 1).state == Matchday.State.CLOSING
    with TestCase.captureOnCommitCallbacks(execute=True):
        clock.take_due(after(days=1, minutes=61))
    match.refresh_from_db()
    assert match.state == Match.State.FINISHED
    assert table.results.get().kind == Result.Kind.PARTIAL
    assert day_of(day.division, 1).state == Matchday.State.COMPLETED


def test_a_match_tells_its_league_and_is_found_by_everybody_as_long_as_the_league_is() -> None:
    day = online(count=2)
    league = day.division.season.league
    open_round(day)
    (table,) = tables_of(day)
    for name in names(table):
        match = sit(table, name, after(minutes=2))
    assert match is not None
    assert (match.league, match.league_name, match.public) == (league.slug, "Liga de marți", True)
    assert match.seated == 2
    told = {"name": league.name, "zone": league.zone, "language": league.language}
    leagues.describe(league=league, by=league.owner, visibility="private", **told)
    match.refresh_from_db()
    assert match.public is False
