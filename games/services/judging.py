"""When a shout counts, fair on unequal networks.

A player on a slow line sees a card late and is heard late, so neither the order of arrival nor half
of the way will do. What counts is how long they took: from the moment their screen was sent to the
moment the answer arrived, less the whole round trip that the server itself measured (the median of
its last pings, at most 400 ms, so that nobody gains by being slow on purpose).
"""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from games.engine.commands import Catch, Command, Mas, Shout
from games.engine.state import Phase, State
from games.models import Round

LONGEST_LAG_MS = 400
UNSURE_LAG_MS = 150  # while fewer than ENOUGH pings were answered
ENOUGH = 5
FASTEST_MS = 100  # nobody reacts faster; athletes who do have started falsely
HOLD_MS = 20  # beyond the difference of the two lags
OWNER_FIRST_MS = 30  # who owes MAS wins when both speak up within this time


def lag_of(round_trips: Sequence[float]) -> int:
    """Give a connection's lag in ms from its last round trips (seconds, the latest last)."""
    if not round_trips:
        return 0
    if len(round_trips) < ENOUGH:
        return min(round(round_trips[-1] * 1000), UNSURE_LAG_MS)
    return min(round(statistics.median(round_trips) * 1000), LONGEST_LAG_MS)


@dataclass(frozen=True, slots=True)
class Signal:
    """How a command came over a socket.

    `arrived` is when it was read, `shown` when each version (round, move) was sent to this socket
    (both in seconds of the same monotonic clock), `lag` in ms is what is taken off; `measured` what
    the server's pings gave where that is not believed (services/lines.py).
    """

    arrived: float = 0.0
    lag: int = 0
    shown: Mapping[tuple[int, int], float] = field(default_factory=dict)
    measured: int | None = None
    sure: bool = True  # enough pings were answered to know the line

    def waited(self, version: tuple[int, int]) -> int | None:
        """Give ms from showing this version to the command's arrival.

        None for who was not there before it came about: opening the page again starts no new clock.
        """
        if not any(number < version for number in self.shown):
            return None
        later = [number for number in self.shown if number >= version]
        return round((self.arrived - self.shown[min(later)]) * 1000) if later else None


NO_SIGNAL = Signal()


def judged(event: int, waited: int, lag: int) -> int:
    """Give when a command counts, in ms of the round: after what it answers (`event`), less the lag."""
    return event + max(FASTEST_MS, waited - lag)


def hold(owner_lag: int, catcher_lag: int) -> int:
    """Give for how many ms a catch waits for a MAS! that may be on its way from a slower line."""
    return min(LONGEST_LAG_MS, max(0, owner_lag - catcher_lag)) + HOLD_MS


def mas_first(mas_at: int, catch_at: int) -> bool:
    """Tell whether MAS! was said in time against a catch, both at judged times in ms."""
    return mas_at <= catch_at + OWNER_FIRST_MS


def arrived_ms(round_: Round, arrived_at: datetime) -> int:
    """Give when a command arrived, in ms of the round."""
    return (arrived_at - round_.zero_at) // timedelta(milliseconds=1)


def time_of(round_: Round, state: State, seat: int, command: Command, arrived_at: datetime, signal: Signal) -> int:
    """Give when a command counts, in ms of the round.

    A shout answers the card, MAS! and a catch answer the play that left one card: they are judged,
    and may so come before what is in the log already. Everything else counts as it arrives.
    """
    at = arrived_ms(round_, arrived_at)
    answered = _answered(round_, state, seat, command)
    if answered is None:
        return max(at, state.now)
    event, version = answered
    waited = signal.waited((round_.number, version))
    return max(at, event) if waited is None else judged(event, waited, signal.lag)


def _answered(round_: Round, state: State, seat: int, command: Command) -> tuple[int, int] | None:
    """What a command answers: when that was (ms) and the version of the round that showed it."""
    if isinstance(command, Shout) and state.phase is Phase.RACE:
        return state.race_since, int(round_.clock["fresh"])
    owner = command.seat if isinstance(command, Catch) else seat if isinstance(command, Mas) else -1
    if owner not in state.owes:
        return None
    return state.owes[owner], int(round_.clock["debts"].get(str(owner), 0))


def early(state: State, command: Command, at: int, arrived: int) -> int:
    """Give by how many ms a catch that counts at `at` lies before the end of the grace, 0 for any other command.

    Only of one that `arrived` after that end (both in ms of the round): the clock on the wall said that it may be
    made, the catcher's own, which began when their screen was sent, not yet. It counts as made when it may be, and
    waits so much longer; so the owner has their whole grace, and nobody's button lies.
    """
    if not isinstance(command, Catch) or command.seat not in state.owes:
        return 0
    opens = state.owes[command.seat] + state.rules.mas_grace_ms
    return opens - at if at < opens <= arrived else 0


def told(round_: Round, state: State, seat: int, command: Command, signal: Signal, arrived_at: datetime) -> Any:
    """Write how a command came, for who asks why they were late; None for one that came over no socket.

    The `lag` of its line in ms, whether it is not `sure` yet, and where another was `measured` that too; of a
    judged command also when it was `shown` and `arrived`, in ms of the round.
    """
    if signal is NO_SIGNAL:
        return None
    lags: dict[str, int | bool] = {"lag": signal.lag}
    if signal.measured is not None:
        lags["measured"] = signal.measured
    if not signal.sure:
        lags["sure"] = False
    answered = _answered(round_, state, seat, command)
    waited = None if answered is None else signal.waited((round_.number, answered[1]))
    if waited is None:
        return lags
    arrived = arrived_ms(round_, arrived_at)
    return {"shown": arrived - waited, "arrived": arrived} | lags
