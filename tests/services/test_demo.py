"""The invented players and their matches."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from games.models import Due, Match, Player, Round
from games.services import demo
from games.services.exports import match_lines
from tests.services.table import NOON, at

pytestmark = pytest.mark.django_db


def test_the_demo_is_there_once(settings: object) -> None:
    first = demo.fill(now=NOON)
    assert (first.matches, Player.objects.count(), len(first.players)) == (4, 17, 17)
    assert Match.objects.filter(state="finished").count() == 4
    assert Match.objects.filter(state="open", public=True).count() == 1
    again = demo.fill(now=at(60))
    assert (again.matches, Match.objects.count(), Player.objects.count()) == (0, 5, 17)


def test_invented_matches_are_of_the_past_and_whole(db: None) -> None:
    demo.fill(now=NOON)
    assert all(match.finished_at < NOON for match in Match.objects.filter(state="finished"))  # type: ignore[operator]
    assert set(Round.objects.values_list("outcome", flat=True)) <= {"won", "blocked"}
    assert list(Due.objects.values_list("kind", flat=True)) == ["expiry"]
    assert [len(list(match_lines(match))) for match in Match.objects.filter(rounds__number=4)] != []


def test_who_looks_round_finds_the_invented_matches(client: Client) -> None:
    demo.fill(now=NOON)
    page = client.get("/jocuri/").content.decode()
    codes = Match.objects.filter(state="finished").values_list("code", flat=True)
    assert len(codes) == 4
    assert all(f"/joc/{code}/" in page for code in codes)


def test_nobody_can_log_in_as_an_invented_player_unasked(db: None) -> None:
    out = StringIO()
    call_command("demo", stdout=out)
    assert not any(player.has_usable_password() for player in Player.objects.all())
    call_command("demo", "--login", stdout=out)
    password = out.getvalue().rsplit(" ", 1)[1].strip()
    assert "Leagues: /liga/" in out.getvalue()
    assert all(player.check_password(password) for player in Player.objects.all())
