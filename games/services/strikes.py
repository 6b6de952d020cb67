"""What leaving ranked matches, and not coming to tables that were offered, costs: a time without the queue.

Each is a strike. From the second on the queue is closed: five minutes, and twice as long with every
further one, a day at most. A missed table alone is only the first strike; who leaves a match has two at
once. A match played to its end takes one away, and so does each day without a new one. What ends by our
own downtime is nobody's: dues and offers move with it (services/clock.py).

Runs inside a caller's transaction.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from games.models import RankedRecord

FIRST_BLOCK = timedelta(minutes=5)
LONGEST_BLOCK = timedelta(hours=24)
FREE = 1  # strikes that close nothing yet
MOST = 11  # the first that closes the queue for the longest time; more are not counted
FORGOTTEN_AFTER = timedelta(days=1)


def left_match(*, player_id: int, now: datetime) -> None:
    """Note that a player left a ranked match that went on."""
    _strike(player_id, now, at_least=FREE + 1)


def missed_offer(*, player_id: int, now: datetime) -> None:
    """Note that a player did not take the table that was offered."""
    _strike(player_id, now, at_least=FREE)


def _strike(player_id: int, now: datetime, *, at_least: int) -> None:
    record = locked(player_id)
    record.strikes = min(MOST, max(at_least, standing_strikes(record, now) + 1))
    record.struck_at = now
    until = now + block(record.strikes)
    if until > now and (record.blocked_until is None or record.blocked_until < until):
        record.blocked_until = until
    record.save(update_fields=["strikes", "struck_at", "blocked_until"])


def block(strikes: int) -> timedelta:
    """Give for how long the last of so many strikes closes the queue."""
    if strikes <= FREE:
        return timedelta()
    return min(LONGEST_BLOCK, FIRST_BLOCK * (1 << (strikes - FREE - 1)))


def standing_strikes(record: RankedRecord, now: datetime) -> int:
    """Give how many strikes still count: each day without a new one has taken one away."""
    if record.struck_at is None or now <= record.struck_at:
        return record.strikes
    return max(0, record.strikes - (now - record.struck_at) // FORGOTTEN_AFTER)


def played_out(*, players: Collection[int], now: datetime) -> None:
    """Take a strike from each of these players: they played a ranked match to its end."""
    struck = RankedRecord.objects.select_for_update().filter(player__in=players, strikes__gt=0).order_by("player")
    for record in list(struck):
        left = standing_strikes(record, now)
        if record.struck_at is not None:
            record.struck_at += (record.strikes - left) * FORGOTTEN_AFTER
        record.strikes = max(0, left - 1)
        record.save(update_fields=["strikes", "struck_at"])


def blocked_until(record: RankedRecord | None, now: datetime) -> datetime | None:
    """Give until when the queue is closed to a player, None where it is open."""
    until = None if record is None else record.blocked_until
    return until if until is not None and until > now else None


def locked(player_id: int) -> RankedRecord:
    """The record of a player, made where there is none yet."""
    RankedRecord.objects.get_or_create(player_id=player_id)
    return RankedRecord.objects.select_for_update().get(player_id=player_id)


def note_lost(*, players: Collection[int], why: RankedRecord.Lost) -> None:
    """Keep why these players are in the queue no more, for when they look."""
    for player_id in sorted(players):
        RankedRecord.objects.update_or_create(player_id=player_id, defaults={"lost": why})
