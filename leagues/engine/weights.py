"""What it costs two entrants to meet, in the order of importance that the organizer was promised.

Keep-apart, then no second short table, then repeats, then repeats of the round before, then
distance in points. In the strict mode one of a kind outweighs all that comes after it.
"""

from dataclasses import dataclass
from typing import Final

from leagues.engine.sizes import table_sizes
from leagues.engine.snapshot import Entry, Mode, Snapshot

GRAIN: Final = 84
"""Distance counts in sixtieths of a table score."""
SCORE: Final = 5040 // GRAIN


@dataclass(frozen=True, slots=True)
class Weights:
    """How much one of each kind costs; a unit is a sixtieth of a table score between two at a table."""

    again: int
    in_a_row: int
    short: int
    apart: int


def weights_for(snapshot: Snapshot, farthest: int) -> Weights:
    """Make each kind outweigh what comes after it, `farthest` being the largest distance of two entries."""
    sizes = table_sizes(len(snapshot.entries), snapshot.table)
    meetings = sum(size * (size - 1) // 2 for size in sizes)
    distance = (meetings + snapshot.table * len(snapshot.entries)) * (farthest + 1) + 1
    in_a_row, again = distance, 2 * distance * (meetings + 1)
    if snapshot.mode == Mode.BALANCED:
        in_a_row, again = SCORE // 2, SCORE
    elif snapshot.mode == Mode.POWER:
        in_a_row = again = 0
    times = len(snapshot.earlier) + 1
    short = max(again, 1) * (meetings + 1) * times + distance
    return Weights(again, in_a_row, short, short * (len(snapshot.entries) + 1) * times)


def levels(snapshot: Snapshot, order: list[Entry]) -> list[int]:
    """Give where each entry of the order stands, in sixtieths of a score: by points, in the mode `power` by place."""
    if snapshot.mode == Mode.POWER:
        return [SCORE * (len(order) - 1 - place) for place in range(len(order))]
    least = min((entry.points for entry in order), default=0)
    return [(entry.points - least) // GRAIN for entry in order]


def pair_costs(snapshot: Snapshot, order: list[Entry], weights: Weights) -> list[list[int]]:
    """Give what it costs the entries, numbered as in the order, to meet."""
    met, last, apart = snapshot.met(), snapshot.last(), snapshot.kept_apart()
    height = levels(snapshot, order)
    costs = [[0] * len(order) for _ in order]
    for one, first in enumerate(order):
        for two in range(one):
            other = order[two].entrant
            pair = (first.entrant, other) if first.entrant < other else (other, first.entrant)
            cost = abs(height[one] - height[two])
            if pair in met:
                cost += met[pair] * weights.again + (weights.in_a_row if pair in last else 0)
            if pair in apart:
                cost += weights.apart
            costs[one][two] = costs[two][one] = cost
    return costs
