"""Fingers faster than the network: nothing that was tapped is lost, done twice or taken for something else."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from games.models import Move
from tests.e2e.hands import at_table, number, ready, settle, table_of
from tests.e2e.patience import until
from tests.e2e.test_table import REST, tap, texts

type Arrive = Callable[..., Page]

HANDS = ["R5 G5 B5 WC R7 RS G2", "B1 B2 YS Y4", "G8 GR WD"]
LESSON_FOLLOW = re.compile("/invata/urma/")


class Line:
    """A page's socket on which what one direction says is held back while it holds `word`."""

    def __init__(self, page: Page, word: str, *, upwards: bool = False) -> None:
        self.page, self.word, self.upwards, self.holding, self.open = page, word, upwards, True, False
        self.held: list[Callable[[], None]] = []
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/ws/"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        server = socket.connect_to_server()
        server.on_message(lambda frame: self._pass(frame, socket.send, not self.upwards))
        socket.on_message(lambda frame: self._speak(frame, server.send))

    def _speak(self, frame: Any, send: Callable[[Any], None]) -> None:
        self.open = True  # a page speaks as soon as its socket is open
        self._pass(frame, send, self.upwards)

    def _pass(self, frame: Any, send: Callable[[Any], None], looked_at: bool) -> None:
        if self.holding and looked_at and self.word in str(frame):
            self.held.append(lambda: send(frame))
        else:
            send(frame)

    def is_open(self) -> None:
        """Wait until the page speaks over it: before that it would ask past it, by HTTP."""
        until(lambda: self.open, self.page)

    def release(self) -> None:
        self.holding = False
        for send in self.held:
            send()

    def cut(self) -> None:
        """Lose what was held with the socket; the page opens another."""
        self.holding = False
        self.held.clear()
        self.sockets[-1].close(code=4000)


def test_cards_tapped_before_the_server_has_said_what_follows_all_go(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", hands=HANDS, **REST)
    page = player()
    line = Line(page, '"follow"')
    at_table(page, "ana", played, live_url)
    line.is_open()
    before = number(page)
    tap(page, "card-R5-0", "card-G5-0", "card-B5-0")
    chosen = page.locator("[data-order]")
    expect(chosen).to_have_count(3)
    expect(page.locator("#play")).to_have_text("Pune · 3")
    tap(page, "play")
    assert texts(played) == []
    line.release()
    settle(page, before)
    assert texts(played) == ["play R5 G5 B5"]


def test_hasty_cards_outlive_a_line_that_breaks_before_the_answer(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", hands=HANDS, **REST)
    page = player()
    line = Line(page, '"follow"')
    at_table(page, "ana", played, live_url)
    line.is_open()
    before = number(page)
    tap(page, "card-R5-0", "card-G5-0", "play")
    expect(page.locator("[data-order]")).to_have_count(2)
    line.cut()
    settle(page, before)
    assert texts(played) == ["play R5 G5"]


def test_a_hasty_tap_can_be_taken_back_and_a_colour_asked_for(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", hands=HANDS, **REST)
    page = player()
    line = Line(page, '"follow"')
    at_table(page, "ana", played, live_url)
    line.is_open()
    before = number(page)
    tap(page, "card-R5-0", "card-G5-0", "card-B5-0", "card-G5-0", "card-WC-0", "play")
    expect(page.locator("[data-order]")).to_have_count(2)
    line.release()
    page.locator("#pick-colour").wait_for()
    assert texts(played) == []
    tap(page, "colour-B", "play")
    settle(page, before)
    assert texts(played) == ["play R5 WC:B"]


def test_a_hasty_card_that_may_not_follow_is_refused_and_nothing_goes(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", hands=HANDS, **REST)
    page = player()
    line = Line(page, '"follow"')
    at_table(page, "ana", played, live_url)
    line.is_open()
    tap(page, "card-R5-0", "card-G2-0", "play")
    line.release()
    page.locator("#answer a").wait_for()
    assert texts(played) == []
    expect(page.locator("#card-G2-0")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#card-R5-0")).to_have_attribute("aria-pressed", "true")


def test_a_hasty_play_does_not_go_with_less_than_what_was_tapped(player: Arrive, live_url: str) -> None:
    """The red seven does not follow the green five, but it fits the table: it stands alone, and nothing is put down."""
    played = table_of("ana", "bogdan", "carmen", hands=HANDS, **REST)
    page = player()
    line = Line(page, '"follow"')
    at_table(page, "ana", played, live_url)
    line.is_open()
    tap(page, "card-R5-0", "card-G5-0", "card-R7-0", "play")
    line.release()
    expect(page.locator("[data-order]")).to_have_count(1)
    expect(page.locator("#card-R7-0")).to_have_attribute("data-order", "1")
    expect(page.locator("#preview")).not_to_be_empty()  # the server has been asked since
    ready(page)
    assert texts(played) == []


def test_a_card_that_is_taken_back_as_its_answer_comes_is_no_double_tap(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", hands=HANDS, **REST)
    page = player()
    line = Line(page, '"follow"')
    at_table(page, "ana", played, live_url)
    line.is_open()
    tap(page, "card-R5-0", "card-G5-0")
    page.wait_for_timeout(400)  # longer than between the two of a double tap
    page.evaluate("""() => {
      const preview = document.getElementById("preview"), card = document.getElementById("card-G5-0");
      const look = new MutationObserver(() => preview.textContent.trim() && (look.disconnect(), card.click()));
      look.observe(preview, { childList: true, subtree: true });
    }""")
    line.release()
    expect(page.locator("#card-G5-0")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#card-R5-0")).to_have_attribute("aria-pressed", "true")
    ready(page)
    assert texts(played) == []


def test_the_lesson_takes_hasty_taps_too(player: Arrive) -> None:
    page = player()
    held: list[Route] = []
    page.goto("/invata/")
    page.locator("#mine[data-urgent]").wait_for()
    before = number(page)
    page.route(LESSON_FOLLOW, lambda route: held.append(route))
    with page.expect_request(LESSON_FOLLOW):
        tap(page, "card-B3-0")
    tap(page, "card-R9-0", "play")
    expect(page.locator("[data-order]")).to_have_count(2)
    held[0].continue_()
    expect(page.locator("#answer a")).to_be_visible()  # a nine does not follow a three, and the three did not go alone
    assert number(page) == before


def test_what_is_pressed_before_the_answer_to_the_last_press_counts(player: Arrive, live_url: str) -> None:
    drawing = table_of("ana", "bogdan", hands=["B5 B6", "B1 B2"], table="R3", draw="R9 Y9 G9 B8", discard="Y0")
    page = player()
    line = Line(page, '"answer"')
    at_table(page, "ana", drawing, live_url)
    line.is_open()
    tap(page, "draw", "pass")
    page.locator("#feed li", has_text="zice pas").wait_for()
    assert texts(drawing) == ["draw", "pass"]


def test_a_late_answer_does_not_take_away_what_was_chosen_since(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", hands=["RS R5 RS G5 R7", "B1 B2 YS Y4"], **REST)
    page = player()
    line = Line(page, '"answer"')
    at_table(page, "ana", played, live_url)
    line.is_open()
    before = number(page)
    tap(page, "card-RS-0", "play")
    settle(page, before)  # Bogdan is left out: it is Ana's turn again
    page.locator("#live:not(.table--resting)").wait_for()
    tap(page, "card-R5-0")
    page.locator("#card-G5-0.held--lit").click()
    line.release()
    page.locator("#play:enabled", has_text="2").click()
    page.locator("#feed li", has_text="5 verde").wait_for()
    assert texts(played) == ["play RS", "play R5 G5"]
    assert Move.objects.count() == 2


ENABLED = """() => {
  const button = document.getElementById("catch-0");
  return button && !button.disabled && [Date.now(), Number(button.dataset.since)];
}"""


def test_no_catch_is_offered_before_its_time_though_the_line_is_slower_one_way(player: Arrive, live_url: str) -> None:
    """Questions reach the server a second late, answers come at once: half the round trip is half a second too much."""
    played = table_of("ana", "bogdan", "carmen", rules={"mas_grace_ms": 2500}, hands=["R5 B5", *HANDS[1:]], **REST)
    carmen = player()
    line = Line(carmen, '"time"', upwards=True)
    at_table(carmen, "carmen", played, live_url)
    ana = at_table(player(), "ana", played, live_url)
    carmen.wait_for_timeout(1000)  # how slow the line is
    line.release()
    tap(ana, "card-R5-0", "play")
    pressed, since = carmen.wait_for_function(ENABLED).json_value()
    assert pressed >= since
    ready(carmen)
    before = number(carmen)
    tap(carmen, "catch-0")
    settle(carmen, before)
    assert texts(played) == ["play R5", "catch 0"]
