"""Leaving a match in the middle of a round (RULES §11)."""

from games.engine.events import Event, Left
from games.engine.state import HONOUR, RACE, State
from games.engine.turns import end, pass_turn
from games.engine.waits import end_honour_if_all_confirmed, end_race_if_all_shouted


def leave(state: State, seat: int, command: object, at: int, events: list[Event]) -> None:
    """Take a seat out of the round; the last one left wins it with nothing."""
    events.append(Left(seat))
    _put_away(state, seat)
    if state.ring.bit_count() == 1:
        end(state, state.ring.bit_length() - 1, events)
    elif state.phase is RACE:
        end_race_if_all_shouted(state, at, events)
    elif state.phase is HONOUR:
        end_honour_if_all_confirmed(state, at, events)
    elif state.turn == seat:
        state.attack = state.skips = state.carried = 0
        state.challenge = None
        pass_turn(state, seat, 0, events)


def _put_away(state: State, seat: int) -> None:
    """Put the hand under the draw pile in hand order and forget what the seat owed or awaited."""
    state.draw[:0] = state.hands[seat][::-1]
    state.hands[seat] = []
    state.left.append(seat)
    state.ring &= ~(1 << seat)
    state.dry = 0
    state.sit_out[seat] = 0
    state.owes.pop(seat, None)
    state.shouts.pop(seat, None)
    if state.challenge is not None and state.challenge.seat == seat:
        state.challenge = None
