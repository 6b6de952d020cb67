"""Challenging a +4 (RULES §8, `plus4_challenge`)."""

from collections.abc import Sequence

from games.engine.cards import FACE, PLUS_TWO, WD, Card, Row
from games.engine.commands import Put, colour_after
from games.engine.events import Challenged, Event
from games.engine.fit import FITS
from games.engine.piles import draw_cards
from games.engine.refusals import Refusal, Refused
from games.engine.state import HONOUR, RACE, Challengeable, State

GUILTY_DRAWS = 6
WRONG_DRAWS = 4


def challengeable(state: State, seat: int, hand: Sequence[Card], puts: Sequence[Put]) -> Challengeable | None:
    """Tell, before a play is done, what a challenge of its first +4 would find; None without one."""
    count = sum([put.card == WD for put in puts])
    if count == 0:
        return None
    first = next(index for index, put in enumerate(puts) if put.card == WD)
    held = list(hand)
    for put in puts[: first + 1]:
        held.remove(put.card)
    row = _answering(state, puts[first - 1] if first else None)
    guilty = any(row[card] and card != WD for card in held)
    return Challengeable(seat, guilty, count)


def _answering(state: State, before: Put | None) -> Row:
    """Give what would have fitted where the +4 was put down; under an attack, continued it."""
    rules = state.rules
    if before is None:
        table = rules.continues if state.attack else FITS
        return table[state.colour][state.table]
    # Inside a play an attack stands exactly when the card before is a +2: the first +4 is this one.
    colour = colour_after(before)
    attacked = FACE[before.card] == PLUS_TWO
    return (rules.continues if attacked else FITS)[colour][before.card]


def challenge(state: State, seat: int, command: object, at: int, events: list[Event]) -> None:
    """Settle a challenge: the guilty player draws 6 and its +4s are off, else the challenger draws 4."""
    if state.phase is RACE or state.phase is HONOUR:
        raise Refused(Refusal.WAITING)
    accused = state.challenge
    if accused is None:
        raise Refused(Refusal.NOTHING_TO_CHALLENGE)
    if accused.seat == seat:
        raise Refused(Refusal.CHALLENGE_ONESELF)
    state.challenge = None
    events.append(Challenged(seat, accused.seat, accused.guilty))
    if accused.guilty:
        state.attack -= 4 * accused.plus_fours
        draw_cards(state, accused.seat, GUILTY_DRAWS, events)
    else:
        draw_cards(state, seat, WRONG_DRAWS, events)
