"""Times as the clocks of a zone show them: a week later it is the same hour, also where the clocks change between.

An hour that the clocks leave out is so much later, as they go on (half past three is half past four); of one that
they show twice it is the first. Everything comes out in UTC: there, times are added to and told apart as they pass.
"""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo


class Standstill(NamedTuple):
    """How long something stood still: whole days of the calendar, and the time that passed after them."""

    days: int
    rest: timedelta


def shown(moment: datetime, zone: str) -> datetime:
    """What the clocks of a zone show at a moment, without the zone."""
    return moment.astimezone(UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def moment_at(wall: datetime, zone: str) -> datetime:
    """The moment at which the clocks of a zone show this."""
    return wall.replace(tzinfo=ZoneInfo(zone), fold=0).astimezone(UTC)


def days_later(moment: datetime, days: int, zone: str) -> datetime:
    """The same hour so many days later, or before, on the clocks of a zone."""
    if not days:  # the second of two equal hours stays the second
        return moment.astimezone(UTC)
    return moment_at(shown(moment, zone) + timedelta(days=days), zone)


def standstill(since: datetime, until: datetime, zone: str) -> Standstill:
    """How long it was from one moment to a later one."""
    days = (shown(until, zone).date() - shown(since, zone).date()).days
    if days_later(since, days, zone) > until:
        days -= 1
    return Standstill(days, until.astimezone(UTC) - days_later(since, days, zone))


def moved(moment: datetime, by: Standstill, zone: str) -> datetime:
    """A moment that was ahead, as far ahead again; after whole days at the same hour."""
    return days_later(moment, by.days, zone) + by.rest


def half_hour(moment: datetime, zone: str) -> int:
    """The half hour of the week, from Monday 0:00, that the clocks of a zone show."""
    local = shown(moment, zone)
    return local.weekday() * 48 + local.hour * 2 + local.minute // 30
