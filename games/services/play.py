"""One move, end to end. `submit` is the only door for a player's command.

In one transaction: lock the round, give the first answer again to a command seen before, check who
asks and what they saw, let the engine do it, append the move, store the position where the number is
still the expected one, write what is waited for now, and announce on commit.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import queries
from games.engine import notation
from games.engine.apply import apply
from games.engine.cards import NAMES, names
from games.engine.commands import (
    Catch,
    Close,
    Command,
    Confirm,
    Leave,
    Mas,
    Shout,
    Timeout,
)
from games.engine.events import Event
from games.engine.refusals import Refusal, Refused
from games.engine.state import Phase, State, dump
from games.models import Match, Move, Player, Round
from games.queries_composed import Composed
from games.services import (
    catches,
    endings,
    judging,
    leaving,
    lines,
    rounds,
    sleeping,
    stand_ins,
    statements,
    summons,
    waiting,
)
from games.services.answers import COMMAND_ID, Answer, Asked, first_answer, refuse, store_refusal
from games.services.errors import NotAllowed, Reason
from games.services.judging import NO_SIGNAL, Signal

# How much earlier than its handling a command may have arrived, as far as we believe it.
LATEST_HANDLING = timedelta(seconds=2)
ANY_TIME = (Mas, Shout, Confirm, Leave)


class ConflictError(Exception):
    """Another process moved in between although the round was locked: look again."""


def submit(
    *,
    match_code: str,
    player_id: int | None,
    text: str,
    after: int,
    command_id: str,
    arrived_ms: int | None = None,
    now: datetime | None = None,
    signal: Signal = NO_SIGNAL,
) -> Answer:
    """Do a player's command in the round that their table plays.

    `after` is the version of the round that the player saw. `arrived_ms` is when the command was
    read off the wire (ms since the epoch), where that is known better than "now"; `signal` what the
    socket it came over knows of its line.
    """
    if COMMAND_ID.fullmatch(command_id) is None:
        return Answer(command_id, refusal=Reason.COMMAND_ID)
    now = now or timezone.now()
    asked = Asked(player_id, text, after, command_id, _arrived_at(arrived_ms, now), now, signal)
    try:
        return _submit(match_code, asked)
    except ConflictError:
        return _submit(match_code, asked)


def _arrived_at(arrived_ms: int | None, now: datetime) -> datetime:
    if arrived_ms is None:
        return now
    try:
        arrived = datetime.fromtimestamp(arrived_ms / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        return now
    return min(now, max(arrived, now - LATEST_HANDLING))


@transaction.atomic
def _submit(match_code: str, asked: Asked) -> Answer:
    round_ = next(iter(_locked_at(code=match_code)), None)
    if round_ is None:
        known = Match.objects.filter(code=match_code).exists()
        return Answer(asked.command_id, refusal=Reason.NOT_PLAYING if known else Reason.NO_SUCH_TABLE)
    seat = round_.seat_of(asked.player_id)
    if seat is None:
        # Not kept: whoever only watches could fill the database.
        return Answer(asked.command_id, refusal=Reason.NOT_SEATED)
    first = first_answer(round_, asked)
    if first is not None:
        return first
    try:
        return _do(round_, seat, asked)
    except Refused as refused:
        return refuse(round_, asked, refused.refusal)
    except NotAllowed as refused:
        return refuse(round_, asked, refused.reason)


def locked_round(match_id: int) -> Round | None:
    """The latest round of a match, with the match; no one else moves in it until this is committed."""
    return next(iter(_locked_of(match=match_id)), None)


def _locked(**which: Any) -> QuerySet[Round]:
    latest = Round.objects.select_related("match").filter(**which).order_by("-number")[:1]
    return latest.select_for_update(of=("self",), no_key=True)


_locked_of = Composed(lambda match: _locked(match=match))
_locked_at = Composed(lambda code: _locked(match__code=code))


def locked_table(match_id: int) -> tuple[Match, Round | None]:
    """A match and its latest round, if it had one: nobody changes either until this is committed.

    The round is locked first, as by a move. Whoever waits for the match may find that another round was dealt
    meanwhile: then both are let go and taken anew, in the same order.
    """
    while True:
        savepoint = transaction.savepoint_create()
        round_ = locked_round(match_id)
        match = rounds.locked_match(match_id)
        if queries.is_latest(match, round_):
            transaction.savepoint_commit(savepoint)
            return match, round_
        transaction.savepoint_rollback(savepoint)


def _do(round_: Round, seat: int, asked: Asked) -> Answer:
    if round_.finished_at is not None:
        raise NotAllowed(Reason.NOT_PLAYING)
    if seat in round_.state["left"]:
        raise Refused(Refusal.SEAT_LEFT)
    _is_back(round_, seat, asked)
    command, _ = notation.parse(asked.text)
    if isinstance(command, Timeout | Close):
        raise NotAllowed(Reason.ONLY_THE_TABLE)
    if is_stale(round_, command, asked.after):
        raise NotAllowed(Reason.STALE)
    state = rounds.state_of(round_)
    signal = lines.believed(round_, state, seat, command, asked.signal)
    at = judging.time_of(round_, state, seat, command, asked.arrived_at, signal)
    early = judging.early(state, command, at, judging.arrived_ms(round_, asked.arrived_at))
    at += early
    if asked.signal is not NO_SIGNAL:
        round_.clock["lag"][seat] = asked.signal.lag
    if isinstance(command, Catch) and not waiting.is_bot_seat(round_, command.seat):
        held = catches.Held(seat, command.seat, at, asked.command_id, asked.payload)
        catches.hold(round_, state, held, asked.signal.lag, asked.now, early)
        return Answer(asked.command_id, held=True)
    settle(round_, state, catches.take_decided(round_, seat, command, at), asked.now)
    told = judging.told(round_, state, seat, command, signal, asked.arrived_at)
    ids = {"command_id": asked.command_id, "payload": asked.payload}
    return Answer(asked.command_id, perform(round_, state, seat, command, at=at, signal=told, now=asked.now, **ids))


def settle(round_: Round, state: State, held: list[catches.Held], now: datetime) -> None:
    """Do catches that waited long enough, each at the time it was judged to be made."""
    for one in held:
        ids = {"command_id": one.command_id, "payload": one.payload}
        try:
            perform(round_, state, one.seat, Catch(one.target), at=one.at, now=now, **ids)
        except Refused as refused:
            store_refusal(round_, one.command_id, one.payload, refused.refusal, now)
            Round.objects.filter(pk=round_.pk).update(clock=round_.clock)


def _is_back(round_: Round, seat: int, asked: Asked) -> None:
    """Who sends a command is there: nobody else plays for them from now on. Who was banned stays replaced."""
    clock = round_.clock
    if seat in clock["stand_ins"]:
        if not Player.objects.filter(pk=asked.player_id or 0, is_active=True).exists():
            raise NotAllowed(Reason.NOT_SEATED)
        round_.match = rounds.locked_match(round_.match_id)
        stand_ins.end(round_.match, round_, round_.seats[seat])
        sleeping.wake(round_.match, round_, asked.now)
    elif clock["missed"][seat]:
        clock["missed"][seat] = 0
        Round.objects.filter(pk=round_.pk).update(clock=clock)


def is_stale(round_: Round, command: Command, after: int) -> bool:
    """Whether the player saw a table that is no longer there.

    `mas`, `shout`, `confirm` and `leave` mean the same at any time. A `catch` is about the play that
    left its seat with one card: seen before that play, it is about a debt the player cannot have seen.
    Everything else is about the turn: whatever changed that since makes it stale, while a call or a
    catch in between does not. So a `challenge` always means the play that the seat under attack faces.
    """
    if isinstance(command, ANY_TIME):
        return False
    if not 0 <= after <= round_.version:
        return True
    if isinstance(command, Catch):
        return after < int(round_.clock["debts"].get(str(command.seat), 0))
    return after < int(round_.clock["fresh"])


def perform(
    round_: Round,
    state: State,
    seat: int,
    command: Command,
    *,
    at: int,
    command_id: str,
    payload: str,
    now: datetime,
    signal: Any = None,
) -> int:
    """Do a command in a locked round and store it; give its number. Raises Refused, and then nothing changed.

    `at` is when it counts, in ms of the round; `signal` how it came (`judging.told`).
    """
    was = waiting.before(state)
    events = apply(state, seat, command, at)
    number = round_.version + 1
    move = {
        "round_id": round_.pk,
        "number": number,
        "seat": seat,
        "text": notation.text(command),
        "at": at,
        "events": [event_values(event) for event in events],
        "command_id": command_id,
        "payload": payload,
        "signal": signal,
        "made_at": now,
    }
    statements.insert(Move, move)
    waiting.note_move(round_.clock, round_.match, was, command, state, number)
    _store(round_, state, number)
    _go_on(round_, state, seat, command, now)
    return number


def _store(round_: Round, state: State, number: int) -> None:
    round_.state, round_.version, round_.last_at = dump(state), number, state.now
    values = {name: getattr(round_, name) for name in ("state", "version", "last_at", "clock")}
    if not statements.update(Round, {"id": round_.pk, "version": number - 1}, values):
        raise ConflictError


def _go_on(round_: Round, state: State, seat: int, command: Command, now: datetime) -> None:
    """What follows from a stored move: the next wait, the count, or the end."""
    deserted = isinstance(command, Leave) and not leaving.leave_round(round_, seat, now)
    if state.phase is Phase.OVER:
        endings.close_round(round_, state, now)
    elif deserted:
        endings.cancel(rounds.locked_match(round_.match_id), now)
    else:
        waiting.schedule(round_, state)
        summons.turn_came(round_, state)
        rounds.announce(round_.match, round_.version)


def event_values(event: Event) -> dict[str, Any]:
    """An event as it is stored; cards as the notation writes them. Holds what only the log may tell."""
    values: dict[str, Any] = {"event": type(event).__name__}
    for name, value in event._asdict().items():
        if name == "cards":
            value = names(value)
        elif name == "card":
            value = NAMES[value]
        values[name] = value
    return values
