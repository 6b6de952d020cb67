import pytest
from django.test import Client
from django.urls import reverse

from games.engine.ruleset import rules_from
from games.models import Match, Player
from tests.services.table import open_table, player
from tests.services.test_matches import bots_only, play_out


def signed_in(person: Player, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(person)
    return client


@pytest.fixture
def ana(db: None) -> Player:
    return player("ana")


@pytest.fixture
def bogdan(db: None) -> Player:
    return player("bogdan")


@pytest.fixture
def anybody() -> Client:
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def table(ana: Player, bogdan: Player) -> Match:
    """Ana's table, where Bogdan and a bot have sat down."""
    return open_table(ana, bogdan, bots=1)


def played(ana: Player, bogdan: Player) -> Match:
    """A match of two rounds that everything of the rule book may have happened in."""
    rules = rules_from(
        {
            "mas_grace_ms": 1500,
            "combos": "off",  # no round is over after a move or two
            "mas_uno_card": True,
            "custom_rules": [["draw 1 all", "reverse"], ['honour "Sing!"']],
            "ending": "rounds 2",
        }
    )
    return play_out(bots_only(ana, bogdan, bots=1, rules=rules))


@pytest.fixture
def over(ana: Player, bogdan: Player) -> Match:
    return played(ana, bogdan)


@pytest.fixture
def eventful(ana: Player, bogdan: Player, anybody: Client) -> Match:
    """One in whose first round something happened that the replay marks."""
    while True:
        match = played(ana, bogdan)
        if b"replay__mark--" in anybody.get(reverse("games:replay", args=[match.code, 1])).content:
            return match
