"""The rules as they were when a round was played: which reading, deal and fold a rules version has.

A change of the rules that would fold a stored log otherwise gets a number of its own (`ruleset.VERSION`), and
the functions of the older one stay here under theirs.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from games.engine.deal import deal
from games.engine.record import Entry
from games.engine.replay import entries
from games.engine.ruleset import Rules, rules_from
from games.engine.shuffle import Chance
from games.engine.state import State


class UnknownVersion(ValueError):
    """A rules version that this program does not know."""


class Version(NamedTuple):
    """How rounds of one version of the rules are read, dealt and folded."""

    rules_from: Callable[[Mapping[str, Any]], Rules]
    deal: Callable[[Rules, int, int, Chance], State]
    entries: Callable[[State, Iterable[tuple[int, str, int]]], Iterator[Entry]]


VERSIONS: Final = {1: Version(rules_from, deal, entries)}


def version(number: int) -> Version:
    """Give the rules of a stored round by its number. Raises UnknownVersion."""
    if number not in VERSIONS:
        raise UnknownVersion(f"rules version {number} is unknown")
    return VERSIONS[number]
