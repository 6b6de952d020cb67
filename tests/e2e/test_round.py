"""A whole round in real browsers, through the page alone."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from games.models import Match, Round
from games.presenters import replay
from tests.e2e.conftest import DESK
from tests.e2e.hands import last_move_of, loaded_anew, mover, moves_of, ready, settle_own, sign_in, take_turn
from tests.servers import Site

POLL_MS = 2500  # as the page has it
CARD = re.compile(r"deck[.\w]*svg#([RGBY][0-9SRD]|W[CDH123M])\b")


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    """A site whose bots do not dawdle."""
    running = Site(MASUNO_BOT_PAUSE_MS="120", MASUNO_BETWEEN_ROUNDS_MS="60000")
    yield running
    assert running.stop() == 0, running.output


def open_table(ana: Page) -> str:
    ana.goto("/masa/noua/")
    ana.locator("input[name=preset][value=clasic]").check()
    ana.locator("input[name=ending][value=single]").check()
    ana.locator("main form button:not([type=button])").last.click()
    ana.wait_for_url(re.compile(r"/t/\w{6}/"))
    return ana.url.rstrip("/").rsplit("/", 1)[1]


def sit_down(page: Page, code: str) -> None:
    page.goto(f"/t/{code}/")
    for name in ("sit", "ready"):
        with loaded_anew(page):
            page.locator(f"#{name}").click()


def begin(ana: Page, bogdan: Page) -> str:
    """Ana opens a table, Bogdan joins by its code, a bot fills up, and the cards are dealt."""
    code = open_table(ana)
    sit_down(bogdan, code)
    for button in ("#bot-add", "#start:enabled"):
        with loaded_anew(ana):  # the cards may be shown before, on the page that goes away
            ana.locator(button).click()
    for page in (ana, bogdan):
        ready(page)
    return code


def listen(page: Page) -> list[str]:
    """Every frame that a page is sent."""
    heard: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    return heard


def test_two_browsers_and_a_bot_play_a_whole_round(player: Callable[..., Page], live_url: str) -> None:
    ana, bogdan = sign_in(player(), "ana", live_url), sign_in(player(viewport=DESK), "bogdan", live_url)
    watcher = player()
    heard = listen(watcher)
    code = begin(ana, bogdan)
    watcher.goto(f"/t/{code}/")
    watcher.locator("#felt[data-state=playing]").wait_for()
    heard.append(watcher.request.get(f"/t/{code}/").text())

    played, turns = Round.objects.get(match__code=code), {"ana": 0, "bogdan": 0}
    while name := mover(ana, "ana", "bogdan"):
        page = {"ana": ana, "bogdan": bogdan}[name]
        if turns["bogdan"] >= 2 and page is bogdan:
            page.clock.fast_forward(POLL_MS)
        page.locator("#mine[data-urgent]").wait_for()
        before = last_move_of(played, name)
        if take_turn(page):
            settle_own(played, name, before, page, ana)
            turns[name] += 1
            if (name, turns[name]) == ("ana", 1):
                page.reload()
                ready(page)
            if (name, turns[name]) == ("bogdan", 2):
                block_sockets(page)
            heard.append(watcher.content())

    for page in (ana, bogdan, watcher):
        page.locator("#felt[data-state=finished]").wait_for()
    told = moves_of(played)
    assert turns == {name: told[name] for name in turns}
    assert shows_only_the_top(code, heard) == []


def block_sockets(page: Page) -> None:
    """From now on the page has no socket: what it does goes by POST, what it sees by polling."""
    page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    page.clock.install()
    page.reload()
    page.locator("#offline:visible").wait_for()


def shows_only_the_top(code: str, heard: list[str]) -> list[str]:
    """What a spectator was sent beside the card that lay on top at that moment."""
    played = Round.objects.get(match__code=code)
    log = list(played.moves.order_by("number").values_list("seat", "text", "at"))
    match = Match.objects.get(code=code)
    names = tuple(person["name"] for person in played.roster)
    seed = (played.context, played.revealed, *played.nonces)
    film = replay.film(match.rules, played.rules_version, names, played.dealer, seed, log)
    tops = [replay.position(film, number).top for number in range(len(log) + 1)]
    faults = []
    for frame in heard:
        after = re.search(r'data-after="(\d+)"', frame)
        allowed = {tops[int(after[1])]} if after else set()
        faults += [card for card in CARD.findall(frame) if card not in allowed]
        faults += [word for word in ("data-card", "data-needs", "held") if word in frame]
    assert any("data-after" in frame for frame in heard)
    return faults
