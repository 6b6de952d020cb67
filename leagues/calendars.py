"""A league's tables as calendar entries (RFC 5545): an entry keeps its id, each change raises its number."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import import_module
from typing import Any

LASTS = timedelta(hours=2)
PRODUCT = "-//MAS UNO//Leagues//RO"
REFRESHED = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Entry:
    """One table that is played at a time, or was called off."""

    table: int
    summary: str
    starts_at: datetime
    sequence: int
    cancelled: bool
    text: str
    address: str
    changed_at: datetime
    where: str = ""


@cache
def _library() -> Any:
    """Read when the first calendar is asked for: no other page needs it."""
    return import_module("icalendar")


def calendar(name: str, entries: Iterable[Entry], host: str) -> bytes:
    """A whole feed; `host` makes the ids the site's own. Times are told in UTC: the same moment on every clock."""
    ical = _library()
    whole = ical.Calendar()
    whole.add("prodid", PRODUCT)
    whole.add("version", "2.0")
    whole.add("method", "PUBLISH")
    whole.add("x-wr-calname", name)
    whole.add("name", name)
    whole.add("refresh-interval", REFRESHED, parameters={"VALUE": "DURATION"})
    for entry in entries:
        whole.add_component(_event(ical, entry, host))
    return bytes(whole.to_ical())


def _event(ical: Any, entry: Entry, host: str) -> Any:
    event = ical.Event()
    event.add("uid", f"league-table-{entry.table}@{host}")
    event.add("sequence", entry.sequence)
    event.add("dtstamp", entry.changed_at.astimezone(UTC))
    event.add("dtstart", entry.starts_at.astimezone(UTC))
    event.add("dtend", (entry.starts_at + LASTS).astimezone(UTC))
    event.add("summary", entry.summary)
    event.add("description", f"{entry.text}\n{entry.address}")
    event.add("url", entry.address)
    if entry.where:
        event.add("location", entry.where)
    event.add("status", "CANCELLED" if entry.cancelled else "CONFIRMED")
    return event
