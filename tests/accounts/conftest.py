import re
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from games.models import Player

PASSWORD = "un cal alb pe deal"

SignUp = Callable[..., HttpResponse]


@pytest.fixture
def sign_up(client: Client, db: None) -> SignUp:
    """Posts the sign-up form as a visitor would, with what the test adds to it."""

    def post(username: str = "Ana", *, by: Client = client, **fields: Any) -> HttpResponse:
        form = {"username": username, "password1": PASSWORD, "age_band": "unknown"} | fields
        return by.post("/cont/signup/", form)

    return post


@pytest.fixture
def player(db: None) -> Player:
    return Player.objects.create_user("Ana", "ana@example.org", PASSWORD)


def code_on(response: HttpResponse) -> str:
    """The recovery code that the page shows."""
    found = re.search(r'class="recovery"[^>]*>([A-Z0-9-]+)<', response.content.decode())
    assert found, "the page shows no recovery code"
    return found[1]


def is_signed_in(client: Client) -> bool:
    return client.get("/cont/setari/").status_code == 200
