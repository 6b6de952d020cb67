"""A rating over time as a line in an SVG, and the same as a table."""

from collections.abc import Sequence
from datetime import datetime
from math import ceil, floor
from typing import Any, NamedTuple

from games.ratings.standing import label, shown

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 12, 12  # around the line; the numbers stand on the left
STEPS = (25, 50, 100, 200, 500)
MOST_LINES = 5


class Mark(NamedTuple):
    """A level that is drawn across: its number, and where."""

    value: int
    y: float


class Point(NamedTuple):
    """The rating after a match."""

    when: datetime
    code: str
    value: int
    text: str
    place: int


class Graph(NamedTuple):
    """What the template draws; coordinates in a picture of WIDTH by HEIGHT."""

    line: str
    area: str
    marks: tuple[Mark, ...]
    last: tuple[float, float]
    points: tuple[Point, ...]  # the latest first
    first: int
    now: int
    lowest: int
    highest: int


def graph(changes: Sequence[Any]) -> Graph | None:
    """Draw a player's changes, given the latest first; None for none."""
    if not changes:
        return None
    values = [shown(changes[-1].mu_before), *[shown(change.mu_after) for change in reversed(changes)]]
    step, low, high = _levels(min(values), max(values))
    places = [(_x(index, len(values)), _y(value, low, high)) for index, value in enumerate(values)]
    line = " ".join([f"{x},{y}" for x, y in places])
    floor_y = HEIGHT - BOTTOM
    return Graph(
        line=line,
        area=f"{places[0][0]},{floor_y} {line} {places[-1][0]},{floor_y}",
        marks=tuple([Mark(value, _y(value, low, high)) for value in range(low, high + 1, step)]),
        last=places[-1],
        points=tuple([_point(change) for change in changes]),
        first=values[0],
        now=values[-1],
        lowest=min(values),
        highest=max(values),
    )


def _levels(lowest: int, highest: int) -> tuple[int, int, int]:
    """The distance between two levels, the lowest and the highest of them."""
    step = next((step for step in STEPS if (highest - lowest) / step <= MOST_LINES - 2), STEPS[-1])
    low, high = floor(lowest / step) * step, ceil(highest / step) * step
    return step, low, max(high, low + step)


def _x(index: int, count: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * index / max(1, count - 1), 1)


def _y(value: int, low: int, high: int) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low), 1)


def _point(change: Any) -> Point:
    settlement = change.settlement
    text = label(change.mu_after, change.sigma_after)
    return Point(settlement.settled_at, settlement.match.code, shown(change.mu_after), text, change.place)
