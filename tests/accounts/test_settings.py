"""What a player sets: the name, who may invite, what is read and confirmed."""

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from games.models import Player
from games.services import accounts
from tests.accounts.conftest import PASSWORD

AT_MIDNIGHT = datetime(2027, 3, 15, 22, 30, tzinfo=UTC)  # it is the 16th in Bucharest, and summer time 30 days later

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(player: Player, client: Client) -> Player:
    client.force_login(player)
    return player


def test_a_name_is_changed_on_its_page(client: Client, ana: Player) -> None:
    assert client.post("/cont/nume/", {"name": "Ănuța"})["Location"] == "/cont/setari/"
    assert Player.objects.get(pk=ana.pk).username == "Ănuța"
    assert "Ănuța" in client.get("/cont/setari/").content.decode()


@pytest.mark.parametrize("name", ["dan", "DAN", "admin", "a b", "", "аna"])
def test_a_name_that_cannot_be_is_refused_with_its_reason(client: Client, ana: Player, name: str) -> None:
    Player.objects.create_user("dan")
    response = client.post("/cont/nume/", {"name": name})
    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert Player.objects.get(pk=ana.pk).username == "Ana"


def test_the_page_says_from_when_the_name_may_be_changed_again(client: Client, ana: Player) -> None:
    with time_machine.travel(AT_MIDNIGHT, tick=False):
        client.force_login(ana)
        client.post("/cont/nume/", {"name": "Bella"})
        page = client.get("/cont/nume/").content.decode()
        again = client.post("/cont/nume/", {"name": "Carla"})
    assert "15 Aprilie 2027" in page
    assert 'name="name"' not in page
    assert again.status_code == 422


@pytest.mark.parametrize("who", ["everyone", "friends", "nobody"])
def test_who_may_invite_is_the_players_choice(client: Client, ana: Player, who: str) -> None:
    client.post("/cont/preferinte/", {"invites": who})
    assert Player.objects.get(pk=ana.pk).invites == who
    assert f'value="{who}" aria-pressed="true"' in client.get("/cont/setari/").content.decode()


def test_an_invitation_setting_of_its_own_changes_nothing(client: Client, ana: Player) -> None:
    client.post("/cont/preferinte/", {"invites": "the-world"})
    assert Player.objects.get(pk=ana.pk).invites == "everyone"


@pytest.mark.parametrize(
    "path",
    ["nume/", "password/change/", "email/", "cod/", "2fa/", "sessions/", "stergere/", "datele-mele/", "preferinte/"],
)
def test_everything_is_reached_from_the_settings(client: Client, ana: Player, path: str) -> None:
    assert f"/cont/{path}" in client.get("/cont/setari/").content.decode()


@pytest.mark.parametrize("path", ["/", "/cont/setari/", "/jocurile-mele/"])
def test_a_warning_is_shown_until_it_is_read(client: Client, ana: Player, path: str) -> None:
    Player.objects.update(warned_for="insult")
    assert "Un avertisment de la moderatori" in client.get(path).content.decode()
    client.post("/cont/avertisment/")
    assert "Un avertisment de la moderatori" not in client.get(path).content.decode()


def test_a_closed_account_is_told_so_at_the_login(client: Client, player: Player) -> None:
    Player.objects.update(is_active=False)
    response = client.post("/cont/login/", {"login": "Ana", "password": "un cal alb pe deal"}, follow=True)
    assert response.status_code == 200
    assert client.get("/cont/setari/").status_code == 302


def test_after_the_recovery_code_the_page_leads_to_the_login(client: Client, player: Player) -> None:
    code = accounts.issue_recovery_code(player=player)
    values = {"username": "Ana", "code": code, "password": "alt cal, tot alb"}
    page = client.post("/cont/recuperare/", values).content.decode()
    assert "L-am notat, intru cu parola nouă" in page
    assert 'href="/cont/login/"' in page


def test_the_list_of_devices_knows_the_one_that_looks_at_it(client: Client, player: Player) -> None:
    for browser in (Client(), client):
        browser.post("/cont/login/", {"login": "Ana", "password": PASSWORD}, headers={"user-agent": "Firefox Android"})
        browser.get("/cont/setari/")
    page = client.get("/cont/sessions/", headers={"accept-language": "en"}).content.decode()
    rows = re.findall(r'<li class="rowcard">.*?</li>', page)
    told = [("now, on this device" in row, "signed in" in row) for row in rows]
    assert sorted(told) == [(False, True), (True, False)]
    page = client.get("/cont/sessions/", headers={"accept-language": "ro"}).content.decode()
    assert "ai intrat acum" in page.replace("\xa0", " ")
