"""The first page: every word of its head can be read, also over the flames that axe does not see."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, PHONE, in_both_schemes
from tests.e2e.hands import sign_in
from tests.e2e.test_company import SMALL, shot
from tests.e2e.test_league_entrant import open_season, pair
from tests.leagues.services.league import names

type Arrive = Callable[..., Page]

# Against the felt, and against the flames where they are brightest.
CONTRASTS = """() => {
  const light = ([r, g, b]) => { const one = (part) => part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4;
    return .2126 * one(r / 255) + .7152 * one(g / 255) + .0722 * one(b / 255); };
  const read = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const felt = read(getComputedStyle(document.querySelector(".hero")).backgroundColor);
  const flames = felt.map((part, index) => part * .58 + [192, 27, 24][index] * .42);
  return [...document.querySelectorAll(".hero h1, .hero em, .hero .lead, .hero p > a")].flatMap(part =>
    [felt, flames].map(ground => {
      const [a, b] = [light(read(getComputedStyle(part).color)), light(ground)].sort((x, y) => y - x);
      return [part.id || part.className || part.tagName, (a + .05) / (b + .05)];
    }));
}"""


@pytest.mark.parametrize("screen", [SMALL, PHONE, DESK], ids=["small", "phone", "desk"])
def test_the_head_of_the_first_page_can_be_read(player: Arrive, live_url: str, screen: dict[str, int]) -> None:
    page = player(viewport=screen)
    page.goto("/")
    for scheme in in_both_schemes(page):
        shot(page, f"home-{screen['width']}-{scheme}")
        contrasts = page.evaluate(CONTRASTS)
        assert any(name == "as-guest" for name, _ in contrasts)
        assert [told for told in contrasts if told[1] < 4.5] == []


def test_the_bar_at_the_thumb_stays_clear_of_the_edges(player: Arrive, live_url: str) -> None:
    page = player(viewport=SMALL)
    for language in ("ro-RO", "en-GB"):
        page.set_extra_http_headers({"Accept-Language": language})
        page.goto("/")
        sides = """() => { const range = document.createRange(); return [...document.querySelectorAll(".links--main a")]
            .filter(link => link.checkVisibility()).map(link => { range.selectNodeContents(link);
            const box = range.getBoundingClientRect(); return [box.left, innerWidth - box.right]; }); }"""
        found = page.evaluate(sides)
        assert len(found) == 5
        assert min(min(pair) for pair in found) >= 6, found


def test_no_word_of_the_bar_is_taken_for_its_neighbour(player: Arrive, live_url: str) -> None:
    page = player(viewport=SMALL)
    page.goto("/")
    bar = page.locator(".links--main a:visible")
    expect(bar).to_have_text(["Acasă", "Masă nouă", "Joacă clasat", "Top", "Ligi"])
    bar.nth(3).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Top")
    shot(page, "board-360")


@pytest.mark.parametrize("screen", [SMALL, PHONE, DESK], ids=["small", "phone", "desk"])
def test_a_league_table_that_waits_is_the_first_thing_on_the_page(
    player: Arrive, live_url: str, screen: dict[str, int], check_accessibility: Callable[[Page], None]
) -> None:
    table = pair(open_season())
    page = sign_in(player(viewport=screen), names(table)[0], live_url)
    page.goto("/")
    call = page.get_by_role("region", name="Masa ta din Liga de marți")
    expect(call).to_be_in_viewport(ratio=1)
    for scheme in in_both_schemes(page):
        shot(page, f"home-call-{screen['width']}-{scheme}")
        check_accessibility(page)
    call.get_by_role("link", name="La masă").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Masa 1")
