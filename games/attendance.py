"""The pages that this process serves tables to: every few seconds it vouches for those it hears from."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_hex
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async

from games.services import presence

VOUCH_SECONDS = 3
SILENT_SECONDS = 8  # the browser itself answers pings, whatever its page does
log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Page:
    """A socket, who has it open, and when its browser was last heard (a monotonic time)."""

    code: str
    player_id: int | None
    heard: Callable[[], float]
    key: str
    lost: bool = False


class Register:
    """The pages of one event loop."""

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}
        self.task: asyncio.Task[None] | None = None

    async def vouch(self) -> None:
        """Run until no page is left."""
        while self.pages:
            await asyncio.sleep(VOUCH_SECONDS)
            try:
                await database_sync_to_async(self.vouch_once)(list(self.pages.values()))
            except Exception:
                log.exception("presence not stored, trying again")
        self.task = None

    def vouch_once(self, pages: list[Page]) -> None:
        now = time.monotonic()
        heard = {page.key for page in pages if now - page.heard() < SILENT_SECONDS}
        missing = presence.stay(keys=heard) if heard else set()
        for page in pages:
            if page.key not in self.pages:
                continue
            if page.key in missing:
                presence.arrive(code=page.code, player_id=page.player_id, key=page.key)
            elif page.key not in heard and not page.lost:
                presence.depart(key=page.key, lost=True)
            page.lost = page.key not in heard


_registers: WeakKeyDictionary[asyncio.AbstractEventLoop, Register] = WeakKeyDictionary()


async def come(code: str, player_id: int | None, heard: Callable[[], float] | None) -> str:
    """Count a socket from now on; the key to take it away by. Without `heard` it counts as long as it is open."""
    register = _registers.setdefault(asyncio.get_running_loop(), Register())
    page = Page(code, player_id, heard or time.monotonic, token_hex(16))
    register.pages[page.key] = page
    if register.task is None:
        register.task = asyncio.create_task(register.vouch())
    await database_sync_to_async(presence.arrive)(code=code, player_id=player_id, key=page.key)
    return page.key


async def go(key: str) -> None:
    """This socket is closed."""
    register = _registers.get(asyncio.get_running_loop())
    if register is not None:
        register.pages.pop(key, None)
        if not register.pages and register.task is not None:
            register.task.cancel()
            register.task = None
    await database_sync_to_async(presence.depart)(key=key)
