"""No page of a league asks the database more than twelve times, however many play and however long."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.models import Player
from leagues.models import Division, Entrant, LadderTicket, LeagueTable, Matchday, Season
from leagues.views_feeds import token_of
from tests.leagues.full import full_season
from tests.leagues.services.league import player
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db
MOST = 12
# The same pages with a few and with a season as large as any.
SIZES = ((8, 2), (200, 12))


def addresses(division: Division, me: Entrant) -> dict[str, str]:
    slug = division.season.league.slug
    tabs = ("league", "standings", "rounds", "people", "rules", "public_log")
    table = LeagueTable.objects.filter(places__entrant=me, state=LeagueTable.State.SEATED).first()
    played = LeagueTable.objects.filter(places__entrant=me, state=LeagueTable.State.FINISHED).first()
    assert table is not None
    assert played is not None
    named = {tab: reverse(f"leagues:{tab}", args=[slug]) for tab in tabs}
    named |= {"index": reverse("leagues:index"), "mail": reverse("leagues:mail"), "feeds": reverse("leagues:feeds")}
    named |= {"sums": reverse("leagues:sums", args=[slug, me.pk])}
    named |= {"table": reverse("leagues:table", args=[slug, table.pk])}
    named |= {"table played": reverse("leagues:table", args=[slug, played.pk])}
    named |= {"feed": reverse("leagues:feed_league", args=[slug])}
    named |= {
        f"file {what} {kind}": reverse("leagues:export", args=[slug, what, kind])
        for what in ("clasament", "rezultate", "jucatori")
        for kind in ("csv", "json")
    }
    named |= {"week": reverse("leagues:week"), "hall": reverse("leagues:hall", args=[slug])}
    return named


def desk_addresses(division: Division) -> dict[str, str]:
    """The organizers' pages; the board and the pages of a table for the first round and for the last."""
    slug, rounds = division.season.league.slug, division.season.rounds
    tabs = ("desk", "desk_entrants", "desk_plan", "desk_running", "log", "import")
    named = {tab: reverse(f"leagues:{tab}", args=[slug]) for tab in tabs} | {"new": reverse("leagues:new")}
    for number in {1, rounds}:
        named[f"board {number}"] = reverse("leagues:board", args=[slug, number])
        table = LeagueTable.objects.filter(matchday__division=division, matchday__number=number).first()
        assert table is not None
        for page in ("desk_table", "desk_result"):
            named[f"{page} {number}"] = reverse(f"leagues:{page}", args=[slug, table.pk])
    return named


def too_many(found: dict[str, int]) -> dict[str, int]:
    return {name: count for name, count in found.items() if count > MOST}


def counts(client: Client, pages: dict[str, str]) -> dict[str, int]:
    found = {}
    for name, address in pages.items():
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(address).status_code == 200, name
        found[name] = len(asked)
    return found


@pytest.mark.parametrize(("people", "rounds"), SIZES)
def test_a_page_of_a_league_asks_at_most_twelve_times(people: int, rounds: int) -> None:
    division = full_season(people, rounds, venue=Season.Venue.BOTH)
    me = Entrant.objects.get(season=division.season, name="p5")
    pages = addresses(division, me)
    for who in (player("p5"), player("olga"), None):
        shown = pages if who else {name: page for name, page in pages.items() if name not in {"mail", "feeds", "week"}}
        client = signed_in(who) if who else Client()
        found = counts(client, shown)
        assert too_many(found) == {}, who


@pytest.mark.parametrize(("people", "rounds"), SIZES)
def test_a_page_of_the_desk_asks_at_most_twelve_times(people: int, rounds: int) -> None:
    division = full_season(people, rounds, venue=Season.Venue.BOTH)
    olga = signed_in(player("olga"))
    assert too_many(counts(olga, desk_addresses(division))) == {}
    Matchday.objects.filter(division=division, number=rounds).update(state=Matchday.State.DRAFT)
    draft = {"desk": reverse("leagues:desk", args=[division.season.league.slug])}
    draft |= {"board": reverse("leagues:board", args=[division.season.league.slug, rounds])}
    assert too_many(counts(olga, draft)) == {}


@pytest.mark.parametrize(("people", "rounds"), SIZES)
def test_ones_own_calendar_asks_at_most_twelve_times(people: int, rounds: int) -> None:
    full_season(people, rounds)
    LeagueTable.objects.update(play_at=timezone.now())
    own = {"feed": reverse("leagues:feed_personal", args=[token_of(Player.objects.get(username="p5"))])}
    assert too_many(counts(Client(), own)) == {}


@pytest.mark.parametrize("people", [8, 200])
def test_a_page_of_a_ladder_asks_at_most_twelve_times(people: int) -> None:
    division = full_season(people, 1, format="ladder", venue=Season.Venue.ONLINE)
    waiting = Entrant.objects.filter(season=division.season).exclude(name="p5")[: people // 2]
    LadderTicket.objects.bulk_create(
        LadderTicket(entrant=one, division=division, joined_at=timezone.now(), seen_at=timezone.now())
        for one in waiting
    )
    slug = division.season.league.slug
    tabs = ("standings", "rounds", "people", "rules", "hall")
    pages = {tab: reverse(f"leagues:{tab}", args=[slug]) for tab in tabs}
    for who in ("p5", waiting[0].name):
        assert too_many(counts(signed_in(player(who)), pages)) == {}, who
    desk = {page: reverse(f"leagues:{page}", args=[slug]) for page in ("desk", "desk_ladder", "desk_entrants")}
    assert too_many(counts(signed_in(player("olga")), pages | desk)) == {}
