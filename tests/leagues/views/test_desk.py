"""The desk of who runs a league: what it shows."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import TestCase

from games.models import Player
from leagues.models import League, LogEntry, Matchday
from leagues.services import entrants, leagues, matchdays, publishing, seasons
from tests.leagues.services.league import NOON, player, published, season_of
from tests.leagues.views.conftest import As
from tests.leagues.views.desk import DESK, LOG, SLUG, do, texts

pytestmark = pytest.mark.django_db


def test_the_next_step_leads_from_registration_to_the_tables(as_: As) -> None:
    season_of(8)
    olga = as_("olga")
    assert olga.get(DESK).context["step"].verb == "incepe"
    board = do(olga, "incepe").url
    assert board == f"/liga/{SLUG}/etapa/1/propunere/?sezon=1"
    assert olga.get(board).context["day"].state == Matchday.State.DRAFT
    page = olga.get(DESK)
    assert page.context["step"].link == f"{board}&divizia=1"
    assert texts(page) == ["The tables of round 1 wait for your look."]


def test_what_begins_is_told_before_a_second_tap(as_: As) -> None:
    season = season_of(7, opens_at=NOON + timedelta(days=3), rounds=5)
    entrants.apply(season=season, player=player("zoe"))
    page = as_("olga").get(DESK)
    begins = page.context["begins"]
    assert [(fact.name, fact.value) for fact in begins.facts] == [
        ("Players", "7"),
        ("Format", "everybody meets as many others as possible"),
        ("Tables", "1 table of 4 + 1 table of 3"),
        ("League rounds", "5"),
    ]
    assert begins.waiting == "1 player still waits for your answer and does not begin with the others."
    assert "you look at them before they see them" in begins.follows
    assert "cannot be taken back" in begins.fixed
    fold = page.text[page.text.index('<details class="twice">') :].split("</details>")[0]
    for told in (begins.waiting, begins.follows, begins.fixed, "Wednesday, 2 December, 14:00", 'id="begin"'):
        assert told in fold
    assert page.text.count("fa/incepe/") == 1


@pytest.mark.parametrize(
    ("plan", "tables", "rounds"),
    [
        ({"format": "knockout", "rounds": 6}, "2 tables of 4 + 1 table of 3", ["2"]),
        ({"divisions_wanted": 2}, "4 players", ["6"]),
        ({"format": "ladder", "venue": "online"}, "4 players", []),
    ],
)
def test_what_begins_is_told_in_the_terms_of_its_format(
    as_: As, plan: dict[str, Any], tables: str, rounds: list[str]
) -> None:
    season_of(11, **plan)
    page = as_("olga").get(DESK)
    facts = {fact.name: fact.value for fact in page.context["begins"].facts}
    assert facts["Tables"] == tables
    assert [facts[name] for name in facts if name == "League rounds"] == rounds
    assert "at once" in page.text


def test_only_who_may_begin_is_offered_to(as_: As) -> None:
    season = season_of(8)
    leagues.appoint(league=season.league, by=player("olga"), player=player("helper"), kind="assistant")
    assert "fa/incepe/" not in as_("helper").get(DESK).text


def test_an_organizer_is_not_asked_for_the_code_on_the_leagues_page_either(as_: As) -> None:
    season = season_of(4)
    League.objects.update(visibility="unlisted")
    olga, page = as_("olga"), f"/liga/{SLUG}/"
    shown = olga.get(page).text
    assert "I play too" in shown
    assert 'name="cod"' not in shown
    olga.post(f"{page}fa/inscrie/")
    assert season.entrants.get(player=player("olga")).state == "accepted"
    assert 'name="cod"' in as_("zoe").get(page).text


def test_playing_too_is_offered_neither_to_the_sites_staff_nor_too_late(as_: As) -> None:
    season = season_of(8, rounds=3)
    Player.objects.filter(pk=player("chief").pk).update(is_staff=True)
    assert 'id="play-too"' not in as_("chief").get(DESK).text
    olga = as_("olga")
    assert 'id="play-too"' in olga.get(DESK).text
    with TestCase.captureOnCommitCallbacks(execute=True):
        (division,) = seasons.begin(season=season, by=player("olga"))
    assert 'id="play-too"' in olga.get(DESK).text
    publishing.publish(day=division.matchdays.get(number=1), by=player("olga"))
    assert 'id="play-too"' not in olga.get(DESK).text


def test_the_log_tells_every_act_in_words(as_: As) -> None:
    day = published(8)
    matchdays.close_now(day=day, by=player("olga"))
    page = as_("olga").get(LOG)
    assert {row.told for row in page.context["rows"]} >= {"published the tables", "closed the round", "applied"}
    assert LogEntry.objects.count() > 10


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_the_link_to_share_holds_the_code_where_one_is_needed(as_: As, visibility: str) -> None:
    season_of(4)
    League.objects.update(visibility=visibility)
    code = League.objects.get().code
    assert as_("olga").get(DESK).context["link"].endswith(f"/cod/{code}/" if visibility == "unlisted" else f"/{SLUG}/")
