"""`make bench-bots`: how often each bot beats three of the next weaker, and what its decisions cost.

One seat plays the first, three the second; seat and dealer change every round, every seat has a generator
of its own, and the seeds are fixed: the same figures come out again, but for the times. Prints the
share of the rounds won with its 95 % interval (Wilson) and the CPU time of the first one's turns.
"""

import argparse
import hashlib
import math
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import repeat

from games.bots import beginner, sensible, strong
from games.bots.random_player import random_play
from games.bots.strengths import Choose
from games.engine.apply import apply
from games.engine.commands import DRAW, PASS, Command
from games.engine.deal import deal
from games.engine.may import may
from games.engine.ruleset import MAS_UNO, Rules
from games.engine.shuffle import SeededChance
from games.engine.state import HONOUR, OVER, RACE, State
from games.engine.visible import View, visible

SEATS = 4
STEP_MS = 1000
GRACE_MS = 1500  # as tables have it
PARTS = 20
# First, second, and the share that the first must reach.
PAIRS = (("strong", "sensible", 0.32), ("sensible", "random", 0.40), ("sensible", "beginner", None))


def uniform(view: View, chance: random.Random, at: int | None = None) -> Command | None:
    """Choose uniformly card by card, but never draw where a card can be played."""
    options = may(view, at)
    if options.openers:
        return random_play(view, chance)
    if options.draw or options.pass_:
        return DRAW if options.draw else PASS
    return sensible.choose(view, chance, at)


BOTS: dict[str, Choose] = {
    "random": uniform,
    "beginner": beginner.choose,
    "sensible": sensible.choose,
    "strong": strong.choose,
}


@dataclass
class Tally:
    """What a run of rounds gave the first bot."""

    rounds: int = 0
    won: int = 0
    points: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.rounds += other.rounds
        self.won += other.won
        self.points += other.points
        self.milliseconds += other.milliseconds


def play_rounds(first: str, second: str, numbers: range, rules: Rules = MAS_UNO) -> Tally:
    """Play these rounds, one `first` against three `second` in each."""
    tally = Tally()
    for number in numbers:
        mine = number % SEATS
        state = deal(rules, SEATS, number // SEATS % SEATS, SeededChance(hashlib.sha256(b"bots %d" % number).digest()))
        choosers = [BOTS[first if seat == mine else second] for seat in range(SEATS)]
        for seat, milliseconds in play(state, choosers, number):
            if seat == mine:
                tally.milliseconds.append(milliseconds)
        tally.rounds += 1
        tally.won += state.winner == mine
        tally.points += state.points * (state.winner == mine)
    return tally


def play(state: State, choosers: list[Choose], number: int) -> Iterator[tuple[int, float]]:
    """Play a round to its end; yield the seat and the CPU time of every turn."""
    chances = [random.Random(f"bots {number} {seat}") for seat in range(SEATS)]
    at = 0
    while state.phase is not OVER:
        at += STEP_MS
        if speak_up(state, choosers, chances, at):
            continue
        seat, view = state.turn, visible(state, state.turn)
        began = time.process_time()
        command = choosers[seat](view, chances[seat], at)
        yield seat, (time.process_time() - began) * 1000
        assert command is not None, "the seat to move can do something"
        apply(state, seat, command, at)


def speak_up(state: State, choosers: list[Choose], chances: list[random.Random], at: int) -> bool:
    """Let a seat say, catch, shout or confirm out of turn; who owes MAS first."""
    waiting = state.phase is RACE or state.phase is HONOUR
    if not (waiting or state.owes):
        return False
    others = [seat for seat in range(SEATS) if seat not in state.owes]
    chances[0].shuffle(others)
    for seat in [*state.owes, *others]:
        if waiting or seat != state.turn:
            command = choosers[seat](visible(state, seat), chances[seat], at)
            if command is not None:
                apply(state, seat, command, at)
                return True
    return False


def interval(won: int, rounds: int) -> tuple[float, float]:
    """Give Wilson's 95 % interval of a share."""
    z, share = 1.96, won / rounds
    middle = share + z * z / (2 * rounds)
    spread = z * math.sqrt(share * (1 - share) / rounds + z * z / (4 * rounds * rounds))
    whole = 1 + z * z / rounds
    return (middle - spread) / whole, (middle + spread) / whole


def compare(first: str, second: str, must: float | None, rounds: int, jobs: int) -> None:
    total = Tally()
    parts = [range(part, rounds, PARTS) for part in range(PARTS)]
    rules = replace(MAS_UNO, mas_grace_ms=GRACE_MS)
    with ProcessPoolExecutor(jobs) as pool:
        for tally in pool.map(play_rounds, repeat(first), repeat(second), parts, repeat(rules)):
            total.add(tally)
    low, high = interval(total.won, total.rounds)
    times = sorted(total.milliseconds)
    print(
        f"{first:8} against 3 {second:8}  {total.won / total.rounds:6.1%} of {total.rounds} rounds"
        f"  ({low:.1%}–{high:.1%}){'' if must is None else f'  must {must:.0%}'}"
        f"  CPU a turn: median {times[len(times) // 2]:.2f}, p99 {times[len(times) * 99 // 100]:.2f},"
        f" max {times[-1]:.2f} ms",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", choices=[first for first, _, _ in PAIRS])
    options = parser.parse_args()
    for first, second, must in PAIRS:
        if options.only in (None, first):
            compare(first, second, must, options.rounds, options.jobs)


if __name__ == "__main__":
    main()
