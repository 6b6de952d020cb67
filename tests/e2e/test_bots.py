"""Bots of three strengths, from the host's buttons to the master's first move, in a real browser."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.models import Move, Round
from tests.e2e.hands import last_move_of, loaded_anew, ready, settle_own, sign_in, take_turn


def a_bot_moved(strength: str) -> bool:
    moves = Move.objects.select_related("round")
    return any(move.round.roster[move.seat]["bot"] == strength for move in moves)


def test_the_host_fills_the_table_with_bots_and_they_play(
    player: Callable[..., Page], live_url: str, check_accessibility: Callable[[Page], None]
) -> None:
    ana = sign_in(player(), "ana", live_url)
    ana.goto("/masa/noua/")
    ana.locator("main form button:not([type=button])").last.click()
    ana.wait_for_url(re.compile(r"/t/\w{6}/"))
    check_accessibility(ana)
    for button, name in (("beginner", "începător"), ("add", "priceput"), ("strong", "maestru")):
        with loaded_anew(ana):
            ana.locator(f"#bot-{button}").click()
        expect(ana.locator("#places")).to_contain_text(f"robot {name}")
    with loaded_anew(ana):
        ana.locator("#start:enabled").click()
    ready(ana)
    played, until = Round.objects.get(), time.monotonic() + 60
    while not a_bot_moved("strong") and time.monotonic() < until:
        before = last_move_of(played, "ana")
        if take_turn(ana):
            settle_own(played, "ana", before, ana)
        ana.wait_for_timeout(100)
    assert a_bot_moved("strong")
