"""The shuffle that everybody's page takes part in, and the page that proves it, in real browsers."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.engine import proof
from games.models import Contribution, Deal, Due, Match, Player, Round
from games.services import endings, gathering, proofs, rounds, seating
from tests.e2e.conftest import in_both_schemes
from tests.e2e.hands import loaded_anew, open_for, ready, sign_in, take_turn
from tests.servers import Site
from tests.services.table import lay

SAID_MS = 30_000
PATIENT = {"MASUNO_SHUFFLE_COMMIT_MS": "20000", "MASUNO_SHUFFLE_OPEN_MS": "20000"}
MARK = "Împărțire verificată"
# The mark that a deal holds stands only until the next one.
NOTE_MARK = """() => new MutationObserver(() => {
  const mark = document.querySelector("#proof.proofmark--ok a");
  if (mark) window.marked = mark.textContent;
}).observe(document.getElementById("live"), { subtree: true, childList: true, attributes: true })"""
OPENED = ".parts .badge--good"


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    """A site that waits longer for pages: how fast this machine loads them is no matter here."""
    running = Site(**PATIENT)
    yield running
    assert running.stop() == 0, running.output


def seated(ana: Page, bogdan: Page, live_url: str, *, sockets: bool = True) -> Match:
    """Ana's table with Bogdan: both pages are open, and everybody is ready."""
    sign_in(ana, "ana", live_url)
    sign_in(bogdan, "bogdan", live_url)
    if not sockets:
        bogdan.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    match = open_for("ana")
    with patch("games.live.announce"):  # nobody is there yet
        seating.take_seat(match=match, player=Player.objects.get_or_create(username="bogdan")[0])
    for page in (ana, bogdan):
        page.goto(f"/t/{match.code}/")
    with loaded_anew(bogdan):
        bogdan.locator("#ready").click()
    ana.locator("#start:enabled").wait_for()
    return match


def begun(ana: Page, bogdan: Page, live_url: str, *, sockets: bool = True) -> Match:
    """The same, and Ana has started: the cards are dealt."""
    match = seated(ana, bogdan, live_url, sockets=sockets)
    with loaded_anew(ana):  # the page that she leaves may show the cards before the new one comes
        ana.locator("#start").click()
    for page in (ana, bogdan):
        page.locator("#felt[data-state=playing]").wait_for(timeout=SAID_MS)
    return match


def leave(page: Page) -> None:
    page.locator("#menu summary").click()
    page.locator("#leave").click()
    page.locator("#leave-sure").click()


def check_whole(match: Match, kept: list[str]) -> None:
    """Both numbers that the browsers kept are in the proof, and it holds."""
    played = Round.objects.get(match=match)
    assert played.nonces == kept
    deal = Deal.objects.get(match=match)
    assert (deal.stage, deal.listed_at is not None) == ("dealt", True)


def nonce_kept_by(page: Page) -> str:
    """What the browser noted of the one deal that it took part in. Who starts a match is shown a new page: what the
    server answers to the old one nobody may hear.
    """
    page.wait_for_function("() => /listed/.test(localStorage.getItem('masuno-deals'))")
    (only,) = json.loads(page.evaluate("localStorage.getItem('masuno-deals')")).values()
    return str(only["nonce"])


def nonce_taken_from(page: Page) -> str:
    """The same, once the page has heard that the server has taken both its parts: by post in either order."""
    page.wait_for_function("() => [/bound/, /opened/].every(part => part.test(localStorage.getItem('masuno-deals')))")
    (only,) = json.loads(page.evaluate("localStorage.getItem('masuno-deals')")).values()
    assert only["bound"] is True
    return str(only["nonce"])


def test_two_people_s_numbers_are_in_the_proof_and_both_pages_say_so(
    player: Callable[..., Page], live_url: str, check_accessibility: Callable[[Page], None]
) -> None:
    ana, bogdan = player(), player()
    match = begun(ana, bogdan, live_url)
    kept = [nonce_kept_by(ana), nonce_taken_from(bogdan)]
    check_whole(match, kept)

    bogdan.goto(f"/joc/{match.code}/1/dovada/")
    assert bogdan.locator(OPENED).count() == 2
    assert not any(nonce in bogdan.content() for nonce in kept)
    bogdan.goto(f"/t/{match.code}/")
    leave(bogdan)
    mark = ana.locator("#proof.proofmark--ok a")
    expect(mark).to_have_text(MARK, timeout=SAID_MS)
    assert not ana.locator("#deal-alarm").is_visible()

    with loaded_anew(ana):  # what is worn by night comes last
        mark.click()
    expect(ana.locator("#verdict.verdict--ok")).to_contain_text("notat acest browser")
    assert ana.locator(".proof__told--ok").count() == 5
    assert ana.locator(OPENED).count() == 2
    assert all(nonce in ana.content() for nonce in kept)
    assert ana.evaluate("document.documentElement.scrollWidth") <= 390
    told = ana.request.get(f"/joc/{match.code}/1/dovada/proof.json").json()
    assert (told["nonces"], proof.faults(told)) == (kept, [])
    for _scheme in in_both_schemes(ana):
        check_accessibility(ana)


def test_in_the_pause_both_shuffle_the_next_round_and_the_chain_goes_on(
    player: Callable[..., Page], live_url: str
) -> None:
    ana, bogdan = player(), player()
    match = begun(ana, bogdan, live_url)
    for page in (ana, bogdan):
        nonce_kept_by(page)
    first = Round.objects.select_related("match").get(match=match)
    lay(first, hands=["R5", "R9 G9"], table="R3", draw="G1 G2 G3 G4", turn=0)
    ana.reload()
    ready(ana)
    for page in (ana, bogdan):
        page.evaluate(NOTE_MARK)
    take_turn(ana)
    for page in (ana, bogdan):
        # The test laid other cards than were dealt; what was dealt holds all the same.
        page.wait_for_function("() => window.marked")
        assert page.evaluate("marked") == MARK
    for page in (ana, bogdan):
        page.locator("#felt[data-state=playing]").wait_for(timeout=2 * SAID_MS)
        assert not page.locator("#deal-alarm").is_visible()
        kept = json.loads(page.evaluate("localStorage.getItem('masuno-deals')"))
        assert sorted(one["round"] for one in kept.values()) == ["1", "2"]
    assert all(Round.objects.get(match=match, number=2).nonces)
    deals = Deal.objects.filter(match=match).order_by("number")
    assert deals[1].before == deals[0].chain
    assert ana.evaluate("context => Kept.linkBefore(context)", deals[1].context) == deals[0].chain


def test_a_page_without_a_socket_takes_part_by_post(player: Callable[..., Page], live_url: str) -> None:
    ana, bogdan = player(), player()
    match = begun(ana, bogdan, live_url, sockets=False)
    check_whole(match, [nonce_kept_by(ana), nonce_taken_from(bogdan)])


def test_a_deal_that_is_not_what_was_promised_is_told_loudly(player: Callable[..., Page], live_url: str) -> None:
    ana, bogdan = player(), player()
    match = begun(ana, bogdan, live_url)

    def changed(route: object) -> None:
        response = route.fetch()  # type: ignore[attr-defined]
        told = response.json()
        told["deck"][0], told["deck"][1] = told["deck"][1], told["deck"][0]
        route.fulfill(response=response, json=told)  # type: ignore[attr-defined]

    ana.route("**/proof.json", changed)
    leave(bogdan)
    warning = ana.locator("#proof.proofmark--bad")
    expect(warning).to_contain_text("nu a fost împărțită cum s-a promis", timeout=SAID_MS)
    assert warning.get_attribute("role") == "alert"
    ana.goto(f"/joc/{match.code}/1/dovada/")
    expect(ana.locator("#verdict.verdict--bad")).to_be_visible()
    expect(ana.locator("[data-step=deck] .proof__told--bad")).to_be_visible()
    assert ana.locator(".proof__told--ok").count() == 4


def test_another_list_than_the_browser_noted_is_told_loudly(player: Callable[..., Page], live_url: str) -> None:
    ana, bogdan = player(), player()
    match = begun(ana, bogdan, live_url)
    nonce_kept_by(ana)
    # As if the server had shown this page another commitment of Bogdan's before the round.
    ana.evaluate("""() => {
      const kept = JSON.parse(localStorage.getItem("masuno-deals"));
      for (const one of Object.values(kept)) one.listed[1] = "00".repeat(32);
      localStorage.setItem("masuno-deals", JSON.stringify(kept));
    }""")
    leave(bogdan)
    expect(ana.locator("#proof.proofmark--bad")).to_be_visible(timeout=SAID_MS)
    ana.goto(f"/joc/{match.code}/1/dovada/")
    expect(ana.locator("#verdict.verdict--bad")).to_contain_text("NU este ce și-a notat")
    assert ana.locator(".proof__told--ok").count() == 5


def test_who_is_left_out_of_the_list_is_warned_and_opens_nothing(player: Callable[..., Page], live_url: str) -> None:
    ana, bogdan = player(), player()
    bogdan.route("**/js/deal.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    match = seated(ana, bogdan, live_url)
    with loaded_anew(ana):
        ana.locator("#start:enabled").click()
    ana.wait_for_function("() => /bound/.test(localStorage.getItem('masuno-deals'))")
    with patch("games.live.announce"), transaction.atomic():
        Contribution.objects.update(commit="00" * 32)
        gathering.time_is_up(rounds.locked_match(match.pk), timezone.now())
        Due.objects.update(due_at=timezone.now() + timedelta(hours=1))  # the list stands until the page has seen it
    ana.evaluate("dispatchEvent(new Event('online'))")  # nobody told the page: it looks for itself
    expect(ana.locator("#deal-alarm")).to_be_visible(timeout=SAID_MS)
    assert not Contribution.objects.exclude(nonce="").exists()
    noted = ana.evaluate("Object.values(JSON.parse(localStorage.getItem('masuno-deals')))[0]")
    with patch("games.live.announce"), transaction.atomic():
        gathering.time_is_up(rounds.locked_match(match.pk), timezone.now())
        endings.cancel(rounds.locked_match(match.pk), timezone.now())
    told = proofs.proof_of(Round.objects.get())
    never_saw_the_list = {name: noted[name] for name in ("bound", "seat", "mine", "context")}
    compare = "([told, noted]) => Proof.compare(told, noted)"
    assert ana.evaluate(compare, [told, never_saw_the_list]) == ["list"]
    assert ana.evaluate(compare, [told, never_saw_the_list | {"mine": "00" * 32}]) == []
