"""Who helps whom: how far a player does better, and the other worse, at the tables that they share.

For an ordered pair, at each shared table: what the helped did beyond what was expected against all others,
less what the helper did beyond it against third players. Between honest players it is nothing on average.
"""

from collections.abc import Iterable, Mapping
from itertools import permutations
from math import erfc, sqrt
from typing import Final, NamedTuple

FLAGGED_Z: Final = 4.0
FEWEST_TABLES: Final = 8
FARTHEST: Final = 6.0  # from so many standard deviations on it is not chance
NEVER: Final = 1_000_000_000
UNEQUAL: Final = 0.93  # people who are not quite equal deviate by so much of what equals do (simulated)

type Pair = tuple[int, int]  # the helper, the helped


class Shared(NamedTuple):
    """A table that the two shared: how many played it out, and what the helper gave away there."""

    players: int
    favour: float  # in opponents beaten


class Suspicion(NamedTuple):
    """How much the tables of an ordered pair speak of help: `z` in standard deviations of honest pairs."""

    tables: int
    favour: float
    z: float

    @property
    def strays(self) -> float:
        """By how much such a sum strays by chance: the standard deviation for honest pairs."""
        return self.favour / self.z if self.z else 0.0

    @property
    def one_in(self) -> int:
        """Of how many honest pairs one comes so far by chance."""
        return round(2 / erfc(self.z / sqrt(2))) if self.z < FARTHEST else NEVER

    @property
    def is_flagged(self) -> bool:
        """For a person to look at; never a reason by itself."""
        return self.tables >= FEWEST_TABLES and self.z > FLAGGED_Z


def favours(surplus: Mapping[int, Mapping[int, float]]) -> dict[Pair, Shared]:
    """Give what each ordered pair (helper, helped) of a table's players, who all stayed, gave away there.

    `surplus[player][other]` is what the player reached against the other (0, 1/2 or 1) less what was
    expected of it.
    """
    total = {player: sum(duels.values()) for player, duels in surplus.items()}
    return {
        (helper, helped): Shared(len(surplus), total[helped] - (total[helper] - surplus[helper].get(helped, 0.0)))
        for helper, helped in permutations(surplus, 2)
    }


def suspicion(tables: Iterable[Shared]) -> Suspicion:
    """Add up the tables of an ordered pair."""
    count, total, variance = 0, 0.0, 0.0
    for table in tables:
        count += 1
        total += table.favour
        variance += deviation(table.players) ** 2
    return Suspicion(count, total, total / sqrt(variance) if variance else 0.0)


def deviation(players: int) -> float:
    """Give the standard deviation of the favour of one table of honest players: 1.29 for four.

    Between equals all orders are as likely, and with the two `gap` places apart the favour is `gap - 1/2`
    one way or the other.
    """
    pairs = players * (players - 1) / 2
    return UNEQUAL * sqrt(sum((players - gap) / pairs * (gap - 0.5) ** 2 for gap in range(1, players)))
