"""Ranked play in real browsers: from the choice to the table, with and without a script."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F
from playwright.sync_api import Page, expect

from games.models import Match, Offer, Player, RankedRecord, Ticket
from tests.e2e.conftest import DESK, PHONE
from tests.e2e.hands import ready, sign_in
from tests.e2e.patience import Held
from tests.e2e.test_company import shot

PAGE = "/clasament/joaca/"
TABLE = re.compile(r"/t/[A-Z0-9]{6}/$")


def at_queue(page: Page, name: str, site: str) -> Page:
    sign_in(page, name, site)
    page.goto(PAGE)
    return page


def test_three_browsers_queue_for_a_table_and_are_seated(player: Callable[..., Page], live_url: str) -> None:
    pages = [at_queue(player(), name, live_url) for name in ("ana", "bogdan", "carmen")]
    for page in pages:
        page.locator("#join-table-1").click()
        expect(page.locator("#queue")).to_have_attribute("data-state", "wait")
    expect(pages[0].locator("#in-queue")).to_have_text("3 jucători")
    expect(pages[0].locator("#window")).to_have_text(re.compile(r"^\d{4}–\d{4}$"))
    # Four would begin at once; three have to have waited.
    Ticket.objects.update(joined_at=F("joined_at") - timedelta(seconds=60))
    expect(pages[0].locator("#accept")).to_be_visible(timeout=30_000)
    assert int(pages[0].locator("#countdown").inner_text()) in range(5, 21)
    Offer.objects.update(expires_at=F("expires_at") + timedelta(seconds=60))  # this machine may be slow
    for page in pages:
        expect(page.locator("#accept")).to_be_visible(timeout=30_000)
        expect(page).to_have_title(re.compile("O masă e gata!"))
    pages[0].locator("#accept").dblclick()
    expect(pages[0].locator("#waits")).to_be_visible()
    expect(pages[1].locator("#accepted")).to_have_text("1 din 3 a acceptat")
    shot(pages[0], "queue-accepted")
    for page in pages[1:]:
        page.locator("#accept").click()
    for page in pages:
        expect(page).to_have_url(TABLE, timeout=30_000)
        ready(page)
        expect(page.locator("#hand [data-card]")).to_have_count(7)
        expect(page.locator("#want-pause")).to_have_count(0)
    match = Match.objects.get()
    assert (match.kind, match.seats.count(), Ticket.objects.count()) == ("ranked", 3, 0)
    watcher = player()
    watcher.goto(f"/t/{match.code}/")
    expect(watcher.locator("h1")).to_have_text("Se joacă runda 1")
    shot(watcher, "ranked-late")


def test_a_duel_without_a_script_on_one_side(player: Callable[..., Page], live_url: str) -> None:
    plain = at_queue(player(java_script_enabled=False), "ana", live_url)
    plain.locator("#join-duel-2").click()
    expect(plain.locator("#queue")).to_have_attribute("data-state", "wait")
    other = at_queue(player(), "bogdan", live_url)
    expect(other.locator("#join-duel-2")).to_contain_text("1 așteaptă")
    other.locator("#join-duel-2").click()
    other.locator("#accept").click()
    # The page without a script looks again by itself.
    plain.locator("#accept").click()
    for page in (plain, other):
        expect(page).to_have_url(TABLE, timeout=30_000)
    ready(other)


def test_who_does_not_say_yes_is_told_so_and_the_other_waits_on(player: Callable[..., Page], live_url: str) -> None:
    one = at_queue(player(), "ana", live_url)
    other = at_queue(player(), "bogdan", live_url)
    for page in (one, other):
        page.locator("#join-duel-1").click()
    one.locator("#accept").click()
    expect(one.locator("#waits")).to_be_visible()  # the server has heard the yes before the time is over
    expect(other.locator("#accept")).to_be_visible()
    Offer.objects.update(expires_at=F("expires_at") - timedelta(seconds=20))
    expect(other.locator("#lost")).to_contain_text("Nu ai acceptat masa propusă")
    expect(one.locator("#queue")).to_have_attribute("data-state", "wait")
    one.locator("#leave-queue").click()
    expect(one.locator("#choose")).to_be_visible()
    assert list(RankedRecord.objects.filter(strikes=1).values_list("player__username", flat=True)) == ["bogdan"]


def test_an_older_look_never_stands_after_a_press(player: Callable[..., Page], live_url: str) -> None:
    page = at_queue(player(), "ana", live_url)
    page.locator("#join-duel-1").click()
    expect(page.locator("#queue")).to_have_attribute("data-state", "wait")
    looks = Held(page, f"**{PAGE}")
    looks.comes()
    with page.expect_event("requestfailed", lambda request: request.url.endswith(PAGE)):
        page.locator("#leave-queue").click()
    expect(page.locator("#choose")).to_be_visible()
    page.locator("#join-duel-2").click()
    expect(page.locator("#queue")).to_have_attribute("data-state", "wait")
    assert Ticket.objects.count() == 1


def test_the_home_page_says_that_one_is_in_the_queue_and_keeps_the_place(
    player: Callable[..., Page], live_url: str
) -> None:
    page = at_queue(player(), "ana", live_url)
    page.locator("#join-duel-1").click()
    expect(page.locator("#queue")).to_have_attribute("data-state", "wait")
    page.goto("/")
    expect(page.locator("#queue-note")).to_contain_text("Ești la rând")
    shot(page, "queue-home")
    Ticket.objects.update(seen_at=F("seen_at") - timedelta(seconds=10))
    before = Ticket.objects.get().seen_at
    with page.expect_response(re.compile("/semn/")):
        pass
    with page.expect_response(re.compile("/semn/")):
        pass
    assert Ticket.objects.get().seen_at > before
    page.locator("#to-queue").click()
    expect(page).to_have_url(re.compile(PAGE))


def test_a_place_that_was_lost_is_told_when_one_comes_back(player: Callable[..., Page], live_url: str) -> None:
    page = at_queue(player(), "ana", live_url)
    page.locator("#join-duel-1").click()
    expect(page.locator("#queue")).to_have_attribute("data-state", "wait")
    page.goto("/reguli/")
    Ticket.objects.update(seen_at=F("seen_at") - timedelta(seconds=60))
    while Ticket.objects.exists():
        page.reload()
    page.goto(PAGE)
    expect(page.locator("#lost")).to_contain_text("Pagina ta a lipsit o vreme")
    shot(page, "queue-lost")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_state_of_the_page_is_accessible(
    player: Callable[..., Page],
    live_url: str,
    check_accessibility: Callable[[Page], None],
    size: dict[str, int],
    scheme: str,
) -> None:
    def look(page: Page, name: str) -> None:
        check_accessibility(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        shot(page, f"queue-{name}-{size['width']}-{scheme}")

    visitor = player(viewport=size, color_scheme=scheme)
    visitor.goto(PAGE)
    look(visitor, "visitor")
    page = at_queue(player(viewport=size, color_scheme=scheme), "ana", live_url)
    look(page, "choose")
    page.locator("#join-table-1").click()
    expect(page.locator("#queue")).to_have_attribute("data-state", "wait")
    look(page, "wait")
    page.locator("#leave-queue").click()
    page.locator("#join-duel-1").click()
    other = at_queue(player(), "bogdan", live_url)
    other.locator("#join-duel-1").click()
    expect(page.locator("#accept")).to_be_visible()
    look(page, "offer")
    Ticket.objects.all().delete()
    Offer.objects.all().delete()
    ana = Player.objects.get(username="ana")
    RankedRecord.objects.update_or_create(
        player=ana, defaults={"strikes": 3, "blocked_until": ana.date_joined + timedelta(minutes=10)}
    )
    expect(page.locator("#closed-until")).to_be_visible()
    look(page, "closed")
