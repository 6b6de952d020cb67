"""Everything that happens by itself: turns that run out, bots, the next round, tables that close.

A due row is taken in two steps. First it is leased, so that of several clocks one does it, and a clock
that dies gives it back. Then, under the lock of the round or match it belongs to, it is consumed if it
still names the position that is there. Rows are never held while a round is waited for: a player's
move locks the round first and then writes them.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from random import SystemRandom  # noqa: TID251  (the system's entropy, and only for what bots choose)

from channels.db import database_sync_to_async
from django.db import connection, connections, transaction
from django.db.models import F, Q
from django.utils import timezone

from games import metrics
from games.bots.strengths import SLOW, Strength, choose
from games.engine.commands import Close, Command, Shout, Timeout
from games.engine.refusals import Refused
from games.engine.state import State
from games.engine.visible import visible
from games.models import Due, Heartbeat, Match, RefusedCommand, Round
from games.services import (
    absence,
    accounts,
    analysing,
    bot_turns,
    catches,
    chat,
    company,
    endings,
    farewell,
    gathering,
    guests,
    judging,
    letters,
    presence,
    promises,
    queueing,
    rounds,
    sealing,
    sleeping,
    waiting,
)
from games.services.bot_turns import BotTurns
from games.services.play import locked_round, locked_table, perform, settle
from games.services.thinker import think
from games.services.thinking import Thinkers

log = logging.getLogger(__name__)

AT_ONCE = 50
LEASE = timedelta(seconds=10)
TICK_SECONDS = 0.1
BEAT = timedelta(seconds=1)
REAL_GAP = timedelta(seconds=3)
TIME_TO_COME_BACK = timedelta(seconds=20)
SWEEP = timedelta(hours=1)
ANSWERS_KEPT = timedelta(hours=24)
CLOCK = "clock"
WAITING = (Match.State.OPEN, Match.State.PAUSED)

chance = SystemRandom()

# What is done by time and may fail without harm to a game. Other apps add theirs when they are ready: this app
# does not know them.
each_second: list[Callable[[datetime], object]] = [analysing.ask_again]
on_shift: list[Callable[[timedelta], object]] = []


def take_due(now: datetime | None = None, turns: BotTurns | None = None) -> int:
    """Do what is due; give how many rows were taken.

    With `turns` the strong bots' turns are only asked for: `do_thought_about` does them later.
    """
    now = now or timezone.now()
    taken = _lease(now)
    for due in taken:
        try:
            do(due, now, turns)
        except Exception:
            # Its lease runs out and it is tried again; the others must not wait for it.
            metrics.FAILURES.labels(due.kind).inc()
            log.exception("due row %s of match %s failed", due.kind, due.match_id)
    return len(taken)


def _lease(now: datetime) -> list[Due]:
    free = Due.objects.filter(Q(leased_until__isnull=True) | Q(leased_until__lte=now), due_at__lte=now)
    # Mostly there is nothing, and looking needs no lock.
    if not free.exists():
        return []
    with transaction.atomic():
        rows = free.select_for_update(skip_locked=connection.features.has_select_for_update_skip_locked)
        taken = list(rows.order_by("due_at")[:AT_ONCE])
        Due.objects.filter(pk__in=[due.pk for due in taken]).update(leased_until=now + LEASE)
    return taken


def do(due: Due, now: datetime, turns: BotTurns | None = None) -> None:
    """Do one thing that is due, unless the table has gone on without it."""
    metrics.LATE_SECONDS.labels(due.kind).observe(max(0.0, (now - due.due_at).total_seconds()))
    if due.kind == Due.Kind.BOT:
        _bot(due, now, turns)
    elif due.kind == Due.Kind.CLOCK:
        _in_round(due, now)
    elif due.kind == Due.Kind.CATCH:
        _held_catch(due, now)
    elif due.kind == Due.Kind.AWAY:
        _someone_away(due, now)
    else:
        _at_table(due, now)


def _consume(due: Due, now: datetime) -> bool:
    """Take the row away, if it is still the one that was leased: it may have been written anew since."""
    same = Due.objects.filter(pk=due.pk, round_number=due.round_number, number=due.number, due_at__lte=now)
    return same.delete()[0] == 1


def _bot(due: Due, now: datetime, turns: BotTurns | None) -> None:
    question = bot_turns.question(due)
    if question is None:
        _in_round(due, now)
    elif turns is None:
        _in_round(due, now, think(question))
    else:
        turns.ask(due, question)


def do_thought_about(turns: BotTurns, now: datetime) -> None:
    """Do the turns that have been thought about by now, unless their table has gone on without them."""
    for due, thought in turns.answered():
        try:
            _in_round(due, now, thought)
        except Exception:
            log.exception("the bot's turn of match %s failed", due.match_id)


@transaction.atomic
def _in_round(due: Due, now: datetime, thought: Command | None = None) -> None:
    round_ = locked_round(due.match_id)
    if not _consume(due, now) or round_ is None or round_.finished_at is not None:
        return
    if (round_.number, round_.version) != (due.round_number, due.number):
        return
    state = rounds.state_of(round_)
    if due.kind == Due.Kind.CLOCK:
        _time_is_up(round_, state, due, now)
    else:
        _bot_acts(round_, state, due, now, thought)


@transaction.atomic
def _held_catch(due: Due, now: datetime) -> None:
    """Settle a catch that waited; moves in between do not matter to it, another round does."""
    round_ = locked_round(due.match_id)
    if _consume(due, now) and round_ is not None and round_.finished_at is None and round_.number == due.round_number:
        settle(round_, rounds.state_of(round_), catches.take(round_, due.seat), now)


def _time_is_up(round_: Round, state: State, due: Due, now: datetime) -> None:
    seat = state.turn
    if state.phase in waiting.WAITS:
        _perform(round_, state, seat, Close(), due, now)
        return
    if not waiting.is_bot(round_, seat):
        _note_missed(round_, seat)
    settle(round_, state, catches.take_decided(round_, seat, Timeout(), state.now), now)
    _perform(round_, state, seat, Timeout(), due, now)
    if absence.has_missed_enough(round_, seat):
        absence.leave_if_running(rounds.locked_match(round_.match_id), round_, round_.seats[seat], now)


def _note_missed(round_: Round, seat: int) -> None:
    """Count a turn that ran out; where the match is not rated a bot plays after some."""
    clock = round_.clock
    clock["missed"][seat] += 1
    if not round_.match.is_rated and clock["missed"][seat] >= waiting.MISSED_UNTIL_STAND_IN:
        clock["stand_ins"] = sorted({*clock["stand_ins"], seat})


def _bot_acts(round_: Round, state: State, due: Due, now: datetime, thought: Command | None) -> None:
    act = waiting.next_bot_act(round_, state)
    if act is None:
        return
    acts_at = round_.zero_at + timedelta(milliseconds=act.at)
    if acts_at > now:
        waiting.schedule(round_, state)  # the seat that the row was written for needs no bot any more
        return
    command = act.command or thought or _at_once(round_, state, act)
    if command is None:
        return  # nothing to do but wait: for a turn, until its time is up
    # A shout counts from when it was due: a clock that lags makes no bot the last.
    arrived_at = acts_at if isinstance(command, Shout) else now
    try:
        _perform(round_, state, act.seat, command, due, now, arrived_at)
    except Refused as refused:
        log.exception("bot %s of match %s: %s", act.seat, round_.match_id, refused.refusal)
        if act.command is None:
            _perform(round_, state, act.seat, Timeout(), due, now)


def _at_once(round_: Round, state: State, act: waiting.BotAct) -> Command | None:
    """Choose without holding up the table: who would think for long plays sensibly."""
    strength = waiting.strength(round_, act.seat)
    return choose(Strength.SENSIBLE if strength in SLOW else strength, visible(state, act.seat), chance, act.at)


def _perform(
    round_: Round,
    state: State,
    seat: int,
    command: Command,
    due: Due,
    now: datetime,
    arrived_at: datetime | None = None,
) -> None:
    command_id = f"due:{due.pk}:{round_.number}.{due.number}"
    at = judging.time_of(round_, state, seat, command, arrived_at or now, judging.NO_SIGNAL)
    perform(round_, state, seat, command, at=at, command_id=command_id, payload="", now=now)


@transaction.atomic
def _at_table(due: Due, now: datetime) -> None:
    match = rounds.locked_match(due.match_id)
    if not _consume(due, now):
        return
    if due.kind == Due.Kind.NEXT_ROUND and match.state == Match.State.BETWEEN:
        gathering.time_is_up(match, now)
    elif due.kind == Due.Kind.EXPIRY and (match.state in WAITING or sleeping.is_asleep(match)):
        endings.cancel(match, now)


@transaction.atomic
def _someone_away(due: Due, now: datetime) -> None:
    match, round_ = locked_table(due.match_id)
    if _consume(due, now):
        presence.notice(match, round_, due.seat, now)


def beat(now: datetime | None = None) -> timedelta:
    """Say that the clock runs; after a real gap, give everybody the time it took and some more.

    Done at the start and each second, so a process that was killed and a machine that slept are the
    same. Gives the shift (none as a rule).
    """
    now = now or timezone.now()
    recent = Heartbeat.objects.filter(name=CLOCK, beat_at__gt=now - REAL_GAP, beat_at__lte=now + REAL_GAP)
    if recent.update(beat_at=now):
        return timedelta()
    with transaction.atomic():
        last, first_ever = Heartbeat.objects.get_or_create(name=CLOCK, defaults={"beat_at": now})
        # Of two that start at once the second finds the first one's beat.
        last = Heartbeat.objects.select_for_update().get(name=CLOCK)
        gap = now - last.beat_at
        last.beat_at = now
        last.save(update_fields=["beat_at"])
        if first_ever or abs(gap) <= REAL_GAP:
            return timedelta()
        return _shift(gap + TIME_TO_COME_BACK)


def _shift(by: timedelta) -> timedelta:
    """Move all that is due, and the time of the running rounds with it."""
    log.warning("the clock stood still: everything due moves by %s", by)
    Round.objects.filter(finished_at__isnull=True).update(zero_at=F("zero_at") + by)
    Due.objects.update(due_at=F("due_at") + by, leased_until=None)
    presence.shift(by)
    queueing.shift(by)
    promises.shift(by)
    for also in on_shift:
        also(by)
    return by


def sweep(now: datetime | None = None) -> int:
    """Forget what is kept for a while only: of matches that are over for a day nobody asks for refused commands."""
    chat.sweep(now)
    company.sweep(now)
    guests.sweep(now)
    letters.sweep(now)
    accounts.forget_names(now)
    farewell.finish(now)
    sealing.sweep(now or timezone.now())
    analysing.sweep(now)
    before = (now or timezone.now()) - ANSWERS_KEPT
    return RefusedCommand.objects.filter(match__finished_at__lt=before).delete()[0]


async def run_clock(stop: asyncio.Event | None = None) -> None:
    """Run until stopped (for ever without `stop`), ten times a second."""
    stop = stop or asyncio.Event()
    # A thread of its own: pages must not wait for a bot that thinks.
    with ThreadPoolExecutor(1, "clock") as thread, Thinkers() as thinkers:
        tick = database_sync_to_async(Ticker(BotTurns(thinkers)).tick, thread_sensitive=False, executor=thread)
        while not stop.is_set():
            try:
                await tick()
            except Exception:
                log.exception("the clock will try again")
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), TICK_SECONDS)
        thread.submit(connections.close_all)


def _do_others(now: datetime) -> None:
    """One app's fault holds up nobody's game."""
    for also in each_second:
        try:
            also(now)
        except Exception:
            log.exception("%s will be tried again", also)


class Ticker:
    """One turn of the loop after the other; the beat comes first, so that nothing is due by our absence."""

    def __init__(self, turns: BotTurns | None = None) -> None:
        self.turns = turns
        self.beaten_at: datetime | None = None
        self.swept_at: datetime | None = None

    def tick(self, now: datetime | None = None) -> None:
        now = now or timezone.now()
        if self.beaten_at is None or not timedelta() <= now - self.beaten_at < BEAT:
            beat(now)
            presence.sweep(now)
            presence.replace_banned(now)
            queueing.tick(now)
            _do_others(now)
            self.beaten_at = now
        take_due(now, self.turns)
        if self.turns is not None:
            do_thought_about(self.turns, now)
        if self.swept_at is None or not timedelta() <= now - self.swept_at < SWEEP:
            sweep(now)
            self.swept_at = now
