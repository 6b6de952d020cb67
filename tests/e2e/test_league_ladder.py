"""A ladder on two phones: both want to play, are called to one table, sit down, and the result counts."""

import re
from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Match
from games.services import arranged
from leagues.models import Division, LadderTicket, LeagueDue, LeagueTable, Matchday, Season
from leagues.services import clock, entrants, ladders, leagues, seasons
from leagues.services.plan import Plan
from tests.e2e.conftest import in_both_schemes
from tests.e2e.hands import sign_in
from tests.e2e.patience import until
from tests.e2e.test_company import shot
from tests.e2e.test_league_entrant import TABLE
from tests.leagues.services.league import player as person


def open_ladder() -> Division:
    """A ladder of duels that opened a minute ago; Ana and Bogdan are in."""
    now = timezone.now()
    plan = Plan(
        format=Season.Format.LADDER,
        venue=Season.Venue.ONLINE,
        table_size=2,
        round_days=14,
        opens_at=now - timedelta(minutes=1),
        approval=False,
        best_results=10,
        least_results=5,
    )
    owner = person("olga")
    season = leagues.open_league(owner=owner, name="Scara de iarnă", plan=plan, visibility="public")
    seasons.open_registration(season=season, by=owner)
    for name in ("ana", "bogdan"):
        entrants.apply(season=season, player=person(name))
    (division,) = seasons.begin(season=season, by=owner)
    clock.take_due(timezone.now())
    # The site's own clock may have been first, and be about it still.
    until(lambda: division.matchdays.filter(state=Matchday.State.IN_PLAY).exists())
    return division


def test_two_who_want_to_play_find_each_other_and_the_table_counts(
    player: Callable[..., Page], live_url: str, check_accessibility: Callable[[Page], None]
) -> None:
    division = open_ladder()
    address = f"/liga/{division.season.league.slug}/"
    ana, bogdan = player(), player()
    for page, name in ((ana, "ana"), (bogdan, "bogdan")):
        sign_in(page, name, live_url)
        page.goto(address)
    shot(ana, "ladder-idle")
    ana.get_by_role("button", name="Vreau să joc").click()
    expect(ana.locator("#ladder")).to_contain_text("1 jucător așteaptă")
    shot(ana, "ladder-waiting")
    for _scheme in in_both_schemes(ana):
        check_accessibility(ana)
    # They are called up below, and not before both pages have been looked at.
    LeagueDue.objects.filter(kind=LeagueDue.Kind.LADDER).update(due_at=timezone.now() + timedelta(hours=1))
    bogdan.get_by_role("button", name="Vreau să joc").click()
    expect(bogdan.locator("#ladder")).to_contain_text("2 jucători așteaptă")
    assert LadderTicket.objects.count() == 2
    ladders.tick(division, timezone.now())
    table = LeagueTable.objects.get()
    for page in (ana, bogdan):
        page.wait_for_url(f"**/masa/{table.pk}/")
    expect(ana).to_have_title(re.compile("● Masa ta e gata"))
    shot(ana, "ladder-table")
    for _scheme in in_both_schemes(ana):
        check_accessibility(ana)
    ana.get_by_role("button", name="Mă așez la masă").click()
    expect(ana.locator("#waiting")).to_contain_text("Ești la masă")
    assert ana.locator("#called").count() == 0  # nothing rings for who sits
    bogdan.get_by_role("button", name="Mă așez la masă").click()
    bogdan.wait_for_url(TABLE)
    ana.wait_for_url(TABLE)
    match = Match.objects.get()
    match.seats.filter(player=person("ana")).update(points=510)
    arranged.freeze(match=match, now=timezone.now())
    ana.goto(f"{address}clasament/")
    first = ana.locator(".ranking tbody tr").first
    expect(first.locator("th")).to_contain_text("ana")
    expect(first.locator("th")).to_contain_text("loc după 5 mese")
    shot(ana, "ladder-standings")
    first.locator(".ranking__points a").click()
    expect(ana.get_by_text("Masa 1: locul 1 din 2").first).to_be_visible()
    ana.goto(f"{address}etape/")
    expect(ana.locator(".leaguetable")).to_have_count(1)
    shot(ana, "ladder-tables")
    ana.goto(f"{address}reguli/")
    shot(ana, "ladder-rules")
    for _scheme in in_both_schemes(ana):
        check_accessibility(ana)


def test_the_desk_of_a_ladder_and_the_plan_on_a_phone(
    player: Callable[..., Page], live_url: str, check_accessibility: Callable[[Page], None]
) -> None:
    division = open_ladder()
    bogdan = division.entrants.get(name="bogdan")
    ladders.join(entrant=bogdan, by=bogdan.player)
    page = player()
    sign_in(page, "olga", live_url)
    page.goto(f"/liga/{division.season.league.slug}/birou/scara/")
    expect(page.locator("#live")).to_contain_text("bogdan")
    shot(page, "ladder-desk")
    for _scheme in in_both_schemes(page):
        check_accessibility(page)
    page.goto(f"/liga/{division.season.league.slug}/birou/jucatori/")
    shot(page, "ladder-desk-people")
    page.goto("/liga/noua/")
    page.locator("#trial-meetings > summary").click()
    shot(page, "plan-new")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#plan-counting > summary").click()
    page.get_by_label("Punctele unei mese", exact=True).select_option("own")
    shot(page, "plan-counting")
    for _scheme in in_both_schemes(page):
        check_accessibility(page)
    page.get_by_label("Cine cu cine joacă?").select_option("ladder")
    expect(page.get_by_label("Câte zile e deschisă?")).to_be_visible()
    expect(page.get_by_label("Etape în ligă")).to_be_hidden()
    expect(page.get_by_label("Ultima etapă în care mai poate începe cineva nou")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_label("Câte zile e deschisă?").scroll_into_view_if_needed()
    shot(page, "plan-ladder")
    page.evaluate("scrollTo(0, 0)")
    check_accessibility(page)
