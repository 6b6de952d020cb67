"""The table by keyboard and by ear: where the focus goes, that it is seen, that nothing holds it, what is told."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, PHONE, SCHEMES
from tests.e2e.hands import at_table, number, settle, sign_in, table_of
from tests.e2e.test_hostile import STICKING_OUT
from tests.e2e.test_table import REST, SEVEN, tap

type Arrive = Callable[..., Page]

OTHERS = ["B1 B2 YS Y4", "G8 GR WD"]
# The focused control: its place in the page, how its ring looks, and whether it can be seen and hit.
FOCUSED = """() => {
  const part = document.activeElement, style = getComputedStyle(part), box = part.getBoundingClientRect();
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(one => one / 255)
      .map(one => one <= .03928 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  let ground = part.parentElement;
  const colour = () => getComputedStyle(ground).backgroundColor;
  while (ground.parentElement && (ground.matches(".mine") || colour().endsWith(", 0)"))) ground = ground.parentElement;
  const over = ["#hand", "#simple", ".calls", "#go"].some(own => part.closest(own));
  const paper = getComputedStyle(document.documentElement).getPropertyValue("--paper");
  const rgb = (hex) => "rgb(" + hex.trim().slice(1).match(/../g).map(two => parseInt(two, 16)).join(", ") + ")";
  const [a, b] = [light(style.outlineColor), light(over ? rgb(paper) : colour())].sort((x, y) => y - x);
  return {
    name: part === document.body ? "BODY" : part.id || part.className || part.tagName,
    ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    contrast: (a + .05) / (b + .05),
    seen: part.matches(".visually-hidden *, .visually-hidden") ||
      (box.width > 0 && box.left < innerWidth && box.right > 0 && box.top < innerHeight && box.bottom > 0),
  };
}"""


def around(page: Page, most: int = 90) -> list[dict[str, Any]]:
    """Press Tab until the focus has left the page, or come back to where it was."""
    page.evaluate("document.activeElement.blur()")
    seen: list[dict[str, Any]] = []
    for _ in range(most):
        page.keyboard.press("Tab")
        here = page.evaluate(FOCUSED)
        if here["name"] == "BODY" or (len(seen) > 3 and here["name"] == seen[0]["name"]):
            return seen
        seen.append(here)
    raise AssertionError(f"the focus goes round and round: {[one['name'] for one in seen[-8:]]}")


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_focus_is_seen_on_every_control(player: Arrive, live_url: str, screen: dict[str, int], scheme: str) -> None:
    played = table_of("ana", "bogdan", "carmen", hands=[SEVEN, "B1", OTHERS[1]], owes=[1], **REST)
    page = at_table(player(viewport=screen, color_scheme=scheme), "ana", played, live_url)
    seen = around(page)
    names = [one["name"] for one in seen]
    assert [one for one in seen if not one["ring"] or not one["seen"] or one["contrast"] < 3] == []
    order = [names.index(name) for name in ("home", "catch-1", "card-R5-0", "draw", "order", "mas")]
    assert order == sorted(order)


def test_what_opens_lets_the_focus_in_and_gives_it_back(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", hands=[SEVEN, *OTHERS], **REST)
    page = at_table(player(), "ana", played, live_url)
    page.locator("#to-company").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#company")).to_be_visible()
    assert page.evaluate("document.activeElement.closest('#company') !== null")
    page.keyboard.press("Escape")
    expect(page.locator("#company")).to_be_hidden()
    expect(page.locator("#to-company")).to_be_focused()
    page.locator("#menu summary").focus()
    page.keyboard.press("Enter")
    page.locator("#leave").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#leave-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#leave-dialog")).to_be_hidden()
    expect(page.locator("#menu summary")).to_be_focused()


@pytest.mark.parametrize("screen", [(390, 844), (360, 640), (390, 480), (844, 390)])
def test_the_latest_that_happened_can_be_read_to_its_end(
    player: Arrive, live_url: str, screen: tuple[int, int]
) -> None:
    names = ("Alexandru-Constantin", "Bogdan-Mihailescu-II")
    played = table_of(*names, hands=["R5 R2 RD B5 B7 Y4", "B1 B2 YS Y4"], **REST)
    page = at_table(player(viewport={"width": screen[0], "height": screen[1]}), names[0], played, live_url)
    page.locator("#card-RD-0").click()
    latest = page.locator("#feed li").last
    expect(latest).to_have_text("Alexandru-Constantin pune +2 roșu.")
    expect(latest).to_be_in_viewport(ratio=1)  # of the feed's own box too
    assert latest.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight")


def test_nothing_that_happens_is_told_to_eyes_alone(player: Arrive, live_url: str) -> None:
    hands = ["R5 B5", "B1 B2 YS Y4", "G8 GR WD"]
    played = table_of("ana", "bogdan", "carmen", hands=hands, **REST)
    page = at_table(player(), "ana", played, live_url)
    expect(page.locator("#feed")).to_have_attribute("aria-live", "polite")
    before = number(page)
    tap(page, "card-R5-0", "play")
    settle(page, before)
    expect(page.locator("#feed li").last).to_have_text("ana pune 5 roșu.")
    expect(page.locator("[role=status]#prompt")).to_have_text("A rămas o carte: strigă MAS!")
    expect(page.locator("#chip-0 .visually-hidden")).to_contain_text("n-a strigat MAS!")
    unnamed = """() => [...document.querySelectorAll("button, a[href], summary, input, select")]
        .filter(one => one.checkVisibility() && !(one.textContent.trim() || one.getAttribute("aria-label")
          || one.labels?.length || one.placeholder)).map(one => one.outerHTML)"""
    assert page.evaluate(unnamed) == []


@pytest.mark.parametrize(
    "screen", [{"width": 640, "height": 400}, {"width": 320, "height": 640}], ids=["200%", "reflow"]
)
def test_twice_as_large_it_can_still_be_played(player: Arrive, live_url: str, screen: dict[str, int]) -> None:
    played = table_of("ana", "bogdan", "carmen", hands=[SEVEN, *OTHERS], **REST)
    page = at_table(player(viewport=screen), "ana", played, live_url)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    before = number(page)
    page.locator("#card-WC-0").click()
    page.locator("#colour-B").click()
    page.locator("#play").click()
    settle(page, before)


PAGES = (
    *("/", "/reguli/", "/invata/", "/masa/noua/", "/tine-scorul/", "/jocuri/", "/jocurile-mele/", "/statistici/"),
    *("/clasament/", "/clasament/joaca/", "/prieteni/", "/jucator/ana/", "/cont/setari/"),
    *("/ligi/", "/ligi/timp/", "/liga/noua/"),
)


def test_every_page_fits_a_screen_of_few_words(player: Arrive, live_url: str) -> None:
    """WCAG 1.4.10: at 320 px nothing is to be scrolled sideways, also for who is signed in."""
    page = sign_in(player(viewport={"width": 320, "height": 640}), "ana", live_url)
    wide = {}
    for address in PAGES:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide[address] = page.evaluate(STICKING_OUT)
    assert wide == {}


def test_more_contrast_and_colours_of_ones_own_keep_what_matters(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", hands=[SEVEN, *OTHERS], **REST)
    page = at_table(player(), "ana", played, live_url)
    page.emulate_media(contrast="more")
    tell = "name => getComputedStyle(document.querySelector(name)).opacity"
    assert page.evaluate(tell, "#card-G2-0") == "1"
    page.emulate_media(contrast="no-preference", forced_colors="active")
    chosen = page.locator("#card-R5-0")
    chosen.click()
    assert page.evaluate("name => getComputedStyle(document.querySelector(name)).outlineStyle", "#card-R5-0") != "none"
