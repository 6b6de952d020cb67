"""Drawing, passing, and what the clock does for a seat (RULES §5, §6, §11)."""

from games.engine.cards import Card
from games.engine.events import Event
from games.engine.fit import FITS
from games.engine.opening import opening
from games.engine.piles import draw_cards
from games.engine.refusals import Refusal, Refused
from games.engine.state import DRAWN, TURN, State
from games.engine.turns import got_nothing, pass_turn


def draw(state: State, seat: int, command: object, at: int, events: list[Event]) -> None:
    """Draw: the whole attack, or a card (or until one fits). Raises Refused."""
    if state.phase is DRAWN:
        raise Refused(Refusal.ALREADY_DRAWN)
    if state.skips:
        raise Refused(Refusal.UNDER_SKIPS)
    if not state.attack and state.rules.must_play:
        row = opening(state)
        if any(row[card] for card in state.hands[seat]):
            raise Refused(Refusal.MUST_PLAY)
    _draw(state, seat, events)


def _draw(state: State, seat: int, events: list[Event]) -> bool:
    """Draw and let the turn pass; True where it stays, since a drawn card may be played."""
    if state.attack:
        cards = draw_cards(state, seat, state.attack, events)
        state.attack = 0
        state.challenge = None
    else:
        cards = _draw_ordinary(state, seat, events)
        if state.drawn is not None:
            return True
    if not cards and got_nothing(state, seat, events, sat_out=False):
        return False
    pass_turn(state, seat, 0, events)
    return False


def _draw_ordinary(state: State, seat: int, events: list[Event]) -> list[Card]:
    """Draw one card, or until one fits; a card that fits may be played at once."""
    fits = FITS[state.colour][state.table]
    drawn: list[Card] = []
    while cards := draw_cards(state, seat, 1, events):
        drawn += cards
        if fits[cards[0]]:
            state.phase = DRAWN
            state.drawn = cards[0]
            break
        if state.rules.draw == "one":
            break
    return drawn


def pass_on(state: State, seat: int, command: object, at: int, events: list[Event]) -> None:
    """Keep a drawn card, or sit out the stacked skips, this turn included. Raises Refused."""
    if state.phase is not DRAWN and not state.skips:
        raise Refused(Refusal.NOTHING_TO_PASS)
    if state.skips:
        state.sit_out[seat] += state.skips - 1
        state.skips = 0
        if got_nothing(state, seat, events):
            return
    pass_turn(state, seat, 0, events)


def time_out(state: State, seat: int, command: object, at: int, events: list[Event]) -> None:
    """Do for the seat to move what the clock does: draw what it must, keep what it drew."""
    seat = state.turn
    if state.phase is TURN and not state.skips and not _draw(state, seat, events):
        return
    pass_on(state, seat, command, at, events)
