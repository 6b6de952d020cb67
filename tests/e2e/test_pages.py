"""The pages around the table in a real browser: light enough, readable, alive where they say so."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine.ruleset import rules_from
from games.models import Match, Player
from tests.e2e.conftest import DESK, PHONE, in_both_schemes
from tests.e2e.hands import loaded_anew, played_out, sign_in
from tests.e2e.patience import Held
from tests.services.table import player as person

type Arrive = Callable[..., Page]
FIRST_VIEW = 120 * 1024  # bytes over the wire


@pytest.fixture
def over(site: Any) -> Match:
    rules = rules_from({"combos": "off", "mas_grace_ms": 1500, "custom_rules": [["draw 1 all"]], "ending": "single"})
    return played_out(person("ana"), person("bogdan"), rules=rules)


def test_the_first_view_is_light_and_from_this_host_alone(player: Arrive, live_url: str) -> None:
    page = player()
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/", wait_until="networkidle")
    assert 0 < sum(sizes) <= FIRST_VIEW
    assert [url for url in asked if not url.startswith((f"{live_url}/", "data:"))] == []


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_every_page_can_be_used_and_none_is_wider_than_the_screen(
    player: Arrive, live_url: str, over: Match, check_accessibility: Callable[[Page], None], viewport: Any
) -> None:
    page = sign_in(player(viewport=viewport), "ana", live_url)
    for address in (
        "/",
        "/masa/noua/",
        "/intra/",
        "/jocurile-mele/",
        "/reguli/",
        f"/t/{over.code}/reguli/",
        f"/joc/{over.code}/",
        f"/joc/{over.code}/1/1/",
    ):
        page.goto(address)
        for fold in page.locator("details.fold > summary").all():
            fold.click()
        for _scheme in in_both_schemes(page):
            check_accessibility(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


def test_a_table_that_opens_appears_without_reloading(player: Arrive, live_url: str) -> None:
    page, host = player(), sign_in(player(), "ana", live_url)
    page.goto("/")
    host.goto("/masa/noua/")
    host.get_by_label("Oricine").check()
    host.get_by_role("button", name="Deschide masa").click()
    host.wait_for_url("**/t/*/")
    expect(page.locator("#tables .rowcard")).to_contain_text("ana", timeout=30_000)


def test_the_length_follows_the_options(player: Arrive, live_url: str) -> None:
    page = sign_in(player(), "ana", live_url)
    page.goto("/masa/noua/")
    before = page.locator("#length strong").inner_text()
    page.locator("#id_target").fill("5000")
    page.locator("#id_size").focus()
    expect(page.locator("#length strong")).not_to_have_text(before)
    long = page.locator("#length strong").inner_text()
    page.get_by_label("O singură rundă").check()
    expect(page.locator("#length strong")).not_to_have_text(long)


def test_the_length_is_that_of_the_last_change(player: Arrive, live_url: str) -> None:
    page = sign_in(player(), "ana", live_url)
    page.goto("/masa/noua/")
    slow = Held(page, "**/masa/durata/**")
    page.get_by_label("O singură rundă").check()
    slow.comes()
    page.locator("#id_size").fill("12")
    page.locator("#id_size").blur()
    slow.comes(2)
    told = page.request.get(slow.asked[1].request.url).text()
    slow.let_go()
    expect(page.locator("#length strong")).to_have_text(re.findall("<strong>(.+)</strong>", told)[0])


def test_a_table_is_opened_with_a_rule_of_its_own(player: Arrive, live_url: str) -> None:
    page = sign_in(player(), "ana", live_url)
    page.goto("/masa/noua/")
    page.get_by_text("Cărți personalizabile").click()
    page.locator(".custom__parts > summary").first.click()
    expect(page.locator("#id_rule1_1_verb")).to_be_hidden()
    page.locator("#id_rule1").select_option("own")
    page.locator("#id_rule1_1_verb").select_option("draw")
    page.locator("#id_rule1_1_count").fill("2")
    page.locator("#id_rule1_1_who").select_option("others")
    expect(page.locator("#id_rule1_1_text")).to_be_hidden()
    page.locator("#id_rule1_2_verb").select_option("honour")
    page.locator("#id_rule1_2_text").fill("Cântă!")
    page.get_by_role("button", name="Deschide masa").click()
    page.wait_for_url("**/t/*/")
    (match,) = Match.objects.filter(host=Player.objects.get(username="ana"))
    assert match.rules["custom_rules"] == [["draw 2 others", 'honour "Cântă!"']]


def test_a_replay_is_leafed_through_with_the_arrow_keys(player: Arrive, over: Match) -> None:
    page = player()
    page.goto(f"/joc/{over.code}/1/")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/1/1/")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/1/2/")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/1/1/")


def test_the_theme_can_be_chosen_against_the_device(player: Arrive) -> None:
    page = player(color_scheme="light")
    page.goto("/")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    day = page.evaluate(ground)
    for is_day in (False, True):
        with loaded_anew(page):  # while it is loaded a page has no ground, or no element to have one
            page.locator("button[name=theme]").click()
        assert (page.evaluate(ground) == day) is is_day


def test_the_language_can_be_changed_on_any_page(player: Arrive) -> None:
    page = player()
    page.goto("/reguli/")
    page.locator("button[name=language]").click()
    expect(page.locator("h1")).to_have_text("Rules")
    assert page.url.endswith("/reguli/")


def test_cards_are_drawn_from_the_deck(player: Arrive) -> None:
    page = player()
    page.goto("/reguli/")
    drawn = "[...document.querySelectorAll('svg.card use')].map(use => use.getBoundingClientRect().width)"
    widths = page.evaluate(drawn)
    assert len(widths) > 20
    assert all(width > 20 for width in widths)
