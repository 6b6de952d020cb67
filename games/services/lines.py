"""Lines that are slow in races and nowhere else.

Whoever holds back their browser's answers while a race may come seems to be on a slow line, and gains by
it. Their own line tells them apart from those who are: a slow line is slow in the whole match. So every
move keeps the lag it came with, and a seat whose lag lay more than 60 ms above its median of this match (of
what it did outside races) in three races is judged by that median in races from then on, where that is less.

It is the seat's own median and not the table's: by the table's, everybody on a slow line among fast ones
would be punished for it. A line that gets slower for good soon has a slower median, and is believed again.
"""

import statistics
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from games import queries
from games.engine.commands import Command, Shout
from games.engine.state import Phase, State
from games.models import Match, Round
from games.services.judging import NO_SIGNAL, Signal

EXCESS_MS = 60
DOUBTED_AFTER = 3  # races
ENOUGH = 5  # commands outside races that make a median


class Line(NamedTuple):
    """A seat's line in one match: its usual lag in ms (None: not known yet), its races, how many were too slow."""

    usual: int | None
    races: int
    slow: int

    @property
    def doubted(self) -> bool:
        """Whether its races are judged by the usual lag."""
        return self.slow >= DOUBTED_AFTER


def line_of(signals: Iterable[tuple[str, Mapping[str, Any]]]) -> Line:
    """Read a seat's line off its commands of the match: the text of each, and how it came (`judging.told`)."""
    shouts: list[int] = []
    others: list[int] = []
    for text, signal in signals:
        if not signal.get("sure", True):
            continue  # a connection's first pings say little
        (shouts if text == "shout" else others).append(signal.get("measured", signal["lag"]))
    if len(others) < ENOUGH:
        return Line(None, len(shouts), 0)
    usual = round(statistics.median(others))
    return Line(usual, len(shouts), sum(lag > usual + EXCESS_MS for lag in shouts))


def believed(round_: Round, state: State, seat: int, command: Command, signal: Signal) -> Signal:
    """Give the signal a command is judged by: as it came, or in a race with the seat's usual lag."""
    if signal is NO_SIGNAL or not isinstance(command, Shout) or state.phase is not Phase.RACE:
        return signal
    line = line_of(queries.signals_of(round_.match_id, round_.seats[seat]))
    if line.usual is None or not line.doubted or signal.lag <= line.usual:
        return signal
    return replace(signal, lag=line.usual, measured=signal.lag)


def lines_of(match: Match) -> list[tuple[str, Line]]:
    """Give the line of each of a match's people, by name, for who looks into how its races were judged."""
    people = match.seats.filter(player__isnull=False)
    return [(seat.name, line_of(queries.signals_of(match.pk, seat.number))) for seat in people]
