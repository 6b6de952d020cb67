"""What was read before a lock is read again behind it: nothing that ended meanwhile is begun, counted or lost."""

from functools import partial
from unittest.mock import patch

import pytest
from django.db import connection

from games.services import arranged
from leagues.models import Division, LeagueDue, LeagueTable, LogEntry, Matchday, Season, Standing
from leagues.services import clock, disputes, publishing, results, seasons, times
from tests.leagues.services.league import (
    NOON,
    after,
    day_of,
    decide_all,
    entrant,
    in_order,
    names,
    player,
    published,
    season_of,
    tables_of,
)
from tests.leagues.services.test_online import finish, online, open_round, sit
from tests.services.test_conflicts import at_once

one_at_a_time = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one write at a time")
at_the_same_moment = pytest.mark.django_db(transaction=True)


@pytest.mark.django_db
def test_a_match_that_could_not_say_that_it_ended_is_taken_by_the_clock() -> None:
    day = online(rounds=1)
    open_round(day)
    (table,) = tables_of(day)
    matches = [sit(table, name, after(minutes=2)) for name in names(table)]
    with patch.object(results, "take_match", side_effect=RuntimeError), pytest.raises(RuntimeError):
        finish(matches[-1], after(hours=1))
    assert LeagueTable.objects.get().state == LeagueTable.State.STARTED
    clock.take_due(after(hours=1, seconds=10))
    assert LeagueTable.objects.get().state == LeagueTable.State.FINISHED
    assert day_of(day.division, 1).state == Matchday.State.COMPLETED


def leased(day: Matchday) -> list[LeagueDue]:
    """The row that ends the grace of the only table, as a clock has just taken it."""
    return list(LeagueDue.objects.filter(kind=LeagueDue.Kind.VACATE, season=day.division.season_id))


@pytest.mark.django_db
def test_a_table_that_was_given_another_time_since_its_row_was_taken_is_left_alone() -> None:
    day = online(pace=Season.Pace.FIXED, grace_minutes=10)
    open_round(day)
    (table,) = tables_of(day)
    rows = leased(day)
    assert len(rows) == 1
    times.set_by_hand(table=table, by=player("olga"), starts_at=after(days=1), reason="Ill", now=after(minutes=9))
    with patch.object(clock, "_lease", return_value=rows):
        clock.take_due(after(minutes=11))
    assert LeagueTable.objects.get().state == LeagueTable.State.SEATED
    assert not LogEntry.objects.filter(action="no_show").exists()


@pytest.mark.django_db
def test_nothing_is_done_for_a_season_put_aside_since_its_row_was_taken() -> None:
    day = online(pace=Season.Pace.FIXED, grace_minutes=10)
    open_round(day)
    rows = leased(day)
    seasons.pause(season=day.division.season, by=player("olga"), reason="Flood", now=after(minutes=9))
    with patch.object(clock, "_lease", return_value=rows):
        clock.take_due(after(minutes=11))
    assert LeagueTable.objects.get().state == LeagueTable.State.SEATED
    assert LeagueDue.objects.filter(pk=rows[0].pk).exists()


@pytest.mark.django_db
def test_a_round_that_ends_with_its_last_unplayed_table_ends_once() -> None:
    day = online(rounds=1)
    open_round(day)
    for hours in (0, 1, 24):
        now = day_of(day.division, 1).deadline_at
        assert now is not None
        clock.take_due(now.replace(minute=now.minute) + (after(hours=hours, minutes=1) - NOON))
    assert day_of(day.division, 1).state == Matchday.State.COMPLETED
    assert LogEntry.objects.filter(action="completed").count() == 1


@one_at_a_time
@at_the_same_moment
@pytest.mark.parametrize("run", range(5))
def test_a_result_and_a_penalty_at_the_same_moment_both_count(run: int) -> None:
    day = published(4, rounds=2)
    (table,) = tables_of(day)
    owner, first = player("olga"), entrant(day.division, names(table)[0])
    lines = in_order(table)
    at_once(
        partial(results.claim, table=table, by=owner, lines=lines, now=after(hours=1)),
        partial(disputes.penalize, entrant=first, by=owner, value=40, reason="Late", now=after(hours=1)),
    )
    rows = Standing.objects.filter(division=day.division, after_round=1)
    assert rows.count() == 4
    assert rows.get(entrant=first).points == 5040 - 40


@one_at_a_time
@at_the_same_moment
@pytest.mark.parametrize("run", range(5))
def test_two_divisions_that_end_at_the_same_moment_end_the_season(run: int) -> None:
    season = season_of(8, divisions_wanted=2, rounds=1, table_size=4)
    divisions = seasons.begin(season=season, by=player("olga"), now=NOON)
    days = [day_of(division, 1) for division in divisions]
    for day in days:
        publishing.publish(day=day, by=player("olga"), now=NOON)
    at_once(*[partial(decide_all, day, after(days=1)) for day in days])
    assert [day_of(division, 1).state for division in Division.objects.all()] == [Matchday.State.COMPLETED] * 2
    assert Season.objects.get().state == Season.State.REVIEW


@pytest.mark.django_db
def test_a_match_is_frozen_under_the_locks_of_a_move() -> None:
    day = online(rounds=1)
    open_round(day)
    (table,) = tables_of(day)
    match = [sit(table, name, after(minutes=2)) for name in names(table)][-1]
    assert match is not None
    with patch("games.services.play.locked_table", side_effect=RuntimeError) as locks, pytest.raises(RuntimeError):
        arranged.freeze(match=match, now=after(hours=1))
    locks.assert_called_once_with(match.pk)
