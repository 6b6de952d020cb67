"""When several people can play: weeks of free half hours, each in its own zone, laid over real time."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from leagues.wall_clock import half_hour

STEP = timedelta(minutes=30)
WEEK = 7 * 48  # half hours, from Monday 0:00
# A match to 500 of four takes one to two hours.
LASTS = 4  # half hours


class Week(NamedTuple):
    """Somebody's free half hours: [begin, end) from Monday 0:00 on the clocks of their zone."""

    zone: str
    free: Sequence[Sequence[int]]


class Slot(NamedTuple):
    """A time at which so many can."""

    starts_at: datetime
    people: int


def is_free(week: Week, moment: datetime) -> bool:
    """Whether this person is free for a whole match from this moment on, also where the clocks change in it."""
    hours = [half_hour(moment + k * STEP, week.zone) for k in range(LASTS)]
    return all(any(begin <= hour < end for begin, end in week.free) for hour in hours)


def best_slots(weeks: Sequence[Week], since: datetime, until: datetime, most: int = 5) -> list[Slot]:
    """The times in that span at which most can, the soonest first of equals; no two within two hours."""
    found = sorted(
        (Slot(moment, sum(is_free(week, moment) for week in weeks)) for moment in _moments(since, until)),
        key=lambda slot: (-slot.people, slot.starts_at),
    )
    return list(_apart(slot for slot in found if slot.people))[:most]


def _moments(since: datetime, until: datetime) -> Iterator[datetime]:
    """Every half hour on the clock."""
    moment = since.astimezone(UTC).replace(second=0, microsecond=0)
    moment += timedelta(minutes=-moment.minute % 30)
    while moment <= until:
        yield moment
        moment += STEP


def _apart(slots: Iterable[Slot]) -> Iterator[Slot]:
    taken: list[datetime] = []
    for slot in slots:
        if all(abs(slot.starts_at - other) >= LASTS * STEP for other in taken):
            taken.append(slot.starts_at)
            yield slot


def check_week(free: object) -> list[list[int]]:
    """Read free half hours as a page sends them; ValueError for what is no week."""
    if not isinstance(free, list) or len(free) > WEEK // 2:
        raise ValueError("not a list of spans")
    spans = []
    for span in free:
        if not (isinstance(span, list) and len(span) == 2 and all(isinstance(end, int) for end in span)):
            raise ValueError("a span is two numbers")
        begin, end = span
        if not 0 <= begin < end <= WEEK:
            raise ValueError("a span is inside the week")
        spans.append([begin, end])
    return sorted(spans)
