"""An evening with paper cards: one thumb, no network in the middle, two phones, no round lost and none twice."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from leagues.models import PaperMatch
from leagues.services import paper
from tests.e2e.cable import Cable
from tests.e2e.conftest import broken_words
from tests.e2e.patience import Held, until
from tests.services.test_paper import deal, fresh

type Arrive = Callable[..., Page]
type Check = Callable[[Page], None]

SMALL_PHONE = {"width": 360, "height": 640}


def begin(page: Page, *names: str) -> PaperMatch:
    page.goto("/tine-scorul/")
    for seat, name in enumerate(names or ("Ana", "Bogdan", "Carmen")):
        page.fill(f"[name=name{seat}]", name)
    page.get_by_role("button", name="Începe").click()
    page.wait_for_url("**/tine-scorul/f/**")
    line(page, "sent")
    return PaperMatch.objects.latest("pk")


def line(page: Page, state: str) -> None:
    expect(page.locator(f"[data-line={state}]")).to_be_visible()


def all_is_sent(page: Page) -> None:
    page.wait_for_function("() => paperBook.line === 'sent' && !paperBook.read().outbox.length")


def write(page: Page, winner: int, *hands: str) -> None:
    """A round as people write one down: cards tapped, or points typed where the hand is a number."""
    page.click("#paper-add")
    page.click(f"#recorder-names [data-winner='{winner}']")
    fill(page, *hands)


def fill(page: Page, *hands: str) -> None:
    for hand in hands:
        if hand.isdigit() and len(hand) > 1:
            page.fill("#pad-points", hand)
        else:
            for word in hand.split():
                page.click(f"[data-card='{word}']")
        page.click("#recorder-next")


def totals(page: Page, points: list[str]) -> None:
    expect(page.locator("#board [data-total]")).to_have_text(points)


NO_NETWORK = "ERR_INTERNET_DISCONNECTED|ERR_FAILED"
CUT = f"{NO_NETWORK}|ERR_EMPTY_RESPONSE|ERR_CONNECTION_(CLOSED|RESET)"  # the same through a cut cable


def without_network(player: Arrive, refused: str = NO_NETWORK) -> None:
    """The browser calls every refused connection an error; here there is none on purpose.

    What the page's worker asks for in its place is said to have failed.
    """
    errors: list[str] = player.errors  # type: ignore[attr-defined]
    errors[:] = [error for error in errors if not re.search(refused, error)]


def worker_keeps_the_sheet(page: Page) -> None:
    """Until the worker would answer the next visit: it need not be in charge of the page that is open now."""
    kept = """async () => {
      const site = await navigator.serviceWorker.getRegistration("/");
      return site?.active?.state === "activated" && Boolean(await caches.match("/tine-scorul/foaie/"));
    }"""
    until(lambda: bool(page.evaluate(kept)), page)


def scored(match: PaperMatch) -> list[int]:
    return [one["scored"] for one in fresh(match).deals]


def test_a_match_is_written_down_with_one_thumb(player: Arrive) -> None:
    page = player(viewport=SMALL_PHONE)
    match = begin(page)
    write(page, 1, "7 S WD WD", "300")
    expect(page.locator("#paper-done")).to_contain_text("Bogdan: +427")
    totals(page, ["0", "427", "0"])
    expect(page.locator("#board li", has_text="Bogdan")).to_have_class(re.compile("first"))
    expect(page.locator("#board li", has_text="Bogdan").locator("[data-deals]")).to_be_visible()
    write(page, 1, "WC", "9 9 5")
    expect(page.locator("#paper-title")).to_have_text("Bogdan a câștigat!")
    expect(page.locator("#paper-add")).to_be_hidden()
    line(page, "sent")
    assert scored(match) == [427, 73]
    assert paper.standing_of(fresh(match)).over


def test_nothing_of_the_dialog_is_out_of_a_thumbs_reach(player: Arrive) -> None:
    page = player(viewport=SMALL_PHONE)
    begin(page, *[f"Jucătorul numărul {seat}" for seat in range(4)])
    page.click("#paper-add")
    page.click("#recorder-names [data-winner='0']")
    for control in page.locator("#recorder button:visible, #recorder input:visible").all():
        box = control.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40 or control.get_attribute("class") == "recorder__tab"
        assert box["y"] + box["height"] <= SMALL_PHONE["height"]
    step = page.locator("#recorder .recorder__step:visible")
    assert step.evaluate("(step) => step.scrollHeight <= step.clientHeight")


LONG_NAMES = ("Alexandru-Constantin", "BogdanMihailescuDoi2", "Carmen Popescu Ionaș")


@pytest.mark.parametrize("width", [360, 390])
def test_long_names_of_three_are_whole_on_a_phone(player: Arrive, width: int) -> None:
    page = player(viewport={"width": width, "height": 800})
    begin(page, *LONG_NAMES)
    page.click("#paper-add")
    shown = page.locator("#recorder :is(h2, button), #board li, #written li, #paper-done")
    assert broken_words(shown) == []
    page.click("[data-winner=nobody]")
    tabs = page.locator(".recorder__tab")
    expect(tabs).to_have_count(3)
    for _ in LONG_NAMES:
        for tab in tabs.all():
            expect(tab).to_be_in_viewport(ratio=1)
        expect(page.locator("#recorder-title")).to_contain_text(page.locator("[aria-pressed=true] > span").inner_text())
        assert broken_words(shown) == []
        fill(page, "7 9")
    expect(page.locator("#written li")).to_be_visible()
    assert broken_words(shown) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_pad_has_no_more_cards_than_the_box(player: Arrive) -> None:
    page = player()
    begin(page)
    page.click("#paper-add")
    page.click("#recorder-names [data-winner='2']")
    for _ in range(3):
        page.click("[data-card=WD]")
    page.click("#recorder-next")
    page.click("[data-card=WD]")
    expect(page.locator("[data-card=WD]")).to_have_attribute("aria-disabled", "true")
    page.click("[data-card=WD]", force=True)
    expect(page.locator("[data-pad-points]")).to_have_text("50")
    page.keyboard.press("7")
    expect(page.locator("[data-pad-points]")).to_have_text("57")
    page.keyboard.press("Backspace")
    expect(page.locator("[data-pad-points]")).to_have_text("50")


def test_a_round_that_a_thumb_closed_is_there_again(player: Arrive) -> None:
    page = player()
    match = begin(page)
    page.click("#paper-add")
    page.click("#recorder-names [data-winner='2']")
    page.click("[data-card=WD]")
    page.keyboard.press("Escape")
    page.click("#paper-add")
    expect(page.locator("#recorder-names [aria-pressed=true]")).to_have_text("Carmen")
    page.click("#recorder-names [data-winner='2']")
    expect(page.locator("[data-pad-points]")).to_have_text("50")
    fill(page, "7", "S")
    all_is_sent(page)
    page.click("#paper-add")
    expect(page.locator("#recorder-names [aria-pressed=true]")).to_have_count(0)
    assert scored(match) == [77]


def test_the_last_round_is_undone_and_an_older_one_corrected(player: Arrive) -> None:
    page = player()
    match = begin(page)
    write(page, 0, "9", "9")
    write(page, 1, "50", "50")
    page.click("[data-undo]")
    totals(page, ["18", "0", "0"])
    page.click("[data-edit]")
    page.click("#recorder-names [data-winner='2']")
    expect(page.locator("[data-pad-points]")).to_have_text("0")
    fill(page, "12", "S")
    all_is_sent(page)
    assert scored(match) == [41]
    assert [one["act"] for one in fresh(match).history] == ["removed", "corrected"]


def test_a_press_on_a_round_is_heard_though_the_server_answers_during_it(player: Arrive) -> None:
    page = player()
    begin(page)
    slow = Held(page, "**/trimite/")
    write(page, 0, "20", "20")
    slow.comes()
    page.locator("[data-edit]").hover()
    page.mouse.down()
    slow.let_go()
    all_is_sent(page)
    page.mouse.up()
    expect(page.locator("#recorder")).to_be_visible()


@pytest.fixture
def cable(live_url: str) -> Iterator[Cable]:
    line_to_site = Cable(live_url)
    yield line_to_site
    line_to_site.close()


def test_an_evening_goes_on_without_network_and_is_sent_once(player: Arrive, cable: Cable) -> None:
    page = player(base_url=cable.address)
    match = begin(page)
    worker_keeps_the_sheet(page)
    write(page, 0, "20", "20")
    all_is_sent(page)
    page.context.set_offline(True)
    cable.cut()
    write(page, 1, "7", "S")
    line(page, "offline")
    expect(page.locator("[data-line=offline]")).to_contain_text("fără rețea: se păstrează pe telefon (1)")
    page.reload()
    totals(page, ["40", "27", "0"])
    expect(page.locator(".top")).to_have_css("background-color", "rgb(27, 17, 14)")  # its looks are there too
    write(page, 2, "30", "WC")
    expect(page.locator("[data-line=offline]")).to_contain_text("(2)")
    assert scored(match) == [40]
    cable.mend()
    page.context.set_offline(False)
    all_is_sent(page)
    assert scored(match) == [40, 27, 80]
    page.reload()
    totals(page, ["40", "27", "80"])
    assert scored(match) == [40, 27, 80]
    without_network(player, CUT)


def test_rounds_are_corrected_twice_and_removed_without_network(player: Arrive) -> None:
    page = player()
    match = begin(page)
    page.context.set_offline(True)
    write(page, 0, "20", "20")
    write(page, 0, "90", "90")
    for hands in (("30", "30"), ("30", "30"), ("35", "S")):
        page.locator("[data-edit]").last.click()
        page.click("#recorder-names [data-winner='1']")
        fill(page, *hands)
    page.locator("[data-edit]").first.click()
    page.click("#recorder-remove")
    page.click("#recorder-remove")
    totals(page, ["0", "55", "0"])
    page.context.set_offline(False)
    all_is_sent(page)
    expect(page.locator("#paper-refused")).to_be_hidden()
    totals(page, ["0", "55", "0"])
    assert scored(match) == [55]
    without_network(player)


def test_a_sheet_is_found_again_without_network(player: Arrive, cable: Cable) -> None:
    page = player(base_url=cable.address)
    begin(page)
    worker_keeps_the_sheet(page)
    page.context.set_offline(True)
    cable.cut()
    page.goto("/tine-scorul/")
    expect(page.locator("#paper-away")).to_be_visible()
    page.get_by_role("link", name="Ana, Bogdan, Carmen").click()
    totals(page, ["0", "0", "0"])
    page.goto(f"/tine-scorul/f/{'x' * 22}/")
    expect(page.locator("#paper-missing")).to_be_visible()
    without_network(player, CUT)


def test_nothing_of_anybody_is_kept_by_the_worker(player: Arrive) -> None:
    page = player()
    match = begin(page)
    worker_keeps_the_sheet(page)
    page.goto(f"/tine-scorul/vezi/{match.code}/")
    page.goto("/")
    kept = page.evaluate(
        "async () => (await (await caches.open('paper-1')).keys()).map(({ url }) => new URL(url).pathname)"
    )
    assert "/tine-scorul/foaie/" in kept
    assert [address for address in kept if not address.startswith("/static/")] == ["/tine-scorul/foaie/"]
    assert page.evaluate("async () => (await caches.keys()).length") == 1
    sheet = page.evaluate("async () => (await caches.match('/tine-scorul/foaie/')).text()")
    assert [word for word in ("Ana", "Bogdan", match.key, match.code, "csrfmiddlewaretoken") if word in sheet] == []


def test_a_round_whose_answer_is_lost_is_sent_again_and_counts_once(player: Arrive) -> None:
    page = player()
    match = begin(page)
    lost: list[Any] = []
    waiting: list[Any] = []
    free: list[bool] = []

    def lose(route: Any) -> None:
        """The server hears the round; the phone hears nothing, and what it asks then waits."""
        if free:
            route.continue_()
        elif lost:
            waiting.append(route)
        elif route.request.post_data_json["changes"]:
            route.fetch()
            lost.append(route)
            route.abort()
        else:
            route.continue_()

    page.route("**/trimite/", lose)
    write(page, 0, "20", "20")
    line(page, "offline")
    assert (len(lost), scored(match)) == (1, [40])
    until(lambda: bool(waiting), page)
    free.append(True)
    waiting[0].continue_()
    line(page, "sent")
    assert scored(match) == [40]
    errors: list[str] = player.errors  # type: ignore[attr-defined]
    errors[:] = [error for error in errors if "ERR_FAILED" not in error]


def test_a_round_is_not_called_saved_before_the_server_has_it(player: Arrive) -> None:
    page = player()
    match = begin(page)
    slow = Held(page, "**/trimite/")
    page.evaluate("() => { paperBook.send(); }")  # it looks whether there is something new
    slow.comes()
    write(page, 0, "20", "20")
    line(page, "waiting")
    slow.let_go()
    line(page, "sent")
    assert scored(match) == [40]


def test_the_network_that_comes_back_during_a_try_is_tried_at_once(player: Arrive) -> None:
    page = player()
    page.clock.install()
    match = begin(page)
    slow = Held(page, "**/trimite/")
    write(page, 0, "20", "20")
    slow.comes()
    # Short of what the page has patience for: the clock of a test ends that wait, too.
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 5"))
    page.evaluate("() => { dispatchEvent(new Event('online')); }")
    slow.asked.pop().abort()
    line(page, "offline")
    slow.let_go()
    page.clock.run_for(100)
    line(page, "sent")
    assert scored(match) == [40]
    without_network(player)


def test_two_phones_without_network_lose_no_round(player: Arrive) -> None:
    one, other = player(), player()
    match = begin(one)
    other.goto(f"/tine-scorul/f/{match.key}/")
    line(other, "sent")
    for page, points in ((one, "20"), (other, "30")):
        page.context.set_offline(True)
        write(page, 0, points, "0")
        line(page, "offline")
    for page in (one, other):
        page.context.set_offline(False)
        line(page, "sent")
    one.evaluate("paperBook.send()")
    expect(one.locator("#board [data-total]").first).to_have_text("50", timeout=30_000)
    expect(other.locator("#board [data-total]").first).to_have_text("50", timeout=30_000)
    assert sorted(scored(match)) == [20, 30]
    without_network(player)


def test_a_correction_that_came_too_late_is_told(player: Arrive) -> None:
    page = player()
    match = begin(page)
    write(page, 0, "20", "20")
    all_is_sent(page)
    page.click("[data-edit]")
    known = fresh(match).deals[0]["id"]
    paper.correct(key=match.key, deal=deal(s1=90) | {"id": known})
    page.click("#recorder-names [data-winner='0']")
    fill(page, "33", "33")
    expect(page.locator("#paper-refused")).to_contain_text("pe alt telefon")
    totals(page, ["90", "0", "0"])


def test_who_looks_on_follows_the_score(player: Arrive) -> None:
    page, guest = player(), player()
    match = begin(page)
    guest.goto(f"/tine-scorul/vezi/{match.code}/")
    write(page, 0, "20", "20")
    expect(guest.locator("#board [data-total]").first).to_have_text("40", timeout=30_000)


def test_the_sheet_works_without_a_script(player: Arrive) -> None:
    page = player(java_script_enabled=False)
    page.goto("/tine-scorul/")
    page.fill("[name=name0]", "Ana")
    page.fill("[name=name1]", "Bogdan")
    page.get_by_role("button", name="Începe").click()
    page.get_by_label("Ana", exact=True).first.check()
    page.fill("[name=hand1]", "7 S")
    page.get_by_role("button", name="Notează", exact=True).click()
    totals(page, ["27", "0"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_score_keeper_can_be_read_by_everyone(player: Arrive, check_accessibility: Check, scheme: str) -> None:
    page = player(color_scheme=scheme)
    page.goto("/tine-scorul/")
    page.locator("summary").click()
    check_accessibility(page)
    match = begin(page)
    write(page, 0, "20", "20")
    page.locator("#paper-share summary").click()
    check_accessibility(page)
    page.click("#paper-add")
    check_accessibility(page)
    page.click("#recorder-names [data-winner='1']")
    page.click("[data-card=WC]")
    check_accessibility(page)
    page.click("#recorder-close")
    write(page, 0, "400", "70")
    check_accessibility(page)
    page.goto(f"/tine-scorul/vezi/{match.code}/")
    check_accessibility(page)
    page.goto("/tine-scorul/foaie/")
    check_accessibility(page)
