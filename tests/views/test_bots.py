"""The host chooses how well a bot plays, and everybody reads it."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match, Player
from tests.views.conftest import signed_in
from tests.views.test_lobby import press

pytestmark = pytest.mark.django_db


def strengths(match: Match) -> list[str]:
    return list(match.seats.filter(player__isnull=True).values_list("bot", flat=True))


def test_the_host_chooses_the_strength(ana: Player, table: Match) -> None:
    for strength in ("beginner", "strong"):
        assert press(signed_in(ana), "bot_add", table, strength=strength) == []
    assert strengths(table)[-2:] == ["beginner", "strong"]


def test_a_strength_that_does_not_exist_is_refused(ana: Player, table: Match) -> None:
    before = strengths(table)
    for strength in ("godlike", "", "STRONG"):
        assert len(press(signed_in(ana), "bot_add", table, strength=strength)) == 1
    assert strengths(table) == before


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("ro", ["robot începător", "robot priceput", "robot maestru"]),
        ("en", ["beginner bot", "skilled bot", "master bot"]),
    ],
)
def test_the_table_says_how_well_each_bot_plays(ana: Player, table: Match, language: str, names: list[str]) -> None:
    host: Client = signed_in(ana, language)
    table.seats.filter(player__isnull=True).delete()
    for strength in ("beginner", "sensible", "strong"):
        press(host, "bot_add", table, strength=strength)
    page = host.get(reverse("games:table", args=[table.code])).content.decode()
    assert [name in page for name in names] == [True] * 3
