"""What one does about oneself on a phone: a name, the data, going for good; friends; a report that is handled."""

import json
import re
from collections.abc import Callable
from zipfile import ZipFile

from playwright.sync_api import Page, expect

from games.models import Match, Player
from games.services import company, moderation
from tests.e2e.hands import loaded_anew, open_for, sign_in, table_of
from tests.services.ledger import end, ranked
from tests.views.people import grown

type Arrive = Callable[..., Page]

PASSWORD = "un cal alb pe deal"


def sign_in_by_password(page: Page, me: Player) -> None:
    """Through the form, as those are asked to who want their data or to go."""
    me.set_password(PASSWORD)
    me.save()
    page.goto("/cont/login/")
    page.fill("[name=login]", me.username)
    page.fill("[name=password]", PASSWORD)
    page.locator("main form .button--fire").click()
    page.wait_for_url(lambda url: "login" not in url)


def test_a_name_is_changed_the_data_taken_along_and_the_account_deleted(player: Arrive, live_url: str) -> None:
    me, other = grown("Ilinca"), grown("bogdan")
    match = end(ranked(me, other), [500, 0])
    page, theirs = player(), sign_in(player(), "bogdan", live_url)
    sign_in_by_password(page, me)
    page.goto("/cont/setari/")
    page.locator("main").get_by_role("link", name="Numele tău").click()
    page.fill("[name=name]", "Sânziana")
    page.get_by_role("button", name="Acesta e numele meu").click()
    page.wait_for_url(lambda url: "/nume/" not in url)
    theirs.goto("/jucator/Sânziana/")
    expect(theirs.get_by_role("heading", level=1)).to_have_text("Sânziana")
    page.goto("/cont/setari/")
    page.get_by_role("button", name="Descarcă datele mele").click()
    page.fill("[name=password]", PASSWORD)
    with page.expect_download() as download:
        page.locator("main form .button--fire").click()
    page.goto("/cont/setari/")
    with ZipFile(download.value.path()) as folder:
        account = json.loads(folder.read("account.json"))
    assert account["account"]["username"] == "Sânziana"
    assert [name["name"] for name in account["former_names"]] == ["Ilinca"]
    assert [one["code"] for one in account["matches"]] == [match.code]
    page.get_by_role("link", name="Șterge contul").click()
    page.fill("[name=name]", "Sânziana")
    page.get_by_role("button", name="Șterge-mi contul pentru totdeauna").click()
    page.wait_for_url(lambda url: "/cont/" not in url)
    expect(page.locator(".topbar, header").get_by_text("Sânziana")).to_have_count(0)
    # What the other one sees afterwards: the match is there, the person is not.
    theirs.goto(f"/joc/{match.code}/")
    assert "Sânziana" not in theirs.content()
    assert "Ilinca" not in theirs.content()
    expect(theirs.locator(".podium")).to_contain_text("fost jucător")
    assert not Player.objects.filter(username__in=("Sânziana", "Ilinca")).exists()


def test_two_become_friends_and_meet_at_a_table(player: Arrive, live_url: str) -> None:
    for name in ("Ilinca", "bogdan"):
        grown(name)
    one, two = sign_in(player(), "Ilinca", live_url), sign_in(player(), "bogdan", live_url)
    one.goto("/prieteni/")
    one.fill("#friend-name", "bogdan")
    one.locator("#friend-name + button").click()
    expect(one.get_by_role("button", name="bogdan")).to_be_visible()
    two.goto("/prieteni/")
    two.get_by_role("button", name=re.compile("Ilinca")).first.click()
    expect(two.get_by_role("button", name=re.compile("Ilinca"))).to_have_count(0)  # no question any more
    expect(two.get_by_role("link", name="Ilinca")).to_be_visible()
    match = open_for("Ilinca")
    one.goto(f"/t/{match.code}/invita/")
    with loaded_anew(one):
        one.get_by_role("button", name=re.compile("bogdan")).click()
    two.goto("/")
    two.locator(f"#go-{match.code}").click()
    two.locator("#sit").click()
    two.locator("#ready").wait_for()
    assert [seat.name for seat in Match.objects.get(pk=match.pk).seats.all()] == ["Ilinca", "bogdan"]


def test_a_report_is_handled_by_a_second_person(player: Arrive, live_url: str) -> None:
    me, other, mara = grown("Ilinca"), grown("bogdan"), grown("mara")
    moderation.appoint(player=mara)
    match = table_of("Ilinca", "bogdan").match
    company.report(match=match, reporter=me, other=other, why="insult")
    page = sign_in(player(), "mara", live_url)
    page.goto("/cont/setari/")
    page.locator("main a[href='/moderare/']").click()
    page.get_by_role("link", name=re.compile("bogdan")).first.click()
    page.locator("[name=measure][value=warn]").check()
    page.fill("#id_note", "Prima oară")
    page.get_by_role("button", name="Hotărăște și închide raportul").click()
    expect(page.locator(".acts")).to_contain_text("Prima oară")
    expect(page.locator("main .rowcard")).to_have_count(0)
    theirs = sign_in(player(), "bogdan", live_url)
    theirs.goto("/")
    expect(theirs.locator(".message--warning")).to_be_visible()
    theirs.locator(".message--warning button").click()
    expect(theirs.locator(".message--warning")).to_have_count(0)
