"""The administrators' pages of a match that is being played."""

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from games.engine.cards import NAMES
from games.models import Player, Round, SecretReading
from games.services.sealing import secret_of
from tests.services.table import Hand, player, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser(username="root-of-all"))
    return client


@pytest.fixture
def round_() -> Round:
    people = [player("ana"), player("bogdan")]
    round_ = start(*people)
    Hand(people[round_.state["turn"]], round_).send("draw", after=0)
    return round_


def test_they_show_no_card_and_no_secret(admin: Client, round_: Round) -> None:
    page = admin.get(f"/admin/games/match/{round_.match_id}/change/").content.decode()
    assert round_.match.code in page
    assert secret_of(round_).hex() not in page
    assert [name for name in NAMES if f" {name} " in page or f"&quot;{name}" in page] == []


@pytest.mark.parametrize("path", ["player/", "match/", "match/{match}/change/", "player/{player}/change/"])
def test_they_open(admin: Client, round_: Round, path: str) -> None:
    person = round_.roster[0]["player"]
    assert admin.get("/admin/games/" + path.format(match=round_.match_id, player=person)).status_code == 200


@pytest.mark.parametrize(
    "model", ["round", "secret", "move", "due", "refusedcommand", "deal", "contribution", "sealedpromise"]
)
def test_the_insides_of_a_round_have_no_page(admin: Client, round_: Round, model: str) -> None:
    assert admin.get(f"/admin/games/{model}/").status_code == 404


def test_who_read_a_secret_is_shown_and_the_secret_is_not(admin: Client, round_: Round) -> None:
    secret = secret_of(round_).hex()
    reading = SecretReading.objects.get(purpose="other")
    for page in ("", f"{reading.pk}/change/"):
        html = admin.get(f"/admin/games/secretreading/{page}").content.decode()
        assert round_.match.code in html
        assert secret not in html
    assert admin.post(f"/admin/games/secretreading/{reading.pk}/delete/", {"post": "yes"}).status_code == 403
    assert SecretReading.objects.filter(pk=reading.pk).exists()


def test_nobody_edits_a_match_there(admin: Client, round_: Round) -> None:
    before = round_.match.rules
    admin.post(f"/admin/games/match/{round_.match_id}/change/", {"rules": "{}"})
    round_.match.refresh_from_db()
    assert round_.match.rules == before


def test_an_account_is_deleted_as_its_player_would_and_no_row_with_it(admin: Client) -> None:
    ana = player("ana")
    values = {"action": "delete_for_good", "_selected_action": [ana.pk]}
    admin.post("/admin/games/player/", values)
    gone = Player.objects.get(pk=ana.pk)
    assert gone.username.startswith("fost-jucator-")
    assert admin.post(f"/admin/games/player/{gone.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_second_step_is_shown_without_its_secret(admin: Client) -> None:
    ana = player("ana")
    step = Authenticator.objects.create(user=ana, type="totp", data={"secret": "JBSWY3DP"})
    page = admin.get(f"/admin/mfa/authenticator/{step.pk}/change/").content.decode()
    assert "ana" in page
    assert "JBSWY3DP" not in page
