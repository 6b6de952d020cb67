"""How far from their own rating the queue seeks opponents for a player: a window that widens with waiting."""

from math import inf
from typing import Final, NamedTuple

from games.ratings.standing import Standing, shown

FIRST: Final = 3.0  # of mu to each side at once, 72 points as shown
DOUBT: Final = 0.5  # and this part of the sigma: whose strength is doubtful may meet more people
EACH_SECOND: Final = 0.2  # of mu, not quite 5 points as shown
OPEN_AFTER: Final = 120.0  # seconds: from then on anybody will do


class Window(NamedTuple):
    """The strengths that one side of a pair accepts, in units of mu."""

    low: float
    high: float

    @property
    def is_open(self) -> bool:
        return self.low == -inf


def window(standing: Standing, waited: float) -> Window:
    """Give the window of a player who has waited for so many seconds."""
    if waited >= OPEN_AFTER:
        return Window(-inf, inf)
    half = FIRST + DOUBT * standing.sigma + EACH_SECOND * max(0.0, waited)
    return Window(standing.mu - half, standing.mu + half)


def meet(one: Window, other: Window) -> bool:
    """Tell whether two may sit together: their windows touch, so each comes towards the other."""
    return one.low <= other.high and other.low <= one.high


def bounds(seen: Window) -> tuple[int, int] | None:
    """Give a window in the numbers that people see, None for an open one."""
    return None if seen.is_open else (shown(seen.low), shown(seen.high))
