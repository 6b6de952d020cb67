"""What a schedule is, and what is counted of one: meetings, repeats, short tables."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

type Table = tuple[int, ...]
type Round = tuple[Table, ...]
type Schedule = tuple[Round, ...]


def pairs(round: Round) -> Iterable[tuple[int, int]]:
    """Yield the pairs that meet in a round, the smaller number first."""
    for table in round:
        yield from combinations(sorted(table), 2)


def meetings(schedule: Iterable[Round]) -> Counter[tuple[int, int]]:
    """Count how often each pair meets."""
    return Counter(pair for tables in schedule for pair in pairs(tables))


def repeats(schedule: Iterable[Round]) -> int:
    """Count meetings after a pair's first."""
    return sum(times - 1 for times in meetings(schedule).values())


def pair_cost(schedule: Iterable[Round]) -> int:
    """Give the sum over pairs of times * (times - 1) / 2: what schedules are judged by."""
    return sum(times * (times - 1) // 2 for times in meetings(schedule).values())


def short_tables(schedule: Iterable[Round], entrants: int) -> list[int]:
    """Count for each entrant the tables that were smaller than the largest of their round."""
    counts = [0] * entrants
    for tables in schedule:
        largest = max(map(len, tables))
        for table in tables:
            if len(table) < largest:
                for entrant in table:
                    counts[entrant] += 1
    return counts


def sat_out(schedule: Iterable[Round], entrants: int) -> list[int]:
    """Count for each entrant the rounds without a table."""
    counts = [0] * entrants
    for tables in schedule:
        for entrant in set(range(entrants)).difference(*tables):
            counts[entrant] += 1
    return counts


def spread(counts: Sequence[int]) -> int:
    """Give the difference between the most and the least."""
    return max(counts) - min(counts) if counts else 0
