"""What leagues and the score keeper's sheets hold of somebody is theirs to take along, and goes with the account."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import TestCase

from games.services import farewell
from games.services import own_data as whole
from leagues.models import OwnerOffer, PaperMatch, Role
from leagues.services import disputes, entrants, leagues, paper, succession
from tests.leagues.services.league import NOON, decide_all, player, published, tables_of
from tests.services.test_paper import deal

pytestmark = pytest.mark.django_db


def data_of(name: str) -> dict[str, Any]:
    packed = json.dumps(whole.account(player=player(name)), default=str)
    read: dict[str, Any] = json.loads(packed)
    return read


def test_a_season_with_its_results_is_in_it() -> None:
    day = published(4, rounds=2)
    entrants.ask_off(entrant=day.division.season.entrants.get(name="e1"), by=player("e1"), number=2, now=NOON)
    decide_all(day, NOON)
    told = disputes.dispute(table=tables_of(day)[0], by=player("e1"), kind="result", text="Two swapped", now=NOON)
    (season,) = data_of("e1")["leagues"]["seasons"]
    assert (season["league"], season["season"], season["state"]) == ("liga-de-marti", 1, "active")
    assert season["away"] == {"2": "requested"}
    (line,) = season["results"]
    mine = next(one for one in told.table.results.get().lines if one["entrant"] == told.claimant_id)
    assert {name: line[name] for name in ("place", "points", "cards")} == {
        name: mine[name] for name in ("place", "points", "cards")
    }
    assert [one["text"] for one in season["disputes"]] == ["Two swapped"]


def test_what_one_runs_and_is_asked_is_in_it() -> None:
    league = published(4).division.season.league
    leagues.appoint(league=league, by=player("olga"), player=player("dora"), kind=Role.Kind.DIRECTOR)
    succession.search(league, OwnerOffer.Why.VANISHED, NOON)
    assert [one["slug"] for one in data_of("olga")["leagues"]["owned"]] == ["liga-de-marti"]
    assert "appoint" in [one["action"] for one in data_of("olga")["leagues"]["done"]]
    dora = data_of("dora")["leagues"]
    assert [one["kind"] for one in dora["roles"]] == ["director"]
    assert [one["why"] for one in dora["asked_to_run"]] == ["vanished"]


def sheet_of(name: str, *names: str) -> PaperMatch:
    match = paper.open_match(names=names, owner=player(name))
    paper.record(key=match.key, deal=deal(s1=20))
    return PaperMatch.objects.get(pk=match.pk)


def test_ones_sheets_are_in_it_and_nobody_elses_nor_the_key_to_write() -> None:
    mine, other = sheet_of("ana", "Ana", "Bogdan", "Carmen"), sheet_of("dan", "Dan", "Ina", "Mihai")
    (told,) = data_of("ana")["paper_sheets"]
    assert (told["code"], told["names"]) == (mine.code, ["Ana", "Bogdan", "Carmen"])
    assert [one["points"] for one in told["deals"]] == [one["points"] for one in mine.deals]
    everything = json.dumps(data_of("ana"))
    for hidden in (mine.key, other.key, other.code):
        assert hidden not in everything


def test_a_sheet_stays_when_its_owner_goes_and_is_nobodys() -> None:
    sheet = sheet_of("Zurbagia_77", "Zurbagia_77", "Bogdan", "Carmen")
    with TestCase.captureOnCommitCallbacks(execute=True):
        farewell.delete_account(player=player("Zurbagia_77"), now=NOON)
    sheet.refresh_from_db()
    assert sheet.owner is None
    assert sheet.names[0].startswith("fost-jucator-")
    assert sheet.names[1:] == ["Bogdan", "Carmen"]
    assert len(sheet.deals) == 1
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM leagues_papermatch")
        assert "Zurbagia_77" not in repr(cursor.fetchall())
