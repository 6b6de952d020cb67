"""When a table plays: proposed, agreed by all who sit there, open again when one cannot. Refused: NotAllowed."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.models import Player
from leagues.models import LeagueDue, LeagueTable, Matchday, Place, Season, TableTime, TimeAnswer
from leagues.services import due, log, notices
from leagues.services.errors import NotAllowed, Reason
from leagues.services.rights import Act, sits_at
from leagues.services.rights import check as check_right
from leagues.services.slots import Slot, best_slots
from leagues.services.tables import OPEN, is_open, locked_table, places_of, plays
from leagues.services.weeks import week_of
from leagues.wall_clock import Standstill, days_later, moved

MOST_PROPOSED = 6
REMINDED_BEFORE = timedelta(hours=2)


def proposals(table: LeagueTable, now: datetime, places: Sequence[Place] | None = None) -> list[Slot]:
    """The best common times of a table until its deadline, from what its people said; none where nobody did.

    Whose place a substitute plays is not asked: they are not there.
    """
    day = table.matchday
    assert day.opens_at is not None
    assert day.deadline_at is not None
    league = day.division.season.league
    known = [
        week_of(place.entrant, league.zone)
        for place in (places_of(table) if places is None else places)
        if place.substitute_id is None and not is_open(place)
    ]
    said = [week for week in known if week.free]
    return best_slots(said, max(now + REMINDED_BEFORE, day.opens_at), day.deadline_at) if said else []


@transaction.atomic
def propose(*, table: LeagueTable, by: Player, starts_at: datetime, now: datetime | None = None) -> TableTime:
    """Propose a time for one's table; whoever proposes can."""
    now = now or timezone.now()
    table, place = _locked(table, by)
    _check_in_round(table.matchday, starts_at, now)
    time = table.times.filter(starts_at=starts_at).first()
    if time is None:
        if table.times.filter(state=TableTime.State.PROPOSED).count() >= MOST_PROPOSED:
            raise NotAllowed(Reason.FIRST)
        time = TableTime(table=table, starts_at=starts_at, by=place.entrant, made_at=now)
    elif time.state == TableTime.State.AGREED:
        return time
    time.state = TableTime.State.PROPOSED
    time.save()
    _answer(table, place, time, True, now)
    notices.tell_table(table, notices.Kind.TIME, what="proposed")
    return time


@transaction.atomic
def answer(*, time: TableTime, by: Player, yes: bool, now: datetime | None = None) -> bool:
    """Say whether one can at a proposed time; True when with that it is agreed."""
    table, place = _locked(time.table, by)
    time = TableTime.objects.get(pk=time.pk)
    if time.state != TableTime.State.PROPOSED:
        raise NotAllowed(Reason.STATE)
    return _answer(table, place, time, yes, now or timezone.now())


def _answer(table: LeagueTable, place: Place, time: TableTime, yes: bool, now: datetime) -> bool:
    TimeAnswer.objects.update_or_create(time=time, entrant=place.entrant, defaults={"yes": yes})
    return _agree(table, time, now)


def settle(table: LeagueTable, now: datetime) -> None:
    """Somebody is gone from a locked table: a time to which all the others said yes is agreed."""
    agreeing = table.matchday.division.season.pace == Season.Pace.AGREED
    if agreeing and table.play_at is None:
        for time in table.times.filter(state=TableTime.State.PROPOSED, starts_at__gt=now).order_by("starts_at"):
            if _agree(table, time, now):
                return


def _agree(table: LeagueTable, time: TableTime, now: datetime) -> bool:
    """Let it be the table's time, where all who play have said yes."""
    people = [one for one in places_of(table) if not is_open(one)]
    wanted = {one.entrant_id for one in people if one.entrant.player_id or one.substitute_id}
    said = set(time.answers.filter(yes=True).values_list("entrant", flat=True))
    if len(people) < 2 or not wanted <= said:
        return False
    table.times.exclude(pk=time.pk).update(state=TableTime.State.DROPPED)
    time.state = TableTime.State.AGREED
    time.save(update_fields=["state"])
    _set(table, time.starts_at)
    notices.tell_table(table, notices.Kind.TIME, what="agreed")
    season = table.matchday.division.season
    due.later(season, LeagueDue.Kind.REMIND, max(now, time.starts_at - REMINDED_BEFORE), table.pk)
    return True


@transaction.atomic
def cannot(*, table: LeagueTable, by: Player) -> None:
    """Take back one's yes to an agreed time: the table looks for another."""
    table, place = _locked(table, by)
    agreed = table.times.filter(state=TableTime.State.AGREED).first()
    if agreed is None:
        raise NotAllowed(Reason.STATE)
    agreed.state = TableTime.State.DROPPED
    agreed.save(update_fields=["state"])
    TimeAnswer.objects.filter(time=agreed, entrant=place.entrant).update(yes=False)
    _set(table, None)
    remind_late(table)
    notices.tell_table(table, notices.Kind.TIME, what="moved")


def _set(table: LeagueTable, play_at: datetime | None) -> None:
    """The time that calendars show; each change is a newer one of the same entry."""
    table.play_at, table.sequence = play_at, table.sequence + 1
    table.save(update_fields=["play_at", "sequence"])


def _locked(table: LeagueTable, by: Player) -> tuple[LeagueTable, Place]:
    """A table whose time is its own to agree, and this player's place at it."""
    table = locked_table(table)
    season = table.matchday.division.season
    place = next((one for one in places_of(table) if plays(one, by)), None)
    if place is None:
        raise NotAllowed(Reason.NOT_AT_TABLE)
    agreeing = season.pace == Season.Pace.AGREED and season.state == Season.State.RUNNING
    if not agreeing or table.state != LeagueTable.State.SEATED or table.matchday.state not in OPEN:
        raise NotAllowed(Reason.STATE)
    return table, place


@transaction.atomic
def set_by_hand(
    *, table: LeagueTable, by: Player, starts_at: datetime | None, reason: str, now: datetime | None = None
) -> None:
    """Let a table play at that time, whatever it agreed on; None lets it agree again. Everybody at it is told."""
    now = now or timezone.now()
    table = locked_table(table)
    day = table.matchday
    season = day.division.season
    check_right(by, season.league, Act.PAIR)
    if season.state != Season.State.RUNNING or table.state != LeagueTable.State.SEATED or day.state not in OPEN:
        raise NotAllowed(Reason.STATE)
    if not reason.strip():
        raise NotAllowed(Reason.NO_REASON)
    if starts_at is None and season.pace == Season.Pace.FIXED:
        raise NotAllowed(Reason.STATE)  # nobody agrees on anything there
    if starts_at is not None:
        _check_in_round(day, starts_at, now)
    table.times.exclude(state=TableTime.State.DROPPED).update(state=TableTime.State.DROPPED)
    _set(table, starts_at)
    _plan(table, now)
    log.note(
        league=season.league,
        season=season,
        action="time",
        by=by,
        about={"round": day.number, "table": table.number},
        after={"at": starts_at.isoformat() if starts_at else ""},
        reason=reason.strip()[:300],
        public=True,
        own_table=sits_at(by, table),
        now=now,
    )
    notices.tell_table(table, notices.Kind.TIME, what="set" if starts_at else "moved", text=reason.strip())


def _check_in_round(day: Matchday, starts_at: datetime, now: datetime) -> None:
    """Raises NotAllowed for a time that has passed, or is outside the round."""
    assert day.deadline_at is not None
    if starts_at <= now:
        raise NotAllowed(Reason.IN_THE_PAST)
    if starts_at > day.deadline_at or (day.opens_at and starts_at < day.opens_at):
        raise NotAllowed(Reason.AFTER_DEADLINE)


def _plan(table: LeagueTable, now: datetime) -> None:
    """What follows a table's time: the reminder, and where all are expected, the end of the grace."""
    season = table.matchday.division.season
    if table.play_at is None:
        remind_late(table)
        return
    due.later(season, LeagueDue.Kind.REMIND, max(now, table.play_at - REMINDED_BEFORE), table.pk)
    if season.pace == Season.Pace.FIXED and not table.paper:
        grace = timedelta(minutes=season.grace_minutes)
        due.later(season, LeagueDue.Kind.VACATE, table.play_at + grace, table.pk)


def stood_still(season: Season, stood: Standstill, now: datetime) -> None:
    """The season goes on after a pause: what all begin together moves with it, what people agreed on does not.

    An agreed time that passed meanwhile is open again.
    """
    tables = LeagueTable.objects.filter(matchday__division__season=season, state=LeagueTable.State.SEATED)
    for table in tables.select_related("matchday__division__season__league"):
        if season.pace == Season.Pace.FIXED:
            _set(table, table.play_at and moved(table.play_at, stood, season.league.zone))
        elif table.play_at is not None and table.play_at > now:
            due.later(season, LeagueDue.Kind.REMIND, max(now, table.play_at - REMINDED_BEFORE), table.pk)
        elif table.play_at is not None:
            table.times.filter(state=TableTime.State.AGREED).update(state=TableTime.State.DROPPED)
            _set(table, None)
            remind_late(table)
            notices.tell_table(table, notices.Kind.TIME, what="moved")


def remind_late(table: LeagueTable) -> None:
    """Plan the reminder of a table that has no time yet: at the same hour, on the day before its round closes."""
    day = table.matchday
    season = day.division.season
    assert day.deadline_at is not None
    due.later(season, LeagueDue.Kind.REMIND, days_later(day.deadline_at, -1, season.league.zone), table.pk)


def remind(table: LeagueTable, now: datetime) -> None:
    """Write to all who sit at a table: it plays soon, or it has no time yet and the round closes."""
    if table.state == LeagueTable.State.SEATED:
        agreed = table.play_at is not None and table.play_at > now
        notices.tell_table(table, notices.Kind.REMINDER, what="table" if agreed else "deadline")
