"""A player's rating on a ladder: a guess of the strength and its doubt, and how both are shown."""

from math import floor, sqrt
from typing import Final, NamedTuple, Protocol


class Moment(Protocol):
    """A point in time, of a known zone."""

    def timestamp(self) -> float: ...


class Standing(NamedTuple):
    """The strength as a normal distribution, in units of the rating and not as it is shown."""

    mu: float
    sigma: float

    @property
    def safe(self) -> float:
        """What the strength hardly falls short of: what a board is sorted by."""
        return self.mu - 2 * self.sigma


START: Final = Standing(25.0, 25 / 3)
PROVISIONAL: Final = 4.17  # a sigma above it is too doubtful to be compared
IDLE_GROWTH: Final = 0.175  # of sigma, by the root of the idle days: 2.5 is provisional again after a year
SECONDS_A_DAY: Final = 24 * 3600
MIDDLE, UNIT = 1500, 24  # as shown: of START, and for one of mu


def shown(mu: float) -> int:
    """Give the number that people see, 1500 at the start."""
    return round(MIDDLE + UNIT * (mu - START.mu))


def deviation(sigma: float) -> int:
    """Give the doubt in the units that people see, 200 at the start."""
    return round(UNIT * sigma)


def is_provisional(sigma: float) -> bool:
    """Tell whether the rating bears a question mark: too few games, or too long ago."""
    return sigma > PROVISIONAL


def label(mu: float, sigma: float) -> str:
    """Give the rating as it is written: "1523", or "1523?" while it is provisional."""
    return f"{shown(mu)}{'?' if is_provisional(sigma) else ''}"


def day_of(moment: Moment) -> float:
    """Give a moment in days, as the book counts them; a new one begins at midnight UTC, when few are in a match."""
    return moment.timestamp() / SECONDS_A_DAY


def idle_days(last: float, now: float) -> int:
    """Count the days on which no rated table was settled: those between the day of the last and that of `now`.

    Who plays every day is never idle, however many hours pass between two matches.
    """
    return max(0, floor(now) - floor(last) - 1)


def idle(standing: Standing, days: int) -> Standing:
    """Let the doubt grow by `days` without a rated game (`idle_days`), never above that of a beginner."""
    grown = sqrt(standing.sigma**2 + IDLE_GROWTH**2 * days)
    return Standing(standing.mu, max(standing.sigma, min(grown, START.sigma)))
