"""Whatever page of a league, whole or in part: its times are told on the clocks of the league or of who reads."""

import ast
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import django.template.base
import pytest
from django.db import transaction
from django.urls import get_resolver
from django.utils import timezone

from leagues.models import League, LeagueTable, Matchday, Season
from leagues.services import swapping
from leagues.views_board import VERBS as ROUND_VERBS
from leagues.views_desk_acts import VERBS as DESK_VERBS
from leagues.views_desk_table import VERBS as TABLE_VERBS
from leagues.views_ladder import VERBS as LADDER_VERBS
from leagues.views_league import VERBS as OWN_VERBS
from leagues.views_play import VERBS as PLAY_VERBS
from tests.leagues.services.league import begun, ids, published, tables_of
from tests.leagues.views.conftest import As
from tests.leagues.views.test_ladder import call, ladder, want
from tests.leagues.views.test_new import sent

pytestmark = pytest.mark.django_db
SCRIPT = {"hx-request": "true"}
VIEWS = sorted((Path(__file__).parents[3] / "leagues").glob("views_*.py"))
# All that has no page of a league's times: files, feeds, sheets of paper, what a letter links to.
ELSEWHERE = {"feed_personal", "feed_league", "export", "unsubscribe", "code", "code_form", "offer", "take_over"}
ELSEWHERE |= {"paper", "paper_empty", "paper_view", "paper_sheet", "paper_write", "paper_remove", "paper_close"}
ELSEWHERE |= {"paper_sync"}
VERBS = {
    "desk_act": DESK_VERBS,
    "board_act": ROUND_VERBS,
    "desk_table_act": TABLE_VERBS,
    "ladder_act": LADDER_VERBS,
    "act": OWN_VERBS,
    "table_act": PLAY_VERBS,
}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[datetime, str]]:
    """Every time that a template wrote, with the clocks on which it was written."""
    found: list[tuple[datetime, str]] = []
    plain = django.template.base.template_localtime

    def kept(value: Any, use_tz: bool | None = None) -> Any:
        if isinstance(value, datetime) and getattr(value, "convert_to_local_time", True):
            found.append((value, timezone.get_current_timezone_name()))
        return plain(value, use_tz)

    monkeypatch.setattr(django.template.base, "template_localtime", kept)
    return found


def addresses(slug: str, day: int, table: LeagueTable) -> Iterator[tuple[str, str]]:
    """Every address of leagues, with each of its verbs."""
    known = {"slug": slug, "number": day, "table": table.pk, "entrant": ids(table)[0]}
    (_, resolver) = get_resolver().namespace_dict["leagues"]
    names = {name for name in resolver.reverse_dict if isinstance(name, str)} - ELSEWHERE
    assert len(names) > 30
    for name in sorted(names):
        for verb in VERBS.get(name, [""]):
            given = known | {"verb": verb}
            ((template, wanted),) = resolver.reverse_dict.getlist(name)[0][0]
            yield name, "/" + template % {one: given[one] for one in wanted}


def visit(as_: As, people: list[str], slug: str, day: Matchday) -> None:
    """Everybody opens and presses everything, with a script and without; what was done is undone."""
    table = tables_of(day)[0]
    for who in people:
        client = as_(who)
        for _, address in addresses(slug, day.number, table):
            for headers in ({}, SCRIPT):
                for ask in (client.get, client.post):
                    with transaction.atomic():
                        assert ask(address, headers=headers).status_code < 500, address
                        transaction.set_rollback(True)


@pytest.mark.parametrize("stage", [begun, published])
def test_no_page_of_a_league_tells_a_time_in_utc(as_: As, told: list[tuple[datetime, str]], stage: Any) -> None:
    made = stage(8, venue=Season.Venue.BOTH, opens_at=timezone.now() + timedelta(days=2))
    day = made if isinstance(made, Matchday) else made.matchdays.get(number=1)
    League.objects.update(zone="Asia/Tokyo")
    visit(as_, ["olga", "e1"], day.division.season.league.slug, day)
    assert len(told) > 100
    assert "UTC" not in {zone for _, zone in told}


def test_no_page_of_a_ladder_tells_a_time_in_utc(as_: As, told: list[tuple[datetime, str]]) -> None:
    division = ladder()
    want(as_, "e1", "e2", "e3")
    call(division)
    League.objects.update(zone="Asia/Tokyo")
    visit(as_, ["olga", "e1"], division.season.league.slug, division.matchdays.get())
    assert "UTC" not in {zone for _, zone in told}
    assert told


def test_the_board_says_the_same_hour_by_script_and_anew(as_: As) -> None:
    day = begun(8, opens_at=datetime.fromisoformat("2026-12-07T17:00Z")).matchdays.get(number=1)
    address = f"/liga/liga-de-marti/etapa/{day.number}/propunere/"
    assert "7 Dec 19:00" in as_("olga").get(address).text
    assert "7 Dec 19:00" in as_("olga").get(address, headers=SCRIPT).text
    one, other = tables_of(day)
    changed = {"one": ids(one)[0], "other": ids(other)[0]}
    assert "7 Dec 19:00" in as_("olga").post(f"{address}schimba/", changed, headers=SCRIPT).text
    assert swapping.BY_HAND in Matchday.objects.get(pk=day.pk).algorithm


def test_a_season_is_tried_out_on_the_clocks_that_were_chosen(as_: As, told: list[tuple[datetime, str]]) -> None:
    asked = sent(zone="America/New_York", first="2031-07-01T22:00", **{"try": "1"})
    for headers in ({}, SCRIPT):
        assert "1 July" in as_("olga").post("/liga/noua/", asked, headers=headers).text
    assert {zone for _, zone in told} == {"America/New_York"}


def test_only_one_place_renders_so_that_no_zone_is_forgotten() -> None:
    bare = []
    for path in VIEWS:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module == "django.shortcuts":
                bare += [path.name for one in node.names if one.name == "render"]
            if isinstance(node, ast.ImportFrom) and node.module == "django.template.response":
                bare.append(path.name)
    assert bare == []
