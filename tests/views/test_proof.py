"""The page of a deal's proof: before the round is dealt, while it is played, after it; its file and its script."""

import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from games.engine import proof
from games.models import Deal, Match, Player, Round
from games.services import clock, endings, rounds, standing_up, tables
from tests.services.shuffle import bound, come, commit, nonce_of, promised, reveal
from tests.services.table import NOON, at, fresh, open_table, start
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(ana: Player, bogdan: Player) -> Match:
    """Ana, Bogdan and a bot; Ana is bound already."""
    match = open_table(ana, bogdan, bots=1)
    come(match, ana, bogdan)
    tables.set_ready(match=match, player=bogdan, ready=True, now=NOON)
    tables.start_match(match=match, by=ana, now=NOON)
    commit(match, ana)
    return fresh(match)


def page(client: Client, match: Match, number: int = 1) -> str:
    response = client.get(f"/joc/{match.code}/{number}/dovada/")
    assert response.status_code == 200
    return response.content.decode()


def dealt(match: Match, *people: Player) -> Round:
    reveal(match, *people)
    return Round.objects.get(match=match)


def broken_off(match: Match) -> None:
    endings.cancel(rounds.locked_match(match.pk), at(9))


def test_before_the_list_only_the_promise_is_shown(anybody: Client, match: Match, ana: Player) -> None:
    html = page(anybody, match)
    deal = promised(match)
    assert deal.commit in html
    assert deal.context in html
    assert bound(match, ana) not in html
    assert "The list is not published yet." in html
    assert "shown when the round is over" in html


def test_then_everybody_s_commitments_and_no_number(anybody: Client, match: Match, ana: Player, bogdan: Player) -> None:
    commit(match, bogdan)
    dealt(match, ana, bogdan)
    html = page(anybody, match)
    assert bound(match, ana) in html
    assert bound(match, bogdan) in html
    assert html.count("badge--good") == 2
    assert "bot: adds nothing" in html
    assert nonce_of(ana) not in html
    assert 'id="verdict"' not in html
    assert anybody.get(f"/joc/{match.code}/1/dovada/proof.json").status_code == 404


def test_after_the_round_everything_is_there_and_each_step_in_words(
    anybody: Client, match: Match, ana: Player, bogdan: Player
) -> None:
    commit(match, bogdan)
    played = dealt(match, ana, bogdan)
    broken_off(match)
    html = page(anybody, match)
    played = Round.objects.get(pk=played.pk)
    for figure in (played.revealed, nonce_of(ana), nonce_of(bogdan), promised(match).chain):
        assert figure in html
    assert re.findall(r'data-step="(\w+)"', html) == ["commit", "seats", "chain", "rules", "deck"]
    assert "This round was broken off" in html
    assert html.count('class="dealt__card"') == 3 * 7 + 1
    told = anybody.get(f"/joc/{match.code}/1/dovada/proof.json")
    assert told["Content-Disposition"].endswith('-1-proof.json"')
    assert proof.faults(told.json()) == []


def test_the_hands_that_are_shown_are_those_that_were_held(
    anybody: Client, match: Match, ana: Player, bogdan: Player
) -> None:
    commit(match, bogdan)
    played = dealt(match, ana, bogdan)
    held = [sorted(hand.split()) for hand in played.state["hands"]]
    broken_off(match)
    html = page(anybody, match)
    shown = [sorted(re.findall(r"#([RGBY][0-9SRD]|W\w)\"", hand)) for hand in html.split('class="dealt"')[1:4]]
    assert shown == held


def test_the_file_and_the_script_of_the_page_say_ok(
    anybody: Client, match: Match, ana: Player, bogdan: Player, tmp_path: Path
) -> None:
    commit(match, bogdan)
    reveal(match, ana)

    clock.take_due(at(3))  # Bogdan told nothing
    broken_off(match)
    script = anybody.get("/reguli/dovada/verifica.py").content
    (tmp_path / "verifica.py").write_bytes(script)
    (tmp_path / "proof.json").write_bytes(anybody.get(f"/joc/{match.code}/1/dovada/proof.json").content)
    done = subprocess.run(
        [sys.executable, "verifica.py", "proof.json"], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (done.returncode, done.stdout) == (0, "OK\n")
    html = unescape(page(anybody, match))
    assert script.decode() in html
    assert "no reveal: left out" in html


def test_the_commands_of_the_page_give_its_figures(anybody: Client, match: Match, ana: Player, bogdan: Player) -> None:
    commit(match, bogdan)
    dealt(match, ana, bogdan)
    broken_off(match)
    html = unescape(page(anybody, match))
    commands = re.findall(r'<pre class="script" tabindex="0">(\(printf .*?)</pre>', html)
    given = [subprocess.run(line, shell=True, capture_output=True, text=True, check=True).stdout for line in commands]
    figures = [re.search(r"[0-9a-f]{64}", line) for line in given]
    expected = [promised(match).commit, bound(match, ana), bound(match, bogdan)]
    assert [figure and figure[0] for figure in figures[:3]] == expected
    assert figures[3]
    assert f"<code>{figures[3][0]}</code>" in html


def test_a_promise_that_was_taken_back_stays_to_be_seen(
    anybody: Client, ana: Player, bogdan: Player, carmen: Player
) -> None:
    match = open_table(ana, bogdan, carmen)
    come(match, ana, bogdan, carmen)
    for person in (bogdan, carmen):
        tables.set_ready(match=match, player=person, ready=True, now=NOON)
    tables.start_match(match=match, by=ana, now=NOON)
    first = promised(match)
    standing_up.leave_table(match=match, player=carmen, now=at(1))
    html = page(anybody, match)
    old = Deal.objects.get(pk=first.pk)
    assert old.revealed in html
    assert old.commit in html
    assert "Somebody left" in html


@pytest.fixture
def carmen(db: None) -> Player:
    return Player.objects.create(username="carmen")


def test_where_nobody_took_part_it_says_so(anybody: Client, ana: Player, bogdan: Player) -> None:
    match = start(ana, bogdan).match
    assert "Server-only seed" in page(anybody, match)


def test_an_old_round_says_what_its_seed_was(anybody: Client, ana: Player, bogdan: Player) -> None:
    match = start(ana, bogdan).match
    Deal.objects.all().delete()
    broken_off(match)
    assert "before players" in page(anybody, match)
    assert proof.faults(anybody.get(f"/joc/{match.code}/1/dovada/proof.json").json()) == []


@pytest.mark.parametrize("number", [0, 2, 99999])
def test_a_round_that_nobody_promised_has_no_page(anybody: Client, ana: Player, bogdan: Player, number: int) -> None:
    match = start(ana, bogdan).match
    assert anybody.get(f"/joc/{match.code}/{number}/dovada/").status_code == 404
    assert anybody.get(f"/joc/{match.code}/{number}/dovada/proof.json").status_code == 404


def test_other_pages_lead_to_it(anybody: Client, over: Match, ana: Player) -> None:
    link = f'href="/joc/{over.code}/2/dovada/"'
    assert link in anybody.get(f"/joc/{over.code}/2/").content.decode()
    assert link in signed_in(ana).get(f"/t/{over.code}/").content.decode()
    assert 'href="/reguli/dovada/"' in anybody.get(f"/joc/{over.code}/").content.decode()
    assert 'href="/reguli/dovada/"' in anybody.get("/reguli/").content.decode()
    assert 'href="/reguli/dovada/"' in page(anybody, over)


@pytest.mark.parametrize(("language", "words"), [("ro", "Ce nu dovedește"), ("en", "What it does not prove")])
def test_what_it_proves_is_told_in_both_languages(language: str, words: str) -> None:
    assert words in Client(headers={"accept-language": language}).get("/reguli/dovada/").content.decode()


def test_the_file_is_plain_data(anybody: Client, over: Match) -> None:
    response = anybody.get(f"/joc/{over.code}/1/dovada/proof.json")
    fields = ["ctx", "commit", "server_secret", "nonces", "seat_commits", "unopened"]
    assert response["Content-Type"] == "application/json"
    assert list(json.loads(response.content)) == [*fields, "before", "chain", "cards", "rules", "deck"]


def test_the_page_asks_little_however_many_sit_there(
    anybody: Client, ana: Player, bogdan: Player, django_assert_max_num_queries: object
) -> None:
    match = start(ana, bogdan, bots=20, size=30).match
    broken_off(match)
    with django_assert_max_num_queries(10):  # type: ignore[operator]
        page(anybody, match)
