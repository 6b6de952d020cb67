"""Whole matches of our bots against each other, nowhere stored: results for seasons that nobody plays."""

import hashlib
from typing import Final, NamedTuple

from games.bots import sensible
from games.bots.random_player import Generator, generator
from games.engine.apply import apply
from games.engine.cards import points_in
from games.engine.deal import deal
from games.engine.match import match_over, next_dealer, places
from games.engine.ruleset import Rules
from games.engine.shuffle import SeededChance
from games.engine.state import OVER, State
from games.engine.visible import visible

STEP_MS: Final = 1000
LONGEST: Final = 5_000  # commands of a deal; one that takes more counts as blocked
DEALS: Final = 60


class Played(NamedTuple):
    """How a match ended, by seat."""

    points: list[int]
    in_hand: list[int]  # points held when the last deal was over
    places: list[int]


def play_match(*, rules: Rules, seats: int, seed: str) -> Played:
    """Let sensible bots play a match to its end, or for 60 deals; the same seed gives the same match."""
    chance = generator(seed)
    points, dealer, number = [0] * seats, 0, 0
    while True:
        number += 1
        state = deal(rules, seats, dealer, SeededChance(hashlib.sha256(f"{seed} {number}".encode()).digest()))
        _play_out(state, seats, chance)
        if state.winner is not None:
            points[state.winner] += state.points
        if number == DEALS or match_over(rules.ending, points, number):
            break
        dealer = next_dealer(dealer, seats, [])
    in_hand = [points_in(hand) for hand in state.hands]
    return Played(points, in_hand, places(rules.ending, points, winner=state.winner, in_hand=in_hand))


def _play_out(state: State, seats: int, chance: Generator) -> None:
    """Ask the seat to move, and all seats where a race or an honour rule waits for them."""
    at = 0
    for _ in range(LONGEST):
        if state.phase is OVER:
            return
        at += STEP_MS
        for seat in [state.turn, *range(seats)]:
            command = sensible.choose(visible(state, seat), chance, at)
            if command is not None:
                apply(state, seat, command, at)
                break
