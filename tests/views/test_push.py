"""Switching messages on and off: by who wants them, on a site that has a key."""

from typing import Any

import pytest
from django.test import Client

from games.models import Match, Player, PushSubscription
from games.services import push_keys
from tests.push_service import Browser
from tests.services.table import player, start
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db

ENDPOINT = "https://push.example.org/send/abc"


@pytest.fixture
def key(settings: Any) -> str:
    settings.PUSH_PRIVATE_KEY = push_keys.new_private_key()
    return push_keys.public_key(settings.PUSH_PRIVATE_KEY)


@pytest.fixture
def match(ana: Player, bogdan: Player) -> Match:
    return start(ana, bogdan).match


def pages(person: Player, match: Match) -> list[str]:
    return [signed_in(person).get(path).content.decode() for path in ("/cont/setari/", f"/t/{match.code}/")]


def test_the_switch_is_in_the_settings_and_at_ones_table(ana: Player, match: Match, key: str) -> None:
    for page in pages(ana, match):
        assert f'data-key="{key}"' in page
        assert "js/push.js" in page
        assert page.count('id="push-on"') == 1


def test_without_a_key_there_is_no_switch(ana: Player, match: Match) -> None:
    for page in pages(ana, match):
        assert "push" not in page
    assert signed_in(ana).post("/mesaje/da/", Browser(ENDPOINT).values).status_code == 422
    assert not PushSubscription.objects.exists()


def test_who_only_watches_has_no_switch(match: Match, key: str) -> None:
    assert "push" not in signed_in(player("carmen")).get(f"/t/{match.code}/").content.decode()


def test_the_worker_shows_messages(client: Client) -> None:
    assert "showNotification" in client.get("/worker.js").content.decode()


def test_on_and_off(ana: Player, key: str) -> None:
    client, browser = signed_in(ana), Browser(ENDPOINT)
    assert client.post("/mesaje/da/", browser.values).status_code == 204
    row = PushSubscription.objects.get()
    assert (row.player, row.endpoint, row.language) == (ana, ENDPOINT, "en")
    assert client.post("/mesaje/da/", browser.values).status_code == 204
    assert PushSubscription.objects.count() == 1
    assert client.post("/mesaje/nu/", {"endpoint": ENDPOINT}).status_code == 204
    assert not PushSubscription.objects.exists()


def test_nobody_switches_off_anothers_browser(ana: Player, bogdan: Player, key: str) -> None:
    signed_in(ana).post("/mesaje/da/", Browser(ENDPOINT).values)
    signed_in(bogdan).post("/mesaje/nu/", {"endpoint": ENDPOINT})
    assert PushSubscription.objects.get().player == ana


def test_it_takes_an_account(client: Client, key: str) -> None:
    assert client.post("/mesaje/da/", Browser(ENDPOINT).values).status_code == 302
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example.org/x"},
        {"endpoint": "https://push.example.org:22/x"},
        {"endpoint": f"https://push.example.org/{'x' * 500}"},
        {"endpoint": ""},
        {"p256dh": "AAAA"},
        {"auth": "!!"},
        {"auth": ""},
    ],
)
def test_what_no_browser_sends_is_refused(ana: Player, key: str, wrong: dict[str, str]) -> None:
    assert signed_in(ana).post("/mesaje/da/", Browser(ENDPOINT).values | wrong).status_code == 422
    assert not PushSubscription.objects.exists()


def test_only_posts_switch(ana: Player, key: str) -> None:
    assert [signed_in(ana).get(path).status_code for path in ("/mesaje/da/", "/mesaje/nu/")] == [405, 405]
