"""Tables that everybody has gone from: nothing happens there until somebody is back.

Bots would play on for nobody, and under some rules a round need never end. `Match.paused_at` says since
when a running match sleeps; what is not taken up again in `pauses.PAUSE_LASTS` is closed. Everything here
runs inside a caller's transaction, the round locked before the match.
"""

from datetime import datetime, timedelta

from django.conf import settings

from games.models import Due, Match, Round
from games.services import pauses, rounds, waiting

DESERTED_AFTER = timedelta(minutes=15)
RUNNING = (Match.State.PLAYING, Match.State.BETWEEN)
STOPPED = (Due.Kind.CLOCK, Due.Kind.BOT, Due.Kind.CATCH, Due.Kind.NEXT_ROUND)


def deserted_from(match: Match) -> datetime | None:
    """When the table counts as deserted; None while somebody is there."""
    people = match.seats.filter(player__isnull=False, left_order__isnull=True)
    gone = list(people.values_list("away_since", flat=True))
    if not gone or None in gone:
        return None
    return max(since for since in gone if since is not None) + DESERTED_AFTER


def fall_asleep(match: Match, now: datetime) -> None:
    """Stop the clocks and the bots of a running match, and let it wait."""
    match.paused_at = now
    match.save(update_fields=["paused_at"])
    Due.objects.filter(match=match, kind__in=STOPPED).delete()
    waiting.due_later(match, Due.Kind.EXPIRY, now + pauses.PAUSE_LASTS)


def is_asleep(match: Match) -> bool:
    return match.paused_at is not None and match.state in RUNNING


def wake(match: Match, round_: Round | None, now: datetime) -> None:
    """Go on where the table fell asleep, with as much time as there was then; nothing where it did not."""
    if not is_asleep(match) or match.paused_at is None:
        return
    slept = now - match.paused_at
    match.paused_at = None
    match.save(update_fields=["paused_at"])
    Due.objects.filter(match=match, kind=Due.Kind.EXPIRY).delete()
    if match.state == Match.State.BETWEEN:
        waiting.due_later(match, Due.Kind.NEXT_ROUND, now + timedelta(milliseconds=settings.BETWEEN_ROUNDS_MS))
    elif round_ is not None and round_.finished_at is None:
        round_.zero_at += slept
        round_.save(update_fields=["zero_at"])
        waiting.schedule(round_, rounds.state_of(round_))
