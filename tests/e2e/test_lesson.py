"""The first hand in a real browser: by taps, by the keyboard alone, refused, and for who cannot see well."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import DESK, PHONE, in_both_schemes
from tests.servers import Site

type Arrive = Callable[..., Page]

LESSON = "/invata/"
# What is tapped at each step, and a card that does not go there.
TAPS = [
    ["card-B3-0", "play"],
    ["card-R9-0", "play"],
    ["draw"],
    ["card-WC-0", "colour-G", "play"],
    ["card-G5-0", "card-R5-0", "play"],
    ["card-YD-0", "play"],
    ["card-Y4-0", "mas", "play"],
    ["card-G8-0", "play"],
]
WRONG = ["R9", "G8", "YD", "G5", "Y4", "G8", "G8"]
RULE = re.compile(r"^/reguli/#r[456]$")
SMALL = {"width": 360, "height": 640}


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    """A site whose bots do not dawdle."""
    running = Site(MASUNO_BOT_PAUSE_MS="150")
    yield running
    assert running.stop() == 0, running.output


def at_step(page: Page, step: int) -> None:
    """Wait until this step (from 0) is the learner's to do."""
    page.wait_for_function(
        "step => document.querySelectorAll('.coach__step .is-done').length === step"
        " && document.querySelector('#mine[data-urgent]')",
        arg=step,
        timeout=30_000,
    )


def tap(page: Page, *ids: str) -> None:
    for name in ids:
        page.locator(f"#{name}").click()


def won(page: Page) -> None:
    page.locator("#felt[data-state=finished]").wait_for()
    expect(page.locator("h1")).to_have_text("Ai câștigat runda!")
    expect(page.locator("#to-open")).to_be_visible()


def test_the_lesson_is_walked_by_taps_and_wrong_ones_are_explained(player: Arrive) -> None:
    page = player()
    page.goto(LESSON)
    sockets: list[object] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    for step, taps in enumerate(TAPS):
        at_step(page, step)
        if step < len(WRONG):
            before = page.locator("#felt").get_attribute("data-number")
            tap(page, f"card-{WRONG[step]}-0")
            expect(page.locator("#answer a")).to_have_attribute("href", RULE)
            assert page.locator("#felt").get_attribute("data-number") == before
        for card in page.locator(".held--hint").all():
            assert card.get_attribute("id") in taps
        tap(page, *taps)
    won(page)
    assert sockets == []


def reach(page: Page, name: str) -> None:
    """Come to a button by the tabulator, forwards, as often as it takes."""
    for _ in range(60):
        if page.evaluate("document.activeElement?.id") == name:
            return
        page.keyboard.press("Tab")
    pytest.fail(f"#{name} is not reached by the keyboard")


def test_the_lesson_is_walked_by_the_keyboard_alone(player: Arrive) -> None:
    page = player(viewport=DESK)
    page.goto(LESSON)
    for step, buttons in enumerate(TAPS):
        at_step(page, step)
        for name in buttons:
            page.locator(f"#{name}:visible:enabled").wait_for()
            reach(page, name)
            page.keyboard.press("Enter")
    won(page)
    reach(page, "to-open")


def test_who_forgets_the_call_is_warned(player: Arrive) -> None:
    page = player()
    page.goto(LESSON)
    for step, taps in enumerate(TAPS[:6]):
        at_step(page, step)
        tap(page, *taps)
    at_step(page, 6)
    tap(page, "card-Y4-0", "play")
    expect(page.locator("#coach")).to_contain_text("Apasă repede MAS!")
    tap(page, "mas")
    at_step(page, 7)
    tap(page, *TAPS[7])
    won(page)


def test_the_lesson_waits_where_it_was_left(player: Arrive) -> None:
    page = player()
    page.goto(LESSON)
    tap(page, *TAPS[0])
    at_step(page, 1)
    page.reload()
    at_step(page, 1)
    page.locator("#menu summary").click()
    page.get_by_role("button", name="De la capăt").click()
    at_step(page, 0)


def test_a_move_of_the_others_that_was_lost_on_the_way_is_asked_for_again(player: Arrive) -> None:
    page = player()
    page.goto(LESSON)
    lost: list[str] = []

    def lose_the_first(route: Route) -> None:
        lost.append(route.request.url)
        if len(lost) == 1:
            route.abort()
        else:
            route.continue_()

    page.route(re.compile("/invata/stare/"), lose_the_first)
    tap(page, *TAPS[0])
    at_step(page, 1)
    assert len(lost) > 1
    errors: list[str] = player.errors  # type: ignore[attr-defined]
    errors[:] = [error for error in errors if "ERR_FAILED" not in error]


@pytest.mark.parametrize("viewport", [PHONE, SMALL, DESK], ids=["phone", "small", "desk"])
def test_the_lesson_is_for_everybody(
    player: Arrive, check_accessibility: Callable[[Page], None], viewport: Any
) -> None:
    page = player(viewport=viewport)
    page.goto(LESSON)
    for step, taps in enumerate(TAPS):
        at_step(page, step)
        for _scheme in in_both_schemes(page):
            check_accessibility(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for part in ("#coach", "#top-" + page.locator(".pile--top").get_attribute("id")[4:], "#play", "#mas"):
            assert in_view(page, part), part
        tap(page, *taps)
    won(page)
    for _scheme in in_both_schemes(page):
        check_accessibility(page)


def in_view(page: Page, selector: str) -> bool:
    """Whether a part has a size and lies on the screen whole."""
    return bool(
        page.evaluate(
            "selector => { const box = document.querySelector(selector).getBoundingClientRect();"
            " return box.width > 20 && box.height > 20 && box.top >= 0 && box.left >= 0"
            " && box.bottom <= innerHeight && box.right <= innerWidth; }",
            selector,
        )
    )
