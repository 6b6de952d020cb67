"""A whole round by fingers alone: no mouse, no keys."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page

from games.models import Round
from tests.e2e.conftest import PHONE
from tests.e2e.hands import comes_to_move, last_move_of, loaded_anew, moves_of, ready, settle_own, sign_in, take_turn
from tests.servers import Site

NOTE_POINTERS = """
  sessionStorage.pointers ??= "";
  const note = (kind) => { if (!sessionStorage.pointers.includes(kind)) sessionStorage.pointers += kind + " "; };
  for (const kind of ["pointerdown", "pointerup"]) addEventListener(kind, (event) => note(event.pointerType), true);
  addEventListener("keydown", () => note("key"), true);
"""


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    """A site whose bots do not dawdle."""
    running = Site(MASUNO_BOT_PAUSE_MS="40", MASUNO_BETWEEN_ROUNDS_MS="60000")
    yield running
    assert running.stop() == 0, running.output


def begin(page: Page) -> None:
    """From the first page to the first cards, against a bot."""
    page.goto("/")
    page.locator("main a[href='/masa/noua/']").first.tap()
    page.wait_for_url("**/masa/noua/")
    page.locator("input[name=preset][value=clasic]").tap()
    page.locator("input[name=ending][value=single]").tap()
    page.locator("main form button:not([type=button])").last.tap()
    page.wait_for_url(re.compile(r"/t/\w{6}/"))
    # The first cards may be shown on the page that goes away.
    for button in ("#bot-add", "#start:enabled"):
        with loaded_anew(page):
            page.locator(button).tap()
    ready(page)


def test_a_round_against_a_bot_is_played_by_touch_alone(player: Callable[..., Page], live_url: str) -> None:
    page = player(viewport=PHONE, has_touch=True, is_mobile=True)
    page.add_init_script(NOTE_POINTERS)
    sign_in(page, "ana", live_url)
    begin(page)
    played, turns = Round.objects.get(), 0
    while comes_to_move(page):
        before = last_move_of(played, "ana")
        if take_turn(page, press=Locator.tap):
            settle_own(played, "ana", before, page)
            turns += 1
    page.locator("#felt[data-state=finished]").wait_for()
    assert turns == moves_of(played)["ana"] > 0
    page.locator("#to-match").tap()
    page.wait_for_url("**/joc/*/")
    assert page.evaluate("sessionStorage.pointers") == "touch "
