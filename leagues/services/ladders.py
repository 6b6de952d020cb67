"""A ladder: whoever wants to play waits, and every twenty seconds tables are called up. Refused: NotAllowed.

The whole ladder is one round, open until the season's last day. Coming, going and calling lock the division's
row first, and who is called stands in the queue no more when the tables are stored: two clocks at once call
nobody twice, and a clock that dies in between has called nobody.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.models import Player
from games.queries_queue import running_match_of
from leagues.engine import ladder
from leagues.engine.drafts import Why
from leagues.engine.seats import seats_for
from leagues.models import Division, Entrant, LadderTicket, LeagueDue, LeagueTable, Matchday, Place, Season
from leagues.services import callers, due, log, notices
from leagues.services.days import locked_division
from leagues.services.errors import NotAllowed, Reason
from leagues.services.rights import Act
from leagues.services.rights import check as check_right
from leagues.wall_clock import days_later, half_hour

TICK = timedelta(seconds=20)
# Without a sign of any page one loses the place in the queue; nobody is called whose page was not seen just now.
GONE_AFTER = timedelta(seconds=60)
CALLED_WITHIN = timedelta(seconds=25)
NOTED_EACH = timedelta(seconds=3)
# To sit down at a table that was called.
SIT_WITHIN = timedelta(minutes=2)
OPEN = (LeagueTable.State.SEATED, LeagueTable.State.STARTED)


def least_table_of(season: Season) -> int:
    return ladder.least_table(season.table_size, season.least_table)


def is_ladder(season: Season) -> bool:
    return season.format == Season.Format.LADDER


def begin(division: Division, day: Matchday, promised: datetime | None, now: datetime) -> None:
    """Lay the ladder's one round out; it ends on the day that was promised, however late it was begun."""
    season = division.season
    assert day.opens_at is not None
    zone = season.league.zone
    end = days_later(promised or day.opens_at, season.round_days, zone)
    day.deadline_at = max(end, days_later(day.opens_at, 1, zone))
    day.state, day.published_at = Matchday.State.PUBLISHED, now
    day.save(update_fields=["state", "published_at", "deadline_at"])
    due.later(season, LeagueDue.Kind.OPEN_ROUND, day.opens_at, day.pk)


def is_shut(season: Season, now: datetime) -> bool:
    """Whether the ladder keeps hours and this is none of them, on the clocks of the league."""
    if not season.open_hours:
        return False
    half = half_hour(now, season.league.zone)
    return not any(begin <= half < end for begin, end in season.open_hours)


@transaction.atomic
def join(*, entrant: Entrant, by: Player, now: datetime | None = None) -> None:
    """Wait for a table; who waits already keeps the place."""
    now = now or timezone.now()
    division, entrant = _locked(entrant)
    season = division.season
    if entrant.player_id != by.pk:
        raise NotAllowed(Reason.NOT_YOURS)
    if entrant.state != Entrant.State.ACTIVE or not _is_open(division):
        raise NotAllowed(Reason.STATE)
    if is_shut(season, now):
        raise NotAllowed(Reason.SHUT)
    if entrant.barred_until is not None and entrant.barred_until > now:
        raise NotAllowed(Reason.BARRED)
    if table_of(entrant) is not None or running_match_of(by) is not None:
        raise NotAllowed(Reason.PLAYING)
    _wait(division, entrant, now, now)


def _wait(division: Division, entrant: Entrant, since: datetime, now: datetime) -> None:
    LadderTicket.objects.get_or_create(
        entrant=entrant, defaults={"division": division, "joined_at": since, "seen_at": now}
    )
    LeagueDue.objects.get_or_create(
        season=division.season, kind=LeagueDue.Kind.LADDER, key=division.pk, defaults={"due_at": now + TICK}
    )


@transaction.atomic
def leave(*, entrant: Entrant, by: Player) -> None:
    """Wait no more. Who was called at this moment has a table, and finds it."""
    if entrant.player_id != by.pk:
        raise NotAllowed(Reason.NOT_YOURS)
    _locked(entrant)
    LadderTicket.objects.filter(entrant=entrant).delete()


def seen(entrant: Entrant, now: datetime) -> None:
    """A page of theirs asked how it stands: the place is kept."""
    LadderTicket.objects.filter(entrant=entrant, seen_at__lt=now - NOTED_EACH).update(seen_at=now)


def table_of(entrant: Entrant) -> LeagueTable | None:
    """The table that waits for them, or that they play at."""
    places = Place.objects.filter(entrant=entrant, table__state__in=OPEN).exclude(role=Place.Role.VACATED)
    place = places.select_related("table__match").order_by("-turn").first()
    return place.table if place else None


@transaction.atomic
def tick(division: Division, now: datetime) -> int:
    """Call up tables from who waits; give how many. Asks for the next time while somebody waits."""
    division = locked_division(division)
    season = division.season
    waiting = LadderTicket.objects.filter(division=division)
    if season.state != Season.State.RUNNING or not _is_open(division) or is_shut(season, now):
        waiting.delete()
        return 0
    waiting.filter(seen_at__lt=now - GONE_AFTER).delete()
    waiting.exclude(entrant__state=Entrant.State.ACTIVE).delete()
    here = waiting.filter(seen_at__gte=now - CALLED_WITHIN).select_related("entrant__player")
    called = _call(division, list(here.order_by("joined_at", "pk")), now)
    if waiting.exists():
        due.later(season, LeagueDue.Kind.LADDER, now + TICK, division.pk)
    return called


def _call(division: Division, tickets: Sequence[LadderTicket], now: datetime) -> int:
    season, day = division.season, day_of(division)
    least = least_table_of(season)
    free = [one for one in tickets if one.entrant.player and running_match_of(one.entrant.player) is None]
    if len(free) < least:
        return 0
    queue = callers.queue_of(division, free, now)
    last = day.tables.order_by("-number").values_list("number", flat=True).first() or 0
    tables = ladder.called(queue, season.table_size, least, f"{season.seed}|table {last + 1}")
    ratings = {one.entrant: one.rating for one in queue}
    for number, seats in enumerate(seats_for(tables, callers.earlier_tables(day, tables)), start=last + 1):
        _open_table(season, day, number, seats, ratings, now)
    LadderTicket.objects.filter(entrant__in=[one for seats in tables for one in seats]).delete()
    return len(tables)


def _open_table(
    season: Season, day: Matchday, number: int, seats: Sequence[int], ratings: dict[int, int], now: datetime
) -> None:
    strengths = [ratings[one] for one in seats]
    table = LeagueTable.objects.create(
        matchday=day,
        number=number,
        planned_size=len(seats),
        called_at=now,
        reasons=[{"kind": Why.LADDER.value, "low": min(strengths), "high": max(strengths)}],
    )
    Place.objects.bulk_create(
        Place(table=table, matchday=day, entrant_id=one, position=position, turn=number)
        for position, one in enumerate(seats)
    )
    due.later(season, LeagueDue.Kind.VACATE, now + SIT_WITHIN, table.pk)
    notices.call_up(table)


def missed(table: LeagueTable, here: Collection[Place], gone: Collection[Place], now: datetime) -> None:
    """Who did not sit down may not queue for a while; a table of less than two is none, and who came waits on."""
    for place in gone:
        _bar(place.entrant, now)
    if len(here) < 2:
        _call_off(table, here, now)


def take_out(entrant: Entrant, now: datetime) -> None:
    """Who leaves the season waits no more, and sits at no table that has not begun."""
    LadderTicket.objects.filter(entrant=entrant).delete()
    table = table_of(entrant)
    if table is None or table.state != LeagueTable.State.SEATED:
        return
    table = LeagueTable.objects.select_related("matchday__division__season__league").get(pk=table.pk)
    table.places.filter(entrant=entrant).update(role=Place.Role.VACATED)
    left = list(table.places.exclude(role=Place.Role.VACATED).select_related("entrant"))
    if len(left) < 2:
        _call_off(table, left, now)


def _call_off(table: LeagueTable, here: Collection[Place], now: datetime) -> None:
    division = table.matchday.division
    table.state = LeagueTable.State.VOID
    table.save(update_fields=["state"])
    due.never(division.season, LeagueDue.Kind.VACATE, table.pk)
    if _is_open(division):
        for place in here:
            _wait(division, place.entrant, table.called_at or now, now)


def after_table(table: LeagueTable, now: datetime) -> None:
    """A table has played: who walked out may not queue for a while, of who stayed nothing is held any more."""
    result = table.results.filter(current=True).first()
    lines = {line["entrant"]: line for line in result.lines if line["came"]} if result else {}
    for entrant in Entrant.objects.filter(pk__in=lines):
        if lines[entrant.pk].get("left"):
            _bar(entrant, now)
        elif entrant.abandoned:
            entrant.abandoned = 0
            entrant.save(update_fields=["abandoned"])


def _bar(entrant: Entrant, now: datetime) -> None:
    """Five minutes the first time, twice as long each further time, a day at most."""
    entrant.abandoned += 1
    entrant.barred_until = now + timedelta(minutes=ladder.ban_minutes(entrant.abandoned))
    entrant.save(update_fields=["abandoned", "barred_until"])


@transaction.atomic
def unbar(*, entrant: Entrant, by: Player, now: datetime | None = None) -> None:
    """Let somebody queue again before their time: it was not their fault."""
    division, entrant = _locked(entrant)
    season = division.season
    check_right(by, season.league, Act.ENTER)
    entrant.abandoned, entrant.barred_until = 0, None
    entrant.save(update_fields=["abandoned", "barred_until"])
    about = {"entrant": entrant.name}
    log.note(league=season.league, season=season, action="unbar", by=by, about=about, public=True, now=now)


def shift(by: timedelta) -> None:
    """Nobody was gone while nobody could be here."""
    LadderTicket.objects.update(seen_at=F("seen_at") + by)


def close_queue(division: Division) -> None:
    """The last day is over: nobody is called any more."""
    LadderTicket.objects.filter(division=division).delete()
    due.never(division.season, LeagueDue.Kind.LADDER, division.pk)


def day_of(division: Division) -> Matchday:
    """The one round that a ladder is."""
    return division.matchdays.get(number=1)


def _is_open(division: Division) -> bool:
    return division.matchdays.filter(state=Matchday.State.IN_PLAY).exists()


def _locked(entrant: Entrant) -> tuple[Division, Entrant]:
    """The entrant under the division's lock; refused to who is in no ladder."""
    if entrant.division is None or not is_ladder(entrant.division.season):
        raise NotAllowed(Reason.STATE)
    division = locked_division(entrant.division)
    return division, Entrant.objects.select_related("player").get(pk=entrant.pk)
