"""Nobody learns from an answer, or from how long it takes, who has an account here."""

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.http import HttpResponse
from django.test import Client

from games.models import Player
from games.services import accounts
from tests.accounts.conftest import PASSWORD

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken":"\w+"')
Try = Callable[[Client, str], HttpResponse]


@pytest.fixture
def hashings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows by one with each run of the password hasher."""
    runs: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        runs.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return runs


@pytest.fixture
def known(player: Player) -> Player:
    EmailAddress.objects.create(user=player, email="ana@example.org", verified=True, primary=True)
    accounts.issue_recovery_code(player=player)
    Player.objects.create_user("Dan", "dan@example.org", PASSWORD)  # has no code, and no confirmed address
    Player.objects.create_user("Eva", "eva@example.org", PASSWORD, is_active=False)
    return player


def log_in(client: Client, login: str) -> HttpResponse:
    return client.post("/cont/login/", {"login": login, "password": "gresit gresit"})


def recover(client: Client, name: str) -> HttpResponse:
    code = {"code": "AAAA-BBBB-CCCC-DDDD", "password": "alt cal, tot alb"}
    return client.post("/cont/recuperare/", {"username": name} | code)


def reset(client: Client, email: str) -> HttpResponse:
    return client.post("/cont/password/reset/", {"email": email})


def sign_up_with(client: Client, email: str) -> HttpResponse:
    name = f"nou-{email.split('@')[0]}-x"
    return client.post(
        "/cont/signup/", {"username": name, "email": email, "password1": PASSWORD, "age_band": "unknown"}
    )


ADDRESSES = ["ana@example.org", "dan@example.org", "eva@example.org", "nobody@example.org"]


@pytest.mark.parametrize(
    ("attempt", "whom", "hashed"),
    [
        (log_in, ["Ana", "Dan", "Eva", "Nobody", *ADDRESSES], 1),
        (recover, ["Ana", "Dan", "Eva", "Nobody"], 1),
        (reset, ADDRESSES, 0),
        (sign_up_with, ADDRESSES, 1),
    ],
)
def test_known_and_unknown_get_one_answer_for_one_hashing(
    known: Player, hashings: list[str], attempt: Try, whom: list[str], hashed: int
) -> None:
    answers, counts = set(), []
    for name in whom:
        hashings.clear()
        response = attempt(Client(), name)
        page = TOKEN.sub("", response.content.decode()).replace(name, "NAME")
        answers.add((response.status_code, response.headers.get("Location"), page))
        counts.append(len(hashings))
    assert len(answers) == 1
    assert counts == [hashed] * len(whom)


def test_a_taken_name_is_told_at_sign_up_for_it_is_public_anyway(known: Player) -> None:
    page = Client().post("/cont/signup/", {"username": "ana", "password1": PASSWORD, "age_band": "unknown"})
    assert "deja" in page.content.decode()
