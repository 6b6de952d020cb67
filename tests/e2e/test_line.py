"""The page's line to its table: it says no more than the guard lets pass, and comes back when it was cut off."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from masuno_site.guard import MESSAGE_BURST, MESSAGES_A_SECOND, TOO_MANY, TOO_SLOW
from tests.e2e.hands import at_table, number, settle, stand_still, table_of
from tests.e2e.test_table import PLAIN, tap, texts

type Arrive = Callable[..., Page]

KEEP_SOCKETS = """
  window.sockets = [];
  window.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      window.sockets.push(this);
      this.addEventListener("message", (event) => { if (event.data[0] === "{") window.answered = true; });
    }
  };
"""
IS_OPEN = "index => window.sockets[index]?.readyState === WebSocket.OPEN"
# Thirty times a card is taken up and put back, as fast as the screen shows it.
TAP_ON_AND_OFF = """async () => {
  const shown = () => new Promise(requestAnimationFrame);
  for (let turn = 0; turn < 30; turn++) {
    for (const id of ["card-RS-0", "clear"]) { document.getElementById(id).click(); await shown(); }
  }
}"""


def test_the_pages_budget_is_smaller_than_the_guards() -> None:
    own = (settings.BASE_DIR / "static/js/budget.js").read_text()
    figures = {name: float(figure) for name, figure in re.findall(r"static (\w+) = ([\d.]+);", own)}
    assert figures["A_SECOND"] < MESSAGES_A_SECOND
    assert figures["KEPT"] < figures["BURST"] < MESSAGE_BURST


def sockets_of(page: Page) -> list[WebSocket]:
    """All that this page opens from now on."""
    opened: list[WebSocket] = []
    page.on("websocket", lambda socket: opened.append(socket))
    return opened


def never_polls(page: Page) -> None:
    page.route(re.compile("/stare/"), lambda route: route.fulfill(status=204))


def is_live(page: Page, other: Page) -> None:
    """What the other one does reaches this page, which hears of it by its socket alone."""
    expect(page.locator("#offline")).to_be_hidden()
    before = number(page)
    tap(other, "draw")
    settle(page, before)


def test_tapping_cards_on_and_off_keeps_the_socket_and_the_last_one_is_foretold(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page = player()
    sockets = sockets_of(page)
    at_table(page, "ana", played, live_url)
    page.evaluate(TAP_ON_AND_OFF)
    tap(page, "card-R5-0")
    expect(page.locator("#preview")).to_have_text("Urmează: bogdan")
    expect(page.locator("#card-G5-0")).to_have_class(re.compile("held--lit"))
    assert [socket.is_closed() for socket in sockets] == [False]
    before = number(page)
    tap(page, "play")
    settle(page, before)
    assert texts(played) == ["play R5"]


def test_a_page_whose_own_script_comes_late_knows_its_socket(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page = player()
    page.add_init_script(KEEP_SOCKETS)
    # Half a second later than the scripts before it: a socket opened by one of those would be open by then.
    page.route(re.compile(r"/js/table\.(\w+\.)?js"), lambda route: (page.wait_for_timeout(500), route.continue_()))
    at_table(page, "ana", played, live_url)
    page.wait_for_function("() => window.answered")


def test_commands_beyond_the_budget_go_by_post(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page = player()
    sockets = sockets_of(page)
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    page.add_init_script(KEEP_SOCKETS)
    page.clock.install()
    at_table(page, "ana", played, live_url)
    page.wait_for_function("() => window.answered")
    stand_still(page)  # and no budget grows
    for _ in range(20):
        page.evaluate("document.getElementById('answer').textContent = ''")
        tap(page, "card-G2-0")
        expect(page.locator("#answer")).to_contain_text("Cartea nu se potrivește")
    assert 8 <= len(posted) < 20
    assert [socket.is_closed() for socket in sockets] == [False]


def test_a_page_that_the_guard_cut_off_is_live_again(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page, other = player(), at_table(player(), "bogdan", played, live_url)
    page.add_init_script(KEEP_SOCKETS)
    never_polls(page)
    at_table(page, "ana", played, live_url)
    page.wait_for_function(IS_OPEN, arg=0)
    page.evaluate("sockets[0].addEventListener('close', (event) => { window.code = event.code; })")
    page.evaluate("""for (let n = 0; n < 60; n++) sockets[0].send('{"ask": "table"}')""")
    page.wait_for_function("() => window.code")
    assert page.evaluate("code") == TOO_MANY
    page.wait_for_function(IS_OPEN, arg=1)
    tap(page, "card-R7-0", "play")
    other.locator("#mine[data-urgent]").wait_for()
    page.locator("#felt[data-after='1']").wait_for()
    is_live(page, other)


def close_the_first(page: Page, code: int) -> None:
    """The first socket of this page is closed with this code as soon as something came over it."""
    closed: list[int] = []

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def to_page(frame: Any) -> None:
            socket.send(frame)
            if not closed:
                closed.append(code)
                socket.close(code=code)

        server.on_message(to_page)

    page.route_web_socket(re.compile("/ws/"), connect)


@pytest.mark.parametrize("code", [TOO_MANY, TOO_SLOW])
def test_a_page_comes_back_after_every_close_that_is_not_for_good(player: Arrive, live_url: str, code: int) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page, other = player(), at_table(player(), "bogdan", played, live_url)
    close_the_first(page, code)
    never_polls(page)
    at_table(page, "ana", played, live_url)
    tap(page, "card-R7-0", "play")
    other.locator("#mine[data-urgent]").wait_for()
    page.locator("#felt[data-after='1']").wait_for()
    is_live(page, other)


def test_a_page_that_was_signed_out_stays_so(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page = player()
    page.clock.install()
    close_the_first(page, 4401)
    page.add_init_script(KEEP_SOCKETS)
    at_table(page, "ana", played, live_url)
    page.locator("#closed:visible").wait_for()
    page.clock.run_for(60_000)
    assert page.evaluate("sockets.length") == 1
