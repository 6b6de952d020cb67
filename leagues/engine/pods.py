"""The search for tables: swaps of two entrants while that is cheaper, then small kicks.

Cost is a sum over pairs that share a table and over who sits at which table, so a swap is judged by
four looks into tables of sums. Work is counted in swaps judged, not in seconds.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

KICKS: Final = 3

type Costs = list[list[int]]


class Pods:
    """Tables on their way to a low cost.

    `costs` are of pairs; `alone[table][entrant]` what it costs an entrant to sit at that table at all.
    """

    def __init__(self, costs: Costs, alone: Costs, tables: list[list[int]]) -> None:
        self.costs = costs
        self.twice = [[2 * cost for cost in row] for row in costs]
        self.tables = tables
        self.at = [0] * len(costs)
        for number, table in enumerate(tables):
            for entrant in table:
                self.at[entrant] = number
        # What it costs each entrant to sit with each table's members.
        self.sums = [
            [own[entrant] + sum(costs[entrant][other] for other in table) for entrant in range(len(costs))]
            for own, table in zip(alone, tables, strict=True)
        ]
        self.own = [self.sums[number][entrant] for entrant, number in enumerate(self.at)]
        self.work = 0

    def improve(self, words: Iterator[int], work: int) -> None:
        """Search until so many swaps were judged; what is found last is the cheapest seen."""
        if len(self.tables) < 2:
            return
        self.descend(range(len(self.at)))
        while self.work < work and any(self.own):
            kept = [list(table) for table in self.tables], list(self.at), list(self.sums), list(self.own)
            change, touched = self._kick(words)
            change += self.descend(touched)
            if change > 0:
                self.tables, self.at, self.sums, self.own = kept

    def descend(self, waiting: Iterable[int]) -> int:
        """Make the best swap of each waiting entrant while one is cheaper; give the change of cost."""
        queue = deque(waiting)
        queued = set(queue)
        total = 0
        while queue:
            one = queue.popleft()
            queued.discard(one)
            change, two = self._best(one)
            if change >= 0:
                continue
            total += change
            for entrant in self._swap(one, two):
                if entrant not in queued:
                    queued.add(entrant)
                    queue.append(entrant)
        return total

    def _best(self, one: int) -> tuple[int, int]:
        """Give the cheapest swap of one entrant: the change of cost and with whom."""
        here = self.at[one]
        sums, own = self.sums, self.own
        column = sums[here]
        twice = self.twice[one]
        best, partner = own[one], -1
        self.work += len(self.at)
        for there, table in enumerate(self.tables):
            if there != here:
                base = sums[there][one]
                for two in table:
                    change = base + column[two] - own[two] - twice[two]
                    if change < best:
                        best, partner = change, two
        return best - own[one], partner

    def _swap(self, one: int, two: int) -> list[int]:
        """Let two change tables; give who sits at those tables."""
        here, there = self.at[one], self.at[two]
        near, far = self.tables[here], self.tables[there]
        near[near.index(one)], far[far.index(two)] = two, one
        self.at[one], self.at[two] = there, here
        ours, theirs = self.costs[one], self.costs[two]
        shift = [b - a for a, b in zip(ours, theirs, strict=True)]
        self.sums[here] = [s + d for s, d in zip(self.sums[here], shift, strict=True)]
        self.sums[there] = [s - d for s, d in zip(self.sums[there], shift, strict=True)]
        for number, table in ((here, near), (there, far)):
            row = self.sums[number]
            for entrant in table:
                self.own[entrant] = row[entrant]
        return near + far

    def _kick(self, words: Iterator[int]) -> tuple[int, list[int]]:
        """Swap a few at random; give the change of cost and who was touched."""
        touched: list[int] = []
        total = 0
        for _ in range(2 + next(words) % (KICKS - 1)):
            one, two = next(words) % len(self.at), next(words) % len(self.at)
            here, there = self.at[one], self.at[two]
            if here != there:
                total += self.sums[there][one] + self.sums[here][two] - 2 * self.costs[one][two]
                total -= self.own[one] + self.own[two]
                touched += self._swap(one, two)
        return total, list(dict.fromkeys(touched))
