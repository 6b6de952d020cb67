"""The result of a table of cards, entered on a phone: names of any length stay whole."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from leagues.models import LeagueTable, Matchday, Season
from leagues.services import entrants, leagues, publishing, seasons
from leagues.services.plan import Plan
from tests.e2e.conftest import broken_words, in_both_schemes
from tests.e2e.hands import sign_in
from tests.e2e.test_company import shot
from tests.leagues.services.league import player as person

NAMES = ("Alexandru-Constantin", "BogdanMihailescuDoi2", "Alexandru")
SHOWN = ".finisher__name:visible, .resultrow legend, .taporder__name, .leaguetable__seats li"


def table_of_three() -> LeagueTable:
    owner = person("olga")
    plan = Plan(opens_at=timezone.now(), rounds=1, venue=Season.Venue.CLUB)
    season = leagues.open_league(owner=owner, name="Liga de marți", plan=plan, visibility="public")
    seasons.open_registration(season=season, by=owner)
    for name in NAMES:
        entrants.apply(season=season, player=person(name))
    entrants.accept_all(season=season, by=owner)
    seasons.begin(season=season, by=owner)
    publishing.publish(day=Matchday.objects.get(), by=owner)
    return LeagueTable.objects.select_related("matchday__division__season__league").get()


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize(("who", "page_of"), [("olga", "rezultat/"), (NAMES[1], "")], ids=["organizer", "player"])
def test_long_names_are_whole_where_a_result_is_entered(
    player: Callable[..., Page], live_url: str, width: int, who: str, page_of: str
) -> None:
    table = table_of_three()
    page = sign_in(player(viewport={"width": width, "height": 800}), who, live_url)
    page.goto(f"/liga/{table.matchday.division.season.league.slug}/masa/{table.pk}/{page_of}")
    assert page.locator(SHOWN).count() >= len(NAMES)
    assert broken_words(page.locator(SHOWN)) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for scheme in in_both_schemes(page):
        shot(page, f"result-{who}-{width}-{scheme}")
