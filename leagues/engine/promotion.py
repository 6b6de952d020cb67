"""Promotion and relegation: who plays in which division next season.

Levels count from 1, the highest. Nobody who earned a place ends lower, nobody is lost or doubled,
and doing it again changes nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any, Final

TARGET: Final = 16


class Share(StrEnum):
    """How many go up and down at a boundary."""

    SIXTH = "sixth"
    FIFTH = "fifth"
    QUARTER = "quarter"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class Rule:
    """A season's rule; `count` is for `fixed`, `target` the size that divisions should have."""

    share: Share = Share.SIXTH
    count: int = 0
    target: int = TARGET

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> "Rule":
        return cls(
            Share(values.get("kind", Share.SIXTH)), int(values.get("count", 0)), int(values.get("target", TARGET))
        )

    def moving(self, upper: int, lower: int) -> int:
        """Give how many change places at the boundary of two divisions: never over a third of the smaller."""
        smaller = min(upper, lower)
        parts = {Share.SIXTH: 6, Share.FIFTH: 5, Share.QUARTER: 4}
        wanted = self.count if self.share == Share.FIXED else -(-smaller // parts[self.share])
        return min(wanted, smaller // 3)


class Move(StrEnum):
    UP = "up"
    STAY = "stay"
    DOWN = "down"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Place:
    """Where one plays next: earned is the level the results gave, level what it came to (never lower)."""

    entrant: int
    level: int
    earned: int
    move: Move


def transition(
    divisions: Sequence[Sequence[int]],
    *,
    rule: Rule | None = None,
    leavers: Collection[int] = (),
    newcomers: Sequence[int] = (),
) -> tuple[Place, ...]:
    """Give everybody's next level, in order: `divisions` by final rank, highest first; `newcomers` by rating.

    Relegated entrants come before those who stay and they before the promoted, so that new
    divisions of about the target size are cut where it hurts least.
    """
    rule = rule or Rule()
    staying = [[one for one in ranked if one not in leavers] for ranked in divisions]
    earned = _earned(staying, rule)
    order = [entrant for _, _, _, entrant in sorted(earned)]
    levels = {entrant: (level, move) for level, move, _, entrant in earned}
    last = max((level for level, *_ in earned), default=1)
    order += newcomers
    sizes = _cuts([levels[one][0] if one in levels else last for one in order], rule.target, len(newcomers))
    places = []
    taken = iter(order)
    for level, size in enumerate(sizes, 1):
        for _ in range(size):
            entrant = next(taken)
            own, move = levels.get(entrant, (level, NEW_ORDER))
            places.append(Place(entrant, level, own, MOVES[move]))
    return tuple(places)


# The order inside a new division: who comes from above, who stays, who comes from below, who is new.
MOVES: Final = (Move.DOWN, Move.STAY, Move.UP, Move.NEW)
NEW_ORDER: Final = MOVES.index(Move.NEW)


def _earned(divisions: Sequence[Sequence[int]], rule: Rule) -> list[tuple[int, int, int, int]]:
    """Give (level, order of the move, old rank, entrant) for everybody who goes on."""
    moving = [rule.moving(len(upper), len(lower)) for upper, lower in pairwise(divisions)]
    found = []
    for number, ranked in enumerate(divisions):
        up = moving[number - 1] if number else 0
        down = moving[number] if number < len(moving) else 0
        for rank, entrant in enumerate(ranked):
            step = -1 if rank < up else 1 if rank >= len(ranked) - down else 0
            found.append((number + 1 + step, 1 - step, rank, entrant))
    return found


def _cuts(earned: Sequence[int], target: int, newcomers: int) -> list[int]:
    """Cut an order into near-equal divisions, none ending before the last who earned it.

    `earned` ascends; the newcomers at its end earned nothing.
    """
    count = max(1, (2 * len(earned) + target) // (2 * target))
    known = earned[: len(earned) - newcomers]
    sizes: list[int] = []
    placed = 0
    for level in range(1, count + 1):
        even = -(-(len(earned) - placed) // (count - level + 1))
        owed = sum(one <= level for one in known) - placed
        size = len(earned) - placed if level == count else min(max(even, owed), len(earned) - placed)
        sizes.append(size)
        placed += size
    return _without_crumbs(sizes, target)


def _without_crumbs(sizes: list[int], target: int) -> list[int]:
    """Join a last division too small to be one with that above it."""
    while len(sizes) > 1 and sizes[-1] * 2 < target:
        last = sizes.pop()
        sizes[-1] += last
    return sizes


@dataclass(frozen=True, slots=True)
class Levels:
    """Where everybody plays, and the transitions that led there."""

    places: tuple[Place, ...] = ()
    done: frozenset[str] = frozenset()

    def after(self, key: str, places: tuple[Place, ...]) -> "Levels":
        """Carry a season's transition out, once: the same key again changes nothing."""
        return self if key in self.done else Levels(places, self.done | {key})
