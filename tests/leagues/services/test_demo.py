"""The demo's leagues: one half-way, one that anybody may join, in a time of their own."""

from datetime import datetime

import pytest
from django.test import Client

from games.models import Player
from games.services.demo import NAMES, Added, invented
from leagues.models import Entrant, League, LeagueDue, LeagueTable, LogEntry, Matchday, Result, Season, Standing
from leagues.queries_open import running_in_public, to_join
from leagues.services import clock, demo, entrants, simulation
from tests.leagues.services.league import NOON, after, player, published

pytestmark = pytest.mark.django_db


def add(now: datetime = NOON) -> Added:
    """What the leagues add to the demo; its matches are not waited for."""
    return demo.add([invented(name) for name in NAMES], now)


def filled() -> tuple[Season, Season]:
    """The half-way one and the one to join, of a site with its demo."""
    add()
    seasons = Season.objects.select_related("league__owner")
    return seasons.get(league__name=demo.HALF_WAY), seasons.get(league__name=demo.TO_JOIN)


def test_one_league_is_half_way_with_standings_and_news() -> None:
    season, _ = filled()
    days = list(Matchday.objects.filter(division__season=season).order_by("number"))
    assert [day.state for day in days] == ["completed", "completed", "completed", "in_play", "planned"]
    assert Standing.objects.filter(division__season=season, after_round=3).count() == 16
    assert season.league.news.count() == 2
    assert simulation.faults(season) == []
    assert [one.pk for one in running_in_public()] == [season.pk]


def test_the_current_round_of_it_has_a_result_and_a_table_to_sit_at() -> None:
    season, _ = filled()
    now = Matchday.objects.get(division__season=season, state=Matchday.State.IN_PLAY)
    assert now.opens_at is not None
    assert now.deadline_at is not None
    assert now.opens_at < NOON < now.deadline_at
    assert Result.objects.filter(table__matchday=now, current=True).count() == 1
    mine = LeagueTable.objects.get(matchday=now, places__entrant__name="ana-exemplu")
    assert (mine.state, mine.times.count()) == (LeagueTable.State.SEATED, 1)


def test_everything_of_it_is_of_the_past_and_nothing_is_left_to_do() -> None:
    season, _ = filled()
    assert not LogEntry.objects.filter(made_at__gt=NOON).exists()
    assert not LeagueDue.objects.filter(due_at__lte=NOON).exists()
    clock.take_due(NOON)
    assert Season.objects.get(pk=season.pk).state == Season.State.RUNNING


def test_the_other_league_takes_whoever_comes_at_once() -> None:
    _, season = filled()
    assert [one.pk for one in to_join()] == [season.pk]
    assert season.opens_at is not None
    assert season.opens_at > NOON
    entrant = entrants.apply(season=season, player=player("zoe"), now=NOON)
    assert entrant.state == Entrant.State.ACCEPTED


def test_doing_it_again_adds_nothing() -> None:
    filled()
    before = [rows.objects.count() for rows in (League, Season, Entrant, LogEntry, Player, Result)]
    add(after(days=1))
    assert [rows.objects.count() for rows in (League, Season, Entrant, LogEntry, Player, Result)] == before


def test_a_league_of_the_same_name_that_people_have_is_another_one() -> None:
    season = published(8).division.season
    League.objects.filter(pk=season.league_id).update(name=demo.HALF_WAY)
    add()
    assert League.objects.filter(name=demo.HALF_WAY, owner__is_demo=True).count() == 1


def test_what_is_due_in_other_leagues_is_not_done_in_the_time_of_an_invented_one() -> None:
    day = published(8)
    LeagueDue.objects.filter(season=day.division.season).update(due_at=after(days=-30))
    due = set(LeagueDue.objects.filter(season=day.division.season).values_list("pk", flat=True))
    assert due
    filled()
    assert set(LeagueDue.objects.filter(season=day.division.season).values_list("pk", flat=True)) == due


def test_all_who_are_invented_for_it_are_told_so_that_they_get_the_password_too() -> None:
    players = add().players
    assert {one.username for one in players} | set(NAMES) == {one.username for one in Player.objects.all()}
    assert all(one.is_demo for one in players)


def test_a_stranger_finds_both_among_the_leagues(client: Client) -> None:
    filled()
    page = client.get("/ligi/").content.decode()
    assert "/liga/liga-exemplu/" in page
    assert "/liga/seara-exemplu/" in page
