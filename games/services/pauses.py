"""A match that is put aside until another day, and taken up again when everyone is back.

Players ask for it by `agree_pause` and `resume`, which refuse by NotAllowed; all else runs inside a caller's
transaction, on a locked match.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.models import Due, Match, Player, Seat
from games.services import restarts, rounds, waiting
from games.services.errors import NotAllowed, Reason
from games.services.table_guards import check_casual, own_seat

PAUSE_LASTS = timedelta(days=30)


@transaction.atomic
def agree_pause(*, match: Match, player: Player, agree: bool, now: datetime | None = None) -> None:
    """Want to go on another day. When everyone does, the match is put aside after the round."""
    match = rounds.locked_match(match.pk)
    check_casual(match)
    if match.state not in (Match.State.PLAYING, Match.State.BETWEEN):
        raise NotAllowed(Reason.NOT_RUNNING)
    seat = own_seat(match, player)
    if seat.left_order is not None:
        raise NotAllowed(Reason.HAS_LEFT)
    seat.agrees_pause = agree
    seat.save(update_fields=["agrees_pause"])
    if not pause_if_all_agree(match, now or timezone.now()):
        rounds.changed(match)


@transaction.atomic
def resume(*, match: Match, player: Player, now: datetime | None = None) -> None:
    """Be back at a paused match. When everyone is, the next round is dealt."""
    match = rounds.locked_match(match.pk)
    if match.state != Match.State.PAUSED:
        raise NotAllowed(Reason.NOT_PAUSED)
    restarts.check(now or timezone.now())
    seat = own_seat(match, player)
    if seat.left_order is not None:
        raise NotAllowed(Reason.HAS_LEFT)
    seat.ready = True
    seat.save(update_fields=["ready"])
    if not resume_if_all_ready(match, now or timezone.now()):
        rounds.changed(match)


def all_want_one(staying: Iterable[Seat]) -> bool:
    """Whether everyone who is there agrees; those a bot plays for are not asked."""
    asked = [seat for seat in staying if seat.is_human and not seat.bot_plays]
    return bool(asked) and all(seat.agrees_pause for seat in asked)


def pause_if_all_agree(match: Match, now: datetime) -> bool:
    """Put a locked match aside between two rounds where everyone who is there agrees; True when it was."""
    agreed = match.state == Match.State.BETWEEN and all_want_one(match.seats.filter(left_order__isnull=True))
    if agreed:
        pause(match, now)
    return agreed


def pause(match: Match, now: datetime) -> None:
    """Put a locked match aside until everyone wants to go on; the next round is promised all the same."""
    rounds.promise_next(match, now)
    match.state = Match.State.PAUSED
    match.paused_at = now
    match.seats.update(agrees_pause=False)
    match.seats.filter(player__isnull=False).update(ready=False)
    Due.objects.filter(match=match, kind=Due.Kind.NEXT_ROUND).delete()
    waiting.due_later(match, Due.Kind.EXPIRY, now + PAUSE_LASTS)
    rounds.changed(match, "state", "paused_at")


def resume_if_all_ready(match: Match, now: datetime) -> bool:
    """Go on with a locked match that was put aside once every person is ready; True when it goes on."""
    staying = match.seats.filter(left_order__isnull=True)
    if match.state != Match.State.PAUSED or any(seat.is_human and not seat.ready for seat in staying):
        return False
    staying.update(bot_plays=False, missed=0)
    match.paused_at = None
    match.save(update_fields=["paused_at"])
    Due.objects.filter(match=match, kind=Due.Kind.EXPIRY).delete()
    rounds.begin_round(match, now)
    return True
