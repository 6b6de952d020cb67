"""How many tables, and how large."""

from typing import Final

SMALLEST: Final = 2
LARGEST: Final = 10


def table_sizes(entrants: int, table: int) -> list[int]:
    """Give the sizes of a round's tables, larger ones first: as few as can be, differing by one at most.

    `table` is the planned size, 2 to 10. At tables of two an odd entrant has a bye.

    Fewer than two full tables (LEAGUES §1.4, "season cannot fill k"): whoever fits at one table plays there in every
    round, a full league of as many deals as rounds; one more, and there are two short tables, as for any number that
    does not divide (the first row of §1.4), for a table is never larger than was promised. P3 holds that pairing to
    its bound at 6 and 7 entrants of 4. Directors are told before they begin (`presenters.desk`).
    """
    if not SMALLEST <= table <= LARGEST:
        raise ValueError(f"no tables of {table}")
    seated = entrants - byes(entrants, table)
    if not seated:
        return []
    tables = -(-seated // table)
    size, longer = divmod(seated, tables)
    return [size + 1] * longer + [size] * (tables - longer)


def byes(entrants: int, table: int) -> int:
    """Give how many entrants have no table: only an odd one among tables of two, or one who is alone."""
    return entrants % 2 if table == SMALLEST or entrants < SMALLEST else 0


def short_seats(sizes: list[int]) -> int:
    """Give how many entrants sit at a table smaller than the round's largest."""
    return sum(size for size in sizes if size < max(sizes))


def default_rounds(entrants: int, table: int) -> int:
    """Propose a number of rounds: 5, 7 or 8 by size, never fewer than it takes to tell all apart."""
    proposed = 5 if entrants <= 16 else 7 if entrants <= 28 else 8
    return max(proposed, least_rounds(entrants, table))


def least_rounds(entrants: int, table: int) -> int:
    """Give how many rounds it takes at least until one alone can have won all."""
    least, told = 0, 1
    while told < entrants:
        least, told = least + 1, told * table
    return least
