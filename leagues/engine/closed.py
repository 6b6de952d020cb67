"""Schedules in which no pair meets twice, written down at once: circles, rings, fields and what is stored."""

from collections.abc import Sequence
from functools import cache

from leagues.engine.bases import stored
from leagues.engine.fields import Field, Product, prime_powers
from leagues.engine.rounds import Round, Schedule


@cache
def without_repeats(entrants: int, table: int) -> Schedule:
    """Give the longest schedule known of full tables without a repeat; `entrants` is a multiple of `table`."""
    if table == 2:
        return circle(entrants)
    return max(ring(entrants // table, table), stored(entrants, table), key=len)


def circle(entrants: int) -> Schedule:
    """Let every two of an even number meet once: one stays, the others go round."""
    turning = entrants - 1
    return tuple(
        (
            (turning, turn),
            *(((turn + step) % turning, (turn - step) % turning) for step in range(1, entrants // 2)),
        )
        for turn in range(turning)
    )


def ring(tables: int, table: int) -> Schedule:
    """Sit entrant (g, x) in round r at the table b with x = b + r * g, then each column g within itself.

    (g, x) and (h, y) meet when x - y = r * (g - h): once, if differences of columns or of rounds are
    units. So many numbers can differ by units as the smallest prime power of `tables` has elements: if
    that is enough for the columns, every number is a round; else it is the rounds that are so few.
    """
    parts = prime_powers(tables)
    units = min((prime**exponent for prime, exponent in parts), default=1)
    if table > tables:
        return (_in_order(tables, table),)
    numbers = Product([Field(prime, exponent) for prime, exponent in parts])
    few = [numbers.diagonal(number) for number in range(min(units, table))]
    if units >= table:
        return _across(numbers, few, range(tables)) + _within(tables, table)
    return _across(numbers, range(table), few) + _within(tables, table)


def _across(numbers: Product, columns: Sequence[int], turns: Sequence[int]) -> Schedule:
    size = numbers.size
    rounds = []
    for turn in turns:
        steps = [numbers.times(turn, column) for column in columns]
        rounds.append(
            tuple(
                tuple(column * size + numbers.add(first, step) for column, step in enumerate(steps))
                for first in range(size)
            )
        )
    return tuple(rounds)


def _within(size: int, table: int) -> Schedule:
    if size % table:
        return ()
    return tuple(
        tuple(tuple(column * size + place for place in seats) for column in range(table) for seats in tables)
        for tables in without_repeats(size, table)
    )


def _in_order(tables: int, table: int) -> Round:
    return tuple(tuple(range(first * table, (first + 1) * table)) for first in range(tables))
