"""A ladder before one who plays in it: may I wait, do I wait, is there a table for me; and when it is open."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from leagues.wall_clock import half_hour, shown

HALF_HOUR: Final = timedelta(minutes=30)
TWO_WEEKS: Final = 2 * 7 * 48  # this week the clocks may leave out the one hour that it is open


class Now(StrEnum):
    """What the ladder offers an entrant at this moment."""

    SOON = "soon"  # it opens later
    SHUT = "shut"  # not at this hour
    BARRED = "barred"
    TABLE = "table"  # one waits for them, or is being played
    WAITING = "waiting"
    IDLE = "idle"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Queue:
    """The ladder's panel: `at` is when it opens, when one may queue again, or until when one sits down."""

    now: Now
    waiting: int
    playing: int  # tables
    least: int
    full: int
    at: datetime | None = None
    table: Any = None
    ends: datetime | None = None


def moment(*, season: Any, day: Any, entrant: Any, table: Any, ticket: Any, shut: bool, now: datetime) -> Now:
    """What the ladder offers now, the strongest first."""
    if table is not None:
        return Now.TABLE
    if season.state == "paused":
        return Now.PAUSED
    if day is None or day.state == "published":
        return Now.SOON
    if day.state != "in_play":
        return Now.OVER
    if entrant.barred_until is not None and entrant.barred_until > now:
        return Now.BARRED
    if ticket is not None:
        return Now.WAITING
    return Now.SHUT if shut else Now.IDLE


def opens_next(season: Any, now: datetime) -> datetime | None:
    """When a ladder that is shut opens next, at a half hour that its clocks do show; None where it keeps no hours."""
    if not season.open_hours:
        return None
    zone = season.league.zone
    step = now.astimezone(UTC).replace(second=0, microsecond=0) - timedelta(minutes=shown(now, zone).minute % 30)
    for _ in range(TWO_WEEKS):
        step += HALF_HOUR
        half = half_hour(step, zone)
        if any(begin <= half < end for begin, end in season.open_hours):
            return step
    return None
