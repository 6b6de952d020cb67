"""Who deletes the account leaves the leagues too, and what is written there speaks of nobody."""

import pytest
from django.db import connection
from django.test import TestCase

from games.models import Player
from games.services import farewell
from leagues.models import Entrant, LogEntry, Matchday, Place, Result, Role, Season
from leagues.services import entrants, log
from tests.leagues.services.league import NOON, begun, decide_all, player, published, season_of

pytestmark = pytest.mark.django_db
NAME = "e3"


def leave(name: str = NAME) -> str:
    gone = Player.objects.get(username=name)
    with TestCase.captureOnCommitCallbacks(execute=True):
        farewell.delete_account(player=gone, now=NOON)
    return Player.objects.get(pk=gone.pk).username


def stored(word: str) -> list[str]:
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            found += [table for row in cursor.fetchall() if word in repr(row)]
    return found


def test_a_running_season_is_left_and_the_results_have_a_neutral_name() -> None:
    begun(8)
    label = leave()
    entrant = Entrant.objects.get(name=label)
    assert entrant.state == Entrant.State.WITHDRAWN
    assert not Entrant.objects.filter(name=NAME).exists()


def test_an_application_is_taken_back() -> None:
    season = season_of(2)
    label = leave("e1")
    assert Entrant.objects.get(season=season, name=label).state == Entrant.State.WITHDRAWN


def test_a_season_that_is_over_keeps_its_table() -> None:
    division = begun(8)
    Season.objects.filter(pk=division.season_id).update(state=Season.State.FINAL)
    label = leave()
    assert Entrant.objects.get(name=label).state == Entrant.State.ACTIVE


def test_the_pairings_and_results_of_a_played_round_are_the_same_without_the_account() -> None:
    day = published(8, rounds=3, format=Season.Format.SWISS)
    decide_all(day, NOON)
    before = paired_and_played(day)
    assert len(before[0]) == 8
    label = leave()
    assert paired_and_played(day) == before
    assert day.places.filter(entrant__name=label).exists()


def paired_and_played(day: Matchday) -> tuple[list[tuple[int, ...]], list[list[dict[str, object]]]]:
    """Who sat where in a round, and what its tables came to."""
    places = Place.objects.filter(matchday=day).order_by("table", "position")
    played = Result.objects.filter(table__matchday=day).order_by("table", "revision")
    return list(places.values_list("table", "position", "entrant")), list(played.values_list("lines", flat=True))


def test_nothing_that_is_stored_has_the_name() -> None:
    long = player("Zurbagia_77")
    season = season_of(4)
    entrants.apply(season=season, player=long, now=NOON)
    league = season.league
    Role.objects.create(league=league, player=long, kind=Role.Kind.ASSISTANT)
    log.note(league=league, season=season, action="x", by=long, about={"who": ["Zurbagia_77"]}, reason="Zurbagia_77!")
    assert {"leagues_entrant", "leagues_logentry"} <= set(stored("Zurbagia_77"))
    label = leave("Zurbagia_77")
    assert stored("Zurbagia_77") == []
    assert LogEntry.objects.get(action="x").about == {"who": [label]}
    assert not Role.objects.exists()
