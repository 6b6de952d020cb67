"""Sessions that end elsewhere: the tables they had open close, and show nothing more."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from games import consumers
from games.models import Player, Round
from games.services import accounts
from tests import kept
from tests.live.table import PATIENCE_SECONDS, Phone

PASSWORD, NEW = "corect cal baterie", "alt cal, tot alb"

change = database_sync_to_async


async def closing_code(phone: Phone) -> int:
    """Read on until the socket is closed; its code."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while (output := await phone.socket.receive_output(PATIENCE_SECONDS))["type"] != "websocket.close":
            phone.frames.append(output.get("text", ""))
    return int(output["code"])


async def is_open(phone: Phone) -> bool:
    return "time" in await phone.ask(ask="time", sent="1")


@pytest.fixture
async def phones(ana: Player, playing: Round, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[Phone]]:
    """Ana's table on three devices, each with a session of its own. None looks by itself: it must be told."""
    monkeypatch.setattr("games.consumers.RECHECK_SECONDS", 10 * PATIENCE_SECONDS)
    phones = [Phone(playing.match, ana) for _ in range(3)]
    for phone in phones:
        await phone.connect()
        await phone.table()
    yield phones
    for phone in phones:
        await phone.disconnect()


def signed_in(player: Player) -> Client:
    player.set_password(PASSWORD)
    player.save()
    client = Client()
    assert client.post("/cont/login/", {"login": player.username, "password": PASSWORD}).status_code == 302
    return client


def set_anew(client: Client) -> None:
    values = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert client.post("/cont/password/change/", values).status_code == 302


def recover(player: Player) -> None:
    code = accounts.issue_recovery_code(player=player)
    assert accounts.reset_with_recovery_code(username=player.username, code=code, password=NEW)


def ban(player: Player) -> None:
    chief = Client()
    chief.force_login(Player.objects.create_superuser("chief"))
    path = f"/admin/games/player/{player.pk}/change/"
    page = chief.get(path).context["adminform"].form
    values = {name: value for name, value in page.initial.items() if isinstance(value, str)}
    joined = player.date_joined
    values |= {"date_joined_0": f"{joined:%Y-%m-%d}", "date_joined_1": f"{joined:%H:%M:%S}"}
    assert chief.post(path, values).status_code == 302  # no `is_active` among them
    player.refresh_from_db()
    assert not player.is_active


async def test_a_new_password_closes_every_other_table_at_once(
    ana: Player, bogdan: Player, playing: Round, phones: list[Phone]
) -> None:
    for phone in phones:  # signed in before the password, as on devices that remember
        await phone.disconnect()
    client = await change(signed_in)(ana)
    for phone in phones:
        await phone.connect()
        await phone.table()
    async with Phone(playing.match, bogdan) as other:
        await change(set_anew)(client)
        assert [await closing_code(phone) for phone in phones] == [4401] * 3
        await other.do("mas")
        assert await is_open(other)
    for phone in phones:
        assert await phone.socket.receive_nothing()


@pytest.mark.parametrize("end", [recover, ban])
async def test_whatever_ends_all_sessions_closes_all_tables(
    ana: Player, phones: list[Phone], end: Callable[[Player], None]
) -> None:
    await change(end)(ana)
    assert [await closing_code(phone) for phone in phones] == [4401] * 3


@pytest.mark.parametrize("path", ["/cont/logout/", "/admin/logout/"])
async def test_signing_out_closes_the_tables_of_that_session_alone(ana: Player, phones: list[Phone], path: str) -> None:
    await Player.objects.filter(pk=ana.pk).aupdate(is_staff=True)
    await change(phones[0].client.post)(path)
    assert await closing_code(phones[0]) == 4401
    assert [await is_open(phone) for phone in phones[1:]] == [True, True]


def end_the_others(phone: Phone) -> None:
    assert phone.client.post("/cont/sessions/").status_code == 302


async def test_a_session_ended_from_the_list_of_sessions_closes_its_tables(ana: Player, phones: list[Phone]) -> None:
    for phone in phones:
        key = phone.client.cookies["masuno-session"].value
        await UserSession.objects.acreate(user=ana, session_key=key, ip="127.0.0.1", user_agent="")
    await change(end_the_others)(phones[1])
    assert [await closing_code(phone) for phone in (phones[0], phones[2])] == [4401, 4401]
    assert await is_open(phones[1])


async def test_no_frame_follows_the_end_though_the_table_goes_on(
    ana: Player, bogdan: Player, playing: Round, phones: list[Phone]
) -> None:
    async with Phone(playing.match, bogdan) as other:
        await other.table()
        await change(phones[0].client.logout)()
        await change(accounts.sessions_ended)(player_id=ana.pk)
        assert await closing_code(phones[0]) == 4401
        await phones[1].do("play R5")
        await other.table(2)
    assert await phones[0].socket.receive_nothing()


async def test_what_is_announced_names_the_player_and_no_session(
    ana: Player, phones: list[Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[dict[str, Any]] = []
    layer = get_channel_layer()
    real = layer.group_send

    async def group_send(group: str, message: dict[str, Any]) -> None:
        said.append(message)
        await real(group, message)

    monkeypatch.setattr(layer, "group_send", group_send)
    await change(phones[0].client.post)("/cont/logout/")
    assert await closing_code(phones[0]) == 4401
    assert {"type": "player.sessions", "player": ana.pk} in said
    keys = [phone.client.cookies["masuno-session"].value for phone in phones]
    assert not [key for key in keys if key and key in json.dumps(said)]


@pytest.fixture
def no_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing gets through the channel layer."""

    async def fail(*_: object) -> None:
        raise ConnectionError("no layer")

    for name in ("group_send", "group_add"):
        monkeypatch.setattr(get_channel_layer(), name, fail)


async def test_without_the_layer_each_socket_looks_by_itself(
    monkeypatch: pytest.MonkeyPatch, no_layer: None, ana: Player, playing: Round
) -> None:
    monkeypatch.setattr("games.consumers.RECHECK_SECONDS", 0.05)
    client = await change(signed_in)(ana)
    phones = [Phone(playing.match, ana) for _ in range(3)]
    for phone in phones:
        await phone.connect()
        await phone.table()
    await change(set_anew)(client)
    assert [await closing_code(phone) for phone in phones] == [4401] * 3
    for phone in phones:
        await phone.disconnect()


async def test_a_session_that_has_expired_closes_its_table(
    monkeypatch: pytest.MonkeyPatch, ana: Player, playing: Round
) -> None:
    monkeypatch.setattr("games.consumers.RECHECK_SECONDS", 0.05)
    async with Phone(playing.match, ana) as phone:
        await phone.table()
        await Session.objects.aupdate(expire_date=timezone.now() - timedelta(seconds=1))
        await change(kept.forget)()  # where sessions are kept in the cache too, they end there at the same moment
        assert await closing_code(phone) == 4401


def test_each_socket_looks_often_enough_by_itself() -> None:

    assert consumers.RECHECK_SECONDS <= 20
