"""Charts as the pages draw them, in whole numbers of their pictures: bars that stand in a table, columns over time.

Whatever is drawn is also written: a chart holds the table of the same figures.
"""

from collections.abc import Sequence
from math import ceil
from typing import Final, NamedTuple

from django.utils.formats import number_format

WHOLE: Final = 1000  # how long the longest bar may be
WIDTH, HEIGHT = 640, 200  # of a picture of columns
LEFT, RIGHT, TOP, BOTTOM = 52, 6, 12, 30  # around the columns; numbers stand on the left, names below
STEPS: Final = (1, 2, 5)
MOST_LINES: Final = 4
MOST_NAMES: Final = 7  # below the columns
HALF_LETTER: Final = 6  # of such a name, as large as phones write it
GAP: Final = 4
BETWEEN: Final = 10  # two names, at least


class Bar(NamedTuple):
    """A row of a table with its bar: its length and that of its inner part, of WHOLE; a mark to compare with."""

    name: str
    text: str
    length: int
    part: int = 0
    mark: int | None = None
    card: str = ""  # that stands before the name


class Bars(NamedTuple):
    """A table of bars: what its columns are called, and what the mark is."""

    heads: tuple[str, str]
    rows: tuple[Bar, ...]
    mark_name: str = ""


class Figure(NamedTuple):
    """What a bar is drawn of."""

    name: str
    value: float
    text: str
    part: float = 0
    mark: float | None = None
    card: str = ""


def bars(heads: tuple[str, str], figures: Sequence[Figure], *, most: float = 0, mark_name: str = "") -> Bars:
    """Draw each figure as a share of `most`, or of the greatest of them."""
    most = most or max((figure.value for figure in figures), default=0)

    def length(value: float) -> int:
        return round(WHOLE * min(value, most) / most) if most else 0

    rows = [
        Bar(
            one.name,
            one.text,
            length(one.value),
            length(one.part),
            None if one.mark is None else length(one.mark),
            one.card,
        )
        for one in figures
    ]
    return Bars(heads, tuple(rows), mark_name)


class Level(NamedTuple):
    """A line across, with its number."""

    text: str
    y: int


class Column(NamedTuple):
    """A column and its inner part, both from the floor up; its name, and whether that is written below it."""

    x: int
    y: int
    height: int
    part_y: int
    part_height: int
    name: str
    middle: int
    named: bool


class Columns(NamedTuple):
    """Columns over time, and their table."""

    told: str  # in a sentence, for who does not see the picture
    width: int
    levels: tuple[Level, ...]
    columns: tuple[Column, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def columns(
    told: str,
    names: Sequence[str],
    values: Sequence[int],
    *,
    parts: Sequence[int] = (),
    heads: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
) -> Columns:
    """Draw values of 0 and more side by side, in order; `parts` are what of each is drawn in another colour."""
    step = _step(max(values, default=0))
    top = max(step, -(-max(values, default=0) // step) * step)
    wide = (WIDTH - LEFT - RIGHT) / max(1, len(values))
    every = max(-(-len(values) // MOST_NAMES), _apart(names, wide))
    drawn = []
    for place, (name, value) in enumerate(zip(names, values, strict=True)):
        x, part = round(LEFT + place * wide), parts[place] if parts else 0
        middle = min(round(LEFT + (place + 0.5) * wide), WIDTH - HALF_LETTER * len(name))  # not out of the picture
        named = (len(values) - 1 - place) % every == 0
        y, part_y = _y(value, top), _y(part, top)
        drawn.append(Column(x, y, _floor() - y, part_y, _floor() - part_y, name, middle, named))
    levels = tuple(
        [Level(number_format(value, force_grouping=True), _y(value, top)) for value in range(0, top + 1, step)]
    )
    return Columns(told, max(1, round(wide) - GAP), levels, tuple(drawn), heads, tuple(rows))


def _apart(names: Sequence[str], wide: float) -> int:
    """How many columns from one name to the next, so that on a phone the last two do not run into each other."""
    half = HALF_LETTER * max(map(len, names), default=0)
    pushed_in = max(0.0, half - wide / 2 - RIGHT)
    return ceil((2 * half + pushed_in + BETWEEN) / wide)


def _floor() -> int:
    return HEIGHT - BOTTOM


def _y(value: int, top: int) -> int:
    return round(_floor() - (HEIGHT - TOP - BOTTOM) * value / top)


def _step(most: int) -> int:
    """A round number, so that few lines reach the greatest value."""
    power = 1
    while True:
        for step in STEPS:
            if most <= step * power * MOST_LINES:
                return step * power
        power *= 10
