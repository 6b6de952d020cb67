"""Who meets whom: a round's tables asked for, drafted, thrown away. Refused: NotAllowed.

Whoever drafts, publishes or closes locks the division's row first, so of two who press at once one does it
and the other gets `Conflict`. A draft is made by a job in one transaction: it is whole, or the round is as
before, whatever dies in between.
"""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.tasks import task
from django.utils import timezone

from games.models import Player
from leagues.engine.drafts import Draft
from leagues.models import Bye, Division, LeagueDue, LeagueTable, Matchday, Place, Season
from leagues.services import drafting, due, late_tables, notices
from leagues.services.days import locked_day, locked_division, note
from leagues.services.errors import Conflict, NotAllowed, Reason
from leagues.services.rights import Act
from leagues.services.rights import check as check_right

State = Matchday.State
# A job that has not come back by then is asked for again.
JOB_LASTS = timedelta(minutes=2)
LOOKED_AT_LATE = timedelta(days=3)


def next_day(division: Division) -> Matchday | None:
    """The first round that is not published yet."""
    ahead = division.matchdays.filter(state__in=[State.PLANNED, State.DRAFTING, State.DRAFT])
    return ahead.order_by("number").first()


@transaction.atomic
def request(*, division: Division, by: Player | None, now: datetime | None = None) -> Matchday:
    """Have the next round's tables drafted, once the round before is completed. Raises Conflict where they are."""
    now = now or timezone.now()
    division = locked_division(division)
    season = division.season
    if by is not None:
        check_right(by, season.league, Act.PAIR)
    day = next_day(division)
    if season.state != Season.State.RUNNING or day is None:
        raise NotAllowed(Reason.STATE)
    if day.state != State.PLANNED:
        raise Conflict
    if not is_ready(day):
        raise NotAllowed(Reason.RESULTS_MISSING)
    day.state, day.revision = State.DRAFTING, day.revision + 1
    day.save(update_fields=["state", "revision"])
    division.version += 1
    division.save(update_fields=["version"])
    due.later(season, LeagueDue.Kind.DRAFT, now + JOB_LASTS, day.pk)
    transaction.on_commit(partial(draft.enqueue, day.pk, day.revision))
    return day


def is_ready(day: Matchday) -> bool:
    """Whether the round before is over, but for tables that were let play later."""
    before = Matchday.objects.filter(division=day.division_id, number=day.number - 1).first()
    return before is None or before.state in {State.COMPLETED, State.VOID} or late_tables.may_go_on(before)


@task
def draft(day: int, revision: int) -> None:
    """The job: twice does no harm, late does nothing."""
    make(day=day, revision=revision)


def ask_again(day: Matchday, now: datetime) -> None:
    """The job never came back: ask for it once more."""
    if day.state == State.DRAFTING:
        due.later(day.division.season, LeagueDue.Kind.DRAFT, now + JOB_LASTS, day.pk)
        transaction.on_commit(partial(draft.enqueue, day.pk, day.revision))


@transaction.atomic
def make(*, day: int, revision: int, now: datetime | None = None) -> bool:
    """Make the draft of a round that was asked for; False where it was made, or is wanted no more."""
    now = now or timezone.now()
    found = Matchday.objects.select_related("division").filter(pk=day).first()
    if found is None:
        return False
    division = locked_division(found.division)
    wanted = Matchday.objects.get(pk=day)
    if wanted.state != State.DRAFTING or wanted.revision != revision:
        return False
    if division.season.format == Season.Format.ROUND_ROBIN:
        drafting.lay_out(division, wanted)
    asked = drafting.snapshot_of(division, wanted)
    answer = drafting.draft(division, wanted, asked)
    wanted.snapshot, wanted.seed, wanted.algorithm = answer.digest, answer.seed, answer.algorithm
    wanted.report = drafting.report_of(asked, answer)
    wanted.state = State.DRAFT
    wanted.save(update_fields=["snapshot", "seed", "algorithm", "report", "state"])
    _write(wanted, answer, drafting.byes_of(division.season, division, wanted, answer), division.season)
    _what_next(division, wanted, now)
    return True


def _write(day: Matchday, answer: Draft, byes: dict[int, tuple[str, int]], season: Season) -> None:
    """Store a draft's tables, the entrants in the order of the seats, and its byes."""
    rows = LeagueTable.objects.bulk_create(
        LeagueTable(
            matchday=day,
            number=number,
            planned_size=len(table.seats),
            reasons=[reason.to_mapping() for reason in table.reasons],
            paper=season.venue == Season.Venue.CLUB,
        )
        for number, table in enumerate(answer.tables, start=1)
    )
    Place.objects.bulk_create(
        Place(table=row, matchday=day, entrant_id=entrant, position=position)
        for row, table in zip(rows, answer.tables, strict=True)
        for position, entrant in enumerate(table.seats)
    )
    Bye.objects.bulk_create(
        Bye(matchday=day, entrant_id=entrant, kind=kind, value=value) for entrant, (kind, value) in byes.items()
    )


def _what_next(division: Division, day: Matchday, now: datetime) -> None:
    """A clean draft that nobody wanted to see is published by itself; else an organizer is asked."""
    season = division.season
    due.never(season, LeagueDue.Kind.DRAFT, day.pk)
    wanted = season.looking == Season.Looking.ALWAYS or (season.looking == Season.Looking.FIRST and day.number == 1)
    if wanted or not day.report.get("clean", False):
        notices.tell_desk(season, what="draft", round=day.number)
        opens = max(day.opens_at or now, now)
        due.later(season, LeagueDue.Kind.AUTOPILOT, opens + LOOKED_AT_LATE, day.pk)
    else:
        due.later(season, LeagueDue.Kind.PUBLISH, now, day.pk)


@transaction.atomic
def discard(*, day: Matchday, by: Player, now: datetime | None = None) -> None:
    """Throw a draft away; the round is planned again."""
    day, season = locked_day(day, by)
    if day.state not in {State.DRAFT, State.DRAFTING}:
        raise NotAllowed(Reason.STATE)
    clear(day)
    note(season, day, "discard", by, now)


def clear(day: Matchday) -> None:
    """Take the tables and byes of a pairing away; who left or was late keeps theirs."""
    Place.objects.filter(matchday=day).delete()
    LeagueTable.objects.filter(matchday=day).delete()
    day.byes.exclude(kind__in=[Bye.Kind.LATE]).delete()
    day.state, day.revision, day.report = State.PLANNED, day.revision + 1, {}
    day.attempt += 1
    day.save(update_fields=["state", "revision", "report", "attempt"])
    season = day.division.season
    for kind in (LeagueDue.Kind.PUBLISH, LeagueDue.Kind.OPEN_ROUND, LeagueDue.Kind.DEADLINE, LeagueDue.Kind.AUTOPILOT):
        due.never(season, kind, day.pk)
