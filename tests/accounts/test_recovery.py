import pytest
from django.contrib.auth.hashers import check_password
from django.core import mail
from django.http import HttpResponse
from django.test import Client

from games.models import Player
from games.services import accounts
from tests.accounts.conftest import PASSWORD, code_on, is_signed_in

NEW = "alt cal, tot alb"


def recover(client: Client, username: str, code: str, password: str = NEW) -> HttpResponse:
    return client.post("/cont/recuperare/", {"username": username, "code": code, "password": password})


@pytest.fixture
def code(player: Player) -> str:
    return accounts.issue_recovery_code(player=player)


@pytest.mark.parametrize("typed", [str, str.lower, lambda code: code.replace("-", " "), lambda code: f" {code} "])
def test_the_code_sets_a_new_password_and_is_spent(client: Client, player: Player, code: str, typed: object) -> None:
    assert callable(typed)
    following = code_on(recover(client, "ana", typed(code)))
    player.refresh_from_db()
    assert player.check_password(NEW)
    assert following != code
    assert not check_password(code.replace("-", ""), player.recovery_hash)
    assert 'class="recovery"' not in recover(client, "Ana", code, "inca un cal").content.decode()
    code_on(recover(client, "Ana", following, "inca un cal"))


def test_the_code_does_not_sign_in(client: Client, player: Player, code: str) -> None:
    recover(client, "Ana", code)
    assert not is_signed_in(client)


def test_wrong_code_and_unknown_name_read_the_same(client: Client, player: Player, code: str) -> None:
    Player.objects.create_user("Dan", password=PASSWORD)  # has no code at all
    pages = [
        recover(client, name, "AAAA-BBBB-CCCC-DDDD").content.decode().replace(name, "NAME")
        for name in ("Ana", "Dan", "Nobody")
    ]
    assert "Numele și codul de recuperare nu se potrivesc." in pages[0]
    bodies = [page.split("<main")[1].split("csrfmiddlewaretoken")[-1][90:] for page in pages]
    assert bodies[0] == bodies[1] == bodies[2]
    player.refresh_from_db()
    assert player.check_password(PASSWORD)


def test_a_weak_password_spends_no_code(client: Client, player: Player, code: str) -> None:
    assert "errorlist" in recover(client, "Ana", code, "password").content.decode()
    code_on(recover(client, "Ana", code))


def test_wrong_codes_are_slowed_down(client: Client, player: Player, code: str) -> None:
    for _ in range(5):
        recover(client, "Ana", "AAAA-BBBB-CCCC-DDDD")
    assert "Prea multe încercări" in recover(client, "Ana", code).content.decode()
    code_on(recover(Client(REMOTE_ADDR="203.0.113.9"), "Ana", code))


def test_a_closed_account_has_no_way_back(client: Client, player: Player, code: str) -> None:
    Player.objects.update(is_active=False)
    assert 'class="recovery"' not in recover(client, "Ana", code).content.decode()


def test_of_two_who_use_one_code_at_once_one_wins(player: Player, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = accounts.reset_with_recovery_code

    def meanwhile(code: str, recovery_hash: str) -> bool:
        monkeypatch.undo()
        assert first(username="Ana", code=code, password="primul cal")
        return check_password(code, recovery_hash)

    monkeypatch.setattr(accounts, "check_password", meanwhile)
    assert accounts.reset_with_recovery_code(username="Ana", code=code, password="al doilea cal") is None
    player.refresh_from_db()
    assert player.check_password("primul cal")


def test_all_sessions_end_with_the_old_password(client: Client, player: Player, code: str) -> None:
    client.force_login(player)
    recover(Client(), "Ana", code)
    assert not is_signed_in(client)


def test_the_owner_of_the_address_hears_of_it(client: Client, player: Player, code: str) -> None:
    recover(client, "Ana", code)
    assert [message.to for message in mail.outbox] == [["ana@example.org"]]


def test_a_signed_in_player_gets_a_new_code_after_the_password(client: Client, player: Player, code: str) -> None:
    client.force_login(player)
    assert client.post("/cont/cod/").headers["Location"].startswith("/cont/reauthenticate/")
    response = client.post("/cont/reauthenticate/", {"password": PASSWORD, "next": "/cont/cod/"}, follow=True)
    if 'class="recovery"' not in response.content.decode():
        response = client.post("/cont/cod/")
    player.refresh_from_db()
    assert check_password(code_on(response).replace("-", ""), player.recovery_hash)
    assert not check_password(code.replace("-", ""), player.recovery_hash)


def test_looking_at_the_page_makes_no_code(client: Client, player: Player, code: str) -> None:
    client.force_login(player)
    client.get("/cont/cod/")
    code_on(recover(client, "Ana", code))


def test_codes_hold_no_signs_that_look_alike(player: Player) -> None:
    codes = {accounts.issue_recovery_code(player=player) for _ in range(50)}
    assert len(codes) == 50
    assert not set("".join(codes)) & set("ILO01")
    assert {len(code) for code in codes} == {19}
