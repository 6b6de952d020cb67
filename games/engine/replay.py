"""A round from its log: state = fold(moves)."""

from collections.abc import Iterable, Iterator

from games.engine.apply import apply
from games.engine.events import Event
from games.engine.notation import parse
from games.engine.record import Entry
from games.engine.state import State


def fold(state: State, log: Iterable[tuple[int, str, int]]) -> State:
    """Apply a log, (seat, command, ms) a line, to a round in place and give it back.

    Raises Refused where the log holds what the rules do not allow.
    """
    for seat, written, at in log:
        apply(state, seat, parse(written)[0], at)
    return state


def entries(state: State, log: Iterable[tuple[int, str, int]]) -> Iterator[Entry]:
    """Apply a log in place, yielding each command with what it brought about."""
    for seat, written, at in log:
        command = parse(written)[0]
        events: list[Event] = apply(state, seat, command, at)
        yield Entry(seat, command, at, tuple(events))
