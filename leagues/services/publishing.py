"""A draft that everybody gets to see, by whom or by itself, and a pairing that is taken back. Refused: NotAllowed."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.models import Player
from leagues.models import LeagueDue, LeagueTable, Matchday, Season
from leagues.services import due, feeds, notices, pairing
from leagues.services.days import locked_day, locked_division, note
from leagues.services.errors import Conflict, NotAllowed, Reason
from leagues.wall_clock import days_later

State = Matchday.State
UNTENDED = timedelta(days=7)


@transaction.atomic
def publish(*, day: Matchday, by: Player, at_once: bool = False, now: datetime | None = None) -> None:
    """Show everybody the tables; `at_once` an evening begins with it too. Raises Conflict where somebody did."""
    day, season = locked_day(day, by)
    if day.state in {State.PUBLISHED, State.IN_PLAY}:
        raise Conflict
    if day.state != State.DRAFT:
        raise NotAllowed(Reason.STATE)
    _publish(day, season, by, now or timezone.now(), at_once=at_once)


@transaction.atomic
def publish_by_itself(day: Matchday, now: datetime) -> None:
    """The same when nobody had to look."""
    division = locked_division(day.division)
    day = Matchday.objects.select_related("division__season__league").get(pk=day.pk)
    if day.state == State.DRAFT and division.season.state == Season.State.RUNNING:
        _publish(day, division.season, None, now)


@transaction.atomic
def publish_for_the_absent(day: Matchday, now: datetime) -> None:
    """A draft that waits for days, and no organizer was seen for a week: the season helps itself."""
    division = locked_division(day.division)
    season = division.season
    day = Matchday.objects.select_related("division__season__league").get(pk=day.pk)
    if day.state != State.DRAFT or season.state != Season.State.RUNNING:
        return
    if now - season.tended_at < UNTENDED:
        due.later(season, LeagueDue.Kind.AUTOPILOT, now + timedelta(days=1), day.pk)
        return
    _publish(day, season, None, now)


def waits_until(day: Matchday, now: datetime) -> datetime | None:
    """When an evening whose tables are shown now begins, if later: as was promised to who plays.

    Its other rounds follow as soon as the one before is over.
    """
    evening = day.division.season.round_days == 0
    return day.opens_at if evening and day.number == 1 and day.opens_at and day.opens_at > now else None


def _publish(day: Matchday, season: Season, by: Player | None, now: datetime, *, at_once: bool = False) -> None:
    day.state, day.published_at = State.PUBLISHED, now
    if season.round_days == 0:
        day.opens_at = (None if at_once else waits_until(day, now)) or now
        day.deadline_at = days_later(day.opens_at, 1, season.league.zone)
    assert day.opens_at is not None
    assert day.deadline_at is not None
    if day.opens_at < now:
        # Late: the round is as long as was promised, and those after it move along where they must.
        day.deadline_at = max(day.deadline_at, now + (day.deadline_at - day.opens_at) / 2)
    day.save(update_fields=["state", "published_at", "opens_at", "deadline_at"])
    due.never(season, LeagueDue.Kind.AUTOPILOT, day.pk)
    due.later(season, LeagueDue.Kind.OPEN_ROUND, max(day.opens_at, now), day.pk)
    note(season, day, "publish", by, now)
    notices.tell_all(season, notices.Kind.PAIRING, what="published", round=day.number)


@transaction.atomic
def withdraw_pairing(*, day: Matchday, by: Player, reason: str, now: datetime | None = None) -> None:
    """Take a published pairing back while no table has begun; everybody is told."""
    day, season = locked_day(day, by)
    begun = day.tables.exclude(state__in=[LeagueTable.State.SEATED, LeagueTable.State.VOID]).exists()
    if day.state not in {State.PUBLISHED, State.IN_PLAY} or begun or season.format == Season.Format.LADDER:
        raise NotAllowed(Reason.STATE)
    if not reason.strip():
        raise NotAllowed(Reason.NO_REASON)
    for table in day.tables.all():
        for kind in (LeagueDue.Kind.VACATE, LeagueDue.Kind.REMIND):
            due.never(season, kind, table.pk)
        feeds.call_off(table, now)
    pairing.clear(day)
    note(season, day, "withdraw_pairing", by, now, reason=reason)
    notices.tell_all(season, notices.Kind.PAIRING, what="withdrawn", round=day.number, text=reason)
