"""A ranked match as a spectator sees it while a round is played: as it stood before, and what may be watched again."""

from typing import Any, NamedTuple

from games.names import shown_name
from games.presenters.rules import Sheet, sheet


class Sitter(NamedTuple):
    """Somebody in the round that is played, with the points from before it."""

    number: int
    name: str
    points: int


class Late(NamedTuple):
    """What everybody may know who does not play."""

    round: int  # the one that is played
    sitters: tuple[Sitter, ...]  # best first
    rules: Sheet
    last: int  # the last round that is over, 0 before the first


def late(round_: Any, before: Any, rules: Any) -> Late:
    """Build it from who is in the round that is played and from the one `before` it (None for the first)."""
    totals = before.totals if before is not None else {}
    sitters = [
        Sitter(person["seat"], shown_name(person["name"]), totals.get(str(person["seat"]), 0))
        for person in round_.roster
    ]
    ranked = sorted(sitters, key=lambda sitter: (-sitter.points, sitter.number))
    return Late(round_.number, tuple(ranked), sheet(rules), round_.number - 1)
