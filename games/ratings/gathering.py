"""Which of those who wait sit down together: who has waited longest first, beside the nearest that fit."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from games.ratings.window import Window, meet


class Size(NamedTuple):
    """How many a table takes: it forms with `enough`, takes up to `most`, and fewer after a while."""

    enough: int
    most: int
    fewest: int
    patience: float  # seconds after which `fewest` will do


DUEL: Final = Size(enough=2, most=2, fewest=2, patience=0)
TABLE: Final = Size(enough=4, most=6, fewest=3, patience=45)


class Waiter(NamedTuple):
    """Somebody in the queue: who, how strong, with whom they may meet, and the seconds waited."""

    key: int
    mu: float
    window: Window
    waited: float


type Pairs = Collection[frozenset[int]]


def gather(waiters: Sequence[Waiter], size: Size, apart: Pairs = frozenset()) -> list[list[int]]:
    """Put tables together, each a list of keys; nobody is at two. `apart` are the pairs who never sit together."""
    free = sorted(waiters, key=lambda waiter: (-waiter.waited, waiter.key))
    tables = []
    for first in tuple(free):
        party = _party(first, free, size, apart) if first in free else []
        if party:
            tables.append([waiter.key for waiter in party])
            free = [waiter for waiter in free if waiter not in party]
    return tables


def _party(first: Waiter, free: Sequence[Waiter], size: Size, apart: Pairs) -> list[Waiter]:
    """The table of one of them, empty while it cannot be laid."""
    party = [first]
    others = (waiter for waiter in free if waiter is not first)
    for other in sorted(others, key=lambda waiter: (abs(waiter.mu - first.mu), -waiter.waited, waiter.key)):
        if all(_fit(other, seated, apart) for seated in party):
            party.append(other)
    return party[: seats(len(party), max(waiter.waited for waiter in party), size)]


def _fit(one: Waiter, other: Waiter, apart: Pairs) -> bool:
    return meet(one.window, other.window) and frozenset((one.key, other.key)) not in apart


def seats(fitting: int, waited: float, size: Size) -> int:
    """Give how many of those who fit sit down, 0 for nobody yet.

    All of them where one table takes them; of more only `enough`, so that who stays can make a table soon.
    """
    if fitting > size.most:
        return size.enough
    if fitting >= size.enough or (fitting >= size.fewest and waited >= size.patience):
        return fitting
    return 0
