"""Whole rounds played at random, each checked against the rules' own promises."""

import hashlib
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from games.bots.random_player import Generator, choose, generator, interrupt
from games.engine.apply import apply
from games.engine.cards import Card
from games.engine.commands import CLOSE, LEAVE, TIMEOUT, Command
from games.engine.deal import deal
from games.engine.deck import deck_for
from games.engine.notation import text
from games.engine.record import Entry, record, record_differences
from games.engine.replay import fold
from games.engine.ruleset import Rules
from games.engine.shuffle import SeededChance
from games.engine.state import HONOUR, OVER, RACE, State, dump
from games.engine.visible import visible

LONGEST = 20_000  # commands; under some rules a round need not end, so it is left there and counted apart
INTERRUPTS = 0.35  # how often a seat speaks up out of turn when it could
TABLE_ACTS = 0.01  # how often the clock runs out
LEAVES = 0.001  # how often somebody goes


class Fault(Exception):
    """A promise of the rules that a simulated round broke."""


@dataclass
class Outcome:
    """What a run of simulated rounds gave; `faults` pairs a seed with what went wrong."""

    rounds: int = 0
    commands: int = 0
    seconds: float = 0.0
    ended: Counter[str] = field(default_factory=Counter)
    faults: list[tuple[str, str]] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)

    def add(self, other: "Outcome") -> None:
        """Take another run's figures in."""
        self.rounds += other.rounds
        self.commands += other.commands
        self.seconds += other.seconds
        self.ended += other.ended
        self.faults += other.faults
        self.lines += other.lines


def simulate(*, games: int, seats: int, rules: Rules, seed: str, jobs: int = 1, export: bool = False) -> Outcome:
    """Play `games` rounds at `seats` seats; round k's seed is `<seed>-<k>`.

    `seconds` in the outcome are those spent playing, summed over the jobs. With `export` the
    outcome's lines hold each round as a record.
    """
    shares = [range(job, games, jobs) for job in range(jobs)]
    total = Outcome()
    if jobs == 1:
        total.add(_play_many(seats, rules, seed, shares[0], export))
        return total
    with ProcessPoolExecutor(jobs) as pool:
        runs = [pool.submit(_play_many, seats, rules, seed, share, export) for share in shares]
        for run in runs:
            total.add(run.result())
    return total


def _play_many(seats: int, rules: Rules, seed: str, numbers: range, export: bool) -> Outcome:
    outcome = Outcome()
    for number in numbers:
        own_seed = f"{seed}-{number}"
        began = time.perf_counter()
        try:
            played = play_round(seats=seats, rules=rules, seed=own_seed)
            outcome.seconds += time.perf_counter() - began
            outcome.rounds += 1
            outcome.commands += len(played.entries)
            outcome.ended[how_it_ended(played.end)] += 1
            check(played)
        except Exception as fault:  # whatever it is, the seed shows it again
            outcome.faults.append((own_seed, repr(fault)))
            continue
        if export and played.end.phase is OVER:
            outcome.lines.append(played.record())
    return outcome


def how_it_ended(end: State) -> str:
    """Name the end of a round: won, blocked, or unfinished."""
    if end.phase is not OVER:
        return "unfinished"
    return "blocked" if end.winner is None else "won"


@dataclass
class Played:
    """A simulated round: how it began, its log, how it ended."""

    seats: int
    rules: Rules
    dealer: int
    start: State
    entries: list[Entry]
    end: State

    def record(self) -> dict[str, Any]:
        return record(self.rules, self.dealer, self.start, self.entries, self.end)


def play_round(*, seats: int, rules: Rules, seed: str, deck_seed: bytes = b"") -> Played:
    """Play one round at random from its seed alone. Raises Fault or Refused for a broken promise.

    `deck_seed` is the seed that the cards come from, where that is not to be made of the other one.
    """
    chance = generator(seed)
    dealer = chance.randrange(seats)
    start = deal(rules, seats, dealer, SeededChance(deck_seed or hashlib.sha256(seed.encode()).digest()))
    state = start.copy()
    cards = conserved(start)
    entries: list[Entry] = []
    for seat, command, at in _commands(state, chance):
        events = apply(state, seat, command, at)
        entries.append(Entry(seat, command, at, tuple(events)))
        if conserved(state) != cards:
            raise Fault(f"cards not conserved by {text(command)}")
    return Played(seats, rules, dealer, start, entries, state)


def _commands(state: State, chance: Generator) -> Iterator[tuple[int, Command, int]]:
    at = 0
    for _ in range(LONGEST):
        if state.phase is OVER:
            return
        at += chance.randrange(50, 2500)
        seat, command = _next(state, chance, at)
        yield seat, command, at


def _next(state: State, chance: Generator, at: int) -> tuple[int, Command]:
    seats = [seat for seat in range(len(state.hands)) if state.in_round(seat)]
    if chance.random() < LEAVES:
        return chance.choice(seats), LEAVE
    waiting = state.phase is RACE or state.phase is HONOUR
    if waiting or chance.random() < INTERRUPTS:
        seat = chance.choice(seats)
        command = interrupt(visible(state, seat), chance, at)
        if command is not None:
            return seat, command
    if waiting:
        return _in_wait(state, chance, seats, at)
    if chance.random() < TABLE_ACTS:
        return state.turn, TIMEOUT
    command = choose(visible(state, state.turn), chance, at)
    if command is None:
        raise Fault("the seat to move can do nothing")
    return state.turn, command


def _in_wait(state: State, chance: Generator, seats: list[int], at: int) -> tuple[int, Command]:
    able = [seat for seat in seats if interrupt(visible(state, seat), chance, at) is not None]
    if not able or chance.random() < TABLE_ACTS:
        return state.turn, CLOSE
    seat = chance.choice(able)
    command = interrupt(visible(state, seat), chance, at)
    return seat, CLOSE if command is None else command


def conserved(state: State) -> Counter[Card]:
    """Count every card of a round, wherever it lies."""
    cards = Counter([*state.draw, *state.discard, state.table])
    for hand in state.hands:
        cards.update(hand)
    return cards


def check(played: Played) -> None:
    """Check a finished round: its deck, its replay, its record. Raises Fault."""
    if conserved(played.start) != Counter(deck_for(played.rules, played.seats)):
        raise Fault("the deal is not the deck")
    log = [(entry.seat, text(entry.command), entry.at) for entry in played.entries]
    if dump(fold(played.start.copy(), log)) != dump(played.end):
        raise Fault("replaying the log gives another state")
    if played.end.phase is not OVER:
        return
    found = record_differences(played.record())
    if found:
        raise Fault(f"replaying the record: {found[0]}")
