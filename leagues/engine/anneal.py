"""Simulated annealing of a whole schedule: entrants change tables inside a round until few pairs repeat.

The number of steps depends on the sizes alone and chance on the seed, so the same seed gives the
same schedule on any machine. Costs are integers: a second meeting 1, a third 2 more, and a second
SHORT, a third twice that more.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from leagues.engine.chance import FINE, chunks, waits
from leagues.engine.rounds import Round, Schedule

SHORT: Final = 1
LEVELS: Final = 64


class Annealing:
    """A schedule on its way; rounds before `fixed` stay as they are."""

    def __init__(self, schedule: Sequence[Round], entrants: int, seed: str, fixed: int = 0) -> None:
        self.entrants = entrants
        self.fixed = fixed
        self.rounds = [[list(table) for table in tables] for tables in schedule]
        self.at = [_places(tables, entrants) for tables in self.rounds]
        self.meets = [[0] * entrants for _ in range(entrants)]
        self.shorts = [0] * entrants
        self.words = _pairs_of_words(seed)
        for tables in schedule:
            self._count(tables)
        self.cost = self._cost()
        self.best = self.cost
        self.kept = self._frozen()

    def run(self, steps: int, hot: int, cold: int, goal: int) -> bool:
        """Cool from `hot` to `cold` (65,536ths) over `steps`; tell whether the cost came down to `goal`."""
        if self.best <= goal:
            return True
        heat = hot
        shrink = _root(cold, hot, LEVELS - 1)
        for _ in range(LEVELS):
            limits = [heat * wait // (FINE * FINE) for wait in waits()]
            if self._level(steps // LEVELS, limits, goal):
                return True
            heat = heat * shrink // FINE
        return self.best <= goal

    def _level(self, steps: int, limits: list[int], goal: int) -> bool:
        """Try swaps at one heat. Written out for speed: this is where the time goes."""
        rounds, at, meets, shorts, entrants = self.rounds, self.at, self.meets, self.shorts, self.entrants
        first, spots = self.fixed * entrants, (len(rounds) - self.fixed) * entrants
        cost = self.cost
        words = self.words
        for _ in range(steps):
            spot, other = next(words)
            number, one = divmod(first + spot % spots, entrants)
            two = other % entrants
            where = at[number]
            here, there = where[one], where[two]
            if here == there:
                continue
            tables = rounds[number]
            near, far = tables[here], tables[there]
            ours, theirs = meets[one], meets[two]
            change = len(near) + len(far) - 2 - 2 * ours[two]
            for entrant in near:
                change += theirs[entrant] - ours[entrant]
            for entrant in far:
                change += ours[entrant] - theirs[entrant]
            longer = len(near) - len(far)
            if longer:
                change += SHORT * (shorts[one] - shorts[two] + 1 if longer > 0 else shorts[two] - shorts[one] + 1)
            if change > limits[other >> 22]:
                continue
            for entrant in near:
                ours[entrant] -= 1
                theirs[entrant] += 1
                row = meets[entrant]
                row[one] -= 1
                row[two] += 1
            for entrant in far:
                theirs[entrant] -= 1
                ours[entrant] += 1
                row = meets[entrant]
                row[two] -= 1
                row[one] += 1
            # The loops counted each of the two with themselves and with each other.
            ours[one] = theirs[two] = 0
            ours[two] -= 2
            theirs[one] -= 2
            near[near.index(one)], far[far.index(two)] = two, one
            where[one], where[two] = there, here
            if longer:
                shorts[one] += 1 if longer > 0 else -1
                shorts[two] -= 1 if longer > 0 else -1
            cost += change
            if cost <= goal:
                break
        self.cost = cost
        if cost < self.best:
            self.best, self.kept = cost, self._frozen()
        return cost <= goal

    def _count(self, round: Round) -> None:
        largest = max(map(len, round))
        for table in round:
            for one, two in combinations(table, 2):
                self.meets[one][two] += 1
                self.meets[two][one] += 1
            for entrant in table if len(table) < largest else ():
                self.shorts[entrant] += 1

    def _cost(self) -> int:
        met = sum(times * (times - 1) // 2 for row in self.meets for times in row) // 2
        return met + SHORT * sum(times * (times - 1) // 2 for times in self.shorts)

    def _frozen(self) -> Schedule:
        return tuple(tuple(tuple(table) for table in tables) for tables in self.rounds)


def _places(round: list[list[int]], entrants: int) -> list[int]:
    at = [-1] * entrants
    for number, table in enumerate(round):
        for entrant in table:
            at[entrant] = number
    return at


def _pairs_of_words(seed: str) -> Iterator[tuple[int, int]]:
    for chunk in chunks(seed, "anneal"):
        yield from zip(chunk[::2], chunk[1::2], strict=True)


def _root(low: int, high: int, steps: int) -> int:
    """Give, in 65,536ths, the factor that takes `high` below `low` in so many steps."""
    under, over = 1, FINE
    while over - under > 1:
        middle = (under + over) // 2
        value = high
        for _ in range(steps):
            value = value * middle // FINE
        under, over = (middle, over) if value < low else (under, middle)
    return over
