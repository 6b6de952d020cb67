from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret, hotp_value, yield_hotp_counters_from_time
from django.test import Client

from games.models import Player
from games.services import accounts
from tests.accounts.conftest import PASSWORD, code_on, is_signed_in


@pytest.fixture(autouse=True)
def stopped_clock() -> Iterator[None]:
    """A number is good for the half minute it was made in, which must not end before it is typed."""
    with time_machine.travel(datetime.now(UTC), tick=False):
        yield


def number(secret: str) -> str:
    return f"{hotp_value(secret, next(yield_hotp_counters_from_time())):06}"


@pytest.fixture
def secret(player: Player) -> str:
    secret: str = generate_totp_secret()
    TOTP.activate(player, secret)
    RecoveryCodes.activate(player)
    return secret


def test_the_password_alone_opens_only_the_second_step(client: Client, player: Player, secret: str) -> None:
    response = client.post("/cont/login/", {"login": "Ana", "password": PASSWORD, "next": "/t/ABC234/"})
    assert response.headers["Location"] == "/cont/2fa/authenticate/"
    assert not is_signed_in(client)
    page = client.get("/cont/2fa/authenticate/").content.decode()
    assert "Al doilea pas" in page
    response = client.post("/cont/2fa/authenticate/", {"code": number(secret)})
    assert response.headers["Location"] == "/t/ABC234/"
    assert is_signed_in(client)


def test_a_spare_code_opens_it_once(player: Player, secret: str) -> None:
    spare = RecoveryCodes.activate(player).get_unused_codes()[0]
    for works in (True, False):
        client = Client()
        client.post("/cont/login/", {"login": "Ana", "password": PASSWORD})
        client.post("/cont/2fa/authenticate/", {"code": spare})
        assert is_signed_in(client) == works


def test_wrong_numbers_are_slowed_down(client: Client, player: Player, secret: str) -> None:
    client.post("/cont/login/", {"login": "Ana", "password": PASSWORD})
    for _ in range(5):
        client.post("/cont/2fa/authenticate/", {"code": "000000"})
    client.post("/cont/2fa/authenticate/", {"code": number(secret)})
    assert not is_signed_in(client)


def test_the_recovery_code_does_not_jump_over_it(client: Client, player: Player, secret: str) -> None:
    code = accounts.issue_recovery_code(player=player)
    code_on(client.post("/cont/recuperare/", {"username": "Ana", "code": code, "password": "alt cal alb"}))
    response = client.post("/cont/login/", {"login": "Ana", "password": "alt cal alb"})
    assert response.headers["Location"] == "/cont/2fa/authenticate/"


def test_it_is_switched_on_with_a_number_from_the_app(client: Client, player: Player) -> None:
    client.force_login(player)
    client.post("/cont/reauthenticate/", {"password": PASSWORD})
    assert "data:image/svg+xml" in client.get("/cont/2fa/totp/activate/").content.decode()
    secret = client.session["mfa.totp.secret"]
    client.post("/cont/2fa/totp/activate/", {"code": number(secret)})
    shown = client.get("/cont/2fa/recovery-codes/").content.decode()
    assert "coduri de rezervă" in shown
    assert "pornit" in client.get("/cont/setari/").content.decode()
