"""What a play would bring, told from what its seat may see before it is made."""

from typing import NamedTuple

from games.engine.apply import apply
from games.engine.cards import Card
from games.engine.commands import Play, Put
from games.engine.may import followers, needs
from games.engine.refusals import Refusal, Refused
from games.engine.shuffle import Picker
from games.engine.state import OVER, TURN, Phase, State
from games.engine.visible import View

UNSEEN: Card = 0  # stands for every card that the seat may not see


class Preview(NamedTuple):
    """What is sure about a play whatever the hidden cards are: none of them has a say in it."""

    refusal: Refusal | None = None
    phase: Phase = TURN  # a race, an honour rule or the end may come of it
    turn: int | None = None  # who moves next; None while all are waited for and when the round is over
    attack: int = 0  # on whoever moves next
    skips: int = 0
    owes: bool = False  # whether its own player then owes MAS
    winner: int | None = None


def preview(view: View, play: Play, at: int | None = None) -> Preview:
    """Tell what comes of a play, done as the engine will do it on a round in which all hidden cards are alike."""
    state = laid_open(view)
    seat = -1 if view.seat is None else view.seat
    try:
        apply(state, seat, play, at)
    except Refused as no:
        return Preview(no.refusal)
    moves = state.phase is TURN
    return Preview(
        phase=state.phase,
        turn=state.turn if moves else None,
        attack=state.attack,
        skips=state.skips,
        owes=seat in state.owes,
        winner=state.winner if state.phase is OVER else None,
    )


def stands_alone(view: View, card: Card) -> bool:
    """Tell whether a card that may begin a play is sure to be all of it: nothing to name, to add or to say with it."""
    put = Put(card)
    if any(needs(view, (), card)) or followers(view, (put,)):
        return False
    ahead = preview(view, Play((put,)))
    return ahead.refusal is None and not ahead.owes


class Unseen:
    """The chance of a round whose hidden cards are all alike."""

    def shuffle(self, label: str, cards: list[Card]) -> list[Card]:
        return cards

    def picker(self, label: str) -> Picker:
        return self

    def pick(self, hand: list[Card]) -> Card:
        return hand[0]


def laid_open(view: View) -> State:
    """Give the round as its seat sees it at a turn; what it cannot see is the same card everywhere."""
    hands = [[UNSEEN] * count for count in view.counts]
    if view.seat is not None:
        hands[view.seat] = list(view.hand)
    state = State(view.rules, Unseen(), hands, view.table)
    state.draw = [UNSEEN] * view.draw_left
    state.discard = list(view.discard)
    state.colour, state.turn, state.direction = view.colour, view.turn, view.direction
    state.attack, state.skips, state.carried = view.attack, view.skips, view.carried
    state.phase, state.drawn = view.phase, view.drawn
    state.owes, state.sit_out, state.left = dict(view.owes), list(view.sit_out), list(view.left)
    for seat in view.left:
        state.ring &= ~(1 << seat)
    state.moves, state.now, state.race_since = view.moves, view.now, view.race_since
    return state
