"""Who takes which place of a schedule: by lot, and so that those to be kept apart meet least."""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Final

from leagues.engine.chance import shuffled, words
from leagues.engine.rounds import Round, Schedule, meetings

DRAWS: Final = 8

type Pair = tuple[int, int]


def placed(schedule: Schedule, entrants: Sequence[int], seed: str, apart: Collection[Pair] = ()) -> Schedule:
    """Give the schedule with entrants for places, drawn from the seed.

    Of a few draws, each bettered by exchanges, the one with the fewest meetings of pairs `apart` is taken.
    """
    met = meetings(schedule)
    stream = words(seed, "places")
    known = set(entrants)
    kept = [(one, two) for one, two in apart if one in known and two in known]
    best: list[int] = []
    least = -1
    for _ in range(DRAWS):
        order = [entrants[number] for number in shuffled(len(entrants), stream)]
        hits = _bettered(order, met, kept)
        if least < 0 or hits < least:
            best, least = order, hits
        if not least:
            break
    return tuple(tuple(tuple(best[place] for place in table) for table in tables) for tables in schedule)


def apart(schedule: Schedule, order: Sequence[int], pairs: Collection[Pair]) -> list[int]:
    """Give the order of places, exchanged so that these pairs meet as little as can be."""
    bettered = list(order)
    known = set(order)
    _bettered(bettered, meetings(schedule), [pair for pair in pairs if known.issuperset(pair)])
    return bettered


def _bettered(order: list[int], met: Counter[Pair], apart: list[Pair]) -> int:
    """Exchange the places of two while those kept apart meet less; give how often they still meet."""
    hits = _hits(order, met, apart)
    improved = bool(hits)
    while improved:
        improved = False
        named = {entrant for pair in apart for entrant in pair}
        for one, two in combinations(range(len(order)), 2):
            if order[one] not in named and order[two] not in named:
                continue
            order[one], order[two] = order[two], order[one]
            less = _hits(order, met, apart)
            if less < hits:
                hits, improved = less, True
            else:
                order[one], order[two] = order[two], order[one]
    return hits


def _hits(order: list[int], met: Counter[Pair], apart: list[Pair]) -> int:
    at = {entrant: place for place, entrant in enumerate(order)}
    return sum(met[min(at[one], at[two]), max(at[one], at[two])] for one, two in apart)


def shrunk(tables: Round, absent: Collection[int], table: int) -> tuple[Round, tuple[int, ...]]:
    """Give a laid-out round without those who are away, and who is left without a table.

    Tables shrink and nobody is paired anew; one left alone joins the smallest table that has room.
    """
    there = [[one for one in seats if one not in absent] for seats in tables]
    sitting = [seats for seats in there if len(seats) > 1]
    byes = []
    for one in (seats[0] for seats in there if len(seats) == 1):
        room = min((seats for seats in sitting if len(seats) < table), key=len, default=None)
        if room is None:
            byes.append(one)
        else:
            room.append(one)
    # Those left alone play each other, where no table had room.
    while len(byes) > 1:
        sitting.append([byes.pop() for _ in range(min(table, len(byes)))])
    return tuple(tuple(seats) for seats in sitting), tuple(byes)
