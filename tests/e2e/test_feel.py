"""What makes the table a pleasure in a real browser: order, keys, sounds, motion, dragging."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, PHONE
from tests.e2e.hands import at_table, goes_at_once, mover, number, settle, table_of
from tests.e2e.test_company import shot
from tests.e2e.test_table import HANDS, PLAIN, REST, THIRTY, box, tap, texts

type Arrive = Callable[..., Page]


def hand(page: Page) -> list[str]:
    found: list[str] = page.locator("#hand [data-card]").evaluate_all("all => all.map(card => card.dataset.card)")
    return found


def test_the_hand_is_sorted_as_one_likes_and_stays_so(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page = at_table(player(), "ana", played, live_url)
    assert hand(page) == ["R5", "R7", "RS", "G2", "G5", "WC", "WH"]
    by_number = ["G2", "R5", "G5", "R7", "RS", "WC", "WH"]
    tap(page, "order")
    assert hand(page) == by_number
    before = number(page)
    tap(page, "card-R7-0", "play")
    settle(page, before)
    by_number.remove("R7")
    assert hand(page) == by_number
    page.reload()
    page.locator("#go").wait_for()
    assert hand(page) == by_number
    page.locator("#card-G2-0").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "card-R5-0"
    tap(page, "order")
    assert hand(page) == ["R5", "RS", "G2", "G5", "WC", "WH"]


@pytest.mark.parametrize("order", ["colour", "number"])
def test_a_card_hears_a_press_during_which_a_new_screen_comes(player: Arrive, live_url: str, order: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **(PLAIN | {"turn": 2}))
    page, other = player(viewport=DESK), at_table(player(), "carmen", played, live_url)
    page.add_init_script(f"localStorage.setItem('hand-order', '{order}'); localStorage.setItem('one-tap-off', '1')")
    at_table(page, "ana", played, live_url)
    before = number(page)
    page.mouse.move(*middle(page, "#card-R7-0"))
    page.mouse.down()
    tap(other, "draw")
    settle(page, before)
    page.mouse.up()
    expect(page.locator("#card-R7-0")).to_have_attribute("aria-pressed", "true")


def test_thirty_cards_stay_in_reach_of_a_thumb(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", hands=[THIRTY, "B9 B8"], table="R3", draw="B9 Y9 G9 B8", discard="Y0")
    page = at_table(player(), "ana", played, live_url)
    for name in ("R1", "WD"):
        card = page.locator(f"#card-{name}-0")
        left, top, right, bottom = box(card)
        assert (right - left >= 44, bottom - top >= 44) == (True, True)
        card.click()
        page.locator(f"#card-{name}-0[aria-pressed=true]").wait_for()
        if name == "R1":
            tap(page, "clear")
    assert box(page.locator("#play"))[3] <= PHONE["height"]


def play_by_keys(page: Page) -> None:
    """One turn by the keyboard alone."""
    lit = page.locator("#hand .held").evaluate_all("all => all.findIndex(c => c.classList.contains('held--lit'))")
    before = number(page)
    if page.locator("#shout").count():
        page.keyboard.press("Space")
    elif lit < 0 or lit > 9:
        page.keyboard.press("d" if page.locator("#draw").count() else "p")
    else:
        held = len(hand(page))
        page.locator("#live:not(.table--resting)").wait_for()
        at_once = goes_at_once(page.locator("#hand .held").nth(lit))
        page.keyboard.press(str((lit + 1) % 10))
        if at_once:
            settle(page, before)
            return
        if page.locator("#pick-colour:visible").count():
            page.keyboard.press("g")
        if page.locator("#pick-seat:visible").count():
            page.keyboard.press("1")
        if held == 2:
            page.keyboard.press("m")
        page.keyboard.press("Enter")
    settle(page, before)


def test_a_round_is_played_by_keyboard_alone(player: Arrive, live_url: str) -> None:
    hands = ["R5 G5 WC", "B1 B2"]
    played = table_of("ana", "bogdan", rules={"ending": "single"}, hands=hands, **REST)
    ana, bogdan = (at_table(player(viewport=DESK), name, played, live_url) for name in ("ana", "bogdan"))
    while name := mover(ana, "ana", "bogdan"):
        page = {"ana": ana, "bogdan": bogdan}[name]
        page.locator("#mine[data-urgent]").wait_for()
        before = number(ana)
        play_by_keys(page)
        settle(ana, before)
    ana.locator("#felt[data-state=finished]").wait_for()


@pytest.mark.parametrize("touch", [True, False])
def test_the_menu_speaks_of_keys_only_where_there_may_be_some(player: Arrive, live_url: str, touch: bool) -> None:
    played = table_of("ana", "bogdan", hands=["R5 G5", "B1 B2"], **REST)
    page = at_table(player(has_touch=touch, is_mobile=touch), "ana", played, live_url)
    page.locator("#menu summary").click()
    expect(page.locator("#sound-on")).to_be_visible()
    for one in ("#keys-on", "#keys-open"):
        expect(page.locator(one)).to_be_visible(visible=not touch)
    shot(page, f"menu-{'touch' if touch else 'keys'}")


def test_keys_choose_take_back_and_catch_but_never_while_typing_or_switched_off(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", owes=[1], hands=["R5 G5 R7", "B1", "G8 GR"], **REST)
    page = at_table(player(viewport=DESK), "ana", played, live_url)
    chosen = page.locator("#hand [aria-pressed=true]")
    page.keyboard.press("1")
    assert chosen.count() == 1
    page.keyboard.press("Escape")
    assert chosen.count() == 0
    page.keyboard.press("Control+1")
    assert chosen.count() == 0
    page.keyboard.press("?")
    page.locator("#keys-sheet[open]").wait_for()
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    assert chosen.count() == 0
    before = number(page)
    page.keyboard.press("c")
    settle(page, before)
    assert texts(played) == ["catch 1"]
    page.locator("#menu summary").click()
    page.locator("#keys-on").uncheck()
    page.locator("#menu summary").click()
    page.reload()
    page.locator("#go").wait_for()
    page.keyboard.press("1")
    assert chosen.count() == 0


COUNT_TONES = """
  window.tones = 0; window.buzzes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...args) { window.tones++; return start.apply(this, args); };
  navigator.vibrate = () => { window.buzzes++; return true; };
  const Context = AudioContext;
  window.AudioContext = class extends Context { constructor() { super(); window.audio = this; } };
"""


def test_nothing_is_heard_until_sounds_are_switched_on(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", **(PLAIN | {"hands": HANDS[:2]}))
    page = player()
    page.add_init_script(COUNT_TONES)
    at_table(page, "ana", played, live_url)
    before = number(page)
    tap(page, "card-R7-0", "play")
    settle(page, before)
    assert page.evaluate("[tones, buzzes]") == [0, 0]
    page.locator("#menu summary").click()
    page.locator("#sound-on").check()
    page.wait_for_function("window.audio?.state === 'running'")  # a browser's sound needs a moment to begin
    page.locator("#menu summary").click()
    before = number(page)
    other = at_table(player(), "bogdan", played, live_url)
    tap(other, "draw")
    settle(page, before)
    page.wait_for_function("tones > 0 && buzzes > 0")


def test_title_and_icon_say_whose_turn_it_is(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page = at_table(player(), "ana", played, live_url)
    icon = page.locator("link[rel=icon]")
    assert page.title().startswith("● E rândul tău")
    assert "favicon-turn" in (icon.get_attribute("href") or "")
    before = number(page)
    tap(page, "card-R7-0", "play")
    settle(page, before)
    assert not page.title().startswith("●")
    assert "favicon-turn" not in (icon.get_attribute("href") or "")


COUNT_FLIGHTS = """
  window.flights = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...args) { window.flights++; return animate.apply(this, args); };
"""


def test_cards_fly_unless_motion_is_unwanted(player: Arrive, live_url: str) -> None:
    for motion, flights in (("no-preference", True), ("reduce", False)):
        played = table_of("ana", "bogdan", "carmen", **PLAIN)
        page = player(reduced_motion=motion)
        page.add_init_script(COUNT_FLIGHTS)
        at_table(page, "ana", played, live_url)
        places = [box(page.locator(name)) for name in ("#pile", "#hand", "#mas")]
        before = number(page)
        tap(page, "card-R7-0", "play")
        settle(page, before)
        expect(page.locator(".flying")).to_have_count(0)
        assert [box(page.locator(name)) for name in ("#pile", "#hand", "#mas")] == places
        assert (page.evaluate("flights") > 0) == flights


def drag(page: Page, card: str, to: tuple[float, float]) -> None:
    left, top, right, bottom = box(page.locator(f"#card-{card}-0"))
    page.mouse.move((left + right) / 2, (top + bottom) / 2)
    page.mouse.down()
    page.mouse.move(*to, steps=6)
    page.mouse.up()


def middle(page: Page, selector: str) -> tuple[float, float]:
    left, top, right, bottom = box(page.locator(selector))
    return (left + right) / 2, (top + bottom) / 2


def test_a_card_is_dragged_onto_the_pile_and_a_tremble_is_a_tap(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page = at_table(player(), "ana", played, live_url)
    x, y = middle(page, "#card-R7-0")
    drag(page, "R7", (x + 5, y - 6))
    page.locator("#card-R7-0[aria-pressed=true]").wait_for()
    tap(page, "clear")
    drag(page, "R7", (x, y - 60))  # let go beside the pile: nothing
    assert page.locator("#hand [aria-pressed=true]").count() == 0
    before = number(page)
    drag(page, "R7", middle(page, ".centre"))
    settle(page, before)
    assert texts(played) == ["play R7"]


def test_a_finger_drags_too(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page = at_table(player(has_touch=True), "ana", played, live_url)
    finger = page.context.new_cdp_session(page)
    x, y = middle(page, "#card-R7-0")
    to_x, to_y = middle(page, ".centre")

    def touch(kind: str, *points: dict[str, Any]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    before = number(page)
    touch("touchStart", {"x": x, "y": y})
    for step in range(1, 7):
        touch("touchMove", {"x": x + (to_x - x) * step / 6, "y": y + (to_y - y) * step / 6})
    touch("touchEnd")
    settle(page, before)
    assert texts(played) == ["play R7"]
