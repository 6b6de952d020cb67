"""Balanced round robin: every round known before the first."""

from itertools import combinations, pairwise
from typing import Final

from leagues.engine.anneal import SHORT, Annealing
from leagues.engine.bounds import even, least_cost
from leagues.engine.chance import FINE, shuffled, words
from leagues.engine.dropping import dropped, longest
from leagues.engine.rounds import Round, Schedule, meetings, pairs
from leagues.engine.sizes import short_seats, table_sizes

STEPS: Final = 6_000_000
"""Looks into tables of meetings, at most: a second or so on an ordinary machine."""
ENOUGH: Final = 40_000
"""Looks for each place of a season: a small one has settled by then."""
HOT, WARM, COLD = FINE * 4 // 10, FINE * 3 // 10, FINE // 10


def schedule(entrants: int, table: int, rounds: int, seed: str = "", work: int = STEPS) -> Schedule:
    """Give the rounds of places 0..entrants-1: without a repeat where that is known, else annealed.

    The same numbers give the same schedule everywhere; `work` bounds how long annealing looks.
    Who takes which place is `placing.placed`.
    """
    if entrants < 2 or rounds < 1:
        return ()
    if table == 2:
        return _in_turn(entrants, rounds)
    return dropped(entrants, table, rounds) or _calm(_annealed(entrants, table, rounds, seed, work))


def _in_turn(entrants: int, rounds: int) -> Schedule:
    """Repeat the circle of duels as often as it takes."""
    whole = dropped(entrants, 2, entrants - 1 + entrants % 2)
    assert whole
    return tuple(whole[number % len(whole)] for number in range(rounds))


def _annealed(entrants: int, table: int, rounds: int, seed: str, work: int) -> Schedule:
    """Anneal from rounds without repeats and from random ones; the better is kept."""
    steps = min(work, ENOUGH * entrants * rounds) // (table + 2)
    goal = least_cost(entrants, table, rounds) + SHORT * even(_all_short(entrants, table) * rounds, entrants)
    known = _known(entrants, table, rounds)
    begun = Annealing(
        [*known, *_random(entrants, table, rounds - len(known), seed, "more")], entrants, seed, len(known)
    )
    if begun.run(steps // 5, HOT, COLD, goal):
        return begun.kept
    freed = Annealing(begun.kept, entrants, f"{seed}|freed")
    if known and freed.run(steps // 5, WARM, COLD, goal):
        return freed.kept
    fresh = Annealing(_random(entrants, table, rounds, seed, "start"), entrants, f"{seed}|fresh")
    fresh.run(steps, HOT, COLD, goal)
    return min(begun, freed, fresh, key=lambda tried: tried.best).kept


def _known(entrants: int, table: int, rounds: int) -> Schedule:
    """Give rounds without repeats; where they let all meet once, as many times over as fit."""
    known = longest(entrants, table, rounds)
    if len(meetings(known)) < entrants * (entrants - 1) // 2:
        return known
    return known * (rounds // len(known))


def _all_short(entrants: int, table: int) -> int:
    return short_seats(table_sizes(entrants, table))


def _random(entrants: int, table: int, rounds: int, seed: str, label: str) -> Schedule:
    stream = words(seed, label)
    return tuple(cut(shuffled(entrants, stream), table_sizes(entrants, table)) for _ in range(rounds))


def cut(order: list[int], sizes: list[int]) -> Round:
    """Cut an order into tables of these sizes."""
    left = iter(order)
    return tuple(tuple(next(left) for _ in range(size)) for size in sizes)


def _calm(rounds: Schedule) -> Schedule:
    """Order the rounds so that few pairs meet twice in a row."""
    met = [set(pairs(tables)) for tables in rounds]
    shared = {(a, b): len(met[a] & met[b]) for a in range(len(met)) for b in range(len(met))}
    order = list(range(len(rounds)))
    cost = _in_a_row(order, shared)
    improved = True
    while improved:
        improved = False
        for one, two in combinations(range(len(order)), 2):
            turned = order[:one] + order[one : two + 1][::-1] + order[two + 1 :]
            less = _in_a_row(turned, shared)
            if less < cost:
                order, cost, improved = turned, less, True
    return tuple(rounds[number] for number in order)


def _in_a_row(order: list[int], shared: dict[tuple[int, int], int]) -> int:
    return sum(shared[pair] for pair in pairwise(order))
