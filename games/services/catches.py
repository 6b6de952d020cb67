"""Catches that wait a moment for a MAS! that may be on its way (`judging.hold`).

A held catch stands in `Round.clock["held"]`, by its command, and its seat has a due row for it, so it
outlives the process that took it. It is settled when that is due, or when its owner speaks up or acts.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from games.engine.apply import apply
from games.engine.commands import Catch, Command, Mas
from games.engine.state import State
from games.models import Due, Round
from games.services import judging, waiting


class Held(NamedTuple):
    """A catch by `seat` of `target`, at `at` ms of the round, and the command it came as."""

    seat: int
    target: int
    at: int
    command_id: str
    payload: str


def hold(round_: Round, state: State, held: Held, lag: int, now: datetime, early: int = 0) -> None:
    """Keep a catch that may be done now for as long as the owner's line is slower. Raises Refused.

    `lag` is the catcher's, `early` how long before its time it came (`judging.early`), both in ms.
    """
    apply(state.copy(), held.seat, Catch(held.target), held.at)
    round_.clock["held"][held.command_id] = list(held)
    Round.objects.filter(pk=round_.pk).update(clock=round_.clock)
    wait = early + judging.hold(round_.clock["lag"][held.target], lag)
    due_at = now + timedelta(milliseconds=wait)
    which = {"match_id": round_.match_id, "kind": Due.Kind.CATCH, "seat": held.seat}
    other = Due.objects.filter(**which).first()  # for another catch of this seat
    row = Due(
        **which,
        due_at=max(due_at, other.due_at) if other else due_at,
        round_number=round_.number,
        number=round_.version,
    )
    waiting.upsert([row])


def held_as(round_: Round, command_id: str) -> Held | None:
    """The catch that came as this command, while it still waits."""
    return next((held for held in _held(round_) if held.command_id == command_id), None)


def take(round_: Round, seat: int) -> list[Held]:
    """Take the catches that this seat made out of the waiting ones, the earliest first."""
    mine = [held for held in _held(round_) if held.seat == seat]
    return _taken(round_, sorted(mine, key=lambda one: one.at))


def take_decided(round_: Round, seat: int, command: Command, at: int) -> list[Held]:
    """Take out, the earliest first, the catches that a command of their owner (`seat`) decides.

    MAS! comes before all that it was said in time against; these stay, and will find nothing to catch.
    """
    held = [held for held in _held(round_) if held.target == seat]
    if isinstance(command, Mas):
        held = [one for one in held if not judging.mas_first(at, one.at)]
    return _taken(round_, sorted(held, key=lambda one: one.at))


def _held(round_: Round) -> list[Held]:
    return [Held(*values) for values in round_.clock.get("held", {}).values()]


def _taken(round_: Round, taken: list[Held]) -> list[Held]:
    staying = {key: values for key, values in round_.clock["held"].items() if Held(*values) not in taken}
    round_.clock["held"] = staying
    return taken
