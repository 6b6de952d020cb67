"""A season as files that no spreadsheet runs, and entrants from a file with every fault by its line."""

import csv
import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from leagues.models import Entrant, Season
from leagues.presenters.files import BOM, as_csv
from leagues.services import importing
from leagues.services.errors import Reason
from tests.leagues.services.league import NOON, decide_all, player, published, refused, season_of
from tests.views.conftest import signed_in

Fault = importing.Fault


def rows_of(text: str) -> list[dict[str, str]]:
    assert text.startswith(BOM)
    return list(csv.DictReader(io.StringIO(text.removeprefix(BOM))))


@pytest.mark.parametrize("name", ["=1+1", "+40", "-2", "@sum", "\t=1", "  =cmd", "\r=x"])
def test_a_name_that_looks_like_a_formula_is_text(name: str) -> None:
    (row,) = rows_of(as_csv(["name"], [{"name": name}]))
    assert row["name"].startswith("'")


def test_numbers_stay_numbers() -> None:
    assert rows_of(as_csv(["points"], [{"points": -12}])) == [{"points": "-12"}]


@pytest.mark.django_db
def test_standings_results_and_entrants_come_as_csv_and_json() -> None:
    day = published(8)
    decide_all(day, NOON)
    Entrant.objects.filter(name="e1").update(name="=HYPERLINK(1)")
    league = day.division.season.league

    def file(what: str, kind: str) -> str:
        answer = Client().get(reverse("leagues:export", args=[league.slug, what, kind]))
        assert answer.status_code == 200
        assert f'filename="{league.slug}-1-{what}.{kind}"' in answer["Content-Disposition"]
        return answer.content.decode()

    for what, count in (("clasament", 8), ("rezultate", 8), ("jucatori", 8)):
        rows, values = rows_of(file(what, "csv")), json.loads(file(what, "json"))
        assert len(rows) == len(values) == count
        assert "'=HYPERLINK(1)" in {row["name"] for row in rows}
        assert "=HYPERLINK(1)" in {row["name"] for row in values}
    first = json.loads(file("clasament", "json"))[0]
    assert (first["rank"], first["points"], first["points_5040"]) == (1, "10.00", 5040)
    assert Client().get(reverse("leagues:export", args=[league.slug, "jurnal", "csv"])).status_code == 404


def take(season: Season, text: str) -> importing.Taken:
    return importing.take_in(season=season, by=player("olga"), data=text.encode(), now=NOON)


def faults(season: Season, text: str) -> list[tuple[int, Fault]]:
    return [(one.line, one.fault) for one in take(season, text).wrong]


@pytest.mark.django_db
def test_a_file_lets_in_accounts_and_for_paper_cards_others_too() -> None:
    season = season_of(2)
    player("Ștefan")
    assert take(season, BOM + "echipa;nume\nx;ștefan\ny;Fără Cont\n").count == 2
    assert season.entrants.get(name="Ștefan").player == player("Ștefan")
    assert season.entrants.get(name="Fără Cont").player is None
    assert set(season.entrants.values_list("state", flat=True)) == {Entrant.State.ACCEPTED}


@pytest.mark.django_db
def test_every_wrong_line_is_told_with_its_number_and_then_nobody_is_in() -> None:
    season = season_of(2)
    text = "name,club\nnou,x\ne1,x\n,x\nnou,x\n" + "z" * 41 + ",x\n"
    assert faults(season, text) == [(3, Fault.IN), (4, Fault.EMPTY), (5, Fault.TWICE), (6, Fault.LONG)]
    assert season.entrants.count() == 2


@pytest.mark.django_db
def test_online_everybody_needs_an_account() -> None:
    season = season_of(2, venue=Season.Venue.ONLINE)
    assert faults(season, "nimeni\n") == [(1, Fault.UNKNOWN)]


@pytest.mark.django_db
@pytest.mark.parametrize("data", [b"", b"\n\n", b"a\0b", b"x\n" * 401, b"x" * (importing.LARGEST + 1)])
def test_what_is_no_list_of_names_is_refused(data: bytes) -> None:
    season = season_of(2)
    refused(Reason.FILE, importing.take_in, season=season, by=player("olga"), data=data, now=NOON)


@pytest.mark.django_db
def test_only_who_runs_the_league_takes_in_a_file() -> None:
    season = season_of(2)
    refused(Reason.NOT_YOURS, importing.take_in, season=season, by=player("e1"), data=b"nou", now=NOON)
    address = reverse("leagues:import", args=[season.league.slug])
    assert signed_in(player("e1")).get(address).status_code == 403


@pytest.mark.django_db
def test_the_page_tells_faults_by_line_and_takes_a_mended_file() -> None:
    season = season_of(2)
    client = signed_in(player("olga"))
    address = reverse("leagues:import", args=[season.league.slug])
    answer = client.post(address, {"nume": "nou\ne1"})
    assert answer.status_code == 422
    assert "Line 2" in answer.content.decode()
    file = SimpleUploadedFile("x.csv", "name\nnou\n".encode("utf-8-sig"), "text/csv")
    assert client.post(address, {"fisier": file}).status_code == 302
    assert season.entrants.filter(name="nou").exists()
