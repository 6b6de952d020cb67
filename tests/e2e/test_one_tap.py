"""One tap puts down a card with which there is nothing to choose, unless that is switched off."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import at_table, number, settle, stand_still, table_of
from tests.e2e.test_feel import drag, middle
from tests.e2e.test_table import HANDS, REST, tap, texts

type Arrive = Callable[..., Page]

ALONE = {"hands": ["R5 G7 B4 Y8", *HANDS[1:]], **REST}


def test_one_tap_plays_a_card_that_stands_alone(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **ALONE)
    page = at_table(player(), "ana", played, live_url)
    before = number(page)
    tap(page, "card-R5-0")
    settle(page, before)
    assert texts(played) == ["play R5"]


def test_dragging_a_card_that_stands_alone_plays_it_once(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **ALONE)
    page = at_table(player(), "ana", played, live_url)
    before = number(page)
    drag(page, "R5", middle(page, ".centre"))
    settle(page, before)
    assert texts(played) == ["play R5"]


@pytest.mark.parametrize("hand", ["R5 G5 B4", "R5 WC B4", "R5 B4"], ids=["combo", "colourless", "mas"])
def test_a_tap_chooses_where_more_can_be_said(player: Arrive, live_url: str, hand: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **(ALONE | {"hands": [hand, *HANDS[1:]]}))
    page = at_table(player(), "ana", played, live_url)
    tap(page, "card-R5-0")
    expect(page.locator("#preview")).to_contain_text("Urmează: bogdan")
    assert page.locator("#card-R5-0").get_attribute("aria-pressed") == "true"
    assert texts(played) == []


def test_one_tap_can_be_switched_off_and_stays_so(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **ALONE)
    page = at_table(player(), "ana", played, live_url)
    page.locator("#menu summary").click()
    page.locator("#one-tap").uncheck()
    page.reload()
    page.locator("#go").wait_for()
    tap(page, "card-R5-0")
    expect(page.locator("#preview")).to_have_text("Urmează: bogdan")
    assert texts(played) == []
    before = number(page)
    tap(page, "play")
    settle(page, before)
    assert texts(played) == ["play R5"]


def test_the_second_tap_of_a_double_one_plays_no_other_card(player: Arrive, live_url: str) -> None:
    position = ALONE | {"hands": ["RS R5 R7 R9", "B1 B2"]}
    played = table_of("ana", "bogdan", rules={"combos": "off"}, **position)
    page = player()
    page.clock.install()
    at_table(page, "ana", played, live_url)
    stand_still(page)
    before = number(page)
    tap(page, "card-RS-0")
    settle(page, before)
    page.locator("#card-R5-0.held--lit").wait_for()  # the other one is skipped: one's turn again
    page.evaluate("document.getElementById('card-R5-0').click()")
    page.clock.run_for(300)
    page.keyboard.press("1")
    assert page.locator("#hand [aria-pressed=true]").count() == 0
    page.clock.run_for(100)
    before = number(page)
    tap(page, "card-R5-0")
    settle(page, before)
    assert texts(played) == ["play RS", "play R5"]
