"""The table in a real browser: taps, pickers, keys, narrow screens, lost frames."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute

from games.models import Move, Round
from tests.e2e.conftest import DESK, PHONE
from tests.e2e.hands import at_table, leave_to_the_players, number, settle, stand_still, table_of
from tests.e2e.test_company import SMALL, shot

type Arrive = Callable[..., Page]

HANDS = ["R5 G5 R7 WC WH RS G2", "B1 B2 YS Y4", "G8 GR WD"]
REST = {"table": "R3", "draw": "B9 Y9 G9 B8", "discard": "Y0"}
PLAIN = {"hands": HANDS, **REST}


def texts(played: Round) -> list[str]:
    return list(played.moves.order_by("number").values_list("text", flat=True))


def tap(page: Page, *ids: str) -> None:
    for name in ids:
        page.locator(f"#{name}").click()


def test_a_single_card_is_played_with_two_taps(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page = at_table(player(), "ana", played, live_url)
    before = number(page)
    tap(page, "card-R7-0", "play")
    settle(page, before)
    assert texts(played) == ["play R7"]


def test_a_double_tap_plays_a_single_card(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page = player()
    page.clock.install()
    at_table(page, "ana", played, live_url)
    stand_still(page)  # on a slow machine too much time may pass between the two taps
    before = number(page)
    page.locator("#card-R7-0").dblclick()
    settle(page, before)
    assert texts(played) == ["play R7"]


def test_a_combo_is_chosen_in_order_with_its_colour_and_seat(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page = at_table(player(), "ana", played, live_url)
    before = number(page)
    tap(page, "card-R5-0")
    page.locator("#card-G5-0.held--lit").click()
    page.locator("#card-WC-0.held--lit").click()
    assert page.locator("#play").is_disabled()
    tap(page, "colour-B")
    page.locator("#card-WH-0.held--lit").click()
    tap(page, "colour-Y", "choose-2")
    orders = page.locator("[data-order]").evaluate_all("all => all.map(card => card.id + card.dataset.order).sort()")
    assert orders == ["card-G5-02", "card-R5-01", "card-WC-03", "card-WH-04"]
    tap(page, "play")
    settle(page, before)
    assert texts(played) == ["play R5 G5 WC:B WH:Y>2"]


def test_one_line_says_what_will_come_of_the_chosen_cards(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", hands=["R5 RD B5", *HANDS[1:]], **REST)
    phone = player()
    phone.add_init_script("localStorage.setItem('one-tap-off', '1')")  # a lone +2 would go at once
    page = at_table(phone, "ana", played, live_url)
    places = {name: box(page.locator(name)) for name in ("#play", "#hand", "#pile")}
    tap(page, "card-RD-0")
    page.locator("#preview", has_text="Atac de 2 → bogdan").wait_for()
    tap(page, "clear", "card-R5-0")
    page.locator("#preview", has_text="Urmează: bogdan").wait_for()
    page.locator("#card-RD-0.held--lit").click()
    page.locator("#preview", has_text="rămâi dator cu MAS!").wait_for()
    tap(page, "mas")
    page.locator("#preview", has_text="cu MAS! strigat").wait_for()
    assert {name: box(page.locator(name)) for name in places} == places
    tap(page, "clear")
    assert page.locator("#preview").text_content() == ""
    assert texts(played) == []


def test_a_card_is_handed_over(player: Arrive, live_url: str) -> None:
    hands = ["W1 R5 G5", "B1 B2 YS Y4", "G8 GR WD"]
    rules = {"custom_rules": [["swap_card chosen"]]}
    played = table_of("ana", "bogdan", "carmen", rules=rules, hands=hands, **REST)
    page = at_table(player(), "ana", played, live_url)
    before = number(page)
    tap(page, "card-W1-0", "colour-R", "choose-1", "card-G5-0", "play")
    settle(page, before)
    assert texts(played) == ["play W1:R>1=G5"]
    page.locator("#news", has_text="5 verde").wait_for()


def test_mas_goes_with_the_play_or_after_it(player: Arrive, live_url: str) -> None:
    for order, told in (
        (["card-R5-0", "mas", "play"], ["play R5 !"]),
        (["card-R5-0", "play", "mas"], ["play R5", "mas"]),
    ):
        played = table_of("ana", "bogdan", "carmen", hands=["R5 B5", *HANDS[1:]], **REST)
        page = at_table(player(), "ana", played, live_url)
        for name in order:
            before = number(page)
            tap(page, name)
            if name == "play":
                settle(page, before)
        page.locator("#feed li", has_text="MAS!").last.wait_for()
        assert texts(played) == told


# As the button came, however late somebody looks.
NOTE_CATCH = """() => document.getElementById("live").addEventListener("table:shown", () => {
  const button = document.getElementById("catch-0");
  if (button) window.offered ??= [button.disabled ? "disabled" : "enabled"];
})"""


def test_who_forgot_is_caught_once_the_grace_is_over(player: Arrive, live_url: str) -> None:
    hands = ["R5 B5", *HANDS[1:]]
    played = table_of("ana", "bogdan", "carmen", rules={"mas_grace_ms": 6000}, hands=hands, **REST)
    ana, carmen = at_table(player(), "ana", played, live_url), at_table(player(), "carmen", played, live_url)
    carmen.evaluate(NOTE_CATCH)
    tap(ana, "card-R5-0", "play")
    carmen.wait_for_function("() => window.offered")
    assert carmen.evaluate("offered") == ["disabled"]
    before = number(carmen)
    tap(carmen, "catch-0")  # waits until it may be pressed
    settle(carmen, before)
    assert texts(played) == ["play R5", "catch 0"]


def test_drawing_passing_challenging_shouting_and_confirming(player: Arrive, live_url: str) -> None:
    drawing = table_of("ana", "bogdan", hands=["B5 B6", "B1 B2"], table="R3", draw="R9 Y9 G9 B8", discard="Y0")
    page = at_table(player(), "ana", drawing, live_url)
    tap(page, "pile", "pass")
    page.locator("#feed li", has_text="zice pas").wait_for()
    assert texts(drawing) == ["draw", "pass"]

    rules = {"plus4_challenge": True}
    plus4 = table_of("ana", "bogdan", rules=rules, hands=["R5 WD B6", "B1 B2"], table="R3", draw="R9 Y9 G9 B8 R1 R2 R4")
    ana, bogdan = at_table(player(), "ana", plus4, live_url), at_table(player(), "bogdan", plus4, live_url)
    tap(ana, "card-WD-0", "colour-G", "play")
    tap(bogdan, "challenge")
    bogdan.locator("#feed li", has_text="contestă").wait_for()
    assert texts(plus4) == ["play WD:G", "challenge"]

    rules = {"mas_uno_card": True, "race_ms": 60_000}  # no race against a slow machine
    race = table_of("ana", "bogdan", rules=rules, hands=["WM R5 R6", "B1 B2 YS"], table="R3")
    ana, bogdan = at_table(player(), "ana", race, live_url), at_table(player(), "bogdan", race, live_url)
    tap(ana, "card-WM-0", "colour-Y", "play")
    tap(bogdan, "shout")
    tap(ana, "shout")
    bogdan.locator(".mine[data-urgent] #card-YS-0.held--lit").wait_for()
    assert texts(race) == ["play WM:Y", "shout", "shout"]

    honour = {"custom_rules": [['honour "Sing"']]}
    dare = table_of("ana", "bogdan", rules=honour, hands=["W1 R5 R6", "B1 B2 YS"], table="R3", draw="R9 Y9")
    ana, bogdan = at_table(player(), "ana", dare, live_url), at_table(player(), "bogdan", dare, live_url)
    tap(ana, "card-W1-0", "colour-Y", "play")
    bogdan.locator("#confirm").wait_for()
    leave_to_the_players(dare)
    tap(bogdan, "confirm")
    tap(ana, "confirm")
    bogdan.locator(".mine[data-urgent] #card-YS-0.held--lit").wait_for()
    assert texts(dare) == ["play W1:Y", "confirm", "confirm"]


def test_a_refusal_is_one_sentence_that_leads_to_its_rule(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page = at_table(player(), "ana", played, live_url)
    tap(page, "card-G2-0")
    page.locator("#answer", has_text="Cartea nu se potrivește").wait_for()
    assert page.locator("#answer a").get_attribute("href") == f"/t/{played.match.code}/reguli/#r4"
    assert texts(played) == []


def test_leaving_asks_first(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page = at_table(player(), "ana", played, live_url)
    page.locator("#menu summary").click()
    tap(page, "leave")
    page.locator("#leave-dialog button").first.click()
    assert texts(played) == []
    page.locator("#menu summary").click()
    tap(page, "leave", "leave-sure")
    page.locator(".mine--watching").wait_for()
    assert texts(played) == ["leave"]


def test_the_keyboard_alone_plays_and_keeps_its_place(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page = at_table(player(viewport=DESK), "ana", played, live_url)
    page.locator("#card-R7-0").focus()
    page.keyboard.press("Enter")
    page.locator("#play").focus()
    before = number(page)
    page.locator("#card-R7-0").focus()
    page.evaluate("document.getElementById('play').click()")
    settle(page, before)
    page.locator("#card-RS-0").focus()
    with_bogdan = at_table(player(), "bogdan", played, live_url)
    before = number(page)
    tap(with_bogdan, "draw")
    settle(page, before)
    assert page.evaluate("document.activeElement.id") == "card-RS-0"


def box(part: Locator) -> tuple[float, float, float, float]:
    found = part.bounding_box()
    assert found is not None
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def overlap(one: Locator, other: Locator) -> bool:
    a, b = box(one), box(other)
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
def test_calls_pickers_and_mas_are_big_enough_and_apart(player: Arrive, live_url: str, screen: dict[str, int]) -> None:
    hands = ["R5 WC WH", "B1", "G8 GR WD"]
    played = table_of("ana", "bogdan", "carmen", hands=hands, owes=[1], **REST)
    page = at_table(player(viewport=screen), "ana", played, live_url)
    catch_before = box(page.locator("#catch-1"))
    tap(page, "card-WH-0")
    parts = [
        page.locator(f"#{name}") for name in ("catch-1", "mas", "play", "colour-R", "colour-G", "colour-B", "colour-Y")
    ]
    for index, part in enumerate(parts):
        left, top, right, bottom = box(part)
        assert right - left >= 44
        assert bottom - top >= 44
        assert right <= screen["width"]
        assert bottom <= screen["height"]
        assert not any(overlap(part, other) for other in parts[index + 1 :])
    assert box(page.locator("#catch-1")) == catch_before


SCREENS = [SMALL, PHONE, {"width": 768, "height": 1024}, DESK]
THIRTY = "R1 R2 R3 R4 R5 R6 R7 R8 R9 RS G1 G2 G3 G4 G5 G6 G7 G8 B1 B2 B3 B4 B5 Y1 Y2 Y3 Y4 Y5 WC WD"
SEVEN = "R5 G5 R7 WC WH RS G2"
OWING = {"owes": [1], "hands": [SEVEN, "B1", "G8 GR WD"]}
RACE = {"hands": ["WM R5 R6", "B1 B2 YS", "G8"], "rules": {"mas_uno_card": True}}
# A position, what is tapped in it, and what must then be there beside the hand.
SITUATIONS = {
    "seven": ({"hands": [SEVEN, *HANDS[1:]]}, [], []),
    "thirty": ({"hands": [THIRTY, *HANDS[1:]]}, [], []),
    "colour": (OWING, ["card-WC-0"], ["catch-1", "pick-colour"]),
    "seat": (OWING, ["card-WH-0", "colour-R"], ["catch-1", "pick-seat"]),
    "colour of thirty": ({"hands": [THIRTY, "B1", "G8 GR WD"], "owes": [1]}, ["card-WC-0"], ["catch-1", "pick-colour"]),
    "two to catch": ({"hands": [SEVEN, "B1", "G8"], "owes": [1, 2]}, [], ["catch-1", "catch-2"]),
    "race": (RACE, ["card-WM-0", "colour-Y", "play"], ["shout"]),
}
CONTROLS = """#prompt, #hand, #draw, #pass, #order, #clear, #mas, #play, #shout, #preview, #menu, #to-company, #company,
    .call, #pick-colour button, #pick-seat button, .pile, .home, #clock, #company button"""
# Which controls stick out of the screen, and which pairs of them cover each other.
COLLISIONS = """controls => {
  const found = [...document.querySelectorAll(controls)].filter(part => part.checkVisibility());
  const boxes = found.map(part => [part.id || part.className, part.getBoundingClientRect(), part]);
  const faults = document.documentElement.scrollWidth > innerWidth ? ["wider than the screen"] : [];
  const race = (one, other) => one.id === "shout" && ["hand", "preview"].includes(other.id);  // in their place
  const rolled = (part) => part.closest("#pick-seat, .phrases");
  boxes.forEach(([name, a, part], index) => {
    if (!rolled(part) && (a.left < -.5 || a.right > innerWidth + .5)) faults.push(name + " beside the screen");
    if (!rolled(part) && (a.top < -.5 || a.bottom > innerHeight + .5)) faults.push(name + " below the screen");
    for (const [other, b, its] of boxes.slice(index + 1)) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const apart = wide < .5 || high < .5 || part.contains(its) || its.contains(part) || rolled(part) || rolled(its);
      if (!apart && !race(part, its) && !race(its, part)) faults.push(name + " on " + other);
    }
  });
  return faults;
}"""


def test_nothing_covers_anything_on_any_screen(player: Arrive, live_url: str) -> None:
    page = player()
    faults = []
    for name, (position, taps, there) in SITUATIONS.items():
        played = table_of("ana", "bogdan", "carmen", **(REST | position))
        for screen in SCREENS:
            page.set_viewport_size(screen)  # type: ignore[arg-type]
            if screen == SCREENS[0]:
                at_table(page, "ana", played, live_url)
                tap(page, *taps)
            for part in there:
                page.locator(f"#{part}").wait_for()
            leave_to_the_players(played)
            shot(page, f"{name}-{screen['width']}")
            found = page.evaluate(COLLISIONS, CONTROLS)
            faults += [f"{name}, {screen['width']}×{screen['height']}: {fault}" for fault in found]
    assert faults == [], "\n".join(faults)


@pytest.mark.parametrize("seats", [2, 20])
def test_any_number_of_seats_fits_a_phone(player: Arrive, live_url: str, seats: int) -> None:
    names = ["ana", *[f"jucator-{k}" for k in range(seats - 1)]]
    played = table_of(*names, rules={"hand_size": 12})
    page = at_table(player(), "ana", played, live_url)
    width = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    scroll, client = page.evaluate(width)
    assert scroll <= client
    assert box(page.locator("#play"))[3] <= PHONE["height"]
    assert page.locator(".chip").count() == seats


def test_the_table_and_its_lobby_can_be_read_by_everyone(
    player: Arrive, live_url: str, check_accessibility: Callable[[Page], None]
) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    for scheme in ("light", "dark"):
        page = at_table(player(color_scheme=scheme), "ana", played, live_url)
        check_accessibility(page)
        tap(page, "card-WC-0")
        check_accessibility(page)
        page.goto("/masa/noua/")
        page.locator("main form button:not([type=button])").last.click()
        page.wait_for_url(re.compile(r"/t/\w{6}/"))
        check_accessibility(page)


def test_a_command_that_got_no_answer_goes_again_by_post_and_counts_once(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page = player()
    page.route_web_socket(re.compile("/ws/"), swallow_answers)
    at_table(page, "ana", played, live_url)
    before = number(page)
    with page.expect_request("**/comanda/"):
        tap(page, "card-R7-0", "play")
    settle(page, before)
    page.locator("#feed li", has_text="7 roșu").wait_for()
    assert texts(played) == ["play R7"]


def swallow_answers(socket: WebSocketRoute) -> None:
    """The command arrives, but nothing that it brings comes back."""
    server = socket.connect_to_server()
    sent: list[Any] = []

    def to_page(frame: Any) -> None:
        if not sent:
            socket.send(frame)

    def to_server(frame: Any) -> None:
        if '"command"' in str(frame):
            sent.append(frame)
        server.send(frame)

    server.on_message(to_page)
    socket.on_message(to_server)


def test_an_older_screen_never_replaces_a_newer_one(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    old: list[Any] = []
    page = player()

    def replay_the_first(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def to_page(frame: Any) -> None:
            socket.send(frame)
            if str(frame).startswith("<"):
                old.append(frame)
                socket.send(old[0])

        server.on_message(to_page)

    page.route_web_socket(re.compile("/ws/"), replay_the_first)
    at_table(page, "ana", played, live_url)
    before = number(page)
    tap(page, "card-R7-0", "play")
    settle(page, before)
    page.wait_for_timeout(300)
    assert number(page) > before
    assert Move.objects.count() == 1


def test_both_languages_are_whole(player: Arrive, live_url: str) -> None:
    played = table_of("ana", "bogdan", "carmen", **PLAIN)
    page = at_table(player(locale="en-GB"), "ana", played, live_url)
    assert page.locator("#prompt").text_content() == "Your turn."
    tap(page, "card-G2-0")
    page.locator("#answer", has_text="This card does not fit").wait_for()
    assert not re.search("[ăâîșțĂÂÎȘȚ]", page.locator("#live").inner_text())
    page = at_table(player(), "ana", played, live_url)
    assert page.locator("#prompt").text_content() == "E rândul tău."
