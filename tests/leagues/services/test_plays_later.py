"""A table that was let play later: the season goes on without it, and it is decided with the last round."""

import pytest
from django.test import TestCase

from leagues.models import LeagueDue, LeagueTable, Matchday, Result, Season
from leagues.services import clock, matchdays, publishing, results, seasons
from tests.leagues.services.league import (
    NOON,
    after,
    day_of,
    decide_all,
    ids,
    in_order,
    names,
    player,
    published,
    tables_of,
)
from tests.leagues.services.test_online import online, open_round

pytestmark = pytest.mark.django_db

State = Matchday.State
TableState = LeagueTable.State


def tick(**time: float) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        clock.take_due(after(**time))


def late_one(day: Matchday) -> LeagueTable:
    """The first table of a round, let play later."""
    table = tables_of(day)[0]
    with TestCase.captureOnCommitCallbacks(execute=True):
        matchdays.postpone(table=table, by=player("olga"), reason="Ill", now=NOON)
    return table


def enter(table: LeagueTable, now=NOON) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        results.claim(table=table, by=player("olga"), lines=in_order(table), now=now)


def states(day: Matchday) -> list[str]:
    return list(day.division.matchdays.order_by("number").values_list("state", flat=True))


def state_of(table: LeagueTable) -> str:
    return LeagueTable.objects.get(pk=table.pk).state


def test_the_last_other_result_has_the_next_round_paired() -> None:
    day = published(8, rounds=3)
    late, other = late_one(day), tables_of(day)[1]
    enter(other)
    assert states(day) == [State.CLOSING, State.DRAFT, State.PLANNED]
    enter(late)
    assert states(day) == [State.COMPLETED, State.DRAFT, State.PLANNED]


def test_the_last_table_let_play_later_has_it_paired_too() -> None:
    day = published(8, rounds=3)
    enter(tables_of(day)[1])
    assert states(day)[:2] == [State.IN_PLAY, State.PLANNED]
    late_one(day)
    assert states(day)[:2] == [State.CLOSING, State.DRAFT]


def test_the_end_of_the_grace_has_it_paired_and_the_table_still_plays() -> None:
    day = published(8, rounds=3)
    late = late_one(day)
    tick()
    tick(days=7)
    assert states(day)[:2] == [State.CLOSING, State.PLANNED]
    tick(days=8, minutes=1)
    assert states(day)[:2] == [State.CLOSING, State.DRAFT]
    assert state_of(late) == TableState.SEATED
    enter(late, after(days=9))
    assert states(day)[0] == State.COMPLETED


def test_a_claim_that_nobody_confirmed_is_waited_for() -> None:
    day = published(8, rounds=3)
    late_one(day)
    other = tables_of(day)[1]
    results.claim(table=other, by=player(names(other)[0]), lines=in_order(other), now=NOON)
    tick()
    tick(days=7)
    assert states(day)[:2] == [State.CLOSING, State.PLANNED]
    tick(days=8, minutes=1)
    assert states(day)[:2] == [State.CLOSING, State.DRAFT]


@pytest.mark.parametrize("early", [False, True])
def test_the_last_round_closes_and_every_table_that_plays_later_is_decided(early: bool) -> None:
    """Whether the last round's own tables are done before their time, or never are."""
    day = published(8, rounds=2)
    late = late_one(day)
    enter(tables_of(day)[1])
    last = day_of(day.division, 2)
    publishing.publish(day=last, by=player("olga"), now=NOON)
    also_late = None if early else late_one(last)
    tick()
    tick(days=7)
    if early:
        decide_all(day_of(day.division, 2), after(days=8))
        assert states(day) == [State.CLOSING, State.COMPLETED]
    tick(days=14)
    tick(days=14, hours=23)
    assert Season.objects.get().state == Season.State.RUNNING
    assert state_of(late) == TableState.SEATED
    tick(days=15, minutes=2)
    assert states(day) == [State.COMPLETED] * 2
    assert Result.objects.get(table=late).kind == Result.Kind.FORFEIT
    if also_late:
        assert Result.objects.get(table=also_late).kind == Result.Kind.FORFEIT
    season = Season.objects.get()
    assert season.state == Season.State.REVIEW
    tick(days=15, minutes=3)
    assert list(LeagueDue.objects.exclude(key=0).values_list("kind", flat=True)) == []


def test_a_round_ended_by_hand_leaves_the_table_its_time() -> None:
    day = published(8, rounds=1)
    late = late_one(day)
    matchdays.close_now(day=day, by=player("olga"), now=after(days=1))
    tick(days=7)
    tick(days=7, hours=23)
    assert state_of(late) == TableState.SEATED
    tick(days=8, minutes=2)
    assert Season.objects.get().state == Season.State.REVIEW


def test_what_was_claimed_of_it_stands_when_the_last_round_closes() -> None:
    day = published(8, rounds=2)
    late = late_one(day)
    enter(tables_of(day)[1])
    tick()
    tick(days=7)
    results.claim(table=late, by=player(names(late)[0]), lines=in_order(late), now=after(days=9))
    decide_all(day_of(day.division, 2), after(days=9))
    assert states(day) == [State.CLOSING, State.COMPLETED]
    tick(days=15, minutes=2)
    assert [line["entrant"] for line in Result.objects.get(table=late).lines] == ids(late)
    assert Season.objects.get().state == Season.State.REVIEW


def test_a_knockout_waits_for_it_one_more_round() -> None:
    day = published(8, format=Season.Format.KNOCKOUT, table_size=4)
    late = late_one(day)
    enter(tables_of(day)[1])
    assert states(day) == [State.CLOSING, State.PLANNED]
    tick()
    tick(days=7)
    tick(days=8, minutes=2)
    assert states(day) == [State.CLOSING, State.PLANNED]
    assert state_of(late) == TableState.SEATED
    tick(days=15, minutes=2)
    assert states(day) == [State.COMPLETED, State.DRAFT]
    assert state_of(late) == TableState.FORFEIT


def test_a_pause_moves_its_time_along() -> None:
    day = published(8, rounds=1)
    late = late_one(day)
    enter(tables_of(day)[1])
    seasons.pause(season=day.division.season, by=player("olga"), reason="Holidays", now=after(days=1))
    seasons.resume(season=day.division.season, by=player("olga"), now=after(days=11))
    tick(days=9)
    assert state_of(late) == TableState.SEATED
    tick(days=18, minutes=2)
    assert Season.objects.get().state == Season.State.REVIEW


def test_at_a_fixed_time_nobody_is_missing_at_a_table_that_plays_later() -> None:
    day = online(8, pace=Season.Pace.FIXED, grace_minutes=10)
    late = late_one(day)
    open_round(day)
    also_late = tables_of(day)[1]
    matchdays.postpone(table=also_late, by=player("olga"), reason="Ill", now=after(minutes=2))
    tick(minutes=12)
    assert [state_of(late), state_of(also_late)] == [TableState.SEATED] * 2
