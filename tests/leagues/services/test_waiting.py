"""What waits for a player in a league, as the site's first page tells it."""

from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from leagues.models import LeagueTable, Role, Season
from leagues.services import clock, disputes, results, waiting
from tests.leagues.services.league import after, decide_all, in_order, names, player, published, tables_of
from tests.leagues.services.test_ladders import ladder, wait
from tests.leagues.services.test_online import online, open_round, sit
from tests.leagues.services.test_substitutes import look, table_with_reserves
from tests.leagues.services.test_unhappy_disputes import disputed, others, played
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db


def asked(name: str, now: datetime) -> list[tuple[str, int]]:
    return [(str(call.kind), call.table.pk) for call in waiting.calls(player=player(name), now=now)]


def test_a_table_of_cards_waits_for_its_players_and_for_nobody_else() -> None:
    table = tables_of(published(4))[0]
    assert [asked(name, after(minutes=1)) for name in names(table)] == [[("play", table.pk)]] * 4
    assert asked("olga", after(minutes=1)) == []
    assert asked("zoe", after(minutes=1)) == []


def test_who_has_a_time_to_agree_on_is_told_and_once_it_is_set_when_it_comes_near() -> None:
    table = tables_of(online(pace=Season.Pace.AGREED))[0]
    name = names(table)[0]
    assert asked(name, after(minutes=1)) == [("agree", table.pk)]
    LeagueTable.objects.update(play_at=after(days=5))
    assert asked(name, after(days=1)) == []
    assert asked(name, after(days=4)) == [("play", table.pk)]
    assert asked(name, after(days=5, minutes=-10)) == [("sit", table.pk)]


def test_who_may_sit_down_and_whose_match_is_played_is_led_there() -> None:
    day = online(pace=Season.Pace.FIXED)
    open_round(day)
    (table,) = tables_of(day)
    *first, last = names(table)
    assert asked(last, after(minutes=2)) == [("sit", table.pk)]
    for name in first:
        sit(table, name, after(minutes=2))
    match = sit(table, last, after(minutes=2))
    assert match is not None
    (call,) = waiting.calls(player=player(last), now=after(minutes=3))
    assert (call.kind, call.code) == (waiting.Kind.MATCH, match.code)


def test_who_is_called_up_by_a_ladder_is_told_until_when() -> None:
    division = ladder()
    wait(division, "e1", "e2", "e3", now=after(minutes=1))
    clock.take_due(after(minutes=1, seconds=20))
    (call,) = waiting.calls(player=player("e1"), now=after(minutes=2))
    assert call.kind == waiting.Kind.SIT
    assert call.until == call.table.called_at + waiting.ladders.SIT_WITHIN
    assert asked("e4", after(minutes=2)) == []


def test_a_result_waits_for_who_has_not_said_yes() -> None:
    table = tables_of(published(4))[0]
    first, second, *rest = names(table)
    result = results.claim(table=table, by=player(first), lines=in_order(table), now=after(hours=1))
    results.confirm(table=table, by=player(second), revision=result.revision, now=after(hours=1))
    told = [asked(name, after(hours=2)) for name in (first, second, *rest)]
    assert told == [[], [], [("confirm", table.pk)], [("confirm", table.pk)]]


def test_a_dispute_waits_for_who_may_vote_and_has_not() -> None:
    table = played(looking=Season.Looking.ALWAYS, rounds=1)
    told = disputed(table)
    one, two, *_ = others(table)
    league = told.table.matchday.division.season.league
    Role.objects.create(league=league, player=player("asist"), kind=Role.Kind.ASSISTANT)
    Role.objects.create(league=league, player=two, kind=Role.Kind.DIRECTOR)
    disputes.vote(dispute=told, by=one, upheld=True, now=after(hours=2))
    people = {"asist": [("vote", table.pk)], two.username: [], one.username: [], "olga": [], names(table)[0]: []}
    assert {name: asked(name, after(hours=3)) for name in people} == people


def test_who_is_asked_to_sit_in_is_told_until_when_to_answer() -> None:
    table = table_with_reserves("r1")
    offer = look(table)
    assert offer is not None
    (call,) = waiting.calls(player=player("r1"), now=after(hours=2))
    assert (call.kind, call.until) == (waiting.Kind.OFFER, offer.expires_at)


def test_the_first_page_begins_with_the_table_and_leads_there() -> None:
    table = tables_of(published(4))[0]
    page = signed_in(player(names(table)[0])).get("/").content.decode()
    assert "Your table in Liga de marți" in page
    link = reverse("leagues:table", args=[table.matchday.division.season.league.slug, table.pk])
    assert page.index(f'href="{link}"') < page.index("<h1")
    assert "Your table in" not in signed_in(player("zoe")).get("/").content.decode()


def test_a_match_that_is_called_for_is_not_listed_once_more() -> None:
    day = online(pace=Season.Pace.FIXED)
    open_round(day)
    (table,) = tables_of(day)
    for name in names(table):
        match = sit(table, name, after(minutes=2))
    assert match is not None
    page = signed_in(player(names(table)[0])).get("/").content.decode()
    assert page.count(reverse("games:table", args=[match.code])) == 1


def test_many_leagues_take_as_many_questions_as_one() -> None:
    client = signed_in(player("e1"))

    def questions() -> int:
        with CaptureQueriesContext(connection) as log:
            assert b"Your table in" in client.get("/").content
        return len(log)

    published(4)
    decide_all(published(8), after(minutes=1))
    questions()  # what a first visit alone asks for
    few = questions()
    for _ in range(4):
        table = tables_of(published(4))[0]
        by = next(name for name in names(table) if name != "e1")
        results.claim(table=table, by=player(by), lines=in_order(table), now=after(minutes=1))
    assert questions() == few <= 11
