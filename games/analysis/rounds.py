"""A stored round analysed: folded by its own rules, and at every position only what the seat to move could see.

The work is counted in playouts, never in time: the same round gives the same findings on every machine.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.analysis.chances import estimate, outcome
from games.analysis.choices import judge
from games.analysis.findings import Finding
from games.bots.random_player import generator
from games.bots.strong import PLAYOUTS
from games.engine.commands import Command
from games.engine.notation import parse
from games.engine.shuffle import SeededChance
from games.engine.state import OVER, State
from games.engine.versions import version
from games.engine.visible import visible

VERSION: Final = 1  # changes whenever the bots or the analysis find something else in the same round

# Playouts at a position: for the chances, for the bot (as many as it has at a table), for the comparison.
CHANCES: Final = 600
COMPARING: Final = 1200
A_POSITION: Final = CHANCES + PLAYOUTS + COMPARING
A_ROUND: Final = 120_000  # at most; in a long round every position gets its part of them


class Played(NamedTuple):
    """A round that is over, as it is stored: enough to fold it again."""

    rules: Mapping[str, Any]
    rules_version: int
    seats: int
    dealer: int
    context: str
    seed: bytes  # what the round's chance was made of
    log: Sequence[tuple[int, str, int]]  # seat, command, ms

    @property
    def positions(self) -> int:
        """How many findings there will be: one for the deal and one after every move."""
        return len(self.log) + 1


def analyse(played: Played, first: int = 0, playouts: int = A_ROUND) -> Iterator[Finding]:
    """Yield a finding for each position from the `first` one on (0 is the deal), in order.

    At most `playouts` rounds are played out for the whole round; what is found at a position does not depend
    on where one began. Raises UnknownVersion, Refused or ValueError for what is no round.
    """
    rules = version(played.rules_version)
    state = rules.deal(rules.rules_from(played.rules), played.seats, played.dealer, SeededChance(played.seed))
    moves = rules.entries(state, played.log)
    part = min(1.0, playouts / (A_POSITION * played.positions))
    for number in range(played.positions):
        if number >= first:
            line = played.log[number] if number < len(played.log) else None
            yield look_at(state, number, line, f"{played.context} {number}", part)
        next(moves, None)


def look_at(state: State, number: int, line: tuple[int, str, int] | None, seed: str, part: float = 1.0) -> Finding:
    """Look at one position, the one after `number` moves, through the eyes of the seat to move.

    `line` is what was done there (seat, command, ms), `part` how much of the usual work it may cost (0 to 1).
    """
    if state.phase is OVER:
        return Finding(number, outcome(state))
    view = visible(state, state.turn)
    chances = estimate(view, generator(f"chances {seed}"), int(CHANCES * part))
    if line is None or not chances.tried:
        return Finding(number, chances)
    seat, written, at = line
    command: Command = parse(written)[0]
    if seat != state.turn:
        return Finding(number, chances)
    work = {"thinking": int(PLAYOUTS * part), "comparing": int(COMPARING * part)}
    return Finding(number, chances, judge(view, command, at, generator(f"choice {seed}"), **work))
