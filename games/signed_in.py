"""The sockets of signed-in players in this process, and word to them that sessions may have ended.

For each player the process joins one group, however many sockets it serves them. An announcement only
raises doubt: each socket then looks at its own session, as it also does by itself every few seconds, so
one that is lost costs time and nothing else.
"""

import asyncio
import logging
from contextlib import suppress
from weakref import WeakKeyDictionary

from games import live

TRY_AGAIN_SECONDS = 1
log = logging.getLogger(__name__)


class Register:
    """The sockets of one event loop: by player, an event for each that says "look again"."""

    def __init__(self) -> None:
        self.doubts: dict[int, set[asyncio.Event]] = {}
        self.channel = ""
        self.task: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        """Run until no socket is left."""
        while True:
            try:
                if not self.channel:
                    await self.join_all()
                for doubt in self.doubts.get(await live.hear_of(self.channel), ()):
                    doubt.set()
            except Exception:
                log.exception("not listening for ended sessions, trying again")
                self.channel = ""
                await asyncio.sleep(TRY_AGAIN_SECONDS)

    async def join_all(self) -> None:
        channel = await live.open_letterbox()
        for player_id in list(self.doubts):
            await live.attend(player_id, channel)
        self.channel = channel
        # Whatever was announced before nobody here has heard.
        for doubt in [doubt for doubts in self.doubts.values() for doubt in doubts]:
            doubt.set()


_registers: WeakKeyDictionary[asyncio.AbstractEventLoop, Register] = WeakKeyDictionary()


async def come(player_id: int) -> asyncio.Event:
    """Count a socket from now on; the event it waits for, to look at its session then."""
    register = _registers.setdefault(asyncio.get_running_loop(), Register())
    doubt = asyncio.Event()
    register.doubts.setdefault(player_id, set()).add(doubt)
    if register.task is None:
        register.task = asyncio.create_task(register.listen())
    await again(player_id)
    return doubt


async def again(player_id: int) -> None:
    """Join once more: a channel layer that was emptied has forgotten who listened."""
    register = _registers[asyncio.get_running_loop()]
    if register.channel:
        with suppress(Exception):  # the socket looks by itself all the same
            await live.attend(player_id, register.channel)


async def go(player_id: int, doubt: asyncio.Event) -> None:
    """This socket is closed; the last one of a player takes the group with it."""
    register = _registers[asyncio.get_running_loop()]
    doubts = register.doubts.get(player_id, set())
    doubts.discard(doubt)
    if doubts:
        return
    register.doubts.pop(player_id, None)
    channel = register.channel
    if not register.doubts and register.task is not None:
        register.task.cancel()
        register.task, register.channel = None, ""
    if channel:
        with suppress(Exception):
            await live.attend_no_more(player_id, channel)
