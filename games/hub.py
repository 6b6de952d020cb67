"""One member of a table's group in each process, however many sockets it serves there.

An announcement makes the hub read the table once and hand each of its sockets its own fragments.
Announcements that come in meanwhile are one more reading. Nothing is lost with a lost one: every few
seconds the hub compares what it has shown with the database, and joins the group again.
"""

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async

from games import context, live, queries, queries_company, screens, talks, together

BEACON_SECONDS = 8
VERSIONS_KEPT = 60
TALK_PAUSE_SECONDS = 0.25
log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Viewer:
    """A socket: who looks, in which language, and where their frames go."""

    player_id: int | None
    language: str
    send: Callable[[str], Awaitable[None]]
    number: int = -1  # of the last screen sent
    late: bool = True  # the screens are not the newest, as far as is known: a spectator's of a ranked match
    talk: int = -1  # and of the last talk
    # When each of the last versions (round, move) was sent, in monotonic seconds: reactions count from there.
    shown: OrderedDict[tuple[int, int], float] = field(default_factory=OrderedDict)

    def note_shown(self, version: tuple[int, int]) -> None:
        """Note that this version (round, move) is being sent now; the first time counts."""
        self.shown.setdefault(version, time.monotonic())
        while len(self.shown) > VERSIONS_KEPT:
            self.shown.popitem(last=False)


@dataclass(eq=False, slots=True)
class Table:
    """The sockets of one table in this process."""

    code: str
    viewers: set[Viewer] = field(default_factory=set)
    number: int = -1
    talk: int = -1
    restart_ms: int = 0  # as it was last told
    channel: str = ""
    wanted: asyncio.Event = field(default_factory=asyncio.Event)
    talked: asyncio.Event = field(default_factory=asyncio.Event)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)


# Tasks and channels belong to a loop, so the tables do too.
_tables: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Table]] = WeakKeyDictionary()


async def join(code: str, viewer: Viewer) -> None:
    """Show a table to one more socket from now on, beginning with the whole of it."""
    here = _tables.setdefault(asyncio.get_running_loop(), {})
    table = here.get(code)
    if table is None:
        table = here[code] = Table(code)
        table.tasks = [asyncio.create_task(run(table)) for run in (_listen, _show, _show_talk, _beacon)]
    table.viewers.add(viewer)
    table.wanted.set()
    table.talked.set()


async def leave(code: str, viewer: Viewer) -> None:
    """Show a table no longer to this socket; the last one to go takes the table with it."""
    here = _tables.get(asyncio.get_running_loop(), {})
    table = here.get(code)
    if table is None:
        return
    table.viewers.discard(viewer)
    if not table.viewers:
        del here[code]
        with suppress(Exception):
            await live.forget(code, table.channel)
        for task in table.tasks:
            task.cancel()


def again(code: str, viewer: Viewer) -> None:
    """Send this socket the whole table once more."""
    viewer.number = viewer.talk = -1
    table = _here(code)
    if table is not None:
        table.wanted.set()
        table.talked.set()


def number(code: str, viewer: Viewer | None) -> int:
    """How far this process has shown a table to this socket."""
    table = _here(code)
    if viewer is None or table is None:
        return -1
    return viewer.number if viewer.late else table.number


def _here(code: str) -> Table | None:
    return _tables.get(asyncio.get_running_loop(), {}).get(code)


async def _listen(table: Table) -> None:
    while True:
        try:
            table.channel = table.channel or await live.listen(table.code)
            is_talk = await live.hear(table.channel)
            (table.talked if is_talk else table.wanted).set()
        except Exception:
            log.exception("table %s: not listening, trying again", table.code)
            await asyncio.sleep(1)


async def _show(table: Table) -> None:
    while True:
        await table.wanted.wait()
        table.wanted.clear()
        try:
            await _show_once(table)
        except Exception:
            log.exception("table %s: not shown", table.code)
            await asyncio.sleep(1)


async def _show_once(table: Table) -> None:
    viewers = list(table.viewers)
    number, version, frames = await together.read(partial(_render, table.code, viewers))
    table.number = max(table.number, number)
    for viewer, frame in frames:
        if viewer in table.viewers and viewer.number < frame.number:
            viewer.number, viewer.late = frame.number, frame.late
            viewer.note_shown(version)
            with suppress(Exception):  # a socket that is gone says so itself
                await viewer.send(frame.html)


class Frame(NamedTuple):
    """What one socket is sent of a table."""

    number: int
    late: bool
    html: str


def _render(code: str, viewers: list[Viewer]) -> tuple[int, tuple[int, int], list[tuple[Viewer, Frame]]]:
    screen = screens.read(code)
    if screen is None:
        return -1, (0, 0), []
    frames = []
    for viewer in viewers:
        own = screens.for_person(screen, viewer.player_id)
        if viewer.number < own.number:
            try:
                html = screens.whole(own, viewer.player_id, viewer.language)
                frames.append((viewer, Frame(own.number, own.late, html)))
            except Exception:
                # One seat's fault is no reason to leave the others without their table.
                log.exception("table %s: not rendered for one seat", code)
    return screen.number, (screen.round.number if screen.round else 0, screen.after), frames


async def _show_talk(table: Table) -> None:
    while True:
        await table.talked.wait()
        table.talked.clear()
        try:
            await _show_talk_once(table)
        except Exception:
            log.exception("table %s: talk not shown", table.code)
        # Many who come and go at once are one more reading.
        await asyncio.sleep(TALK_PAUSE_SECONDS)


async def _show_talk_once(table: Table) -> None:
    viewers = list(table.viewers)
    number, frames = await together.read(partial(_render_talk, table.code, viewers))
    table.talk = max(table.talk, number)
    for viewer, frame in frames:
        if viewer in table.viewers and viewer.talk < number:
            viewer.talk = number
            with suppress(Exception):
                await viewer.send(frame)


def _render_talk(code: str, viewers: list[Viewer]) -> tuple[int, list[tuple[Viewer, str]]]:
    reading = talks.read(code, {viewer.player_id for viewer in viewers if viewer.player_id is not None})
    if reading is None:
        return -1, []
    behind = [viewer for viewer in viewers if viewer.talk < reading.number]
    return reading.number, [(viewer, talks.shown(reading, viewer.player_id, viewer.language)) for viewer in behind]


async def _beacon(table: Table) -> None:
    while True:
        await asyncio.sleep(BEACON_SECONDS)
        try:
            if table.channel:
                await live.again(table.code, table.channel)
            numbers = await database_sync_to_async(queries.table_numbers)([table.code])
            if numbers.get(table.code, -1) > table.number:
                table.wanted.set()
            await _tell_restart(table)
            if await database_sync_to_async(queries_company.talk_number)(table.code) > table.talk:
                table.talked.set()
        except Exception:
            log.exception("table %s: beacon", table.code)


async def _tell_restart(table: Table) -> None:
    """Tell who has the table open of a restart that was announced, or taken back, since their page was loaded."""
    left = await database_sync_to_async(context.left_ms)()
    if left == table.restart_ms:
        return
    table.restart_ms = left
    for viewer in list(table.viewers):
        with suppress(Exception):
            await viewer.send(json.dumps({"restart": left}))
