"""Seasons in one or two lines: who runs them, who is in, how far they are."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import TestCase

from games.models import Player
from leagues.models import Division, Entrant, LeagueTable, Matchday, Season
from leagues.services import entrants, leagues, publishing, results, seasons
from leagues.services.plan import Plan

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def after(**time: float) -> datetime:
    return NOON + timedelta(**time)


def player(name: str) -> Player:
    return Player.objects.get_or_create(username=name)[0]


def season_of(count: int = 8, *, owner: str = "olga", **plan: Any) -> Season:
    """An open registration with so many accepted entrants: e1, e2, …"""
    asked = Plan(**({"opens_at": NOON, "venue": Season.Venue.CLUB} | plan))
    season = leagues.open_league(owner=player(owner), name="Liga de marți", plan=asked, visibility="public", now=NOON)
    seasons.open_registration(season=season, by=player(owner), now=NOON)
    for number in range(1, count + 1):
        entrants.apply(season=season, player=player(f"e{number}"), now=NOON)
    entrants.accept_all(season=season, by=player(owner), now=NOON)
    return Season.objects.get(pk=season.pk)


def begun(count: int = 8, **plan: Any) -> Division:
    """A running season whose first round is drafted."""
    season = season_of(count, **plan)
    with TestCase.captureOnCommitCallbacks(execute=True):
        seasons.begin(season=season, by=season.league.owner, now=NOON)
    return Division.objects.select_related("season__league__owner").get(season=season)


def published(count: int = 8, **plan: Any) -> Matchday:
    """The first round of a season, its tables shown."""
    division = begun(count, **plan)
    day = division.matchdays.get(number=1)
    publishing.publish(day=day, by=division.season.league.owner, now=NOON)
    return day_of(division, 1)


def day_of(division: Division, number: int) -> Matchday:
    days = Matchday.objects.select_related("division__season__league__owner")
    return days.get(division=division, number=number)


def tables_of(day: Matchday) -> list[LeagueTable]:
    return list(day.tables.select_related("matchday__division__season__league__owner"))


def ids(table: LeagueTable) -> list[int]:
    return list(table.places.values_list("entrant", flat=True))


def names(table: LeagueTable) -> list[str]:
    return list(table.places.values_list("entrant__name", flat=True))


def entrant(division: Division, name: str) -> Entrant:
    return Entrant.objects.select_related("season__league", "division", "player").get(season=division.season, name=name)


def in_order(table: LeagueTable, order: Sequence[int] | None = None) -> list[dict[str, Any]]:
    """A result in which they came in as given, first place first."""
    order = order or ids(table)
    size = len(order)
    return [
        {"entrant": one, "place": place, "points": 100 * (size - place), "cards": 10 * place, "came": True}
        for place, one in enumerate(order, start=1)
    ]


def decide_all(day: Matchday, now: datetime) -> None:
    """The owner enters every table of a round, in the order of its seats."""
    owner = day.division.season.league.owner
    for table in tables_of(day):
        if table.state == LeagueTable.State.SEATED:
            with TestCase.captureOnCommitCallbacks(execute=True):
                results.claim(table=table, by=owner, lines=in_order(table), now=now)


def refused(why: Any, verb: Any, /, **given: Any) -> None:
    """Hold a verb to its refusal: and nothing has changed."""
    with pytest.raises(leagues.NotAllowed) as no, transaction.atomic():
        verb(**given)
    assert no.value.reason == why
