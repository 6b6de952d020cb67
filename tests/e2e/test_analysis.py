"""A round's analysis in a real browser: asked for, watched while it is done, read; also without scripts."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.analysis.rounds import VERSION
from games.engine.ruleset import rules_from
from games.models import Analysis, Match, Player
from games.services import analysing
from tests.e2e.conftest import DESK, PHONE, in_both_schemes
from tests.e2e.hands import played_out, sign_in
from tests.servers import Site
from tests.services.table import player as person

type Arrive = Callable[..., Page]
FEW = 2000  # playouts a round


@pytest.fixture
def over(site: Site) -> Match:
    return played(preset="clasic")


@pytest.fixture
def soon_over(site: Site) -> Match:
    """A round with combos: few moves, so that all of it is looked into in a moment."""
    return played()


def played(**options: str) -> Match:
    rules = rules_from({"mas_grace_ms": 1500, "ending": "single"} | options)
    return played_out(person("ana"), person("bogdan"), bots=2, rules=rules)


def held(match: Match, done: int) -> Analysis:
    """An analysis that somebody else is doing just now."""
    played = match.rounds.get()
    later = timezone.now() + timedelta(minutes=5)
    return Analysis.objects.create(
        round=played, version=VERSION, total=played.version + 1, done=done, state="running", due_at=later
    )


def do_all() -> None:
    Analysis.objects.update(due_at=timezone.now(), done=0)
    while (state := Analysis.objects.get().state) != "done":
        assert state != "failed"  # nobody takes it up again
        analysing.work(playouts=FEW)


def test_who_waits_sees_it_go_on_and_what_was_found(player: Arrive, over: Match) -> None:
    page = player()
    analysis = held(over, 3)
    page.goto(f"/joc/{over.code}/1/")
    page.get_by_role("link", name="Analiza rundei").click()
    expect(page.get_by_role("status")).to_have_text(f"3 din {analysis.total} poziții cercetate")
    Analysis.objects.update(done=5)
    expect(page.get_by_role("status")).to_have_text(f"5 din {analysis.total} poziții cercetate")
    do_all()
    expect(page.get_by_role("heading", name="Șansele, mutare cu mutare")).to_be_visible()
    expect(page.locator(".chances__line")).to_have_count(4)
    page.get_by_text("Același lucru ca tabel").click()
    page.locator(".chances__table tbody a").nth(2).click()
    expect(page).to_have_url(f"{page.url.split('/joc/')[0]}/joc/{over.code}/1/2/")


def test_it_is_asked_for_and_done_by_the_site(player: Arrive, soon_over: Match, live_url: str) -> None:
    """The site of the tests does its jobs at once: what is asked for is there with the answer."""
    page = sign_in(player(), "zamfira", live_url)
    page.goto(f"/joc/{soon_over.code}/1/analiza/")
    page.set_default_timeout(120_000)
    page.get_by_role("button", name="Analizează runda").click()
    expect(page.get_by_role("heading", name="Șansele, mutare cu mutare")).to_be_visible(timeout=120_000)
    assert Analysis.objects.get().asked_by == Player.objects.get(username="zamfira")


def test_it_works_without_scripts(player: Arrive, over: Match) -> None:
    page = player(java_script_enabled=False)
    analysis = held(over, 3)
    page.goto(f"/joc/{over.code}/1/analiza/")
    expect(page.locator("progress")).to_have_attribute("value", "3")
    do_all()
    page.get_by_role("link", name="Vezi din nou").click()
    expect(page.locator(".chances__line")).to_have_count(4)
    page.get_by_text("Același lucru ca tabel").click()
    expect(page.locator(".chances__table tbody tr")).to_have_count(analysis.total)


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_its_pages_can_be_used_by_everybody(
    player: Arrive, over: Match, check_accessibility: Callable[[Page], None], viewport: Any
) -> None:
    page = player(viewport=viewport)
    for prepare in (lambda: None, lambda: held(over, 3), do_all):
        prepare()
        page.goto(f"/joc/{over.code}/1/analiza/")
        for _scheme in in_both_schemes(page):
            check_accessibility(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    page.get_by_text("Același lucru ca tabel").click()
    check_accessibility(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
