"""MAS!: owing it, saying it, catching one who has not (RULES §7)."""

from collections.abc import Iterable

from games.engine.commands import Catch
from games.engine.events import Caught, Event, Owed
from games.engine.piles import draw_cards
from games.engine.refusals import Refusal, Refused
from games.engine.state import HONOUR, RACE, State


def judge(state: State, player: int, touched: Iterable[int], said: bool, at: int, events: list[Event]) -> None:
    """Settle who owes MAS once the effects of a play are done.

    The player and every seat whose hand the play exchanged, gave to or took from are judged anew;
    `said` settles the player's own debt. `at` in ms.
    """
    for seat in {player, *touched}:
        if len(state.hands[seat]) == 1 and not (said and seat == player):
            state.owes[seat] = at
            events.append(Owed(seat))
        else:
            state.owes.pop(seat, None)


def say(state: State, seat: int, command: object, at: int, events: list[Event]) -> None:
    """Settle one's debt; refused when nothing is owed."""
    if seat not in state.owes:
        raise Refused(Refusal.OWES_NOTHING)
    del state.owes[seat]


def catch(state: State, seat: int, command: Catch, at: int, events: list[Event]) -> None:
    """Catch a seat that owes MAS: it draws the penalty and play goes on where it was."""
    if state.phase is RACE or state.phase is HONOUR:
        raise Refused(Refusal.WAITING)
    target = command.seat
    if target >= len(state.hands):
        raise Refused(Refusal.NO_SUCH_SEAT)
    if target == seat:
        raise Refused(Refusal.CATCH_ONESELF)
    if target not in state.owes:
        raise Refused(Refusal.OWES_NOTHING)
    if at - state.owes[target] < state.rules.mas_grace_ms:
        raise Refused(Refusal.GRACE)
    del state.owes[target]
    events.append(Caught(target, seat))
    draw_cards(state, target, state.rules.catch_penalty, events)


def grace_anew(state: State, at: int) -> None:
    """Let the grace of every debt still owed count from `at` ms: a wait is over."""
    for seat in state.owes:
        state.owes[seat] = at
