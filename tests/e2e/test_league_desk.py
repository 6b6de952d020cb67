"""Who runs a league, on a phone: from the first page to the second round."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Player
from leagues.models import League, LeagueTable, Matchday, Season
from leagues.services import entrants
from tests.e2e.conftest import DESK, in_both_schemes
from tests.e2e.hands import sign_in
from tests.e2e.patience import Held, until
from tests.e2e.test_company import shot
from tests.leagues.services.league import day_of, ids, names, tables_of

type Arrive = Callable[..., Page]
type Check = Callable[[Page], None]


def organizer(page: Page, live_url: str) -> Page:
    sign_in(page, "olga", live_url)
    return page


def opened(page: Page, name: str = "Liga de marți") -> Season:
    """A new league at a club, with nothing filled in but what the form asks."""
    page.goto("/liga/noua/")
    page.fill("[name=name]", name)
    page.get_by_text("La club, cu cărți adevărate").click()
    page.click("#open-league")
    page.wait_for_url(re.compile("/birou/$"))
    return Season.objects.select_related("league__owner").get()


def apply(season: Season, count: int) -> None:
    for number in range(1, count + 1):
        player = Player.objects.create(username=f"jucător{number}")
        entrants.apply(season=season, player=player, code=season.league.code)


def drafted(page: Page, live_url: str) -> Matchday:
    season = opened(organizer(page, live_url))
    apply(season, 8)
    page.reload()
    page.click("#accepta-toti")
    expect(page.locator(".need")).to_have_count(0)
    begin(page)
    expect(page.locator("#board-state")).to_have_text("de verificat", timeout=30_000)
    page.wait_for_load_state()  # before that the board's scripts do not listen
    return day_of(season.divisions.get(), 1)


def begin(page: Page) -> None:
    """Two taps: the first only tells what will be."""
    page.click("#next-step")
    expect(page.locator(".twice__in")).to_contain_text("Nu se mai poate da înapoi")
    assert Season.objects.get().state == Season.State.REGISTRATION
    page.click("#begin")


def order(table: LeagueTable) -> list[int]:
    return ids(table)


def test_an_organizer_runs_two_rounds_on_a_phone(player: Arrive, live_url: str, check_accessibility: Check) -> None:
    page = organizer(player(), live_url)
    page.goto("/liga/noua/")
    expect(page.locator("#trial")).to_contain_text("6 × 4")
    page.fill("[name=expected]", "10")
    page.locator("[name=expected]").blur()
    expect(page.locator("#trial")).to_contain_text("1 × 4 + 2 × 3")
    for _scheme in in_both_schemes(page):
        check_accessibility(page)
    season = opened(page)
    expect(page.locator("#share-code")).to_have_text(season.league.code)
    apply(season, 8)
    page.reload()
    expect(page.locator(".need")).to_contain_text("8 jucători vor să se înscrie.")
    for _scheme in in_both_schemes(page):
        check_accessibility(page)
    page.click("#accepta-toti")
    expect(page.locator(".need")).to_have_count(0)
    page.click("#next-step")
    expect(page.locator(".twice__facts")).to_contain_text("2 mese de 4")
    for _scheme in in_both_schemes(page):
        check_accessibility(page)
    shot(page, "desk-begin")
    assert season.divisions.count() == 0
    page.click("#begin")

    expect(page.locator("#board-state")).to_have_text("de verificat", timeout=30_000)
    expect(page.locator(".finding").first).to_be_visible()
    for _scheme in in_both_schemes(page):
        check_accessibility(page)
    day = day_of(season.divisions.get(), 1)
    one, other = tables_of(day)
    first, second = order(one)[0], order(other)[3]
    page.click(f"#one-{first}")
    expect(page.locator(f"#one-{first}")).to_have_attribute("aria-current", "true")
    page.click(f"#one-{second}")
    expect(page.locator(f"#table-{one.pk} #one-{second}")).to_be_visible()
    assert (order(one)[0], order(other)[3]) == (second, first)
    page.click("#publish")
    expect(page.locator("#board-state")).not_to_have_text("de verificat")

    for table in (one, other):
        page.locator(f"#table-{table.pk}").get_by_role("link", name="Rezultat").click()
        for name in reversed(names(table)):
            page.get_by_role("button", name=name, exact=True).click()
        page.click("#save")
        expect(page.locator(f"#table-{table.pk} .badge")).to_have_text("trecută de mână")
        assert [line["place"] for line in table.results.get().lines] == [4, 3, 2, 1]
    expect(page.locator("#board-state")).to_have_text("încheiată")
    paired = {Matchday.State.DRAFT, Matchday.State.PUBLISHED, Matchday.State.IN_PLAY}
    until(lambda: day_of(season.divisions.get(), 2).state in paired)
    page.goto(f"/liga/{season.league.slug}/birou/")
    expect(page.locator(".rowcard").nth(1)).to_contain_text("Etapa 2")
    page.click("#next-step")
    expect(page.locator("h1")).to_have_text("Etapa 2")


def test_two_change_places_by_drag_by_keys_and_without_a_script(player: Arrive, live_url: str) -> None:
    page = player(viewport=DESK)
    day = drafted(page, live_url)
    one, other = tables_of(day)
    first, second = order(one)[0], order(other)[0]
    page.drag_and_drop(f"#one-{first}", f"#one-{second}")
    expect(page.locator(f"#table-{one.pk} #one-{second}")).to_be_visible()
    page.focus(f"#one-{second}")
    page.keyboard.press("Enter")
    expect(page.locator(f"#one-{second}")).to_have_attribute("aria-current", "true")
    page.focus(f"#one-{first}")
    page.keyboard.press("Enter")
    expect(page.locator(f"#table-{one.pk} #one-{first}")).to_be_visible()
    plain = player(java_script_enabled=False)
    sign_in(plain, "olga", live_url)
    plain.goto(f"/liga/{day.division.season.league.slug}/etapa/1/propunere/")
    plain.click(f"#one-{first}")
    expect(plain.locator(f"#one-{first}")).to_have_attribute("aria-current", "true")
    plain.click(f"#one-{second}")
    expect(plain.locator(f"#table-{one.pk} #one-{second}")).to_be_visible()
    assert (order(one)[0], order(other)[0]) == (second, first)


def test_a_second_name_tapped_before_the_answer_about_the_first_changes_places(player: Arrive, live_url: str) -> None:
    page = player()
    day = drafted(page, live_url)
    one, other = tables_of(day)
    first, second = order(one)[0], order(other)[0]
    slow = Held(page, "**/propunere/?*ales=*")
    page.click(f"#one-{first}")
    slow.comes()
    page.click(f"#one-{second}")
    expect(page.locator(f"#table-{one.pk} #one-{second}")).to_be_visible()
    expect(page.locator(".sitter--chosen")).to_have_count(0)
    assert (order(one)[0], order(other)[0]) == (second, first)


def test_thirty_two_are_paired_in_few_taps(player: Arrive, live_url: str) -> None:
    """U1: at most eight from the first page to the first tables, at most four to the next ones."""
    page = organizer(player(), live_url)
    taps: list[str] = []

    def tap(selector: str) -> None:
        taps.append(selector)
        page.locator(selector).first.click()

    page.goto("/")
    tap("#to-new-league")
    page.fill("[name=name]", "Liga celor mulți")
    tap("#open-league")
    page.wait_for_url(re.compile("/birou/$"))
    season = Season.objects.select_related("league__owner").get()
    apply(season, 32)
    page.reload()
    tap("#accepta-toti")
    expect(page.locator(".need")).to_have_count(0)
    tap("#next-step")
    tap("#begin")
    expect(page.locator("#board-state")).to_have_text("de verificat", timeout=30_000)
    expect(page.locator(".finding")).to_have_count(4)
    tap("#publish")
    expect(page.locator("#board-state")).not_to_have_text("de verificat")
    assert len(taps) <= 8

    Season.objects.update(looking=Season.Looking.ALWAYS)
    taps.clear()
    tap("#closing summary")
    tap("#close")
    expect(page.locator("h1")).to_have_text("Etapa 2")
    expect(page.locator("#board-state")).to_have_text("de verificat", timeout=30_000)
    tap("#publish")
    expect(page.locator("#board-state")).not_to_have_text("de verificat")
    assert len(taps) <= 4
    assert day_of(season.divisions.get(), 2).tables.count() == 8


@pytest.mark.parametrize("script", [True, False])
def test_nothing_is_wider_than_a_small_phone(player: Arrive, live_url: str, script: bool) -> None:
    page = player(viewport={"width": 360, "height": 640}, java_script_enabled=script)
    day = drafted(page, live_url)
    slug = League.objects.get().slug
    addresses = [
        *("/liga/noua/", f"/liga/{slug}/birou/", f"/liga/{slug}/birou/jucatori/", f"/liga/{slug}/birou/administrare/"),
        *(f"/liga/{slug}/birou/jurnal/", f"/liga/{slug}/etapa/{day.number}/propunere/", f"/liga/{slug}/sala/"),
    ]
    for address in addresses:
        page.goto(address)
        width = page.locator("html").evaluate("html => html.scrollWidth")
        assert width <= 360, address


def test_the_other_pages_are_for_everybody(player: Arrive, live_url: str, check_accessibility: Check) -> None:
    page = player()
    day = drafted(page, live_url)
    page.click("#publish")
    expect(page.locator("#board-state")).not_to_have_text("de verificat")
    slug, table = League.objects.get().slug, tables_of(day)[0]
    desk = f"/liga/{slug}/birou/"
    results = f"/liga/{slug}/masa/{table.pk}/rezultat/"
    for address in (f"{desk}jucatori/", f"{desk}administrare/", f"{desk}jurnal/", results, f"/liga/{slug}/sala/"):
        page.goto(address)
        for _scheme in in_both_schemes(page):
            check_accessibility(page)
