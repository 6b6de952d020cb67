"""Tables of two: the cheapest perfect matching among near neighbours in the standings."""

from collections import Counter
from typing import Final

import networkx as nx

from leagues.engine.rounds import Round
from leagues.engine.snapshot import Entry, Snapshot
from leagues.engine.weights import SCORE, levels, pair_costs, weights_for

WINDOW: Final = 24


def matched(snapshot: Snapshot, order: list[Entry]) -> Round:
    """Pair an even number of entries, higher pairs first.

    Only neighbours are tried; the window opens until all are paired without a repeat or nothing
    is left to try.
    """
    farthest = max(levels(snapshot, order), default=0)
    weights = weights_for(snapshot, farthest)
    costs = pair_costs(snapshot, order, weights)
    _add_clashes(costs, _leans(snapshot, order), weights.in_a_row or SCORE)
    bearable = min(weights.again or weights.apart, weights.apart)
    window = WINDOW
    while True:
        pairs = _matching(costs, window)
        whole = 2 * len(pairs) == len(order)
        if window >= len(order) or (whole and all(costs[one][two] < bearable for one, two in pairs)):
            return tuple((order[one].entrant, order[two].entrant) for one, two in pairs)
        window *= 2


def _leans(snapshot: Snapshot, order: list[Entry]) -> list[int]:
    """Give how much oftener each had the first seat than the second."""
    leans: Counter[int] = Counter()
    for one, two in (seats for tables in snapshot.earlier for seats in tables if len(seats) == 2):
        leans[one] += 1
        leans[two] -= 1
    return [leans[entry.entrant] for entry in order]


def _add_clashes(costs: list[list[int]], leans: list[int], clash: int) -> None:
    """Part those who both had the same seat twice more than the other: one of them would have it three times more."""
    for one, mine in enumerate(leans):
        for two in range(one):
            if mine * leans[two] > 0 and min(abs(mine), abs(leans[two])) > 1:
                costs[one][two] += clash
                costs[two][one] += clash


def _matching(costs: list[list[int]], window: int) -> list[tuple[int, int]]:
    """Give the cheapest of the largest matchings; networkx looks for the heaviest, so costs are turned round."""
    edges = [
        (one, two, costs[one][two])
        for one in range(len(costs))
        for two in range(one + 1, min(one + window + 1, len(costs)))
    ]
    top = 1 + max((cost for *_, cost in edges), default=0)
    graph = nx.Graph()
    graph.add_nodes_from(range(len(costs)))
    graph.add_weighted_edges_from((one, two, top - cost) for one, two, cost in edges)
    return sorted((min(pair), max(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True))
