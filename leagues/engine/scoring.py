"""What a table is worth to each player, in whole 5040ths."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

POINT: Final = 5040
"""1.0: a table won. Every size up to 10 and every shared place divides it."""
MOST: Final = 100
"""Points of an own list, at most."""
PLACES: Final = {2: (5, 1), 3: (5, 3, 1), 4: (5, 3, 2, 1)}


class Preset(StrEnum):
    """Ways to score a table; `share` is the same at tables of every size."""

    SHARE = "share"
    PLACES = "places"
    WINNER = "winner"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class Scoring:
    """A way to score; `lists` are an organizer's own points by size of table and place, in whole points."""

    preset: Preset = Preset.SHARE
    lists: Mapping[int, tuple[int, ...]] | None = None

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> "Scoring":
        """Read {"preset": ..} or {"preset": "own", "lists": {"4": [..]}}; ValueError for what cannot be scored."""
        preset = Preset(values.get("preset", Preset.SHARE))
        lists = {int(size): tuple(map(int, points)) for size, points in values.get("lists", {}).items()}
        if any(len(points) != size or not 2 <= size <= 10 for size, points in lists.items()):
            raise ValueError("a list has as many points as its table seats")
        if any(list(points) != sorted(points, reverse=True) or points[-1] < 0 for points in lists.values()):
            raise ValueError("a better place never scores less, and nobody less than nothing")
        if any(not 0 < points[0] <= MOST for points in lists.values()):
            raise ValueError("a table won is worth something, and not more than a hundred")
        if (preset == Preset.OWN) != bool(lists):
            raise ValueError("own points need lists, and only they")
        return cls(preset, lists or None)

    def table(self, places: Sequence[int]) -> list[int]:
        """Score a table, places in any order, in 5040ths."""
        if len(places) < 2:
            return [0] * len(places)
        if self.preset == Preset.SHARE:
            return shares(places)
        if self.preset == Preset.WINNER:
            return _winner(places)
        return _by_list(places, self._points(len(places)))

    @property
    def times(self) -> int:
        """Give by what points are multiplied where they are shown: shares are, an organizer's own numbers are not."""
        return 10 if self.preset == Preset.SHARE else 1

    def top(self, size: int) -> int:
        """Give what the only first of a table of this size gets."""
        return self.table(range(1, size + 1))[0]

    def _points(self, size: int) -> Sequence[int]:
        lists = PLACES if self.lists is None else self.lists
        if size in lists:
            return lists[size]
        if self.lists is None:
            return (size + 1, *range(size - 1, 0, -1))
        # Nobody foresaw this size: a larger table's list without its last places, or a smaller one's with noughts.
        larger = [known for known in sorted(lists) if known > size]
        known = lists[larger[0]] if larger else lists[max(lists)]
        return [*known, *[0] * size][:size]


def shares(places: Sequence[int]) -> list[int]:
    """Give each player's share of opponents beaten, ties half: the mean is 1/2 at every size."""
    unit = POINT // 2 // max(len(places) - 1, 1)
    return [
        unit * (2 * sum(other > place for other in places) + sum(other == place for other in places) - 1)
        for place in places
    ]


def bye_value(scoring: Scoring, table: int) -> int:
    """Give what a round without a table is worth when pairing left one over: 3/4 of a table won, at duels all of it."""
    return scoring.top(table) * (4 if table == 2 else 3) // 4


def requested_value(scoring: Scoring, table: int, earlier: int) -> int:
    """Give what a round asked off is worth: half a table won the first time, then nothing."""
    return 0 if earlier else scoring.top(table) // 2


def whole(points: int) -> Fraction:
    """Give 5040ths as the number that they are."""
    return Fraction(points, POINT)


def shown(points: int, times: int = 10) -> str:
    """Write 5040ths as they are shown: so many times (`Scoring.times`), with two decimals."""
    hundredths = (abs(points) * 200 * times + POINT) // (2 * POINT)
    return f"{'-' if points < 0 else ''}{hundredths // 100}.{hundredths % 100:02}"


def _winner(places: Sequence[int]) -> list[int]:
    """Three for the only first, one for each who shares the first place, else nothing."""
    best = min(places)
    worth = 3 if sum(place == best for place in places) == 1 else 1
    return [worth * POINT if place == best else 0 for place in places]


def _by_list(places: Sequence[int], points: Sequence[int]) -> list[int]:
    """Points by place; those who share places share the points of them."""
    scored = []
    for place in places:
        better = sum(other < place for other in places)
        equal = sum(other == place for other in places)
        scored.append(sum(points[better : better + equal]) * POINT // equal)
    return scored
