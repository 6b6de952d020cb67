"""The five tiers of a season, named after what fire grows into: by the points of the best tables."""

from enum import StrEnum
from typing import Final

from games.ratings.periods import COUNTED
from games.ratings.update import WHOLE

TOP: Final = 1000  # points as shown, of who came first in every table that counts


class Tier(StrEnum):
    SPARK = "spark"
    EMBER = "ember"
    FLAME = "flame"
    BLAZE = "blaze"
    WILDFIRE = "wildfire"


# From so many points on, as shown.
FROM: Final = {Tier.SPARK: 0, Tier.EMBER: 300, Tier.FLAME: 500, Tier.BLAZE: 700, Tier.WILDFIRE: 900}


def shown_points(points: int) -> int:
    """Give a period's points as people see them, 0 to 1000; stored they are 5040ths of a table."""
    return points * TOP // (COUNTED * WHOLE)


def tier_of(points: int) -> Tier:
    """Give the tier that a season's points (5040ths) reach."""
    return max((tier for tier in Tier if shown_points(points) >= FROM[tier]), key=FROM.__getitem__)


def to_next(points: int) -> int:
    """Give how many points, as shown, the next tier is away; 0 in the last."""
    return min((least - shown_points(points) for least in FROM.values() if least > shown_points(points)), default=0)
