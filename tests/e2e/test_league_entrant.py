"""An entrant's whole path through a league, on a phone: found, entered, paired, at the table, in the standings."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Match
from games.services import arranged
from leagues.models import Entrant, LeagueTable, Matchday, PlayWeek, Season
from leagues.services import entrants, leagues, matchdays, publishing, seasons
from leagues.services.plan import Plan
from tests.e2e.conftest import in_both_schemes
from tests.e2e.hands import sign_in
from tests.e2e.test_company import shot
from tests.leagues.full import full_season
from tests.leagues.services.league import names
from tests.leagues.services.league import player as person

TABLE = re.compile(r"/t/[A-Z0-9]{6}/$")
OTHERS = ("bogdan", "carmen", "dana")


def open_season() -> Season:
    """A league that takes entries, where three are in already."""
    now = timezone.now()
    plan = Plan(opens_at=now - timedelta(minutes=5), rounds=1, venue=Season.Venue.ONLINE)
    owner = person("olga")
    season = leagues.open_league(owner=owner, name="Liga de marți", plan=plan, visibility="public", place="Cluj-Napoca")
    seasons.open_registration(season=season, by=owner)
    for name in OTHERS:
        entrants.apply(season=season, player=person(name))
    entrants.accept_all(season=season, by=owner)
    return season


def pair(season: Season) -> LeagueTable:
    """The organizer accepts who waits, begins and publishes."""
    owner = person("olga")
    entrants.accept_all(season=season, by=owner)
    seasons.begin(season=season, by=owner)
    publishing.publish(day=Matchday.objects.get(division__season=season), by=owner)
    return LeagueTable.objects.get()


def finish(match: Match) -> None:
    """Ana wins, as if the match had been played to its end."""
    match.seats.filter(player=person("ana")).update(points=510)
    arranged.freeze(match=match, now=timezone.now())


def test_an_entrant_finds_a_league_enters_plays_and_sees_the_result(
    player: Callable[..., Page], live_url: str, check_accessibility: Callable[[Page], None]
) -> None:
    season = open_season()
    page = player()
    sign_in(page, "ana", live_url)
    page.goto("/ligi/")
    page.get_by_role("searchbox").fill("marți")
    with page.expect_navigation():
        page.get_by_role("button", name="Caută").click()
    page.get_by_role("link", name="Liga de marți").click()
    page.get_by_role("button", name="Înscrie-te în ligă").click()
    expect(page.get_by_text("Înscrierea ta așteaptă acordul organizatorilor.")).to_be_visible()
    table = pair(season)
    page.goto("/ligi/")
    page.get_by_role("link", name="Masa mea").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Masa 1")
    shot(page, "league-table")
    for _scheme in in_both_schemes(page):
        check_accessibility(page)
    page.get_by_role("button", name="Mă așez la masă").click()
    expect(page.locator("#waiting")).to_contain_text("Ești la masă")
    expect(page.locator(".herelist__here")).to_have_count(1)
    shot(page, "league-waiting")
    for name in OTHERS:
        matchdays.sit_down(table=table, player=person(name))
    page.wait_for_url(TABLE)
    finish(Match.objects.get())
    page.goto(f"/liga/{season.league.slug}/clasament/")
    first = page.locator(".ranking tbody tr").first
    expect(first.locator("th")).to_contain_text("ana")
    expect(first.locator(".ranking__points")).to_have_text("10,00")
    for _scheme in in_both_schemes(page):
        check_accessibility(page)
    first.locator(".ranking__points a").click()
    expect(page.get_by_text(re.compile(r"Etapa 1, masa 1: locul 1 din 4"))).to_be_visible()


def test_a_table_is_agreed_and_its_week_kept_without_a_script(player: Callable[..., Page], live_url: str) -> None:
    season = open_season()
    entrants.apply(season=season, player=person("ana"))
    table = pair(season)
    page = player(java_script_enabled=False)
    sign_in(page, "ana", live_url)
    page.goto(f"/liga/{season.league.slug}/masa/{table.pk}/")
    page.get_by_label("Lu, Seara").check()
    with page.expect_navigation():
        page.get_by_role("button", name="Păstrează săptămâna mea").click()
    assert PlayWeek.objects.get(player__username="ana").free == [[34, 42]]
    page.get_by_role("button", name="Propune").first.click()
    expect(page.locator(".timecard")).to_have_count(1)
    assert table.times.get().by.name == "ana"


@pytest.mark.parametrize("tab", ["", "clasament/", "etape/?etapa=2", "jucatori/", "reguli/", "jurnal/"])
def test_no_page_of_a_full_season_is_wider_than_a_small_phone(
    player: Callable[..., Page], live_url: str, check_accessibility: Callable[[Page], None], tab: str
) -> None:
    division = full_season(16, 3)
    page = player(viewport={"width": 320, "height": 640})
    page.goto(f"/liga/{division.season.league.slug}/{tab}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for _scheme in in_both_schemes(page):
        check_accessibility(page)


def test_a_paper_result_is_tapped_in_name_by_name(player: Callable[..., Page], live_url: str) -> None:
    division = full_season(4, 2, venue=Season.Venue.CLUB)
    table = LeagueTable.objects.filter(matchday__division=division, state=LeagueTable.State.SEATED).first()
    assert table is not None
    LeagueTable.objects.update(paper=True)
    order = names(table)[::-1]
    page = player()
    sign_in(page, order[0], live_url)
    page.goto(f"/liga/{division.season.league.slug}/masa/{table.pk}/")
    for name in order:
        page.locator(".taporder__name", has_text=name).click()
    shot(page, "league-paper")
    page.get_by_role("button", name="Scrie rezultatul").click()
    expect(page.get_by_text("Este corect rezultatul?")).to_be_visible()
    lines = {line["entrant"]: line["place"] for line in table.results.get(current=True).lines}
    by_name = {entrant.name: lines[entrant.pk] for entrant in Entrant.objects.filter(pk__in=lines)}
    assert [by_name[name] for name in order] == [1, 2, 3][: len(order)]
