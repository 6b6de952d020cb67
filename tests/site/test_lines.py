"""Four people on lines of 10 to 250 ms there and back race through a real server.

How long each of them took is known here, so what the server judged can be compared with it. The full
count (600 races, and the shares of who draws) belongs to `make test-faults`.
"""

import asyncio
import json
import os
import random
import re
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import pytest
from channels.db import database_sync_to_async
from websockets.asyncio.client import ClientConnection, connect

from games.engine.ruleset import rules_from
from games.models import Move, Player, Round
from games.services import seating, tables
from tests.servers import Site
from tests.services.table import lay
from tests.sessions import cookie_of, session_of
from tests.site.lines import slow_line

LINES_MS = (5, 30, 60, 125)  # each way
RACES = int(os.environ.get("MASUNO_RACES", "16"))
FULL_COUNT = 600
RACE_S = 10
AFTER = re.compile(r'data-after="(\d+)"')
# Nobody draws for long enough to run out of cards, and every seat holds as many MAS UNO! cards as it needs.
EACH = -(-RACES // len(LINES_MS)) + 1


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    running = Site()
    yield running
    if running.process.poll() is None:
        running.stop()


@database_sync_to_async
def table_of_racers() -> tuple[str, list[str]]:
    """A table at which everybody holds MAS UNO! cards; its code and the sessions."""
    people = [Player.objects.create_user(f"racer{number}") for number in range(len(LINES_MS))]
    rules = rules_from({"mas_uno_card": True})
    with patch("games.live.announce"):
        match = tables.open_table(host=people[0], rules=rules, size=4, public=True, turn_ms=120_000, bank_ms=0)
        for person in people[1:]:
            seating.take_seat(match=match, player=person)
            tables.set_ready(match=match, player=person, ready=True)
        round_ = tables.start_match(match=match, by=people[0])
        hands = [" ".join(["WM"] * EACH + ["B1", "B2"])] * len(people)
        lay(Round.objects.select_related("match").get(pk=round_.pk), hands=hands, table="R3", draw="G1 " * 4 * RACES)
    return match.code, [session_of(person) for person in people]


class Racer:
    """Plays the MAS UNO! card when it is their turn, and shouts a moment after they see one."""

    def __init__(self, socket: ClientConnection, number: int) -> None:
        self.socket, self.number = socket, number
        self.chance = random.Random(number)
        self.took: dict[int, float] = {}  # version of the race -> seconds
        self.races = 0

    async def run(self) -> None:
        shouted: set[int] = set()
        async for frame in self.socket:
            found = AFTER.search(frame) if isinstance(frame, str) else None
            if found is None:
                continue  # an answer, or the talk at the table
            after = int(found[1])
            if 'id="shout"' in frame and not any(after - 4 <= seen <= after for seen in shouted):
                shouted.add(after)
                began = time.monotonic()
                await asyncio.sleep(max(0.15, self.chance.gauss(0.35, 0.08)))
                # As long as it really took: a busy machine wakes nobody on the dot.
                self.took[after] = time.monotonic() - began
                await self.say("shout", after)
            elif "data-urgent" in frame and 'data-phase="turn"' in frame and 'data-card="WM"' in frame:
                await self.say("play WM:R", after)

    async def say(self, command: str, after: int) -> None:
        self.races += 1
        name = f"racer-{self.number}-{self.races}"
        await self.socket.send(json.dumps({"command": command, "after": str(after), "command_id": name}))


@database_sync_to_async
def races() -> list[list[dict[str, Any]]]:
    """The shouts of each finished race, in the order of the log."""
    found: list[list[dict[str, Any]]] = []
    for move in Move.objects.order_by("number").values("number", "seat", "text", "at", "signal", "events"):
        if move["text"].startswith("play WM"):
            found.append([])
            began, version = move["at"], move["number"]
        elif move["text"] == "shout":
            found[-1].append(move | {"ms": move["at"] - began, "version": version})
    return [race for race in found if len(race) == len(LINES_MS)]


async def test_a_slow_line_is_no_slow_player(site: Site) -> None:
    port = urlsplit(site.ready()).port
    assert port is not None
    code, sessions = await table_of_racers()
    async with AsyncExitStack() as stack:
        racers = []
        for number, (way, session) in enumerate(zip(LINES_MS, sessions, strict=True)):
            relay = await stack.enter_async_context(slow_line(port, way / 1000))
            address = f"127.0.0.1:{relay}"
            cookie = cookie_of(session)
            headers = {"origin": f"http://{address}", "additional_headers": cookie}
            socket = connect(f"ws://{address}/ws/t/{code}/", open_timeout=60, **headers)  # type: ignore[arg-type]
            racers.append(Racer(await stack.enter_async_context(socket), number))
        running = [asyncio.create_task(racer.run()) for racer in racers]
        done: list[list[dict[str, Any]]] = []
        async with asyncio.timeout(60 + RACE_S * RACES):  # the cards are laid for a few races more
            while len(done) < RACES:
                for task in running:
                    assert not task.done(), task.exception()
                await asyncio.sleep(0.5)
                done = await races()
        for task in running:
            task.cancel()
    errors = errors_by_seat(done, racers)
    # The first races go by before a line has been measured well enough.
    medians = [statistics.median(list(errors[seat])[2:]) for seat in range(len(racers))]
    assert all(abs(median) <= 60 for median in medians), medians
    if len(done) >= FULL_COUNT:
        losers = Counter(seat for race in done for event in race[-1]["events"] for seat in event.get("losers", ()))
        shares = [100 * losers[seat] / len(done) for seat in range(len(racers))]
        assert max(shares) - min(shares) <= 9, shares


def errors_by_seat(done: list[list[dict[str, Any]]], racers: list[Racer]) -> list[list[float]]:
    """How far what was judged lies from what each of them took, in ms."""
    errors: list[list[float]] = [[] for _ in racers]
    for race in done:
        for shout in race:
            took = racers[shout["seat"]].took
            # The last screen shown to them before the shout that had the race on it.
            shown = max(version for version in took if shout["version"] <= version < shout["version"] + 4)
            errors[shout["seat"]].append(shout["ms"] - took[shown] * 1000)
    return errors
