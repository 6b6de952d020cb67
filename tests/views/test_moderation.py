"""The moderators' pages: who gets in, what they show, what a press does."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from games.models import ChatLine, Match, ModerationAct, Player, Report
from games.services import chat, company, moderation
from tests.services.table import open_table, player
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def mara(db: None) -> Client:
    """A moderator's browser."""
    mara = player("mara")
    moderation.appoint(player=mara)
    return signed_in(mara)


@pytest.fixture
def report(ana: Player, bogdan: Player) -> Report:
    match = open_table(ana, bogdan)
    Player.objects.update(age_band="16plus", free_text=True)
    chat.say(match=match, player=ana, kind="phrase", said="hello")
    bogdan.refresh_from_db()
    line = chat.say(match=match, player=bogdan, kind="free", said="<b>mai taci</b>")
    return company.report(match=match, reporter=ana, other=bogdan, why="insult", line=line.number)


def paths(report: Report) -> list[str]:
    return ["/moderare/", f"/moderare/{report.pk}/", "/moderare/jucator/bogdan/"]


def test_others_do_not_get_in(report: Report, ana: Player, anybody: Client) -> None:
    for path in paths(report):
        assert anybody.get(path).status_code == 302
        assert signed_in(ana).get(path).status_code == 403
    for verb in ("masura", "nota"):
        assert signed_in(ana).post(f"/moderare/{report.pk}/{verb}/", {"measure": "ban", "note": "x"}).status_code == 403
    assert not ModerationAct.objects.exists()


def test_open_reports_wait_with_how_many_more_there_are(mara: Client, report: Report, ana: Player) -> None:
    other = Match.objects.get()
    company.report(match=other, reporter=player("elena"), other=report.player, why="other")
    page = mara.get("/moderare/").content.decode()
    assert f'href="/moderare/{report.pk}/"' in page
    assert "1 more report" in page


def test_a_report_of_the_site_itself_says_so_and_nobody_else_may_make_one(
    mara: Client, report: Report, ana: Player
) -> None:
    own = Report.objects.create(player=report.player, match=report.match, why="withheld")
    page = mara.get(f"/moderare/{own.pk}/").content.decode()
    assert "the site itself" in page
    assert "withholds its part" in page
    signed_in(ana).post(f"/t/{own.match.code}/raport/", {"name": "bogdan", "why": "withheld"})
    assert Report.objects.filter(why="withheld").count() == 1
    assert "withholds" not in signed_in(ana).get(f"/t/{own.match.code}/").content.decode()


def test_times_are_told_on_romanian_clocks(mara: Client, report: Report) -> None:
    Report.objects.update(made_at=datetime(2026, 11, 29, 22, 30, tzinfo=UTC))
    for path in paths(report):
        assert "30 Nov 2026, 00:30</time>" in mara.get(path).content.decode()


def test_a_report_shows_what_was_said_before_it_and_escapes_it(mara: Client, report: Report) -> None:
    page = mara.get(f"/moderare/{report.pk}/").content.decode()
    assert "Hello, table!" in page
    assert "&lt;b&gt;mai taci&lt;/b&gt;" in page
    assert "<b>mai taci" not in page
    assert page.count("said__reported") == 1


def test_a_decision_closes_the_report_and_is_seen_by_all_moderators(mara: Client, report: Report) -> None:
    values = {"measure": "close-7", "hide": "on", "note": "again"}
    assert mara.post(f"/moderare/{report.pk}/masura/", values)["Location"] == "/moderare/"
    report.refresh_from_db()
    assert (report.state, report.player.chat_closed_until is not None) == ("handled", True)
    assert ChatLine.objects.get(pk=report.line_id).hidden
    other = player("sorin")
    moderation.appoint(player=other)
    page = signed_in(other).get("/moderare/").content.decode()
    assert "the chat is closed for 7 days" in page
    assert "(mara)" in page
    assert "<q>again</q>" in page
    assert "Handled by mara." in signed_in(other).get(f"/moderare/{report.pk}/").content.decode()


@pytest.mark.parametrize("measure", ["", "delete", "close-365", "close-", "note"])
def test_a_measure_of_its_own_does_nothing(mara: Client, report: Report, measure: str) -> None:
    assert mara.post(f"/moderare/{report.pk}/masura/", {"measure": measure}).status_code == 422
    assert not ModerationAct.objects.exists()


def test_who_comes_second_is_told_so(mara: Client, report: Report) -> None:
    mara.post(f"/moderare/{report.pk}/masura/", {"measure": "warn"})
    page = mara.post(f"/moderare/{report.pk}/masura/", {"measure": "ban"}, follow=True).content.decode()
    assert "Another moderator has handled this report" in page
    assert Player.objects.get(username="bogdan").is_active


def test_a_note_is_added_and_an_empty_one_is_not(mara: Client, report: Report) -> None:
    assert mara.post(f"/moderare/{report.pk}/nota/", {"note": "  "}).status_code == 422
    mara.post(f"/moderare/{report.pk}/nota/", {"note": "ask Ana"})
    assert "ask Ana" in mara.get(f"/moderare/{report.pk}/").content.decode()
    assert ModerationAct.objects.get().kind == "note"


def test_an_account_is_opened_again_on_the_players_page(mara: Client, report: Report) -> None:
    mara.post(f"/moderare/{report.pk}/masura/", {"measure": "ban"})
    page = mara.get("/moderare/jucator/bogdan/").content.decode()
    assert "account closed" in page
    mara.post("/moderare/jucator/bogdan/ridica/")
    assert Player.objects.get(username="bogdan").is_active
    assert "/ridica/" not in mara.get("/moderare/jucator/bogdan/").content.decode()


def test_no_form_is_offered_about_the_staff(mara: Client, report: Report) -> None:
    Player.objects.filter(username="bogdan").update(is_staff=True)
    page = mara.get(f"/moderare/{report.pk}/").content.decode()
    assert "/masura/" not in page
    assert "for the administrators" in page


def test_moderators_find_the_way_from_their_settings(mara: Client, ana: Player) -> None:
    assert 'href="/moderare/"' in mara.get("/cont/setari/").content.decode()
    assert 'href="/moderare/"' not in signed_in(ana).get("/cont/setari/").content.decode()


@pytest.mark.parametrize("path", ["/moderare/9999/", "/moderare/jucator/nimeni/"])
def test_what_there_is_not_is_not_found(mara: Client, path: str) -> None:
    assert mara.get(path).status_code == 404
