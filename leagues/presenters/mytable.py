"""A league's table before those who sit there: the week as a grid, times that fit, what the page offers now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from leagues.option_texts import WEEKDAYS

# Parts of a day, in half hours from midnight.
PARTS: Final[dict[str, tuple[int, int]]] = {
    "morning": (16, 24),
    "noon": (24, 34),
    "evening": (34, 42),
    "night": (42, 48),
}
PART_NAMES: dict[str, str | Promise] = {
    "morning": gettext_lazy("Morning"),
    "noon": gettext_lazy("Afternoon"),
    "evening": gettext_lazy("Evening"),
    "night": gettext_lazy("Late"),
}
A_DAY = 48
USUAL_ZONES: Final = (
    "Europe/Bucharest",
    "Europe/Chisinau",
    "Europe/London",
    "Europe/Paris",
    "Europe/Berlin",
    "America/New_York",
)


@dataclass(frozen=True, slots=True)
class Box:
    """One box of the week's grid: its value in the form, its name, whether it is free."""

    value: str
    name: str
    on: bool


@dataclass(frozen=True, slots=True)
class Proposed:
    """A time on the table: who can, who cannot, who said nothing."""

    pk: int
    starts_at: datetime
    yes: tuple[str, ...]
    no: tuple[str, ...]
    silent: tuple[str, ...]
    mine: bool | None
    agreed: bool


def part_rows() -> list[tuple[str, str]]:
    """Each part of a day with the hours that it stands for."""
    return [(str(PART_NAMES[part]), f"{begin // 2}–{end // 2}") for part, (begin, end) in PARTS.items()]


def zones(own: str) -> list[str]:
    """The zones to choose from, one's own among them."""
    return sorted({*USUAL_ZONES, own})


def week_grid(free: Sequence[Sequence[int]]) -> list[tuple[str, list[Box]]]:
    """Days × parts of the day; a part is on when all of it is free."""
    rows = []
    for day, name in enumerate(WEEKDAYS):
        boxes = []
        for part, (begin, end) in PARTS.items():
            start, stop = day * A_DAY + begin, day * A_DAY + end
            on = any(since <= start and stop <= until for since, until in free)
            boxes.append(Box(f"{day}-{part}", f"{name}, {PART_NAMES[part]}", on))
        rows.append((str(name), boxes))
    return rows


def week_from(values: Iterable[str]) -> list[list[int]]:
    """The free half hours that the boxes say, those that touch joined; unknown boxes are none."""
    spans: list[list[int]] = []
    chosen = set(values)
    for day in range(len(WEEKDAYS)):
        for part, (begin, end) in PARTS.items():
            if f"{day}-{part}" not in chosen:
                continue
            start, stop = day * A_DAY + begin, day * A_DAY + end
            if spans and spans[-1][1] == start:
                spans[-1][1] = stop
            else:
                spans.append([start, stop])
    return spans


def proposed(times: Iterable[Any], names: dict[int, str], me: int | None) -> list[Proposed]:
    """The times that stand, with what each of the table said; `names` by entrant, those who must agree."""
    told = []
    for time in times:
        said = {answer.entrant_id: answer.yes for answer in time.answers.all()}
        told.append(
            Proposed(
                time.pk,
                time.starts_at,
                tuple(name for pk, name in names.items() if said.get(pk) is True),
                tuple(name for pk, name in names.items() if said.get(pk) is False),
                tuple(name for pk, name in names.items() if pk not in said),
                said.get(me) if me is not None else None,
                time.state == "agreed",
            )
        )
    return told
