"""Finished rounds analysed in the background: asked for once, done bit by bit, stored.

The work is a job that takes the oldest analysis that nobody holds, lets a process of its own look at it for
some seconds, stores what that found, and asks for the next such job. So whatever dies in between costs a
few positions, letters never wait for long, and on one machine one process at most is at it.
"""

import fcntl
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.tasks import TaskResultStatus, task
from django.utils import timezone
from django_ox.models import OxTask

from games import queries
from games.analysis.findings import to_mapping
from games.analysis.rounds import A_ROUND, VERSION, Played
from games.engine.shuffle import round_seed
from games.engine.versions import version
from games.models import Analysis, Player, Round
from games.services import analysts, sealing
from games.services.analyst import Question
from games.services.errors import NotAllowed, Reason

log = logging.getLogger(__name__)
State = Analysis.State

A_DAY: Final = 30  # of one account
WAITING: Final = 3  # of one account at a time
WAITING_OF_ALL: Final = 200
A_BIT: Final = 4.0  # s
PATIENCE: Final = 20.0  # s, for the first position of a bit
STORED_EVERY: Final = 1.0  # s
HELD: Final = timedelta(seconds=30)  # from the last finding: longer than one ever takes
LATE: Final = timedelta(seconds=15)  # an analysis that nobody takes for so long was forgotten
JOBS_KEPT: Final = timedelta(hours=1)
STALLS: Final = 6  # bits in a row that found nothing
UNFINISHED: Final = (State.WAITING, State.RUNNING)


@transaction.atomic
def request(*, player: Player, played: Round, now: datetime | None = None) -> Analysis:
    """Have a round analysed; gives the analysis it has, or the one that will be done. One that failed is begun anew.

    Raises NotAllowed: for guests, for a round that is still being played, for who asks for very many.
    """
    now = now or timezone.now()
    if not played.revealed:
        raise NotAllowed(Reason.ROUND_RUNNING)
    found = Analysis.objects.filter(round=played).first()
    if found is not None and found.state != State.FAILED:
        return found
    if player.is_guest:
        raise NotAllowed(Reason.GUEST)
    _check_measure(player, now)
    fresh = {"asked_by": player, "asked_at": now, "due_at": now, "state": State.WAITING, "version": VERSION}
    fresh |= {"total": played.version + 1, "done": 0, "findings": [], "stalled": 0, "finished_at": None}
    found, made = Analysis.objects.get_or_create(round=played, defaults=fresh)
    if not made:
        # Of two who ask at once the second finds it begun.
        Analysis.objects.filter(pk=found.pk, state=State.FAILED).update(**fresh, step=F("step") + 1)
        found.refresh_from_db()
    transaction.on_commit(partial(go_on.enqueue))
    return found


def _check_measure(player: Player, now: datetime) -> None:
    """Nobody keeps the machine to themselves. The account is locked: clicks at once are counted one by one."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    mine = Analysis.objects.filter(asked_by=player)
    unfinished = Analysis.objects.filter(state__in=UNFINISHED)
    if (
        mine.filter(asked_at__gt=now - timedelta(days=1)).count() >= A_DAY
        or mine.filter(state__in=UNFINISHED).count() >= WAITING
        or unfinished.count() >= WAITING_OF_ALL
    ):
        raise NotAllowed(Reason.TOO_MANY_ANALYSES)


@task(priority=-10)
def go_on() -> None:
    """The job: one bit of work, and the next job where there is more; once too often does no harm."""
    if work() and Analysis.objects.filter(state__in=UNFINISHED, due_at__lte=timezone.now()).exists():
        go_on.enqueue()


def ask_again(now: datetime) -> int:
    """Ask for a job where an analysis waits, nobody is at one and no job is on its way; gives how many wait so."""
    unfinished = Analysis.objects.filter(state__in=UNFINISHED)
    late = unfinished.filter(due_at__lte=now - LATE)
    if not late.exists() or unfinished.filter(due_at__gt=now).exists() or _on_its_way():
        return 0
    waiting = late.update(due_at=now)
    go_on.enqueue()
    return waiting


def _on_its_way() -> bool:
    return OxTask.objects.filter(task_path=go_on.module_path, status=TaskResultStatus.READY).exists()


def sweep(now: datetime | None = None) -> int:
    """Forget the jobs that were done; gives how many."""
    before = (now or timezone.now()) - JOBS_KEPT
    return OxTask.objects.filter(task_path=go_on.module_path, finished_at__lt=before).delete()[0]


def work(*, playouts: int = A_ROUND) -> bool:
    """Do one bit of the oldest analysis that nobody holds; False where another process of this machine is at it."""
    with _alone() as alone:
        if not alone:
            return False
        held = _hold()
        if held is not None:
            try:
                _do(held, playouts)
            except Exception:
                log.exception("the analysis of round %s failed", held.round_id)
                _mine(held).update(state=State.FAILED, finished_at=timezone.now())
    # Looked for more only after this: who came meanwhile and went again must not be forgotten.
    return True


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether nobody else on this machine is at it; the system frees the lock however a process ends."""
    with settings.ANALYSIS_LOCK.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _hold() -> Analysis | None:
    """Take the oldest that is free, for this process alone and for a while."""
    now = timezone.now()
    free = Analysis.objects.filter(state__in=UNFINISHED, due_at__lte=now).order_by("asked_at", "pk")
    for pk, step in free.values_list("pk", "step")[:10]:
        taken = {"step": step + 1, "due_at": now + HELD, "state": State.RUNNING, "stalled": F("stalled") + 1}
        if free.filter(pk=pk, step=step).order_by().update(**taken):
            return Analysis.objects.select_related("round__match").get(pk=pk)
    return None


def _mine(held: Analysis) -> QuerySet[Analysis]:
    return Analysis.objects.filter(pk=held.pk, step=held.step)


def _do(held: Analysis, playouts: int) -> None:
    """Go on where it was left, for a bit; begin anew where the analysis itself has changed since."""
    if held.stalled > STALLS:
        raise RuntimeError("nothing was found time and again")
    if held.version != VERSION:
        held.version, held.findings = VERSION, []
    version(held.round.rules_version)  # refused here, where it is told, and not in another process
    question = Question(played_of(held.round), len(held.findings), playouts)
    stored_at = time.monotonic()
    for finding in analysts.findings(question, seconds=A_BIT, patience=PATIENCE):
        held.findings.append(to_mapping(finding))
        if time.monotonic() - stored_at >= STORED_EVERY:
            if not _store(held, timezone.now() + HELD):
                return  # deleted with its match, or somebody else's by now
            stored_at = time.monotonic()
    _store(held, timezone.now())


def _store(held: Analysis, due_at: datetime) -> int:
    done = len(held.findings)
    values = {"findings": held.findings, "version": held.version, "done": done, "due_at": due_at}
    if done > held.done:
        values["stalled"] = 0
    if done >= held.total:
        values |= {"state": State.DONE, "finished_at": timezone.now()}
    held.done = done
    return _mine(held).update(**values)


def played_of(played: Round) -> Played:
    """A finished round as the analysis wants it; needs its match. Raises NotAllowed for a running one."""
    if not played.revealed:
        raise NotAllowed(Reason.ROUND_RUNNING)
    seed = round_seed(played.context, bytes.fromhex(played.revealed), sealing.nonces_of(played))
    moves = list(queries.moves_of(played).values_list("seat", "text", "at"))
    return Played(
        played.match.rules, played.rules_version, played.seat_count, played.dealer, played.context, seed, moves
    )
