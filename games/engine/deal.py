"""Dealing a round and turning its first card over (RULES §3)."""

from games.engine.cards import COLOUR, FACE, FIRST_COLOURLESS, PLUS_TWO, REVERSE, SKIP, WC, Card
from games.engine.deck import deck_for
from games.engine.ruleset import Rules
from games.engine.shuffle import Chance
from games.engine.state import State


def deal(rules: Rules, seats: int, dealer: int, chance: Chance) -> State:
    """Deal to `seats` seats, one card at a time from the seat after the dealer on.

    Raises ValueError for fewer than two seats or a dealer who is none of them.
    """
    if seats < 2 or not 0 <= dealer < seats:
        raise ValueError("a round has two seats or more, and one of them deals")
    pile = chance.shuffle("deck0", deck_for(rules, seats))
    dealt = seats * rules.hand_size
    hands = [pile[(seat - dealer - 1) % seats : dealt : seats] for seat in range(seats)]
    pile = _turn_over(pile[dealt:], chance)
    state = State(rules, chance, hands, pile[0])
    state.draw = pile[:0:-1]
    _first_card(state, dealer)
    return state


def _turn_over(pile: list[Card], chance: Chance) -> list[Card]:
    """Give the pile with the first card on top; one that cannot be it is shuffled in again."""
    put_back = 0
    while pile[0] >= FIRST_COLOURLESS and pile[0] != WC:
        put_back += 1
        pile = chance.shuffle(f"first{put_back}", sorted(pile))
    return pile


def _first_card(state: State, dealer: int) -> None:
    """Let the first card have its effect on who begins, and how."""
    card = state.table
    state.colour = COLOUR[card]
    seats = len(state.hands)
    state.turn = (dealer + 1) % seats
    if card >= FIRST_COLOURLESS:
        return
    if FACE[card] == SKIP:
        state.turn = (dealer + 2) % seats
    elif FACE[card] == REVERSE:
        state.direction = -1
        state.turn = dealer
    elif FACE[card] == PLUS_TWO:
        state.attack = 2
