"""The strengths a bot may have, and how each of them plays."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from games.bots import beginner, sensible, strong
from games.bots.random_player import Generator
from games.engine.commands import Command
from games.engine.visible import View

type Choose = Callable[[View, Generator, int | None], Command | None]


class Strength(StrEnum):
    BEGINNER = "beginner"
    SENSIBLE = "sensible"
    STRONG = "strong"


CHOOSE: Final[dict[Strength, Choose]] = {
    Strength.BEGINNER: beginner.choose,
    Strength.SENSIBLE: sensible.choose,
    Strength.STRONG: strong.choose,
}
# Whose turns take longer than a table may be held up for.
SLOW: Final = frozenset((Strength.STRONG,))


def choose(strength: Strength, view: View, chance: Generator, at: int | None = None) -> Command | None:
    """Give what a bot of this strength does in the seat of this view at `at` ms; None for nothing."""
    return CHOOSE[strength](view, chance, at)
