"""What no schedule can undercut: two lower bounds of the pair cost, each with its proof."""

from leagues.engine.sizes import table_sizes


def least_cost(entrants: int, table: int, rounds: int) -> int:
    """Give the proved least pair cost of a schedule."""
    return max(by_convexity(entrants, table, rounds), by_overlap(entrants, table, rounds))


def least_repeats(entrants: int, table: int, rounds: int) -> int:
    """Give the proved least number of repeats: meetings beyond one a pair."""
    return max(0, _meetings(entrants, table) * rounds - _pairs(entrants))


def by_convexity(entrants: int, table: int, rounds: int) -> int:
    """Share out the meetings evenly over the pairs: times * (times - 1) / 2 is convex, so nothing is cheaper."""
    return even(_meetings(entrants, table) * rounds, _pairs(entrants))


def by_overlap(entrants: int, table: int, rounds: int) -> int:
    """Compare two rounds: a table of s comes from T tables of the other, so some of its pairs met there.

    The pair cost counts, for each two rounds, the pairs that meet in both; spreading a table evenly
    over the other round's T tables is the least.
    """
    sizes = table_sizes(entrants, table)
    return rounds * (rounds - 1) // 2 * sum(even(size, len(sizes)) for size in sizes)


def _meetings(entrants: int, table: int) -> int:
    return sum(_pairs(size) for size in table_sizes(entrants, table))


def _pairs(things: int) -> int:
    return things * (things - 1) // 2


def even(things: int, places: int) -> int:
    """Give the least sum of n * (n - 1) / 2 over places that share the things."""
    if not places:
        return 0
    each, more = divmod(things, places)
    return more * _pairs(each + 1) + (places - more) * _pairs(each)
