"""The first administrator, made as the README says."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import Player
from tests.accounts.conftest import PASSWORD, is_signed_in


@pytest.fixture
def made(db: None, monkeypatch: pytest.MonkeyPatch) -> Player:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", interactive=False, username="Șefa", verbosity=0)
    return Player.objects.get()


def test_createsuperuser_asks_for_nothing_but_a_name_and_a_password(made: Player) -> None:
    assert (made.username, made.email, made.is_staff, made.is_superuser) == ("Șefa", "", True, True)


def test_the_first_administrator_logs_in_and_opens_the_admin(made: Player, client: Client) -> None:
    there = client.get("/admin/", follow=True)
    assert there.request["PATH_INFO"] == "/cont/login/"
    answer = client.post("/cont/login/?next=/admin/", {"login": "Șefa", "password": PASSWORD, "next": "/admin/"})
    assert answer.headers["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200
    assert is_signed_in(client)


def test_who_is_no_administrator_does_not_open_it(player: Player, client: Client) -> None:
    client.force_login(player)
    assert client.get("/admin/").status_code != 200


@pytest.mark.parametrize("name", ["Апа", ""])
def test_createsuperuser_takes_no_name_that_a_player_could_not_have(player: Player, name: str) -> None:
    with pytest.raises(CommandError):
        call_command("createsuperuser", interactive=False, username=name, verbosity=0)
    assert not Player.objects.filter(is_superuser=True).exists()
