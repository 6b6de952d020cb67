"""Months and seasons, by the calendar of Bucharest: `keys(now.astimezone(CALENDAR))`.

A month's key is "2026-11". A season begins with December, March, June or September; its key names the
year it ends in and which of that year's four it is: "2027-S1" is the winter from December 2026 on.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol
from zoneinfo import ZoneInfo

from games.ratings.update import WHOLE

CALENDAR: Final = ZoneInfo("Europe/Bucharest")
COUNTED: Final = 10  # of a period's table scores the best so many make the points
FEWEST: Final = 5  # rated tables in a period, to be ranked in it


class Day(Protocol):
    """A date, or a moment in the calendar's zone."""

    @property
    def year(self) -> int: ...
    @property
    def month(self) -> int: ...


class Season(NamedTuple):
    """A season's year, as its name has it, and which of the four it is: 1 winter … 4 autumn."""

    year: int
    quarter: int


def keys(day: Day) -> tuple[str, str]:
    """Give the keys of the month and of the season that this day belongs to."""
    return month_key(day), season_key(day)


def month_key(day: Day) -> str:
    return f"{day.year:04}-{day.month:02}"


def season_key(day: Day) -> str:
    late = day.month == 12
    return f"{day.year + late:04}-S{1 if late else day.month // 3 + 1}"


def is_season(key: str) -> bool:
    """Tell whether a key is a season's and not a month's."""
    return "S" in key


def season_of(key: str) -> Season:
    """Read a season's key. Raises ValueError."""
    year, quarter = key.split("-S")
    return Season(int(year), int(quarter))


def first_month(key: str) -> tuple[int, int]:
    """Give the year and month that a period begins with. Raises ValueError."""
    if not is_season(key):
        year, month = key.split("-")
        return int(year), int(month)
    season = season_of(key)
    return (season.year - 1, 12) if season.quarter == 1 else (season.year, 3 * season.quarter - 3)


def following(key: str) -> str:
    """Give the key of the period after this one. Raises ValueError."""
    return _moved(key, 1)


def preceding(key: str) -> str:
    """Give the key of the period before this one. Raises ValueError."""
    return _moved(key, -1)


def _moved(key: str, step: int) -> str:
    if is_season(key):
        season = season_of(key)
        year, quarter = divmod(4 * season.year + season.quarter - 1 + step, 4)
        return f"{year:04}-S{quarter + 1}"
    first = first_month(key)
    year, month = divmod(12 * first[0] + first[1] - 1 + step, 12)
    return f"{year:04}-{month + 1:02}"


def with_score(best: Sequence[int], score: int) -> list[int]:
    """Give the scores that count once another table was played, best first."""
    return best_of([*best, score])


def standing(points: int, total: int, games: int) -> int:
    """Give what a period is ranked by: the points of the best scores; where they are equal, the mean of all.

    Who plays a lot fills the ten with first places at last; then it tells how many of all the tables they were.
    """
    return points * (WHOLE + 1) + (total // games if games else 0)


def best_of(scores: Sequence[int]) -> list[int]:
    """Give the scores of a period that count, best first."""
    return sorted(scores, reverse=True)[:COUNTED]
