"""No page of a league asks the database more than twelve times, however many play and however long."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from leagues.models import Division, Entrant, LeagueTable, Season
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
        f"file {what}": reverse("leagues:export", args=[slug, what, "csv"])
        for what in ("clasament", "rezultate", "jucatori")
    }
    return named


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
        shown = pages if who else {name: page for name, page in pages.items() if name not in {"mail", "feeds"}}
        client = signed_in(who) if who else Client()
        found = counts(client, shown)
        assert {name: count for name, count in found.items() if count > MOST} == {}, who
