"""The socket of a table: a doorbell. It reads a frame, asks a service, and passes the answer on."""

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from channels.auth import get_user
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import timezone

from games import attendance, frames, hub, metrics, queries, replies, signed_in, together
from games.queries_sessions import Standing, standing
from games.services.judging import ENOUGH, Signal, lag_of

SIGNED_OUT, NO_TABLE, TOO_MANY = 4401, 4404, 4429
SOCKETS_EACH = 6
RECHECK_SECONDS = 20

log = logging.getLogger(__name__)
sockets: Counter[int] = Counter()  # by player, in this process


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    viewer: hub.Viewer | None = None
    watch: asyncio.Task[None] | None = None
    doubt: asyncio.Event | None = None
    page: str | None = None
    stood: Standing | None = None  # the session when it was last looked into and was this player's

    async def connect(self) -> None:
        self.code: str = self.scope["url_route"]["kwargs"]["code"].upper()
        self.player_id: int | None = self.scope["user"].pk
        self.language = language_of(self.scope["query_string"])
        await self.accept()
        if not await database_sync_to_async(queries.table_numbers)([self.code]):
            await self.close(NO_TABLE)
            return
        if self.player_id is not None and sockets[self.player_id] >= SOCKETS_EACH:
            await self.close(TOO_MANY)
            return
        self.viewer = hub.Viewer(self.player_id, self.language, self.send)
        metrics.SOCKETS.inc()
        if self.player_id is not None:
            sockets[self.player_id] += 1
            self.doubt = await signed_in.come(self.player_id)
            self.watch = asyncio.create_task(self.stay_signed_in(self.player_id, self.doubt))
        await hub.join(self.code, self.viewer)
        self.page = await attendance.come(self.code, self.player_id, self.scope.get("heard"))

    async def disconnect(self, code: int) -> None:
        if self.watch is not None:
            self.watch.cancel()
        if self.viewer is not None:
            metrics.SOCKETS.dec()
            if self.player_id is not None:
                sockets[self.player_id] -= 1
                if not sockets[self.player_id]:
                    del sockets[self.player_id]
                if self.doubt is not None:
                    await signed_in.go(self.player_id, self.doubt)
            await hub.leave(self.code, self.viewer)
        if self.page is not None:
            await attendance.go(self.page)

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        # The server's guard stamps a message before it queues it.
        self.arrived = message.get("arrived", time.monotonic())
        await super().websocket_receive(message)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        arrived_ms = round(time.time() * 1000)
        try:
            frame = frames.parse(text_data or "")
            await self.act(frame, arrived_ms)
        except frames.BadFrameError:
            await self.reply(replies.not_understood(self.language))

    async def act(self, frame: dict[str, str], arrived_ms: int) -> None:
        if "command" in frame:
            await self.answer(replies.command, frame, self.language, arrived_ms, self.signal())
        elif frame["ask"] == "deal":
            await self.answer(replies.deal, frame, self.language)
        elif frame["ask"] == "follow":
            tell = database_sync_to_async(replies.follow)
            await self.reply(await tell(self.code, self.player_id, frame["cards"], self.language))
        elif frame["ask"] == "time":
            await self.reply({"time": arrived_ms, "sent": frame["sent"], "number": hub.number(self.code, self.viewer)})
        elif self.viewer is not None:
            hub.again(self.code, self.viewer)

    async def answer(self, door: Callable[..., dict[str, Any]], *values: Any) -> None:
        """Answer what only who is signed in may ask, or close."""
        told = await together.write(partial(self.answered, door, *values))
        if told is None and await self.is_signed_in():
            told = await together.write(partial(door, self.code, self.player_id, *values))
        await (self.sign_out() if told is None else self.reply(told))

    def answered(self, door: Callable[..., dict[str, Any]], *values: Any) -> dict[str, Any] | None:
        """The same in one way to the database and back; None where the session is not what it was when looked into."""
        standing = self.standing()
        if self.player_id is not None and (standing is None or standing != self.stood):
            return None
        return door(self.code, self.player_id, *values)

    def standing(self) -> Standing | None:
        key = self.scope["session"].session_key
        return standing(key, self.player_id, timezone.now()) if key and self.player_id is not None else None

    def signal(self) -> Signal:
        """What this socket knows of its line and of what it has shown, for calls that must be judged."""
        shown = self.viewer.shown.copy() if self.viewer is not None else {}
        round_trips = list(self.scope.get("round_trips", ()))
        return Signal(self.arrived, lag_of(round_trips), shown, sure=len(round_trips) >= ENOUGH)

    async def reply(self, values: dict[str, Any]) -> None:
        await self.send(json.dumps(values))

    async def stay_signed_in(self, player_id: int, doubt: asyncio.Event) -> None:
        """Close when the session has ended: looked at when told to, and every few seconds all the same."""
        while True:
            try:
                await asyncio.wait_for(doubt.wait(), RECHECK_SECONDS)
            except TimeoutError:
                await signed_in.again(player_id)
            doubt.clear()
            try:
                if await self.is_signed_in():
                    continue
            except Exception:
                log.exception("session not checked")
                continue
            await self.sign_out()
            return

    async def sign_out(self) -> None:
        """Close, having taken the socket off the table first: nothing private goes out any more."""
        if self.viewer is not None:
            await hub.leave(self.code, self.viewer)
        await self.close(SIGNED_OUT)

    async def is_signed_in(self) -> bool:
        """Whether the session still is this player's, as it is stored now; nobody stays nobody."""
        if self.player_id is None:
            return True
        stands = await database_sync_to_async(self.standing)()  # before it is looked into: a change since is seen
        store = import_module(settings.SESSION_ENGINE).SessionStore
        user = await get_user({"session": store(self.scope["session"].session_key)})
        self.stood = stands if user.pk == self.player_id else None
        return bool(user.pk == self.player_id)


def language_of(query: bytes) -> str:
    """The language of the page that opened the socket."""
    asked = query.decode("latin1").removeprefix("lang=")
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
