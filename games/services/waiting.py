"""What a running round waits for, and until when; its due rows say it to the clock.

`Round.clock` holds what time needs between two moves. Times are ms on the round's own time
(`Round.zero_at` + ms is the wall clock); seats are round seats:

    seat       whose turn runs; -1 while everyone is awaited (a race, an honour rule)
    since      when this wait began
    until      when its time has run out, the bank included
    bank       what is left of each seat's time bank
    missed     turns that ran out one after the other, by seat
    stand_ins  seats a bot plays for until their player is back
    fresh      the last move that changed what may be done in the turn; what a player saw before is stale
    fresh_at   when that was
    debts      seat (as text) -> the move that left it owing MAS
    lag        the last known lag of each seat's line, ms
    called     match seats that were told by a message that the table waits (services/summons.py)
    held       seat (as text) -> its catch that waits (services/catches.py)
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zlib import crc32

from django.conf import settings

from games.bots.strengths import Strength
from games.engine.commands import Catch, Challenge, Close, Command, Confirm, Draw, Mas, Pass, Play, Shout, Timeout
from games.engine.state import Phase, State
from games.models import Due, Match, Round, Seat
from games.services import statements

CLOSE_AFTER_MS = 420  # beyond a race's own time: a shout judged in time may arrive later
HONOUR_MS = 20_000
MISSED_UNTIL_STAND_IN = 2
WAITS = (Phase.RACE, Phase.HONOUR)
TURN_COMMANDS = (Play, Draw, Pass, Challenge, Timeout, Close)

# When a bot says the MAS! it owes and when it catches, in parts of the usual pause; a beginner takes its time.
SAYS: dict[Strength, tuple[float, float]] = {Strength.BEGINNER: (2.0, 4.0)}
CATCHES: dict[Strength, tuple[float, float]] = {Strength.BEGINNER: (3.0, 6.0)}

# A table, and each seat where the kind is about seats, has one row of a kind.
DUE_KEY = ("match_id", "kind", "seat")
DUE_VALUES = ("due_at", "round_number", "number", "leased_until")

Clock = dict[str, Any]


def first_clock(match: Match, seats: Sequence[Seat], state: State) -> Clock:
    """The clock of a round that has just been dealt."""
    clock: Clock = {
        "bank": [seat.bank_ms for seat in seats],
        "missed": [seat.missed for seat in seats],
        "stand_ins": [k for k, seat in enumerate(seats) if seat.bot_plays],
        "fresh": 0,
        "fresh_at": 0,
        "debts": {},
        "lag": [0] * len(seats),
        "held": {},
    }
    _begin_wait(clock, match, state, at=0)
    return clock


def complete(clock: Clock, seats: int) -> None:
    """Add what the clock of a round that an earlier version dealt does not have."""
    clock.setdefault("lag", [0] * seats)
    clock.setdefault("held", {})


class Before(NamedTuple):
    """What `note_move` compares with."""

    phase: Phase
    turn: int
    owes: dict[int, int]


def before(state: State) -> Before:
    return Before(state.phase, state.turn, dict(state.owes))


def note_move(clock: Clock, match: Match, was: Before, command: Command, state: State, number: int) -> None:
    """Bring the clock up to date after move `number`, which found the round as it `was`."""
    clock["debts"] = {
        str(seat): clock["debts"][str(seat)] if was.owes.get(seat) == since else number
        for seat, since in state.owes.items()
    }
    if not isinstance(command, TURN_COMMANDS) and (state.phase, state.turn) == (was.phase, was.turn):
        return
    clock["fresh"], clock["fresh_at"] = number, state.now
    # Drawing leaves the same turn to be finished in the time it began with.
    if state.phase is not Phase.DRAWN:
        charge(clock, match, state.now)
        _begin_wait(clock, match, state, state.now)


def charge(clock: Clock, match: Match, at: int) -> None:
    """Take what a turn needed beyond its own time off the bank of its seat."""
    seat = clock["seat"]
    if seat >= 0:
        beyond = max(0, at - clock["since"] - match.turn_ms)
        clock["bank"][seat] = max(0, clock["bank"][seat] - beyond)


def _begin_wait(clock: Clock, match: Match, state: State, at: int) -> None:
    clock["since"] = at
    clock["seat"] = -1 if state.phase in WAITS else state.turn
    if state.phase is Phase.RACE:
        clock["until"] = at + state.rules.race_ms + CLOSE_AFTER_MS
    elif state.phase is Phase.HONOUR:
        clock["until"] = at + HONOUR_MS
    else:
        clock["until"] = at + match.turn_ms + clock["bank"][state.turn]


def is_bot(round_: Round, seat: int) -> bool:
    """A bot, or a seat that one plays for."""
    return round_.roster[seat]["player"] is None or seat in round_.clock["stand_ins"]


def is_bot_seat(round_: Round, seat: int) -> bool:
    """The same for a seat that somebody named: no if there is no such seat."""
    return seat < len(round_.roster) and is_bot(round_, seat)


def strength(round_: Round, seat: int) -> Strength:
    """How well the bot of this seat plays; who plays for somebody else plays sensibly."""
    return Strength(round_.roster[seat]["bot"] or Strength.SENSIBLE)


class BotAct(NamedTuple):
    """What a bot will do; None stands for a turn, which it thinks about only then."""

    at: int
    seat: int
    command: Command | None


def next_bot_act(round_: Round, state: State) -> BotAct | None:
    """The bot that acts first, with a human being's pauses; the same answer whenever it is asked."""
    return min(_bot_acts(round_, state), key=lambda act: act[:2], default=None)


def _bot_acts(round_: Round, state: State) -> Iterator[BotAct]:
    bots = [k for k in range(len(state.hands)) if state.in_round(k) and is_bot(round_, k)]
    fresh = round_.clock["fresh_at"]
    for seat in bots:
        how = strength(round_, seat)
        if state.phase is Phase.RACE and seat not in state.shouts:
            pause = min(_pause(round_, seat, 0.4, 1.2), state.rules.race_ms)
            yield BotAct(state.race_since + pause, seat, Shout())
        elif state.phase is Phase.HONOUR and not state.confirmed >> seat & 1:
            yield BotAct(fresh + _pause(round_, seat, 0.2, 0.3), seat, Confirm())
        if seat in state.owes:
            yield BotAct(state.owes[seat] + _pause(round_, seat, *SAYS.get(how, (0.5, 1.0))), seat, Mas())
        if state.phase not in WAITS:
            for other, since in state.owes.items():
                if other != seat:
                    # A MAS! that was said before may still be on its way.
                    open_from = since + state.rules.mas_grace_ms + round_.clock["lag"][other]
                    yield BotAct(open_from + _pause(round_, seat, *CATCHES.get(how, (1.25, 2.5))), seat, Catch(other))
            if seat == state.turn:
                yield BotAct(fresh + _pause(round_, seat, 0.75, 1.35), seat, None)


def _pause(round_: Round, seat: int, least: float, most: float) -> int:
    """Between two parts of the usual pause, by the moment: drawn anew it would never come due."""
    spread = crc32(f"{round_.pk}/{round_.clock['fresh']}/{seat}/{least}".encode()) / 2**32
    return round(settings.BOT_PAUSE_MS * (least + (most - least) * spread))


def schedule(round_: Round, state: State) -> None:
    """Write the due rows of the position in one statement; rows of earlier positions are stale by their number."""
    rows = [_due(round_, Due.Kind.CLOCK, round_.clock["until"])]
    act = next_bot_act(round_, state)
    if act is not None:
        rows.append(_due(round_, Due.Kind.BOT, act.at))
    upsert(rows)


def _due(round_: Round, kind: Due.Kind, at: int) -> Due:
    return Due(
        match_id=round_.match_id,
        kind=kind,
        due_at=round_.zero_at + timedelta(milliseconds=at),
        round_number=round_.number,
        number=round_.version,
    )


def due_later(match: Match, kind: Due.Kind, due_at: datetime) -> None:
    """Write the due row of a table outside a round; it is stale once the match's version is another."""
    upsert([Due(match=match, kind=kind, due_at=due_at, number=match.version)])


def upsert(rows: list[Due]) -> None:
    """Write due rows, each in the place of the one of its kind that the table, or the seat, had before."""
    values = [{name: getattr(row, name) for name in (*DUE_KEY, *DUE_VALUES)} for row in rows]
    statements.upsert(Due, values, DUE_KEY, dict.fromkeys(DUE_VALUES, "{new}"))
