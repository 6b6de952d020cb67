"""The rules of one table: reached from it, quoted by its refusals, printed."""

import re
from pathlib import Path

from django.test import Client

from games.engine.refusals import Refusal
from games.models import Match
from tests.views.conftest import signed_in

CSS = Path(__file__).resolve().parents[2] / "static" / "css"


def test_the_sheet_says_what_this_table_plays(anybody: Client, over: Match) -> None:
    page = anybody.get(f"/t/{over.code}/reguli/").content.decode()
    assert over.code in page
    assert "One card a turn: there are no combos at this table." in page
    assert "Card 2: On your honour: “Sing!”" in page
    assert "The match ends after 2 rounds" in page


def test_every_quoted_rule_has_its_anchor_once(anybody: Client, table: Match) -> None:
    page = anybody.get(f"/t/{table.code}/reguli/").content.decode()
    for rule in {refusal.rule for refusal in Refusal}:
        assert page.count(f'id="r{rule}"') == 1, rule


def test_table_lobby_and_match_lead_to_it(anybody: Client, table: Match, over: Match) -> None:
    host = signed_in(table.host)
    seat = host.get(f"/t/{table.code}/").content.decode()
    assert f'data-rules-url="/t/{table.code}/reguli/"' in seat
    assert seat.count(f'href="/t/{table.code}/reguli/"') >= 2
    assert f'href="/t/{over.code}/reguli/"' in anybody.get(f"/joc/{over.code}/").content.decode()


def test_no_table_no_rules(db: None, anybody: Client) -> None:
    assert anybody.get("/t/ABCDEF/reguli/").status_code == 404


def test_paper_gets_a_style_of_its_own(anybody: Client, table: Match) -> None:
    page = anybody.get(f"/t/{table.code}/reguli/").content.decode()
    assert re.search(r'<link rel="stylesheet" href="[^"]*print[^"]*\.css" media="print">', page)
    assert "@page { size: A4;" in (CSS / "print.css").read_text()
