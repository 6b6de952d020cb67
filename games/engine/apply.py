"""The one door into a round: a command, by a seat, at a time."""

from collections.abc import Callable
from typing import Any, Final

from games.engine.challenge import challenge
from games.engine.commands import (
    Catch,
    Challenge,
    Close,
    Command,
    Confirm,
    Draw,
    Leave,
    Mas,
    Pass,
    Play,
    Shout,
    Timeout,
)
from games.engine.drawing import draw, pass_on, time_out
from games.engine.events import Event
from games.engine.leave import leave
from games.engine.mas import catch, say
from games.engine.play import play, put_down
from games.engine.refusals import Refusal, Refused
from games.engine.state import HONOUR, OVER, RACE, TURN, State
from games.engine.waits import close, confirm, shout

type Doer = Callable[[State, int, Any, int, list[Event]], None]

DOERS: Final[dict[type[Any], Doer]] = {
    Play: play,
    Draw: draw,
    Pass: pass_on,
    Mas: say,
    Catch: catch,
    Challenge: challenge,
    Shout: shout,
    Confirm: confirm,
    Leave: leave,
    Timeout: time_out,
    Close: close,
}
OF_THE_TURN: Final = frozenset((Play, Draw, Pass))
OF_THE_TABLE: Final = frozenset((Timeout, Close))


def apply(state: State, seat: int, command: Command, at: int | None = None) -> list[Event]:
    """Do a command in place and give what it brought about.

    `seat` counts from 0 and is ignored for `timeout` and `close`; `at` is in ms since the round
    began, as the server judged it (the latest time seen when left out). Raises Refused and then
    has changed nothing.
    """
    kind = type(command)
    if state.phase is not TURN or seat != state.turn:  # else whoever moves is in the round
        _guard(state, seat, kind)
    if at is None:
        at = state.now
    events: list[Event] = []
    DOERS[kind](state, seat, command, at, events)
    state.moves += 1
    if at > state.now:
        state.now = at
    return events


def _guard(state: State, seat: int, kind: type[Any]) -> None:
    phase = state.phase
    if phase is OVER:
        raise Refused(Refusal.ROUND_OVER)
    waiting = phase is RACE or phase is HONOUR
    if kind in OF_THE_TABLE:
        if waiting and kind is Timeout:
            raise Refused(Refusal.WAITING)
        return
    if seat < 0 or not state.ring >> seat & 1:
        known = 0 <= seat < len(state.hands)
        raise Refused(Refusal.SEAT_LEFT if known else Refusal.NO_SUCH_SEAT)
    if kind in OF_THE_TURN:
        if waiting:
            raise Refused(Refusal.WAITING)
        if seat != state.turn:
            raise Refused(Refusal.NOT_YOUR_TURN)


def apply_offered(state: State, seat: int, command: Command, at: int) -> list[Event]:
    """Do a command that the engine itself has just offered, without checking it again.

    For playouts. Anything else than an offered command leaves a position that cannot be; whatever
    comes from outside goes through `apply`.
    """
    events: list[Event] = []
    if type(command) is Play:
        puts, said = command
        rest = state.hands[seat][:]
        for put in puts:
            rest.remove(put[0])
        put_down(state, seat, puts, said, rest, at, events)
    else:
        DOERS[type(command)](state, seat, command, at, events)
    state.moves += 1
    state.now = at
    return events
