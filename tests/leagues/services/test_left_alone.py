"""Where all but one have left, or all, there is nobody to pair: the season goes to its last look by itself."""

import pytest
from django.test import TestCase

from leagues.models import Bye, LeagueDue, LeagueTable, LogEntry, Matchday, Place, Season
from leagues.services import clock, leaving, pairing, publishing, seasons
from tests.leagues.services.league import (
    NOON,
    after,
    begun,
    day_of,
    decide_all,
    entrant,
    player,
    published,
    season_of,
)

pytestmark = pytest.mark.django_db
FORMATS = [Season.Format.ROUND_ROBIN, Season.Format.SWISS]
VOID = Matchday.State.VOID


def leave(division, *names: str, now=NOON) -> None:
    for name in names:
        one = entrant(division, name)
        with TestCase.captureOnCommitCallbacks(execute=True):
            leaving.withdraw(entrant=one, by=one.player, now=now)


def states(division) -> list[str]:
    return list(division.matchdays.order_by("number").values_list("state", flat=True))


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("gone", [("e1", "e2", "e3"), ("e1", "e2", "e3", "e4")])
def test_all_but_one_or_all_leave_in_a_round_and_no_other_is_paired(form: str, gone: tuple[str, ...]) -> None:
    day = published(4, rounds=4, format=form)
    clock.take_due(NOON)
    leave(day.division, *gone)
    assert states(day.division) == [Matchday.State.COMPLETED, VOID, VOID, VOID]
    assert Season.objects.get().state == Season.State.REVIEW
    assert Bye.objects.filter(kind=Bye.Kind.PAIRING).count() <= 1


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("gone", [("e1", "e2", "e3"), ("e1", "e2", "e3", "e4")])
def test_they_leave_while_a_draft_waits_and_it_is_thrown_away(form: str, gone: tuple[str, ...]) -> None:
    day = published(4, rounds=3, format=form, looking=Season.Looking.ALWAYS)
    decide_all(day, NOON)
    assert day_of(day.division, 2).state == Matchday.State.DRAFT
    leave(day.division, *gone)
    assert states(day.division) == [Matchday.State.COMPLETED, VOID, VOID]
    second = day_of(day.division, 2)
    assert not Place.objects.filter(matchday=second).exists()
    assert not LeagueTable.objects.filter(matchday=second).exists()
    assert not second.byes.exists()
    assert not LeagueDue.objects.filter(key=second.pk, kind=LeagueDue.Kind.AUTOPILOT).exists()
    assert Season.objects.get().state == Season.State.REVIEW
    assert LogEntry.objects.get(action="cut_short").public


def test_all_leave_before_the_first_round_opens_and_it_is_the_last_one() -> None:
    day = published(4, rounds=3, opens_at=after(days=1))
    leave(day.division, "e1", "e2", "e3", "e4")
    assert states(day.division) == [Matchday.State.PUBLISHED, Matchday.State.PLANNED, Matchday.State.PLANNED]
    for days in (1, 8):
        clock.take_due(after(days=days))
    assert states(day.division) == [Matchday.State.COMPLETED, VOID, VOID]
    assert Season.objects.get().state == Season.State.REVIEW


def test_they_leave_while_the_next_round_is_planned() -> None:
    day = published(4, rounds=3, looking=Season.Looking.ALWAYS)
    decide_all(day, NOON)
    pairing.discard(day=day_of(day.division, 2), by=player("olga"), now=NOON)
    leave(day.division, "e1", "e2")
    assert day_of(day.division, 2).state == Matchday.State.PLANNED
    leave(day.division, "e3")
    assert states(day.division) == [Matchday.State.COMPLETED, VOID, VOID]
    assert Season.objects.get().state == Season.State.REVIEW


def test_a_division_that_fell_apart_waits_for_the_others() -> None:
    season = season_of(8, divisions_wanted=2, rounds=2, table_size=4)
    owner = player("olga")
    with TestCase.captureOnCommitCallbacks(execute=True):
        one, other = seasons.begin(season=season, by=owner, now=NOON)
    leave(one, *one.entrants.values_list("name", flat=True))
    assert states(one) == [VOID, VOID]
    assert Season.objects.get().state == Season.State.RUNNING
    for number in (1, 2):
        day = day_of(other, number)
        if day.state == Matchday.State.DRAFT:
            publishing.publish(day=day, by=owner, now=NOON)
        decide_all(day_of(other, number), NOON)
    assert Season.objects.get().state == Season.State.REVIEW


def test_they_leave_while_the_season_is_paused_and_it_ends_when_it_goes_on() -> None:
    division = begun(4, rounds=2)
    seasons.pause(season=division.season, by=player("olga"), reason="Holidays", now=NOON)
    leave(division, "e1", "e2", "e3", "e4")
    assert VOID not in states(division)
    seasons.resume(season=division.season, by=player("olga"), now=after(days=1))
    assert states(division) == [VOID, VOID]
    assert Season.objects.get().state == Season.State.REVIEW


def test_two_divisions_that_were_played_to_the_end_in_a_pause_are_reviewed_once() -> None:
    season = season_of(8, divisions_wanted=2, rounds=1, table_size=4)
    owner = player("olga")
    with TestCase.captureOnCommitCallbacks(execute=True):
        divisions = seasons.begin(season=season, by=owner, now=NOON)
    for division in divisions:
        publishing.publish(day=day_of(division, 1), by=owner, now=NOON)
    seasons.pause(season=season, by=owner, reason="Holidays", now=NOON)
    for division in divisions:
        Matchday.objects.filter(division=division).update(state=Matchday.State.COMPLETED)
    seasons.resume(season=season, by=owner, now=after(days=1))
    assert Season.objects.get().state == Season.State.REVIEW
