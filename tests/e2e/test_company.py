"""Talking and being away, in a real browser."""

import os
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import ChatLine, Connection, Due, MaskedWord, Player
from games.services import restarts
from tests.e2e.conftest import DESK, in_both_schemes
from tests.e2e.hands import at_table, loaded_anew, open_for, sign_in, stand_still, table_of
from tests.e2e.patience import Held, until

type Arrive = Callable[..., Page]

HANDS = ["R5 R7 B1 B2 G4 Y6 WD", "R9 G9 Y1 Y2 B4"]
# A reaction stands on its seat for a moment only.
NOTE_BUBBLE = """() => new MutationObserver(() => {
  const shown = document.querySelector(".bubble");
  if (shown) window.bubble = shown.getBoundingClientRect();
}).observe(document.getElementById("bubbles"), { childList: true })"""
SMALL = {"width": 360, "height": 640}
SHOTS = os.environ.get("MASUNO_SHOTS", "")


def shot(page: Page, name: str) -> None:
    """Keep a picture for whoever wants to look, if they said where."""
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))


def test_a_phrase_and_a_reaction_reach_the_other_phone(player: Callable[..., Page], live_url: str) -> None:
    played = table_of("ana", "bogdan", hands=HANDS, table="R3")
    one, two = player(), at_table(player(), "bogdan", played, live_url)
    one.clock.install()
    at_table(one, "ana", played, live_url)
    one.locator("#to-company").click()
    expect(one.locator("#company")).to_be_visible()
    shot(one, "talk-phone")
    one.locator("[name=phrase][value=luck]").click()
    expect(one.locator("#company")).to_be_hidden()
    expect(two.locator("#to-company")).to_have_class("tocompany tocompany--unread")
    shot(two, "talk-unread")
    two.locator("#to-company").click()
    expect(two.locator("#lines .line").last).to_have_text("ana Mult noroc tuturor (dar mie un pic mai mult)!")
    one.evaluate(NOTE_BUBBLE)
    two.locator("[name=reaction][value=laugh]").click()
    one.wait_for_function("() => window.bubble")
    shot(one, "talk-reaction")
    assert one.evaluate("bubble.width > 0 && bubble.top < innerHeight")
    expect(one.locator("#face-told")).to_have_text("bogdan: Râde")
    expect(two.locator("#to-company")).to_have_class("tocompany")
    one.clock.run_for(4000)
    expect(one.locator(".bubble")).to_have_count(0)


@pytest.mark.parametrize("size", [SMALL, {"width": 390, "height": 844}, DESK], ids=["small", "phone", "desk"])
def test_the_way_to_the_talk_covers_nothing_that_is_tapped(
    player: Callable[..., Page],
    live_url: str,
    check_accessibility: Callable[[Page], None],
    size: dict[str, int],
) -> None:
    played = table_of("ana", "bogdan", hands=["R5 WC B1 B2 G4 Y6 WD", "B4"], table="R3", attack=0)
    page = at_table(player(viewport=size), "ana", played, live_url)
    for scheme in in_both_schemes(page):
        the_way_is_free(page, size)
        check_accessibility(page)
        shot(page, f"table-{size['width']}-{scheme}")
    if size != DESK:
        page.locator("#to-company").click()
        for scheme in in_both_schemes(page):
            check_accessibility(page)
            shot(page, f"sheet-{size['width']}-{scheme}")


def the_way_is_free(page: Page, size: dict[str, int]) -> None:
    boxes = [page.locator(f"#{name}").bounding_box() for name in ("hand", "mas", "play", "simple", "prompt")]
    opener = page.locator("#company" if size == DESK else "#to-company").bounding_box()
    assert opener is not None
    for box in boxes:
        assert box is not None
        apart_x = box["x"] + box["width"] <= opener["x"] or opener["x"] + opener["width"] <= box["x"]
        apart_y = box["y"] + box["height"] <= opener["y"] or opener["y"] + opener["height"] <= box["y"]
        assert apart_x or apart_y, (box, opener)


def test_a_person_is_muted_blocked_and_reported_from_their_name(player: Callable[..., Page], live_url: str) -> None:
    Player.objects.create(username="ana", age_band="16plus", free_text=True)
    Player.objects.create(username="bogdan", age_band="16plus", free_text=True)
    MaskedWord.objects.create(word="nataflet")
    played = table_of("ana", "bogdan", hands=HANDS, table="R3")
    one = at_table(player(viewport=DESK), "ana", played, live_url)
    two = at_table(player(viewport=DESK), "bogdan", played, live_url)
    two.locator("#free").fill("<img src=x onerror=alert(1)> Nătăflet! https://exemplu.ro")
    two.locator("#free").press("Enter")
    said = one.locator("#lines .line__text").last
    expect(said).to_have_text("<img src=x onerror=alert(1)> ••••••••! https://exemplu.ro")
    expect(one.locator("#lines a, #lines img")).to_have_count(0)
    expect(two.locator("#free")).to_have_value("")
    shot(one, "talk-desk")
    one.locator("#lines .whom").last.click()
    shot(one, "person-desk")
    one.locator("#person").get_by_role("button", name="Raportează").click()
    expect(one.locator("#company-told")).to_contain_text("Mulțumim")
    one.locator("#people [data-person=bogdan]").click()
    one.locator("#person").get_by_role("button", name="Nu mai citi").click()
    expect(one.locator("#lines .line__text")).to_have_count(0)
    one.locator("#people [data-person=bogdan]").click()
    expect(one.locator("#person").get_by_role("button", name="Citește din nou")).to_be_visible()
    one.locator("#person").get_by_role("button", name="Citește din nou").click()
    expect(one.locator("#lines .line__text")).to_have_count(1)
    one.locator("#people [data-person=bogdan]").click()
    one.locator("#person").get_by_role("button", name="Blochează").click()
    expect(one.locator("#people .whom--quiet")).to_have_text("bogdan")
    one.goto("/cont/setari/")
    shot(one, "settings-desk")
    one.get_by_role("button", name="Deblochează: bogdan").click()
    expect(one.get_by_role("button", name="Deblochează: bogdan")).to_have_count(0)


def test_what_is_written_while_the_server_is_told_is_neither_lost_nor_said_twice(
    player: Callable[..., Page], live_url: str
) -> None:
    Player.objects.create(username="ana", age_band="16plus", free_text=True)
    played = table_of("ana", "bogdan", hands=HANDS, table="R3")
    page = at_table(player(viewport=DESK), "ana", played, live_url)
    slow = Held(page, "**/vorba/")
    page.locator("#free").fill("Unu")
    page.locator("#free").press("Enter")
    slow.comes()
    page.locator("#free").press("Enter")
    page.locator("#free").press_sequentially("Doi")
    slow.let_go()
    expect(page.locator("#lines .line__text")).to_have_text(["Unu"])
    expect(page.locator("#free")).to_have_value("Doi")
    page.locator("#free").press("Enter")
    expect(page.locator("#lines .line__text")).to_have_text(["Unu", "Doi"])
    assert ChatLine.objects.count() == 2


def test_words_that_did_not_arrive_are_given_back(player: Callable[..., Page], live_url: str) -> None:
    Player.objects.create(username="ana", age_band="16plus", free_text=True)
    played = table_of("ana", "bogdan", hands=HANDS, table="R3")
    page = at_table(player(viewport=DESK), "ana", played, live_url)
    slow = Held(page, "**/vorba/")
    page.locator("#free").fill("Unu")
    page.locator("#free").press("Enter")
    slow.comes()
    page.locator("#free").press_sequentially("doi")
    slow.asked.pop().abort()
    expect(page.locator("#company-told")).to_be_visible()
    expect(page.locator("#free")).to_have_value("Unu doi")
    errors: list[str] = player.errors  # type: ignore[attr-defined]
    errors[:] = [error for error in errors if "ERR_FAILED" not in error]


def test_an_answer_that_comes_late_closes_nothing_opened_since(player: Callable[..., Page], live_url: str) -> None:
    played = table_of("ana", "bogdan", hands=HANDS, table="R3")
    page = at_table(player(), "ana", played, live_url)
    slow = Held(page, "**/vorba/")
    page.locator("#to-company").click()
    page.locator("[name=phrase][value=luck]").dblclick()
    slow.comes()
    page.keyboard.press("Escape")
    page.locator("#to-company").click()
    page.locator("#people [data-person=bogdan]").click()
    with page.expect_response("**/vorba/"):
        slow.let_go()
    expect(page.locator("#lines .line__text")).to_have_count(1)
    expect(page.locator("#person")).to_be_visible()
    expect(page.locator("#company")).to_be_visible()
    assert ChatLine.objects.count() == 1


def test_who_closes_the_page_is_shown_as_away_and_back_at_once(player: Callable[..., Page], live_url: str) -> None:
    played = table_of("ana", "bogdan", hands=HANDS, table="R3")
    one = player()
    one.clock.install()
    at_table(one, "ana", played, live_url)
    two = at_table(player(), "bogdan", played, live_url)
    tab = two.context.new_page()
    tab.goto(f"/t/{played.match.code}/")
    tab.close()
    pages = Connection.objects.filter(player__username="bogdan")
    until(lambda: pages.count() == 1, one)
    assert not Due.objects.filter(kind=Due.Kind.AWAY).exists()  # nobody will look whether they are there
    expect(one.locator(".chip--away")).to_have_count(0)
    two.goto("about:blank")
    expect(one.locator("#chip-1.chip--away")).to_be_visible(timeout=30_000)
    shot(one, "away")
    stand_still(one)  # it is told at once, without asking
    two.goto(f"/t/{played.match.code}/")
    expect(one.locator(".chip--away")).to_have_count(0, timeout=30_000)


def test_a_bot_plays_until_the_player_says_so(player: Callable[..., Page], live_url: str) -> None:
    played = table_of("ana", "bogdan", hands=HANDS, table="R3")
    played.clock["stand_ins"] = [1]
    played.save()
    one = at_table(player(), "ana", played, live_url)
    expect(one.locator("#absent")).to_have_text("Un robot joacă pentru bogdan până se întoarce")
    shot(one, "stand-in")
    two = at_table(player(), "bogdan", played, live_url)
    expect(two.locator("#back")).to_have_count(0)
    expect(one.locator("#absent")).to_have_text("")


def test_a_guest_sits_down_by_the_link_and_keeps_the_seat_with_an_account(
    player: Callable[..., Page], live_url: str, check_accessibility: Callable[[Page], None]
) -> None:
    host = sign_in(player(), "ana", live_url)
    match = open_for("ana")
    host.goto(f"/t/{match.code}/")
    guest = player()
    guest.goto(f"/t/{match.code}/")
    shot(guest, "guest-lobby")
    with loaded_anew(guest):
        guest.locator("#as-guest").click()
    check_accessibility(guest)
    shot(guest, "guest-name")
    with loaded_anew(guest):
        guest.get_by_role("button", name="Joacă acum").click()
    with loaded_anew(guest):  # the host may see it before the guest's own page has come
        guest.locator("#sit").click()
    expect(host.locator("#places .place")).to_have_count(2)
    guest.goto("/cont/setari/")
    shot(guest, "guest-settings")
    with loaded_anew(guest):
        guest.get_by_role("link", name="Fă-ți cont").click()
    check_accessibility(guest)
    shot(guest, "guest-keep")
    guest.locator("[name=username]").fill("mara")
    guest.locator("[name=password]").fill("un arici pe drum")
    guest.get_by_role("button", name="Fă-mi contul").click()
    expect(guest.locator(".recovery")).to_contain_text("-")
    guest.goto(f"/t/{match.code}/")
    expect(guest.locator("#ready")).to_be_visible()


def test_an_announced_restart_is_told_on_pages_and_tables(
    player: Callable[..., Page], live_url: str, check_accessibility: Callable[[Page], None]
) -> None:
    played = table_of("ana", "bogdan", hands=HANDS, table="R3")
    one = at_table(player(), "ana", played, live_url)
    expect(one.locator("#restart")).to_be_hidden()
    restarts.announce(at=timezone.now() + timedelta(minutes=5))
    expect(one.locator("#restart")).to_be_visible(timeout=30_000)
    expect(one.locator("#restart-left")).to_have_text(re.compile(r"4:[0-5]\d"))
    check_accessibility(one)
    shot(one, "restart")
    restarts.cancel()
    expect(one.locator("#restart")).to_be_hidden(timeout=30_000)


def test_a_wish_for_a_pause_is_seen_at_once_and_can_be_taken_back(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", hands=HANDS, table="R3")
    one = at_table(player(), "ana", played, live_url)
    two = at_table(player(), "bogdan", played, live_url)
    one.locator("#menu summary").click()
    with loaded_anew(one):
        one.locator("#want-pause").click()
    for page in (one, two):
        expect(page.locator("#absent")).to_have_text("ana cere o pauză după runda aceasta")
    one.locator("#menu summary").click()
    expect(one.locator("#want-pause")).to_have_text("Fără pauză după runda asta")
    one.locator("#want-pause").click()
    for page in (one, two):
        expect(page.locator("#absent")).to_have_text("")


def test_the_time_bank_is_told_beside_the_running_clock_and_on_ones_own_seat(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", hands=HANDS, table="R3", turn=1)
    one = at_table(player(), "ana", played, live_url)
    expect(one.locator("#bank")).to_have_text("În rezerva de timp +60")
    expect(one.locator("#chip-0 .chip__bank")).to_be_visible()
    expect(one.locator("#chip-0 .chip__bank")).to_have_text(" · +60 s")
    expect(one.locator("#chip-1 .chip__bank")).to_be_hidden()


def test_a_player_to_be_chosen_can_be_pointed_at_on_the_felt(player: Arrive, live_url: str) -> None:
    hands = ["R5 WH B1", "B1 B2 YS Y4", "G8 GR WD"]
    played = table_of("ana", "bogdan", "carmen", hands=hands, table="R3", draw="B9 Y9 G9 B8", discard="Y0")
    page = at_table(player(), "ana", played, live_url)
    for name in ("card-WH-0", "colour-Y", "chip-2", "play"):
        page.locator(f"#{name}").click()
    expect(page.locator("#feed li").last).to_contain_text("carmen")
    assert [move.text for move in played.moves.all()] == ["play WH:Y>2"]


def test_the_clock_stands_still_whether_a_bank_is_told_or_not(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", hands=HANDS, table="R3", draw="B9 Y9 G9 B8", discard="Y0")
    played.clock["bank"] = [60_000, 0]
    played.save()
    one = at_table(player(), "ana", played, live_url)
    expect(one.locator("#bank")).to_be_visible()
    before = one.locator("#clock").bounding_box()
    one.locator("#card-R5-0").click()
    one.locator("#play").click()
    expect(one.locator("#chip-1.chip--turn")).to_be_visible()
    expect(one.locator("#bank")).to_be_hidden()
    after = one.locator("#clock").bounding_box()
    assert before is not None
    assert after is not None
    assert after["x"] + after["width"] == before["x"] + before["width"]
