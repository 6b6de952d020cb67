"""Our side of the engine's bench: plays a row for the seconds asked on each line, in a process of its own."""

import random
import sys
import time
from collections.abc import Callable

from games.engine.apply import apply, apply_offered
from games.engine.deal import deal
from games.engine.notation import parse, text
from games.engine.ruleset import MAS_UNO
from games.engine.shuffle import SeededChance
from games.engine.state import OVER, State
from tests.bench.playing import OrdinaryChance, next_command, play_round

type Row = Callable[[random.Random], int]  # plays one round, gives its commands


def checked(seats: int, *, views: bool = False) -> Row:
    """What may be done, a checked command, a line in the log; with the mover's view each time or without."""

    def row(chance: random.Random) -> int:
        return len(play_round(MAS_UNO, seats, chance, views=views)[1])

    return row


def playout(chance: random.Random) -> int:
    """A playout: what the engine itself offered is not checked again, nothing is logged."""
    state, at = deal(MAS_UNO, 4, 0, OrdinaryChance(chance)), 0
    while state.phase is not OVER:
        at += 1000
        apply_offered(state, state.turn, next_command(state, state.turn, chance.random), at)
    return state.moves


class Replay:
    """Replays the same hundred rounds over and over: notation read, applied, checked."""

    def __init__(self) -> None:
        self.rounds = [self._round(number) for number in range(100)]
        self.turn = 0

    def _round(self, number: int) -> tuple[State, list[tuple[int, str, int]]]:
        state = deal(MAS_UNO, 4, 0, SeededChance(bytes([number])))
        first, log, roll = state.copy(), [], random.Random(number).random
        while state.phase is not OVER:
            seat, command = state.turn, next_command(state, state.turn, roll)
            apply(state, seat, command, state.moves)
            log.append((seat, text(command), state.moves))
        return first, log

    def __call__(self, chance: random.Random) -> int:
        self.turn = (self.turn + 1) % len(self.rounds)
        first, log = self.rounds[self.turn]
        state = first.copy()
        for seat, written, at in log:
            apply(state, seat, parse(written)[0], at)
        return len(log)


ROWS: dict[str, Callable[[], Row]] = {
    "T1": lambda: checked(4),
    "T2": lambda: checked(4, views=True),
    "T3": lambda: playout,
    "T5 2 seats": lambda: checked(2),
    "T5 10 seats": lambda: checked(10),
    "T5 20 seats": lambda: checked(20),
    "T5 40 seats": lambda: checked(40),
    "T7": Replay,
}


def main() -> None:
    row, chance = ROWS[sys.argv[1]](), random.Random(1)
    for line in sys.stdin:
        commands, began = 0, time.process_time()
        while time.process_time() - began < float(line):
            commands += row(chance)
        print(commands, time.process_time() - began, flush=True)


if __name__ == "__main__":
    main()
