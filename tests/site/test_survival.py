"""A table outlives its servers, and two of them serve it as one."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.db.models import F
from django.utils import timezone
from websockets.asyncio.client import ClientConnection, connect

from games.engine.ruleset import rules_from
from games.models import Due, Heartbeat, Match, Move, Player, Round
from games.services import rounds, seating, tables
from tests.servers import Site
from tests.sessions import cookie_of, session_of
from tests.site.clocks import looked_at_everything

ids = itertools.count(1)


class Seat:
    """A player's socket at one server."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def do(self, command: str, after: int, command_id: str = "") -> dict[str, Any]:
        frame = {"command": command, "after": str(after), "command_id": command_id or f"survival-{next(ids)}"}
        await self.socket.send(json.dumps(frame))
        while True:
            answer = await asyncio.wait_for(self.socket.recv(), 60)
            if answer.startswith("{"):
                told: dict[str, Any] = json.loads(answer)
                return told


@asynccontextmanager
async def seated(site: Site, match: Match, player: Player) -> AsyncIterator[Seat]:
    address = await asyncio.to_thread(site.ready)
    cookie = cookie_of(await database_sync_to_async(session_of)(player))
    url = f"{address.replace('http', 'ws')}/ws/t/{match.code}/"
    async with connect(url, origin=address, additional_headers=cookie, open_timeout=60) as socket:  # type: ignore[arg-type]
        yield Seat(socket)


@pytest.fixture
def people(transactional_db: None) -> list[Player]:
    return [Player.objects.create_user(name) for name in ("ana", "bogdan")]


@database_sync_to_async
def dealt(people: list[Player]) -> Match:
    """A round of two, dealt just now: the first turn runs from here on, so servers must be there before."""
    ana, bogdan = people
    times = {"turn_ms": 30_000, "bank_ms": 0}
    match = tables.open_table(host=ana, rules=rules_from({}), size=2, public=True, **times)
    seating.take_seat(match=match, player=bogdan)
    tables.set_ready(match=match, player=bogdan, ready=True)
    tables.start_match(match=match, by=ana)
    return match


@pytest.fixture
def sites() -> Iterator[list[Site]]:
    started: list[Site] = []
    yield started
    for site in started:
        if site.process.poll() is None:
            site.stop()


@database_sync_to_async
def whose_turn(match: Match) -> tuple[int, int]:
    """The seat to move and the number of the last move."""
    round_ = Round.objects.get(match=match)
    return rounds.state_of(round_).turn, round_.version


@database_sync_to_async
def log(match: Match) -> list[tuple[int, str]]:
    return list(Move.objects.filter(round__match=match).values_list("number", "text"))


@database_sync_to_async
def seconds_left(match: Match) -> float:
    """How long the seat to move still has."""
    due = Due.objects.get(match=match, kind=Due.Kind.CLOCK)
    return (due.due_at - timezone.now()).total_seconds()


async def test_a_killed_server_loses_nothing_and_times_nobody_out(people: list[Player], sites: list[Site]) -> None:
    sites.append(Site())
    await asyncio.to_thread(sites[0].ready)
    await database_sync_to_async(looked_at_everything)()
    match = await dealt(people)
    turn, _ = await whose_turn(match)
    async with seated(sites[0], match, people[turn]) as seat:
        assert (await seat.do("draw", 0, "the-last-before"))["number"] == 1
        await asyncio.to_thread(sites[0].kill)

    await database_sync_to_async(a_minute_passes)()
    sites.append(Site())
    async with seated(sites[1], match, people[turn]) as seat:
        await database_sync_to_async(looked_at_everything)()
        assert await log(match) == [(1, "draw")]
        assert await seconds_left(match) > 15
        assert (await seat.do("draw", 0, "the-last-before"))["number"] == 1
    turn, version = await whose_turn(match)
    async with seated(sites[1], match, people[turn]) as seat:
        answers = [await seat.do(command, version) for command in ("draw", "pass")]
    accepted = [answer["number"] for answer in answers if "number" in answer]
    assert accepted
    assert [number for number, _ in await log(match)] == [1, *accepted]


def a_minute_passes() -> None:
    """As if the server had been down for longer than a turn lasts."""
    Heartbeat.objects.update(beat_at=F("beat_at") - timedelta(minutes=1))
    Due.objects.update(due_at=F("due_at") - timedelta(minutes=1))
    Round.objects.update(zero_at=F("zero_at") - timedelta(minutes=1))
    assert Due.objects.filter(due_at__lt=timezone.now()).exists()


@pytest.mark.skipif(not settings.REDIS_URL, reason="two servers need REDIS_URL")
async def test_two_servers_lose_and_double_no_move(people: list[Player], sites: list[Site]) -> None:
    sites += [Site(), Site()]
    for site in sites:
        await asyncio.to_thread(site.ready)
    match = await dealt(people)
    async with (
        seated(sites[0], match, people[0]) as here,
        seated(sites[1], match, people[0]) as there,
        seated(sites[0], match, people[1]) as near,
        seated(sites[1], match, people[1]) as far,
    ):
        for _ in range(20):
            turn, version = await whose_turn(match)
            await asyncio.sleep(0.3)  # within the guard's budget
            doors = (near, far) if turn else (here, there)
            answers = await both(doors, "draw", version)
            if not any("number" in answer for answer in answers):
                answers = await both(doors, "pass", version)
            assert [answer["number"] for answer in answers if "number" in answer] == [version + 1]
    assert [number for number, _ in await log(match)] == list(range(1, 21))


async def both(doors: tuple[Seat, Seat], command: str, version: int) -> list[dict[str, Any]]:
    """The same player does the same at both servers at the same moment, as two commands."""
    return await asyncio.gather(*(door.do(command, version) for door in doors))
