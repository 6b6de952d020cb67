"""A match as a file: taken from its page, opened again, nothing of it kept."""

import html
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.engine import match_file
from games.engine.file_faults import Fault
from games.engine.match_file import from_file, from_text, text_of
from games.engine.ruleset import rules_from
from games.file_forms import MOST_BYTES
from games.models import Match, Player
from games.presenters.file_faults import FAULTS
from tests.services.table import start
from tests.views.test_history import bots_only, hands, play_until_round

pytestmark = pytest.mark.django_db
OPEN = "/deschide/"


def exported(client: Client, match: Match, kind: str) -> str:
    response = client.get(reverse(f"games:export_{kind}", args=[match.code]))
    assert response.status_code == 200
    assert response.headers["Content-Disposition"].startswith(f'attachment; filename="masuno-{match.code}.')
    return response.content.decode()


def opened(client: Client, text: str, at: str = "") -> str:
    response = client.post(OPEN, {"text": text, "at": at})
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def refused(client: Client, **fields: Any) -> str:
    response = client.post(OPEN, fields)
    assert response.status_code == 422
    found = re.search(r'class="errorlist.*?</ul>', response.content.decode(), re.DOTALL)
    assert found is not None
    return html.unescape(found[0])


def test_both_files_say_the_same_and_are_the_match(anybody: Client, over: Match) -> None:
    data, text = json.loads(exported(anybody, over, "json")), exported(anybody, over, "text")
    assert from_file(text) == data
    assert text_of(data) == text
    assert data["names"] == [seat.name for seat in over.seats.all()]
    assert [played["end"]["points"] for played in data["rounds"]] == [r.points for r in over.rounds.order_by("number")]


@pytest.mark.parametrize("kind", ["json", "text"])
def test_an_opened_file_shows_every_move_as_the_replay_does(anybody: Client, over: Match, kind: str) -> None:
    file = exported(anybody, over, kind)
    for move in (0, 1, 5):
        ours = anybody.get(reverse("games:replay", args=[over.code, 1, move])).content.decode()
        theirs = opened(anybody, file, f"0.{move}")
        told = [re.findall(r'class="replay__sentence">(.*?)</p>', shown) for shown in (html.unescape(ours), theirs)]
        assert told[0] == told[1]
        assert hands(ours) == hands(theirs)


def test_a_file_may_be_chosen_and_its_text_goes_on_with_the_page(anybody: Client, over: Match) -> None:
    text = exported(anybody, over, "text")
    response = anybody.post(OPEN, {"file": SimpleUploadedFile("meci.txt", text.encode())})
    kept = re.search(r'<textarea name="text" hidden>(.*?)</textarea>', response.content.decode(), re.DOTALL)
    assert kept is not None
    assert html.unescape(kept[1]) == text
    assert "Move 3 of" in opened(anybody, html.unescape(kept[1]).replace("\n", "\r\n"), "1.3")


@pytest.mark.parametrize("at", ["x", "9.99999", "-1.2", "²", "0", "1.²"])
def test_a_place_that_is_none_is_still_a_page(anybody: Client, over: Match, at: str) -> None:
    opened(anybody, exported(anybody, over, "text"), at)


def test_opening_a_file_asks_the_database_for_nothing(anybody: Client, over: Match) -> None:
    text = exported(anybody, over, "text")
    with CaptureQueriesContext(connection) as caught:
        opened(anybody, text)
    assert [query["sql"] for query in caught if not query["sql"].startswith("SELECT")] == []


def test_what_is_wrong_is_said_with_its_line(anybody: Client, over: Match) -> None:
    lines = exported(anybody, over, "text").splitlines()
    lines[1] = "mtach"
    assert "Line 2:" in refused(anybody, text="\n".join(lines))
    assert "Line 1:" in refused(anybody, text="{")
    assert "Choose a file" in refused(anybody)
    assert "no text in UTF-8" in refused(anybody, file=SimpleUploadedFile("a.txt", b"\xff\xfe"))
    assert "too big" in refused(anybody, file=SimpleUploadedFile("a.txt", b"x" * (MOST_BYTES + 1)))


def test_an_opened_file_is_watched_as_a_stored_match_is(anybody: Client, eventful: Match) -> None:
    """Moments, the list of moves, and the table from one seat."""
    ours = html.unescape(anybody.get(reverse("games:replay", args=[eventful.code, 1, 4])).content.decode())
    theirs = opened(anybody, exported(anybody, eventful, "text"), "0.4")
    told = [re.findall(r'<span class="number">(\d+)</span><span>(.*?)</span>', shown) for shown in (ours, theirs)]
    assert told[0] == told[1]
    assert ours.count("replay__mark--") == theirs.count("replay__mark--") > 0
    assert 'id="player"' in theirs
    from_second = opened(anybody, exported(anybody, eventful, "text"), "0.4.2")
    faces = ["#BACK" in hand for hand in from_second.split('class="cards cards--small"')[1:]]
    assert faces == [True, False, True]
    links = set(re.findall(r'value="0\.\d+\.(\d*)" data-to', from_second))
    assert links == {"2"}


def test_a_step_is_not_replayed_again_and_a_forged_seal_is(
    anybody: Client, over: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = exported(anybody, over, "text")
    sealed = re.search(r'name="seal" value="([^"]+)"', opened(anybody, text))
    assert sealed is not None
    replayed: list[object] = []
    monkeypatch.setattr(match_file, "replay", replayed.append)
    assert "Move 2 of" in posted(anybody, text=text.replace("\n", "\r\n"), at="0.2", seal=sealed[1])
    assert replayed == []
    for seal in ("", "x", sealed[1][:-1], sealed[1].replace(":", "0:")):
        posted(anybody, text=text, seal=seal)
    posted(anybody, text=text + "\n", seal=sealed[1])
    assert len(replayed) == 5


def test_a_page_that_has_the_file_gets_the_table_alone(anybody: Client, over: Match) -> None:
    text = exported(anybody, over, "text")
    whole, bare = posted(anybody, text=text), posted(anybody, text=text, bare="1")
    assert '<textarea name="text"' in whole
    assert '<textarea name="text"' not in bare
    assert 'data-part="keys"' in bare


def posted(client: Client, **fields: str) -> str:
    response = client.post(OPEN, fields)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("masuno-text-1$", "masuno-text-2"), "Rândul 1: formatul nu este masuno-text-1."),
        (("dealer ", "dealer 9"), "runda 1 din fișier: cine împarte nu are loc."),
        (("table ", "table Q"), "nu se poate citi."),
        ((r"attack \d+", "attack 5000"), "runda 1 din fișier, la „start”: sensul sau atacul nu e un astfel de număr."),
        ((r"^(end \S+ )", r"\g<1>9"), "runda nu se termină așa: după reguli iese altceva."),
    ],
)
def test_what_is_wrong_is_said_in_the_readers_language(over: Match, change: tuple[str, str], told: str) -> None:
    client = Client(headers={"accept-language": "ro"})
    text = exported(client, over, "text")
    assert told in refused(client, text=re.sub(*change, text, count=1, flags=re.MULTILINE))


def test_a_refused_move_is_named_by_its_line_with_the_rule_that_forbids_it(over: Match) -> None:
    client = Client(headers={"accept-language": "ro"})
    lines = exported(client, over, "text").splitlines()
    first = next(k for k, line in enumerate(lines) if re.match(r"\d+: ", line))
    lines[first] = "0: mas @0"
    told = refused(client, text="\n".join(lines))
    assert f"Rândul {first + 1}, runda 1 din fișier, comanda 1: regulile nu îngăduie „mas”." in told


def test_hostile_files_are_refused_and_nothing_breaks(anybody: Client) -> None:
    hostile = [
        "[" * 900_000,
        '{"a":' * 150_000,
        '{"format":"masuno-match-1","a":[' + "[]," * 300_000 + "[]]}",
        '{"a":' + "9" * 900_000 + "}",
        "masuno-text-1\n" + "name 0 x\n" * 90_000,
        "masuno-text-1\nrule combos " + "[" * 900_000,
        "masuno-text-1\nround 1\nhand 0 " + "R1 " * 300_000,
        '{"format": "masuno-match-1", "match": "\\ud800", "names": [], "rules": {}, "rounds": []}',
        "masuno-text-1\n\x00\x00",
        "{" + "\u2028" * 1000,
    ]
    for text in hostile:
        assert refused(anybody, text=text)
    assert anybody.post(OPEN, {"text": "x" * 3_000_000}).status_code == 400


def test_over_and_over_is_slowed_down(anybody: Client, over: Match, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"open_file": "9/m/ip", "open_file_new": "1/m/ip"}
    text = exported(anybody, over, "text")
    sealed = re.search(r'name="seal" value="([^"]+)"', opened(anybody, text))
    assert sealed is not None
    assert "Too many files at once" in refused(anybody, text=text)
    assert "Move 1 of" in posted(anybody, text=text, at="0.1", seal=sealed[1])


@pytest.mark.parametrize("kind", ["json", "text"])
def test_what_the_page_keeps_is_the_file_to_the_last_sign(anybody: Client, over: Match, kind: str) -> None:
    file = exported(anybody, over, kind)
    for sent in (file, file.replace("\n", "\r\n")):
        kept = re.search(r'<textarea name="text" hidden>(.*?)</textarea>', opened(anybody, sent), re.DOTALL)
        assert kept is not None
        assert kept[1] == file


def test_every_fault_is_said() -> None:
    assert set(FAULTS) == set(Fault)
    assert [fault for fault in Fault if str(FAULTS[fault]) != fault.value] == []


def test_what_a_file_says_is_shown_as_text_alone(anybody: Client, over: Match) -> None:
    data = json.loads(exported(anybody, over, "json"))
    data["names"][0] = "<script>x</script>"
    shown = anybody.post(OPEN, {"text": json.dumps(data)}).content.decode()
    assert "<script>x" not in shown
    assert "&lt;script&gt;x" in shown


def test_a_running_round_is_in_no_file(anybody: Client, ana: Player, bogdan: Player) -> None:
    match = play_until_round(bots_only(ana, bogdan, rules=rules_from({"ending": "rounds 3"})), 2)
    running = match.rounds.get(number=2)
    before = [exported(anybody, match, kind) for kind in ("json", "text")]
    running.state["hands"] = ["WM WM WM", "WM WM"]
    running.save()
    assert [exported(anybody, match, kind) for kind in ("json", "text")] == before
    assert [played["number"] for played in json.loads(before[0])["rounds"]] == [1]


def test_a_match_without_a_finished_round_has_a_file_without_rounds(
    anybody: Client, ana: Player, bogdan: Player
) -> None:
    match = start(ana, bogdan).match
    assert json.loads(exported(anybody, match, "json"))["rounds"] == []


@pytest.mark.parametrize("language", ["ro", "en"])
def test_the_formats_are_described(language: str) -> None:
    shown = Client(headers={"accept-language": language}).get(reverse("games:about_files")).content.decode()
    example = re.search(r"<pre[^>]*>(.*?)</pre>", shown, re.DOTALL)
    assert example is not None
    assert from_text(html.unescape(example[1]))["rounds"][0]["commands"][2]["command"] == "play WC:G !"
    assert "masuno-match-1" in shown
