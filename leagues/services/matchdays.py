"""A league's round from its opening to its end: sitting down, starting, who did not come, closing. Refused: NotAllowed.

Locks are taken in one order: the division, then the table, then its match.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.engine.ruleset import rules_from
from games.models import Match, Player
from games.services import arranged
from leagues.models import Bye, Entrant, League, LeagueDue, LeagueTable, Matchday, Place, Result, Season
from leagues.services import due, ladders, late_tables, log, notices, open_seats, outcomes, progress, times
from leagues.services.days import locked_division
from leagues.services.errors import Conflict, NotAllowed, Reason
from leagues.services.rights import Act, sits_at
from leagues.services.rights import check as check_right
from leagues.services.tables import OPEN, is_open, locked_table, places_of, player_of, plays

State = Matchday.State
# One sits at a table while one's page asks for it, and a little longer.
SEEN_LASTS = timedelta(seconds=30)
# Before the agreed time one may already sit down.
EARLY = timedelta(minutes=15)
STRIKES_UNTIL_AWAY = 2


def is_here(place: Place, now: datetime) -> bool:
    return place.present_at is not None and now - place.present_at <= SEEN_LASTS


@transaction.atomic
def sit_down(*, table: LeagueTable, player: Player, now: datetime | None = None) -> Match | None:
    """Say that one is here, again and again while one waits; give the match once all are and it begins.

    An open seat is waited for until the table's time and no longer; a table without a time does not wait for it.
    """
    now = now or timezone.now()
    table = locked_table(table)
    place = next((place for place in places_of(table) if plays(place, player)), None)
    if place is None:
        raise NotAllowed(Reason.NOT_AT_TABLE)
    if table.match is not None:
        return table.match
    day = table.matchday
    if table.state != LeagueTable.State.SEATED or table.paper or day.state not in OPEN:
        raise NotAllowed(Reason.STATE)
    if day.division.season.state != Season.State.RUNNING:
        raise NotAllowed(Reason.STATE)
    if now < earliest(table):
        raise NotAllowed(Reason.TOO_LATE if day.opens_at is None else Reason.STATE)
    place.present_at = now
    if place.role == Place.Role.VACATED:
        place.role = Place.Role.REGULAR
    place.save(update_fields=["present_at", "role"])
    places = [place for place in places_of(table) if place.role != Place.Role.VACATED]
    sitting = [place for place in places if not is_open(place)]
    waits = len(sitting) < len(places) and table.play_at is not None and now < table.play_at
    if len(sitting) >= 2 and not waits and all(is_here(place, now) for place in sitting):
        open_seats.close(table, now)
        return start(table, sitting, now)
    return None


def earliest(table: LeagueTable) -> datetime:
    """From when on one may sit down: shortly before the agreed time, or when the round opens."""
    opens = table.matchday.opens_at
    assert opens is not None
    return opens if table.play_at is None else max(opens, table.play_at - EARLY)


def start(table: LeagueTable, places: list[Place], now: datetime) -> Match:
    """Deal the first cards to these places of a locked table."""
    season = table.matchday.division.season
    league = season.league
    players = [one for one in map(player_of, places) if one is not None]
    match = arranged.begin(
        players=players,
        kind=Match.Kind.LEAGUE,
        league=(league.slug, league.name),
        paired=not ladders.is_ladder(season),  # on a ladder they meet by waiting
        public=league.visibility == League.Visibility.PUBLIC,
        rules=rules_from(season.rules),
        sentences=season.sentences,
        turn_ms=season.turn_ms,
        bank_ms=season.bank_ms,
        now=now,
    )
    table.match, table.state = match, LeagueTable.State.STARTED
    table.save(update_fields=["match", "state"])
    _set_state(table.matchday, State.IN_PLAY, {State.PUBLISHED})
    due.never(season, LeagueDue.Kind.VACATE, table.pk)
    return match


@transaction.atomic
def open_day(day: Matchday, now: datetime) -> None:
    """The round's time has come: tables with a fixed time begin to count, the deadline is set."""
    division = locked_division(day.division)
    season = division.season
    day = Matchday.objects.get(pk=day.pk)
    if day.state in {State.CLOSING, State.COMPLETED}:
        return
    assert day.opens_at is not None
    assert day.deadline_at is not None
    _set_state(day, State.IN_PLAY, {State.PUBLISHED})
    grace = timedelta(minutes=season.grace_minutes)
    if season.pace == Season.Pace.FIXED:
        for table in day.tables.filter(state=LeagueTable.State.SEATED, paper=False, postponed=False):
            table.play_at = table.play_at or day.opens_at
            table.save(update_fields=["play_at"])
            due.later(season, LeagueDue.Kind.VACATE, table.play_at + grace, table.pk)
    elif season.round_days > 1:
        for table in day.tables.filter(state=LeagueTable.State.SEATED, paper=False, play_at__isnull=True):
            times.remind_late(table)
    due.later(season, LeagueDue.Kind.DEADLINE, day.deadline_at, day.pk)


@transaction.atomic
def grace_is_over(table: LeagueTable, now: datetime) -> None:
    """As the clock has it: nothing where the table was given more time meanwhile."""
    table = locked_table(table)
    later = LeagueDue.objects.filter(kind=LeagueDue.Kind.VACATE, key=table.pk, due_at__gt=now)
    if not later.exists():
        vacate(table, now)


@transaction.atomic
def vacate(table: LeagueTable, now: datetime) -> None:
    """The grace is over: who did not come loses the place for this round, the others play at once."""
    table = locked_table(table)
    if table.state != LeagueTable.State.SEATED or table.paper:
        return
    open_seats.close(table, now)
    if table.state != LeagueTable.State.SEATED:
        return
    season = table.matchday.division.season
    here: list[Place] = []
    gone: list[Place] = []
    for place in places_of(table):
        (here if is_here(place, now) else gone).append(place)
    climbs = ladders.is_ladder(season)
    for place in gone:
        place.role = Place.Role.VACATED
        place.save(update_fields=["role"])
        if not climbs:
            _strike(season, place.entrant)
    log.note(
        league=season.league,
        season=season,
        action="no_show",
        about={"table": table.number, "round": table.matchday.number, "names": [p.entrant.name for p in gone]},
        public=True,
        now=now,
    )
    if climbs:
        ladders.missed(table, here, gone, now)
    if len(here) >= 2:
        start(table, here, now)
    elif not climbs:
        outcomes.nobody_to_play(table, here, now)
        progress.after_result(table, now)


def _strike(season: Season, entrant: Entrant) -> None:
    """The second time somebody does not come they are left out until they say that they are back."""
    entrant.strikes += 1
    if entrant.strikes >= STRIKES_UNTIL_AWAY:
        begun = Matchday.objects.filter(division=entrant.division_id).exclude(state=State.PLANNED)
        number = 1 + (begun.order_by("-number").values_list("number", flat=True).first() or 0)
        entrant.away |= {str(later): Bye.Kind.ABSENT.value for later in range(number, season.rounds + 1)}
        notices.tell_desk(season, what="no_shows", entrant=entrant.name, strikes=entrant.strikes)
    entrant.save(update_fields=["strikes", "away"])


@transaction.atomic
def deadline(day: Matchday, now: datetime) -> None:
    """The round's time is up: tables that play may finish within the grace, the others are decided after it."""
    division = locked_division(day.division)
    day = Matchday.objects.get(pk=day.pk)
    if day.state not in {State.PUBLISHED, State.IN_PLAY}:
        return
    season = division.season
    _set_state(day, State.CLOSING, {State.PUBLISHED, State.IN_PLAY})
    if ladders.is_ladder(season):
        ladders.close_queue(division)
    due.later(season, LeagueDue.Kind.CLOSE, now + timedelta(minutes=season.grace_minutes), day.pk)
    if not progress.complete_if_done(day, now):
        notices.tell_desk(season, what="closing", round=day.number)


@transaction.atomic
def close(day: Matchday, now: datetime) -> None:
    """The grace is over too: what is not played is decided, and the round ends.

    With the last one all do: tables that were let play later are decided as any other.
    """
    division = locked_division(day.division)
    ends = late_tables.may_play_until(division)
    is_last = ends is not None and now >= ends
    closing = division.matchdays.filter(state=State.CLOSING).order_by("number")
    for one in list(closing if is_last else closing.filter(pk=day.pk)):
        for table in one.tables.all() if is_last else one.tables.filter(postponed=False):
            _decide(locked_table(table), now)
        progress.confirm_all(one, now)
        one.refresh_from_db()
        progress.complete_if_done(one, now)


def _decide(table: LeagueTable, now: datetime) -> None:
    """End a table that has no result when its round closes."""
    if table.state == LeagueTable.State.STARTED and table.match is not None:
        arranged.freeze(match=table.match, now=now)
        outcomes.of_match(table, Result.Kind.PARTIAL, now)
    elif table.state == LeagueTable.State.SEATED and table.paper:
        open_seats.close(table, now)
        if table.state == LeagueTable.State.SEATED:
            outcomes.nobody_to_play(table, [], now)
    elif table.state == LeagueTable.State.SEATED:
        vacate(table, now)


@transaction.atomic
def close_now(*, day: Matchday, by: Player, now: datetime | None = None) -> None:
    """End a round before its time, as if the deadline and the grace were over. Raises Conflict where it is over."""
    now = now or timezone.now()
    division = locked_division(day.division)
    check_right(by, division.season.league, Act.PAIR)
    day = Matchday.objects.get(pk=day.pk)
    if day.state == State.COMPLETED:
        raise Conflict
    if day.state not in {State.PUBLISHED, State.IN_PLAY, State.CLOSING}:
        raise NotAllowed(Reason.STATE)
    _set_state(day, State.CLOSING, {State.PUBLISHED, State.IN_PLAY})
    if ladders.is_ladder(division.season):
        ladders.close_queue(division)
    _note(day, "close", by, "", now)
    close(day, now)


@transaction.atomic
def reopen(*, day: Matchday, by: Player, reason: str, now: datetime | None = None) -> None:
    """Take a completed round back into closing, to mend a result; published pairings stay."""
    now = now or timezone.now()
    division = locked_division(day.division)
    season = division.season
    check_right(by, season.league, Act.PAIR)
    day = Matchday.objects.get(pk=day.pk)
    if day.state != State.COMPLETED or season.state not in {Season.State.RUNNING, Season.State.REVIEW}:
        raise NotAllowed(Reason.STATE)
    if not reason.strip():
        raise NotAllowed(Reason.NO_REASON)
    day.state, day.revision = State.CLOSING, day.revision + 1
    day.save(update_fields=["state", "revision"])
    _note(day, "reopen", by, reason, now)


@transaction.atomic
def postpone(*, table: LeagueTable, by: Player, reason: str, now: datetime | None = None) -> None:
    """Let a table play after its round; until then it counts as all equal, for pairing only.

    It may play until the last round closes, and holds nobody's next round up but in a knockout.
    """
    now = now or timezone.now()
    table = locked_table(table)
    season = table.matchday.division.season
    check_right(by, season.league, Act.PAIR)
    if ladders.is_ladder(season):
        raise NotAllowed(Reason.STATE)
    if table.state != LeagueTable.State.SEATED or not reason.strip():
        raise NotAllowed(Reason.STATE if reason.strip() else Reason.NO_REASON)
    table.postponed = True
    table.save(update_fields=["postponed"])
    due.never(season, LeagueDue.Kind.VACATE, table.pk)
    _note(table.matchday, "postpone", by, reason, now, table, sits_at(by, table))
    notices.tell_table(table, notices.Kind.TIME, what="postponed")
    progress.complete_if_done(table.matchday, now)


def _set_state(day: Matchday, to: Matchday.State, from_: set[Matchday.State]) -> None:
    # Tables of one round begin and end at once, each under its own lock: the database compares.
    if Matchday.objects.filter(pk=day.pk, state__in=from_).update(state=to):
        day.state = to


def _note(
    day: Matchday,
    action: str,
    by: Player | None,
    reason: str,
    now: datetime,
    table: LeagueTable | None = None,
    own: bool = False,
) -> None:
    season = day.division.season
    about = {"round": day.number} | ({"table": table.number} if table else {})
    log.note(
        league=season.league,
        season=season,
        action=action,
        by=by,
        about=about,
        reason=reason.strip()[:300],
        public=True,
        own_table=own,
        now=now,
    )
