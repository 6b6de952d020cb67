"""Tables that were let play after their round: what goes on without them, and until when they may play."""

from datetime import datetime, timedelta

from leagues.models import Division, LeagueDue, Matchday, Season
from leagues.services import due
from leagues.services.tables import OPEN, missing
from leagues.wall_clock import days_later

State = Matchday.State


def all_else_done(day: Matchday) -> bool:
    """Whether all that a round waits for are tables that play later."""
    waited_for = missing(day)
    return waited_for.exists() and not waited_for.filter(postponed=False).exists()


def may_go_on(day: Matchday) -> bool:
    """Whether the next round is paired without them. In a knockout nobody knows yet who plays in it."""
    is_knockout = day.division.season.format == Season.Format.KNOCKOUT
    return day.state == State.CLOSING and not is_knockout and all_else_done(day)


def last_day(division: Division) -> Matchday | None:
    """The round with which they must be done: the last one of the season; None while others are ahead.

    Of a knockout it is the one that is being played: the next one waits for it.
    """
    shown = division.matchdays.filter(state__in=[*OPEN, State.COMPLETED])
    ahead = division.matchdays.filter(state__in=[State.PLANNED, State.DRAFTING, State.DRAFT])
    if ahead.exists() and division.season.format != Season.Format.KNOCKOUT:
        return None
    return shown.order_by("number").last()


def may_play_until(division: Division) -> datetime | None:
    """When the last round and its grace are over; None while rounds are ahead.

    In a knockout each round gives its own tables the length of one more.
    """
    day, season = last_day(division), division.season
    if day is None or day.deadline_at is None:
        return None
    more = max(1, season.round_days) if season.format == Season.Format.KNOCKOUT else 0
    return days_later(day.deadline_at, more, season.league.zone) + timedelta(minutes=season.grace_minutes)


def watch(division: Division, now: datetime) -> None:
    """Come back when they may play no longer, also where the last round was over before its time."""
    day, ends = last_day(division), may_play_until(division)
    if day is None or ends is None or not division.matchdays.filter(state=State.CLOSING).exists():
        return
    row = LeagueDue.objects.filter(season=division.season, kind=LeagueDue.Kind.CLOSE, key=day.pk).first()
    if row is None or row.due_at <= now:
        due.later(division.season, LeagueDue.Kind.CLOSE, max(now, ends), day.pk)
