"""Four people at one live table: they do what sensible players do, over four sockets of a real server."""

import asyncio
import json
import re
import time
from contextlib import AsyncExitStack
from random import Random
from typing import Any, Final

from channels.db import database_sync_to_async
from websockets.asyncio.client import ClientConnection, connect

SEATS: Final = 4
ENDING: Final = "rounds 999"
HAND: Final = 20  # so that rounds last: between them nobody plays
AFTER: Final = re.compile(r'data-after="(\d+)"')
STATE: Final = re.compile(r'data-state="(\w+)"')
PATIENCE_S: Final = 60


def seat_people(number: int) -> tuple[str, list[str]]:
    """Deal a round at a table of four; its code, and the session of each of them."""
    from games.engine.ruleset import rules_from
    from games.models import Player
    from games.services import seating, tables
    from tests.sessions import session_of

    people = [Player.objects.create(username=f"live-{number}-{seat}") for seat in range(SEATS)]
    rules = rules_from({"ending": ENDING, "mas_grace_ms": 1500, "hand_size": HAND})
    match = tables.open_table(host=people[0], rules=rules, size=SEATS, public=False, turn_ms=120_000, bank_ms=600_000)
    for person in people[1:]:
        seating.take_seat(match=match, player=person)
        tables.set_ready(match=match, player=person, ready=True)
    assert tables.start_match(match=match, by=people[0]) is not None
    return match.code, [session_of(person) for person in people]


class Seat:
    """One socket: the newest screen it was shown."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.after, self.state = -1, ""
        self.shown = asyncio.Condition()
        self.sizes: list[int] = []  # bytes of each screen
        self.refusals: list[str] = []
        self.listener = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        async for frame in self.socket:
            assert isinstance(frame, str)
            if frame.startswith("{"):
                told = json.loads(frame)
                if "refused" in told:
                    self.refusals.append(str(told["refused"]))
                continue
            after, state = AFTER.search(frame), STATE.search(frame)
            if state is None:
                continue  # the talk at the table
            async with self.shown:
                self.after, self.state = int(after[1]) if after else -1, state[1]
                if state[1] == "playing":
                    self.sizes.append(len(frame.encode()))
                self.shown.notify_all()

    async def sees(self, after: int, state: str = "") -> None:
        """Wait for the screen of that move, or of the end of its round; or for a state."""

        def is_there() -> bool:
            return self.state == state if state else self.after >= after or self.state != "playing"

        async with self.shown:
            await asyncio.wait_for(self.shown.wait_for(is_there), PATIENCE_S)


class Table:
    """Plays on, one command after the other, and takes the time to the last of the four screens."""

    def __init__(self, number: int, code: str, sessions: list[str]) -> None:
        self.code, self.sessions = code, sessions
        self.chance, self.count = Random(number), 0
        self.seats: list[Seat] = []
        self.took: list[float] = []  # ms

    async def sit_down(self, address: str, stack: AsyncExitStack) -> None:
        from tests.sessions import cookie_of

        for session in self.sessions:
            cookie = cookie_of(session)
            url = f"ws://{address}/ws/t/{self.code}/"
            socket = connect(url, origin=f"http://{address}", additional_headers=cookie)  # type: ignore[arg-type]
            self.seats.append(Seat(await stack.enter_async_context(socket)))
        stack.callback(self.stand_up)
        await self.all_see(0)

    def stand_up(self) -> None:
        for seat in self.seats:
            seat.listener.cancel()

    async def all_see(self, after: int, state: str = "") -> None:
        await asyncio.gather(*[seat.sees(after, state) for seat in self.seats])

    async def move(self) -> None:
        """The next command of the round, by whoever has to say or do something."""
        version, index, command = await database_sync_to_async(self.choose)()
        if command is None:
            await self.all_see(0, "playing")  # the next round is being dealt
            return
        self.count += 1
        values = {"command": command, "after": str(version), "command_id": f"{self.code}-{self.count}"}
        began = time.perf_counter()
        await self.seats[index].socket.send(json.dumps(values))
        await self.all_see(version + 1)
        self.took.append((time.perf_counter() - began) * 1000)

    def choose(self) -> tuple[int, int, str | None]:
        from games.bots import sensible
        from games.engine.notation import text
        from games.engine.visible import visible
        from games.models import Round
        from games.services import rounds

        played = Round.objects.select_related("match").filter(match__code=self.code).latest("number")
        if played.finished_at is not None:
            return played.version, 0, None
        state = rounds.state_of(played)
        seat = next(iter(state.owes), state.turn)
        chosen: Any = sensible.choose(visible(state, seat), self.chance)
        return played.version, played.seats[seat], text(chosen)
