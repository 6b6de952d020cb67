"""Group names and announcing: the only file that knows the channel layer.

An announcement says which table has changed and how far it is now, never what: no card leaves the
server but in the view of the seat that may see it.
"""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

TALK = "table.talk"
SESSIONS = "player.sessions"
log = logging.getLogger(__name__)
_loop: asyncio.AbstractEventLoop | None = None  # in which this process listens to its tables, if it does


def group(code: str) -> str:
    """The group of everyone who shows this table; messages arrive as `table_changed`."""
    return f"table.{code}"


def _people(player_id: int) -> str:
    return f"player.{player_id}"


def announce(code: str, number: int) -> None:
    """Tell all processes that the table `code` stands at `number` now. Called after the commit."""
    _send(code, {"type": "table.changed", "match": code, "number": number})


def announce_sessions(player_id: int) -> None:
    """Tell all processes that sessions of this player may have ended. Called after the commit.

    Which ones is not said: a session's key opens it, so every socket looks at its own.
    """
    try:
        async_to_sync(get_channel_layer().group_send)(_people(player_id), {"type": SESSIONS, "player": player_id})
    except Exception:
        # The sockets look by themselves every few seconds.
        log.exception("player %s: ended sessions were not announced", player_id)


def announce_talk(code: str, number: int) -> None:
    """Tell all processes how far the talk at the table `code` is. Called after the commit."""
    _send(code, {"type": TALK, "match": code, "number": number})


def _send(code: str, message: dict[str, Any]) -> None:
    """Hand an announcement to the loop that serves the sockets here; who announces need not wait until it is out."""
    with _or_noted(code, message):
        if _loop is not None and _loop.is_running():
            asyncio.run_coroutine_threadsafe(_tell(code, message), _loop)
        else:
            async_to_sync(get_channel_layer().group_send)(group(code), message)


async def _tell(code: str, message: dict[str, Any]) -> None:
    with _or_noted(code, message):
        await get_channel_layer().group_send(group(code), message)


@contextmanager
def _or_noted(code: str, message: dict[str, Any]) -> Iterator[None]:
    try:
        yield
    except Exception:
        # It is stored; whoever missed this finds out by comparing numbers with the database.
        log.exception("table %s: number %s was not announced", code, message["number"])


async def listen(code: str) -> str:
    """Join a table's group with a channel of one's own; its name."""
    global _loop
    _loop = asyncio.get_running_loop()
    layer = get_channel_layer()
    channel: str = await layer.new_channel("hub")
    await layer.group_add(group(code), channel)
    return channel


async def hear(channel: str) -> bool:
    """Wait for the next announcement on a channel; whether it is about the talk, not the table."""
    message = await get_channel_layer().receive(channel)
    return bool(message["type"] == TALK)


async def again(code: str, channel: str) -> None:
    """Join once more: a channel layer that was emptied has forgotten who listened."""
    await get_channel_layer().group_add(group(code), channel)


async def forget(code: str, channel: str) -> None:
    """Listen to a table no longer."""
    if channel:
        await get_channel_layer().group_discard(group(code), channel)


async def open_letterbox() -> str:
    """Give a channel of one's own, for what concerns players (`attend`)."""
    channel: str = await get_channel_layer().new_channel("players")
    return channel


async def attend(player_id: int, channel: str) -> None:
    """Hear on this channel of the player's ended sessions; joining twice is joining once."""
    await get_channel_layer().group_add(_people(player_id), channel)


async def attend_no_more(player_id: int, channel: str) -> None:
    """Hear no longer of this player."""
    await get_channel_layer().group_discard(_people(player_id), channel)


async def hear_of(channel: str) -> int:
    """Wait for the next announcement about a player; the id."""
    message = await get_channel_layer().receive(channel)
    return int(message["player"])
