"""A league of matches of a single round (LEAGUES §3): places by what the cards left are worth, then by their number.

The match itself knows only worth (RULES, `single`: the winner first alone, the others by the points left in hand, a
blocked round by them for all; equal is equal). Its places, and with them the ratings, stay like that. A league's table
parts those who are equal once more: of two hands worth as much the one with fewer cards comes before.
"""

from collections.abc import Sequence
from itertools import pairwise


def parted(places: Sequence[int], counts: Sequence[int | None]) -> list[int]:
    """Part equal places by the number of cards left, fewest first; where one is unknown (None) they stay equal."""
    found = []
    for place, count in zip(places, counts, strict=True):
        equal = [other for other, its in zip(counts, places, strict=True) if its == place]
        known = [other for other in equal if other is not None]
        better = sum(other < count for other in known) if count is not None and len(known) == len(equal) else 0
        found.append(place + better)
    return found


def in_order(places: Sequence[int], worth: Sequence[int]) -> bool:
    """Tell whether places follow what the hands left are worth: nobody comes before a hand worth less, or beside one.

    Hands of nothing at all were not written down, and say nothing.
    """
    if not any(worth):
        return True
    seats = sorted(zip(places, worth, strict=True))
    return all(left == more if place == after else left <= more for (place, left), (after, more) in pairwise(seats))
