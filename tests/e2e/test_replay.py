"""Watching a round again in a real browser: by keys, by itself, from moment to moment, and without scripts."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine.ruleset import rules_from
from games.models import Match
from tests.e2e.conftest import DESK, PHONE, in_both_schemes
from tests.e2e.hands import played_out
from tests.e2e.patience import Held
from tests.services.table import player as person

type Arrive = Callable[..., Page]


@pytest.fixture
def over(site: Any) -> Match:
    rules = rules_from({"combos": "off", "mas_grace_ms": 1500, "mas_uno_card": True, "ending": "single"})
    return played_out(person("ana"), person("bogdan"), rules=rules)


def at(page: Page, move: int) -> None:
    expect(page.locator('[data-part="told"]')).to_contain_text(re.compile(rf"^\s*Mutarea {move} din "))


NOTE_MOVES = """() => {
  window.seen = [];
  const look = () => {
    const move = Number(/(\\d+)/.exec(document.querySelector('[data-part="told"]').textContent)[1]);
    if (move !== window.seen.at(-1)) window.seen.push(move);
  };
  new MutationObserver(look).observe(document.querySelector("main"), { subtree: true, childList: true });
}"""


def keys_lead(page: Page, last: int) -> None:
    """From the deal through the round by key, and a piece of it by itself, until stopped."""
    for key, move in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        at(page, move)
    page.locator("#speed").select_option("fast")
    page.locator("h1").click()
    page.evaluate(NOTE_MOVES)
    page.keyboard.press(" ")
    page.wait_for_function("() => seen.length >= 2")
    page.keyboard.press(" ")
    expect(page.locator("#player")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("seen.slice(0, 2)") == [1, 2]


def test_keys_lead_through_a_round_and_it_plays_by_itself(player: Arrive, over: Match) -> None:
    page = player()
    page.goto(f"/joc/{over.code}/1/")
    keys_lead(page, over.rounds.get().version)
    expect(page.locator("#player")).to_have_attribute("aria-pressed", "false")
    page.locator("#move").fill("5")
    page.locator("#move").press("Enter")
    at(page, 5)
    page.get_by_role("link", name="Cum a văzut bogdan").click()
    expect(page).to_have_url(re.compile(r"/1/5/\?seat=2$"))
    at(page, 5)


def test_a_match_from_a_file_is_watched_with_the_same_keys(player: Arrive, over: Match, tmp_path: Path) -> None:
    page = player()
    kept = tmp_path / "meci.txt"
    kept.write_text(page.request.get(f"/joc/{over.code}/meci.txt").text())
    page.goto("/deschide/")
    page.locator("input[type=file]").set_input_files(kept)
    page.get_by_role("button", name="Deschide").click()
    at(page, 0)
    page.wait_for_load_state()  # before that a key does nothing
    keys_lead(page, over.rounds.get().version)
    page.get_by_role("button", name="Cum a văzut bogdan").click()
    expect(page.get_by_role("button", name="Cum a văzut bogdan")).to_have_attribute("aria-current", "true")
    expect(page.locator(".replay__hand").first.locator('use[href*="BACK"]').first).to_be_attached()
    expect(page).to_have_url(re.compile(r"/deschide/$"))


def test_a_moment_is_shared_by_its_link(player: Arrive, over: Match) -> None:
    page = player(permissions=["clipboard-read", "clipboard-write"])
    page.clock.install()
    page.goto(f"/joc/{over.code}/1/4/")
    page.evaluate("delete Navigator.prototype.share")
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 60"))  # it is said for a moment only
    page.locator("#share").click()
    expect(page.locator("#share")).to_have_text("Linkul e copiat")
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/joc/{over.code}/1/4/")


def test_each_press_counts_while_an_answer_is_awaited(player: Arrive, over: Match) -> None:
    page = player()
    page.goto(f"/joc/{over.code}/1/")
    slow = Held(page, "**/1/1/")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    slow.comes()
    slow.let_go()
    at(page, 3)
    page.wait_for_url("**/1/3/")


def test_who_presses_while_it_plays_by_itself_is_heard(player: Arrive, over: Match) -> None:
    page = player()
    page.goto(f"/joc/{over.code}/1/")
    slow = Held(page, "**/1/1/")
    page.locator("#player").click()
    slow.comes()
    page.keyboard.press("End")
    slow.let_go()
    at(page, over.rounds.get().version)
    expect(page.locator("#player")).to_have_attribute("aria-pressed", "false")


def test_the_way_back_waits_for_no_answer_that_never_comes(player: Arrive, over: Match) -> None:
    page = player()
    page.goto(f"/joc/{over.code}/1/")
    page.keyboard.press("ArrowRight")
    at(page, 1)
    lost = Held(page, "**/1/2/")
    page.keyboard.press("ArrowRight")
    lost.comes()
    page.go_back()
    at(page, 0)
    page.keyboard.press("End")
    at(page, over.rounds.get().version)


def test_an_answer_that_fails_after_the_way_back_leads_nowhere(player: Arrive, over: Match) -> None:
    page = player()
    page.goto(f"/joc/{over.code}/1/")
    page.keyboard.press("ArrowRight")
    at(page, 1)
    lost = Held(page, "**/1/2/")
    page.keyboard.press("ArrowRight")
    lost.comes()
    page.go_back()
    lost.asked[0].abort()
    at(page, 0)
    page.wait_for_url("**/1/")


def test_a_number_half_written_is_not_wiped_by_an_answer(player: Arrive, over: Match) -> None:
    page = player()
    page.goto(f"/joc/{over.code}/1/")
    slow = Held(page, "**/1/1/")
    page.keyboard.press("ArrowRight")
    slow.comes()
    page.locator("#move").fill("5")
    slow.let_go()
    at(page, 1)
    page.keyboard.press("Enter")
    at(page, 5)


def test_it_works_without_scripts(player: Arrive, over: Match) -> None:
    page = player(java_script_enabled=False)
    page.goto(f"/joc/{over.code}/1/")
    page.locator('[data-to="next"]').click()
    at(page, 1)
    expect(page.locator("#playing")).to_be_hidden()


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_pages_of_the_history_can_be_used_by_everybody(
    player: Arrive, over: Match, check_accessibility: Callable[[Page], None], viewport: Any
) -> None:
    page = player(viewport=viewport)
    history = ("/jocuri/?seats=3", "/jocuri/?result=won", f"/joc/{over.code}/1/3/?seat=1")
    for address in (*history, "/statistici/", "/deschide/", "/reguli/fisiere/"):
        page.goto(address)
        for _scheme in in_both_schemes(page):
            check_accessibility(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
