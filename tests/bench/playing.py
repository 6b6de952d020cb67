"""Random rounds as the bench plays them: what may be done, a checked command, a line in the log."""

import random
from collections.abc import Callable
from typing import Any

from games.bots.deals import OrdinaryChance
from games.engine.apply import apply
from games.engine.cards import FIRST_COLOURLESS, OPEN, Card
from games.engine.choices import needs_of
from games.engine.commands import DRAW, MAS, NAMED, PASS, PLAIN, Command, Play, Put
from games.engine.deal import deal
from games.engine.may import openers_in
from games.engine.opening import following
from games.engine.ruleset import Rules
from games.engine.state import DRAWN, OVER, State
from games.engine.visible import visible

GO_ON = 0.5  # how often a play that could go on does
SAY = 0.7  # how often MAS! is said with the play

type Log = list[tuple[int, Command, int]]
type Roll = Callable[[], float]


def play_round(rules: Rules, seats: int, generator: random.Random, *, views: bool = False, most: int = 100_000) -> Any:
    """Play a round, or its first `most` commands; give the state and the log."""
    state = deal(rules, seats, 0, OrdinaryChance(generator))
    log: Log = []
    roll = generator.random
    at = 0
    while state.phase is not OVER and len(log) < most:
        seat = state.turn
        if views:
            visible(state, seat)
        command = next_command(state, seat, roll)
        at += 1000
        apply(state, seat, command, at)
        log.append((seat, command, at))
    return state, log


def next_command(state: State, seat: int, roll: Roll) -> Command:
    """Find what the seat to move may do, and pick: a play rather than a draw, where there is one."""
    cards = openers_in(state, seat)
    if cards:
        return random_play(state, seat, cards[int(roll() * len(cards))], roll)
    if state.phase is DRAWN or state.skips:
        return PASS
    if seat in state.owes and state.rules.say_before_last:
        return MAS
    return DRAW


def random_play(state: State, seat: int, card: Card, roll: Roll) -> Play:
    """Build a play card by card."""
    put = PLAIN[card] if card < FIRST_COLOURLESS else put_for(state, seat, card, roll)
    puts = [put]
    if roll() < GO_ON:
        rest = state.hands[seat][:]
        while True:
            rest.remove(put.card)
            row = following(state.rules, put)
            able = [card for card in rest if row[card]]
            if not able:
                break
            card = able[int(roll() * len(able))]
            put = PLAIN[card] if card < FIRST_COLOURLESS else put_for(state, seat, card, roll)
            puts.append(put)
            if roll() >= GO_ON:
                break
    return Play(tuple(puts), roll() < SAY)


def put_for(state: State, seat: int, card: Card, roll: Roll) -> Put:
    """Put a colourless card with random choices; only the cards of the presets are met here."""
    if not needs_of(state.rules, card).seat:
        return NAMED[card][int(roll() * OPEN)]
    seats = len(state.hands)
    other = (seat + 1 + int(roll() * (seats - 1))) % seats
    return Put(card, int(roll() * OPEN), other)
