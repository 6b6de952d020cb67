"""A player's page, the leaderboard and friends on a phone, by day and by night."""

import re
from collections.abc import Callable
from unittest.mock import patch

import pytest
from playwright.sync_api import Page, expect

from games.models import Friendship, Match, Player
from tests.e2e.conftest import broken_words
from tests.e2e.hands import loaded_anew, open_for, sign_in
from tests.e2e.test_everywhere import faults_of
from tests.services.ledger import end, ranked
from tests.services.table import NOON
from tests.views.people import crowd, grown, rate, score

# What of the main part reaches into the page's own margin, but for what scrolls.
BEYOND = """() => {
  const main = document.querySelector("main"), style = getComputedStyle(main);
  const right = main.getBoundingClientRect().right - parseFloat(style.paddingRight) + 1;
  return [...main.querySelectorAll(":scope *")]
    .filter(one => !one.closest(".scroller, svg, .visually-hidden, .hero"))
    .filter(one => one.getBoundingClientRect().right > right).map(one => one.className || one.tagName);
}"""

type Arrive = Callable[..., Page]
type Check = Callable[[Page], None]

SMALL_PHONE = {"width": 360, "height": 640}
PAGES = [
    "/jucator/Ilinca/?ladder=duel",
    "/jucator/bogdan-cel-mare-1234/",
    "/clasament/",
    "/clasament/?period=all",
    "/clasament/?friends=1",
    "/prieteni/",
    "/joc/R00000/",
    "/",
]


@patch("games.live._send", new=lambda code, message: None)
def company() -> None:
    """Two who have played and are friends, many others, and an invitation."""
    me, other = grown("Ilinca"), grown("bogdan-cel-mare-1234")
    for points in ([500, 0], [0, 500], [500, 0]):
        end(ranked(me, other), points)  # the first is R00000
    crowd(60)
    rate(me, 10.0)
    for number, one in enumerate((me, other, *Player.objects.order_by("pk")[5:12])):
        score(one, [5040 - number * 500] * 6)
    Friendship.objects.create(asker=me, other=other, accepted_at=NOON)
    Friendship.objects.create(asker=grown("carmen"), other=me)
    open_for(other.username).invitations.create(by=other, to=me)


def wide(page: Page) -> int:
    """How many pixels of a page stick out on the right."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def test_pages_about_people_are_readable_by_everyone(player: Arrive, live_url: str, check_accessibility: Check) -> None:
    company()
    page = sign_in(player(), "Ilinca", live_url)
    faults = faults_of(page, check_accessibility, PAGES)
    assert faults == [], "\n\n".join(faults)


def test_pages_about_people_fit_the_smallest_phone(player: Arrive, live_url: str) -> None:
    company()
    page = sign_in(player(viewport=SMALL_PHONE), "Ilinca", live_url)
    for address in PAGES:
        page.goto(address)
        assert wide(page) == 0, address
        edge = page.evaluate(BEYOND)
        assert edge == [], address
        bar = page.locator(".links--main li:visible")
        for box in [one.bounding_box() for one in bar.all()]:
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= SMALL_PHONE["width"]
            assert box["height"] >= 44


@pytest.mark.parametrize("locale", ["ro-RO", "en-GB"])
def test_the_longest_names_stand_whole_in_lists(player: Arrive, live_url: str, locale: str) -> None:
    people = [grown(name) for name in ("Exploratoareanopților", "bogdan-cel-mare-1234", "carmen", "Ilinca")]
    end(ranked(*people), [500, 300, 200, 100])
    page = sign_in(player(viewport=SMALL_PHONE, locale=locale), "Ilinca", live_url)
    for address in ("/jocuri/", "/jocurile-mele/", "/clasament/?period=all"):
        page.goto(address)
        assert wide(page) == 0
        assert broken_words(page.locator(".rowcard__name, .rowcard__end, .board thead th")) == []
        ends = page.locator(".rowcard__end .badge").all()
        assert all(end.evaluate("end => end.scrollWidth <= end.clientWidth") for end in ends)


def test_a_change_is_opened_line_by_line(player: Arrive, live_url: str) -> None:
    company()
    page = sign_in(player(), "Ilinca", live_url)
    page.goto("/jucator/Ilinca/?ladder=duel")
    line = page.locator(".ledger__match").first
    reason = line.locator(".ledger__why li").first
    expect(reason).to_be_hidden()
    line.locator("summary").click()
    expect(reason).to_contain_text("bogdan-cel-mare-1234")


def test_ones_own_line_is_on_the_first_page_of_the_board(player: Arrive, live_url: str) -> None:
    company()
    page = sign_in(player(), "Ilinca", live_url)
    page.goto("/clasament/?period=all")
    expect(page.locator(".board__me")).to_contain_text("Ilinca")
    expect(page.locator(".board__me .board__rank")).to_have_text("61")


def test_the_board_stays_where_one_is_and_another_page_of_it_begins_at_its_head(player: Arrive, live_url: str) -> None:
    company()
    page = sign_in(player(viewport=SMALL_PHONE), "Ilinca", live_url)
    page.goto("/clasament/")
    page.evaluate("window.same = true; scrollTo({ top: 120, behavior: 'instant' })")
    for name in ("Total", "Lună", "Sezon", "Total"):
        chosen = page.get_by_role("navigation", name="Perioada").get_by_role("link", name=name, exact=True)
        chosen.click()
        expect(chosen).to_have_attribute("aria-current", "true")
        assert page.evaluate("[scrollY, same]") == [120, True]
        expect(chosen).to_be_focused()
    assert page.url.endswith("period=all")
    page.get_by_role("link", name="Înainte").click()
    expect(page.locator(".board__rank").first).to_have_text("51")
    head = "Math.round(document.querySelector('table.board').getBoundingClientRect().y)"
    page.wait_for_function(f"most => 0 < {head} && {head} < most", arg=SMALL_PHONE["height"] / 3)
    page.go_back()
    expect(page.locator(".board__rank").first).to_have_text("1")


def test_from_an_invitation_to_the_table(player: Arrive, live_url: str) -> None:
    company()
    match = Match.objects.get(state="open")
    page = sign_in(player(), "Ilinca", live_url)
    page.goto("/")
    page.locator(f"#go-{match.code}").click()
    page.wait_for_url(re.compile(f"/t/{match.code}/"))
    with loaded_anew(page):  # the socket may show the seat before
        page.locator("#sit").click()
    expect(page.locator("#ready")).to_be_visible()
    page.goto("/")
    expect(page.locator(f"#go-{match.code}")).to_have_count(0)
