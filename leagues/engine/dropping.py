"""From a schedule of full tables to one for fewer entrants: take out some that never meet.

Each round then has as many tables of one less as entrants were taken out, and nobody meets oftener.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from leagues.engine.closed import without_repeats
from leagues.engine.rounds import Schedule, meetings, short_tables, spread

LOOKED_AT: Final = 24


def dropped(entrants: int, table: int, rounds: int) -> Schedule | None:
    """Give a schedule without repeats for any number of entrants, if one is known at once."""
    tables = -(-entrants // table)
    out = tables * table - entrants
    full = without_repeats(tables * table, table)
    if len(full) < rounds or out > tables:
        return None
    found = islice(_ways(full, tables * table, rounds, out), LOOKED_AT)
    return min(found, key=lambda schedule: spread(short_tables(schedule, entrants)), default=None)


def longest(entrants: int, table: int, rounds: int) -> Schedule:
    """Give as many of the rounds as are known without repeats."""
    while rounds > 1:
        schedule = dropped(entrants, table, rounds)
        if schedule:
            return schedule
        rounds -= 1
    return ()


def _ways(full: Schedule, entrants: int, rounds: int, out: int) -> Iterator[Schedule]:
    """Yield what is left of each run of rounds without each set of entrants who do not meet in it."""
    for first in range(len(full) - rounds + 1):
        part = full[first : first + rounds]
        if not out:
            yield part
            return
        met = meetings(part)
        apart = [{two for two in range(one + 1, entrants) if (one, two) not in met} for one in range(entrants)]
        for one in range(entrants):
            chosen = next(_strangers([one], apart[one], apart, out), None)
            if chosen:
                yield _without(part, chosen, entrants)


def _strangers(chosen: list[int], left: set[int], apart: list[set[int]], size: int) -> Iterator[list[int]]:
    if len(chosen) == size:
        yield chosen
    elif len(chosen) + len(left) >= size:
        for other in sorted(left):
            yield from _strangers([*chosen, other], left & apart[other], apart, size)


def _without(part: Schedule, out: list[int], entrants: int) -> Schedule:
    """Take entrants out and number the others anew, larger tables first; one left alone has a bye."""
    names = {old: new for new, old in enumerate(sorted(set(range(entrants)).difference(out)))}
    return tuple(
        tuple(
            sorted(
                (seats for table in tables if len(seats := tuple(names[e] for e in table if e in names)) > 1),
                key=len,
                reverse=True,
            )
        )
        for tables in part
    )
