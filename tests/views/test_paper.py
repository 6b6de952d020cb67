"""The score keeper's pages: plain forms, the message that a phone sends, who sees what."""

import json
import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from games.models import Player
from leagues.models import PaperMatch
from leagues.services import paper
from tests.services.test_paper import NAMES, begun, deal, fresh, totals
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db

START = {"name0": "Ana", "name1": " Bogdan ", "name7": "Carmen", "preset": "mas", "ending": "target", "target": "300"}


def address(match: PaperMatch, act: str = "") -> str:
    return f"/tine-scorul/f/{match.key}/{act}"


def written(match: PaperMatch, **values: Any) -> dict[str, Any]:
    form = {"id": "form-0001", "version": match.version, "revision": 1, "winner": 0, "dealer": 0, "hand1": "7 S"}
    return form | values


def send(client: Client, match: PaperMatch, *changes: dict[str, Any], version: int = 0) -> HttpResponse:
    told = json.dumps({"version": version, "changes": list(changes)})
    return client.post(address(match, "trimite/"), told, content_type="application/json")  # type: ignore[return-value]


@pytest.mark.parametrize(("language", "entry"), [("ro", "Ține scorul"), ("en", "Keep the score")])
def test_the_first_page_leads_to_the_score_keeper(language: str, entry: str) -> None:
    page = Client(headers={"accept-language": language}).get("/").content.decode()
    assert f'<a href="/tine-scorul/" id="to-paper">{entry}</a>' in page


def test_anybody_begins_a_sheet_and_an_account_keeps_it(anybody: Client, ana: Player) -> None:
    response = anybody.post("/tine-scorul/", START)
    match = PaperMatch.objects.get()
    assert (response.status_code, response.headers["Location"]) == (302, address(match))
    assert (match.names, match.ending, match.owner) == (["Ana", "Bogdan", "Carmen"], "target 300", None)
    signed_in(ana).post("/tine-scorul/", START)
    own = PaperMatch.objects.get(owner=ana)
    assert address(own) in signed_in(ana).get("/tine-scorul/").content.decode()
    assert address(own) not in anybody.get("/tine-scorul/").content.decode()


@pytest.mark.parametrize("wrong", [{"name1": ""}, {"name1": "ana"}, {"preset": "x"}, {"target": ""}, {"ending": "x"}])
def test_a_sheet_that_cannot_be_is_not_begun(anybody: Client, wrong: dict[str, str]) -> None:
    assert anybody.post("/tine-scorul/", {**START, "name7": "", **wrong}).status_code == 422
    assert PaperMatch.objects.count() == 0


def test_sheets_are_not_begun_without_end(anybody: Client) -> None:
    answers = [anybody.post("/tine-scorul/", START).status_code for _ in range(61)]
    assert (answers[0], answers[59], answers[60]) == (302, 302, 429)


def test_a_plain_form_writes_a_round_down_once_however_often_it_is_sent(anybody: Client) -> None:
    match = begun()
    for _ in range(2):
        assert anybody.post(address(match, "runda/"), written(match)).headers["Location"] == address(match)
    assert totals(match) == (27, 0, 0)
    page = anybody.get(address(match)).content.decode()
    assert "Bogdan 27 · Carmen 0" in page


def test_the_plain_page_gives_each_form_an_id_of_its_own(anybody: Client) -> None:
    match = begun()
    ids = {re.search(r'name="id" value="([\w-]+)"', anybody.get(address(match)).content.decode())[1] for _ in range(2)}  # type: ignore[index]
    assert len(ids) == 2


def test_a_blocked_round_by_the_plain_form(anybody: Client) -> None:
    match = begun()
    anybody.post(address(match, "runda/"), written(match, winner="nobody", hand0="12"))
    assert fresh(match).deals[0]["winner"] is None


@pytest.mark.parametrize("wrong", [{"winner": ""}, {"winner": "9"}, {"hand1": "7 Q"}, {"dealer": "x"}, {"id": ""}])
def test_what_a_plain_form_cannot_say_is_told_and_changes_nothing(anybody: Client, wrong: dict[str, str]) -> None:
    match = begun()
    page = anybody.post(address(match, "runda/"), written(match, **wrong), follow=True).content.decode()
    assert "message--error" in page
    assert fresh(match).deals == []


def test_a_round_is_corrected_and_removed_without_a_script(anybody: Client) -> None:
    match = paper.record(key=begun().key, deal=deal(s1="7 S"))
    page = anybody.get(f"{address(match)}?deal=deal-0001").content.decode()
    assert 'name="known" value="1"' in page
    assert 'value="7 S"' in page
    anybody.post(address(match, "runda/"), written(match, id="deal-0001", known=1, hand1="50"))
    assert totals(match) == (50, 0, 0)
    anybody.post(address(match, "scoate/"), {"id": "deal-0001", "revision": 2})
    assert totals(match) == (0, 0, 0)


def test_an_evening_is_ended_and_gone_on_with_without_a_script(anybody: Client) -> None:
    match = paper.record(key=begun().key, deal=deal(s1="7 S"))
    anybody.post(address(match, "gata/"), {"on": "1"})
    assert "Ana won!" in anybody.get(address(match)).content.decode()
    anybody.post(address(match, "gata/"), {"on": "0"})
    assert fresh(match).closed_at is None


def test_a_phone_sends_what_it_kept_and_gets_the_sheet(anybody: Client) -> None:
    match = begun()
    kept = [{"change": "one", "act": "record", "deal": deal(s1="7 S")}, {"change": "odd", "act": "burn"}]
    for _ in range(2):
        told = json.loads(send(anybody, match, *kept).content)
    assert told["refused"] == {"odd": "Say who was first without cards, and what the others held."}
    assert [one["scored"] for one in told["sheet"]["deals"]] == [27]
    assert send(anybody, match, version=told["sheet"]["version"]).status_code == 204


def test_a_phone_needs_no_cookie_but_the_address(ana: Player) -> None:
    match = begun()
    strict = Client(enforce_csrf_checks=True)
    assert send(strict, match, {"change": "one", "act": "record", "deal": deal(s1=5)}).status_code == 200
    assert strict.post(address(match, "runda/"), written(match)).status_code == 403


@pytest.mark.parametrize("body", ["", "[]", "{", "7", "[" * 5000, '{"changes": 7}'])
def test_what_is_no_message_is_refused(anybody: Client, body: str) -> None:
    response = anybody.post(address(begun(), "trimite/"), body, content_type="application/json")
    assert response.status_code == 400


def test_a_message_must_say_what_it_is(anybody: Client) -> None:
    told = json.dumps({"changes": []})
    assert anybody.post(address(begun(), "trimite/"), told, content_type="text/plain").status_code == 400


@pytest.mark.parametrize("act", ["", "runda/", "scoate/", "gata/", "trimite/"])
def test_a_sheet_that_is_not_there(anybody: Client, act: str) -> None:
    address = f"/tine-scorul/f/{'x' * 22}/{act}"
    ask = anybody.post if act else anybody.get
    values = {"data": '{"changes": []}', "content_type": "application/json"} if act == "trimite/" else {}
    assert ask(address, **values).status_code == 404
    assert anybody.get("/tine-scorul/vezi/NIMENI99/").status_code == 404


def test_who_looks_on_sees_the_score_but_not_the_way_to_write(anybody: Client) -> None:
    match = paper.record(key=begun().key, deal=deal(s1="7 S"))
    page = anybody.get(f"/tine-scorul/vezi/{match.code.lower()}/").content.decode()
    assert "Bogdan 27" in page
    assert match.key not in page
    part = anybody.get(f"/tine-scorul/vezi/{match.code}/", headers={"HX-Request": "true"}).content.decode()
    assert "Bogdan 27" in part
    assert "<html" not in part


def test_the_empty_sheet_holds_nothing_of_anybody(ana: Player) -> None:
    client = signed_in(ana)
    client.post("/tine-scorul/", START)
    response = client.get("/tine-scorul/foaie/")
    page = response.content.decode()
    assert response.headers["Cache-Control"] == "no-cache"
    assert 'X-CSRFToken":""' in page
    assert [
        word for word in ("ana", "Ana", "csrfmiddlewaretoken", PaperMatch.objects.get().key) if f">{word}<" in page
    ] == []
    assert "Set-Cookie" not in response.headers


def test_sheets_stay_out_of_every_cache(anybody: Client) -> None:
    match = begun()
    for page in ("/tine-scorul/", address(match), f"/tine-scorul/vezi/{match.code}/"):
        assert anybody.get(page).headers["Cache-Control"] == "no-store", page


def test_the_worker_is_served_from_the_root_and_looked_up_each_time(anybody: Client) -> None:
    response = anybody.get("/worker.js")
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert response.headers["Cache-Control"] == "no-cache"


def test_the_pad_shows_what_each_card_is_worth(anybody: Client) -> None:
    page = anybody.get(address(begun())).content.decode()
    keys = re.findall(r'data-card="(\w+)" data-points="(\d+)" data-most="(\d+)"', page)
    assert ("7", "7", "8") in keys
    assert {key for key in keys if key[0].startswith("W")} == {
        ("WC", "50", "4"),
        ("WD", "50", "4"),
        ("WH", "40", "1"),
        ("W1", "40", "3"),
        ("WM", "40", "1"),
    }
    assert [key[0] for key in keys[:10]] == list("0123456789")


def test_names_are_shown_as_they_were_typed_and_do_nothing(anybody: Client) -> None:
    match = paper.open_match(names=["<b>Ana</b>", "</script>"])
    page = anybody.get(address(match)).content.decode()
    assert "<b>Ana</b>" not in page
    assert page.count("</script>") == page.count("<script")


def test_all_names_are_on_the_sheet(anybody: Client) -> None:
    page = anybody.get(address(begun())).content.decode()
    assert all(f">{name}<" in page for name in NAMES)
