"""What seasons do by themselves, taken from the rows of `LeagueDue` by the site's one clock.

A row is leased, then done under the locks of what it is about; a process that dies gives it back. A row
whose time has passed by is done late, never twice: every verb looks first whether there is something to do.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from games.models import Match
from leagues.models import Dispute, Division, LeagueDue, LeagueTable, Matchday, Season, SubstituteOffer
from leagues.services import (
    disputes,
    due,
    ladders,
    matchdays,
    pairing,
    publishing,
    results,
    seasons,
    substitutes,
    succession,
    times,
)
from leagues.services.errors import NotAllowed, Reason

log = logging.getLogger(__name__)

AT_ONCE = 20
LEASE = timedelta(seconds=60)
TOLD_WITHIN = timedelta(seconds=5)
# What ends a time that people have: to come, to play on, to answer, to confirm, to decide, to look at the results.
PEOPLES = (
    LeagueDue.Kind.VACATE,
    LeagueDue.Kind.CLOSE,
    LeagueDue.Kind.OFFER,
    LeagueDue.Kind.DISPUTE,
    LeagueDue.Kind.REVIEW,
)


def take_due(now: datetime | None = None, *, season: Season | None = None) -> int:
    """Do what is due in all running seasons, or in one that has a time of its own; give how many rows were taken."""
    now = now or timezone.now()
    taken = _lease(now, season)
    for row in taken:
        try:
            with transaction.atomic():
                if not _stands(row):
                    continue
                _do(row, now)
                LeagueDue.objects.filter(pk=row.pk, due_at=row.due_at).delete()
        except Exception:
            log.exception("due row %s of season %s failed", row.kind, row.season_id)
    if season is None:
        _take_results(now)
    return len(taken) + (succession.take_due(now) if season is None else 0)


def _stands(row: LeagueDue) -> bool:
    """Whether the row is still the one that was leased, of a season that was not put aside meanwhile."""
    same = LeagueDue.objects.filter(pk=row.pk, due_at=row.due_at)
    return same.exclude(season__state=Season.State.PAUSED).exists()


def _take_results(now: datetime) -> None:
    """Matches that ended and could not say so: their process died between the commit and the result."""
    ended = LeagueTable.objects.filter(
        state=LeagueTable.State.STARTED, match__state=Match.State.FINISHED, match__finished_at__lt=now - TOLD_WITHIN
    )
    for table in ended.select_related("match").order_by("pk")[:AT_ONCE]:
        assert table.match is not None
        try:
            results.take_match(match=table.match, now=now)
        except Exception:
            log.exception("the result of table %s was not taken", table.pk)


def shift(by: timedelta) -> None:
    """Move what people have time for by a time during which the site stood still: nobody misses anything by that."""
    LeagueDue.objects.filter(kind__in=PEOPLES).update(due_at=F("due_at") + by)
    substitutes.shift(by)
    succession.shift(by)
    ladders.shift(by)


def _lease(now: datetime, season: Season | None) -> list[LeagueDue]:
    free = LeagueDue.objects.filter(Q(leased_until__isnull=True) | Q(leased_until__lte=now), due_at__lte=now)
    free = free.exclude(season__state=Season.State.PAUSED)
    if season is not None:
        free = free.filter(season=season)
    if not free.exists():
        return []
    with transaction.atomic():
        rows = free.select_for_update(
            of=("self",) if connection.features.has_select_for_update_of else (),
            skip_locked=connection.features.has_select_for_update_skip_locked,
        )
        taken = list(rows.order_by("due_at")[:AT_ONCE])
        LeagueDue.objects.filter(pk__in=[row.pk for row in taken]).update(leased_until=now + LEASE)
    return taken


def _do(row: LeagueDue, now: datetime) -> None:
    _DO[LeagueDue.Kind(row.kind)](row, now)


def _day(row: LeagueDue) -> Matchday | None:
    days = Matchday.objects.select_related("division__season__league")
    return days.filter(pk=row.key, division__season=row.season_id).first()


def _table(row: LeagueDue) -> LeagueTable | None:
    return LeagueTable.objects.filter(pk=row.key, matchday__division__season=row.season_id).first()


def _open_round(row: LeagueDue, now: datetime) -> None:
    if day := _day(row):
        matchdays.open_day(day, now)


def _deadline(row: LeagueDue, now: datetime) -> None:
    if day := _day(row):
        matchdays.deadline(day, now)
        succession.watch(day.division.season, now + succession.OVERDUE)


def _close(row: LeagueDue, now: datetime) -> None:
    if day := _day(row):
        matchdays.close(day, now)


def _vacate(row: LeagueDue, now: datetime) -> None:
    if table := _table(row):
        matchdays.grace_is_over(table, now)


def _publish(row: LeagueDue, now: datetime) -> None:
    if day := _day(row):
        publishing.publish_by_itself(day, now)


def _draft(row: LeagueDue, now: datetime) -> None:
    if day := _day(row):
        pairing.ask_again(day, now)


def _autopilot(row: LeagueDue, now: datetime) -> None:
    """A draft that nobody looks at (its key), or a season that nobody looks after (0)."""
    succession.look(Season.objects.select_related("league").get(pk=row.season_id), now)
    if day := _day(row):
        publishing.publish_for_the_absent(day, now)


def _offer(row: LeagueDue, now: datetime) -> None:
    if offer := SubstituteOffer.objects.select_related("place__table").filter(pk=row.key).first():
        substitutes.expire(offer, now)


def _dispute(row: LeagueDue, now: datetime) -> None:
    if dispute := Dispute.objects.select_related("table").filter(pk=row.key).first():
        disputes.lapse(dispute, now)


def _call(row: LeagueDue, now: datetime) -> None:
    if division := Division.objects.filter(pk=row.key, season=row.season_id).first():
        ladders.tick(division, now)


def _remind(row: LeagueDue, now: datetime) -> None:
    if table := _table(row):
        times.remind(table, now)


def _review(row: LeagueDue, now: datetime) -> None:
    """The season makes itself final; where a dispute is open it waits for somebody, and tries again each day."""
    season = Season.objects.select_related("league").get(pk=row.season_id)
    try:
        seasons.finalize(season=season, by=None, now=now)
    except NotAllowed as no:
        if no.reason is Reason.DISPUTES_OPEN:
            due.later(season, LeagueDue.Kind.REVIEW, now + timedelta(days=1))
            succession.look(season, now)


_DO: dict[LeagueDue.Kind, Callable[[LeagueDue, datetime], None]] = {
    LeagueDue.Kind.OPEN_ROUND: _open_round,
    LeagueDue.Kind.DRAFT: _draft,
    LeagueDue.Kind.PUBLISH: _publish,
    LeagueDue.Kind.AUTOPILOT: _autopilot,
    LeagueDue.Kind.DEADLINE: _deadline,
    LeagueDue.Kind.CLOSE: _close,
    LeagueDue.Kind.VACATE: _vacate,
    LeagueDue.Kind.OFFER: _offer,
    LeagueDue.Kind.DISPUTE: _dispute,
    LeagueDue.Kind.REMIND: _remind,
    LeagueDue.Kind.LADDER: _call,
    LeagueDue.Kind.REVIEW: _review,
}
