"""Who plays in a season: applying, the waiting list, coming late, rounds off. Refused: NotAllowed.

Who goes stands in `leaving`.
"""

from datetime import datetime
from statistics import median_low

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Player
from leagues.engine.scoring import requested_value
from leagues.models import Bye, Division, Entrant, Matchday, Season
from leagues.services import ladders, log, notices, records, standings
from leagues.services.errors import NotAllowed, Reason
from leagues.services.leagues import clean_line, locked_whole
from leagues.services.rights import Act, Part, part_of
from leagues.services.rights import check as check_right

State = Entrant.State
IN = (State.ACCEPTED, State.ACTIVE)
# Who was in, or wanted to be, and may ask once more.
AGAIN = (State.WITHDRAWN, State.DECLINED)
# Whose yes an entry waits for.
DECIDING = (Part.OWNER, Part.DIRECTOR)
ENTERING = (Season.State.REGISTRATION, Season.State.SEEDED, Season.State.RUNNING, Season.State.PAUSED)
UNDER_WAY = (Season.State.RUNNING, Season.State.PAUSED)
# Rounds whose tables are not made yet.
AHEAD = (Matchday.State.PLANNED, Matchday.State.DRAFTING, Matchday.State.DRAFT)
LADDER_OPEN = (Matchday.State.PUBLISHED, Matchday.State.IN_PLAY)
LONGEST_NAME = 40


@transaction.atomic
def apply(*, season: Season, player: Player, code: str = "", now: datetime | None = None) -> Entrant:
    """Enter a season, or its waiting list; where the organizers approve, ask them first, unless one is one of them."""
    season = locked_whole(season)
    if player.is_guest:
        raise NotAllowed(Reason.GUEST)
    league = season.league
    if league.visibility != "public" and code.strip().upper() != league.code:
        raise NotAllowed(Reason.CODE)
    _check_open(season)
    known = season.entrants.filter(player=player).first()
    if known and known.state == State.DISQUALIFIED:
        raise NotAllowed(Reason.DISQUALIFIED)
    if known and known.state not in AGAIN:
        raise NotAllowed(Reason.ALREADY_IN)
    entrant = known or Entrant(season=season, player=player)
    if known and season.state in UNDER_WAY and known.left_round is not None:
        raise NotAllowed(Reason.NOT_YOURS)  # who left a running season asks the organizers to take them back
    entrant.name, entrant.applied_at = player.username, now or timezone.now()
    entrant.state = State.APPLIED
    entrant.save()
    log.note(league=league, season=season, action="apply", by=player, about={"entrant": entrant.name}, now=now)
    part = part_of(player, league)
    if is_answered(season, part):
        notices.tell_desk(season, what="applied", entrant=entrant.name)
    else:
        _let_in(season, entrant, player if part in DECIDING else None, now)
    return entrant


def is_answered(season: Season, part: Part) -> bool:
    """Whether an entry of somebody with this part in the league waits for the organizers' answer."""
    return season.approval and part not in DECIDING


def may_apply(season: Season, entrant: Entrant | None) -> bool:
    """Whether an entry would not be refused at once, of who has this one or none."""
    if entrant is not None and (entrant.state not in AGAIN or entrant.left_round is not None):
        return False
    return _refusal(season) is None


@transaction.atomic
def add_by_hand(*, season: Season, by: Player, name: str, now: datetime | None = None) -> Entrant:
    """Write down somebody without an account, for a season with paper tables."""
    season = locked_whole(season)
    check_right(by, season.league, Act.ENTRANTS)
    name = clean_line(name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise NotAllowed(Reason.NAME)
    if season.venue == Season.Venue.ONLINE:
        raise NotAllowed(Reason.NO_SUCH_PLAYER)
    if season.entrants.filter(name__iexact=name).exclude(state=State.DECLINED).exists():
        raise NotAllowed(Reason.ALREADY_IN)
    _check_open(season)
    entrant = Entrant.objects.create(season=season, name=name, applied_at=now or timezone.now())
    _let_in(season, entrant, by, now)
    return entrant


def _check_open(season: Season) -> None:
    no = _refusal(season)
    if no is not None:
        raise NotAllowed(no)


def _refusal(season: Season) -> Reason | None:
    """Why nobody can enter any more, if so."""
    if season.state not in ENTERING:
        return Reason.CLOSED
    if season.state in UNDER_WAY and next_number(season) > last_joining_round(season):
        return Reason.TOO_LATE
    return None


def last_joining_round(season: Season) -> int:
    """The last round with which one can still begin: as the plan has it, or a third of all."""
    given = season.last_joining_round
    return max(1, season.rounds // 3) if given is None else given


def next_number(season: Season) -> int:
    """The first round whose tables are not yet published; one after the last where all are.

    The one round of a ladder is ahead of everybody while it is open.
    """
    if ladders.is_ladder(season):
        open_days = Matchday.objects.filter(division__season=season, state__in=LADDER_OPEN)
        return 1 if open_days.exists() else 2
    ahead = Matchday.objects.filter(division__season=season, state__in=AHEAD)
    number = ahead.order_by("number").values_list("number", flat=True).first()
    return season.rounds + 1 if number is None else number


@transaction.atomic
def accept(*, entrant: Entrant, by: Player, now: datetime | None = None) -> None:
    """Let an applicant in: at once where there is room, else onto the waiting list."""
    season, entrant = locked(entrant)
    check_right(by, season.league, Act.ENTRANTS)
    if entrant.state not in {State.APPLIED, State.WAITLISTED, State.DECLINED}:
        raise NotAllowed(Reason.STATE)
    _check_open(season)
    _let_in(season, entrant, by, now)


@transaction.atomic
def accept_all(*, season: Season, by: Player, now: datetime | None = None) -> int:
    """Let all applicants in, in the order in which they came; give how many."""
    season = locked_whole(season)
    check_right(by, season.league, Act.ENTRANTS)
    _check_open(season)
    waiting = list(season.entrants.filter(state=State.APPLIED).order_by("applied_at", "pk"))
    for entrant in waiting:
        _let_in(season, entrant, by, now)
    return len(waiting)


def _let_in(season: Season, entrant: Entrant, by: Player | None, now: datetime | None) -> None:
    full = season.entrants.filter(state__in=IN).count() >= season.most_entrants
    before = entrant.state
    entrant.state = State.WAITLISTED if full else State.ACCEPTED
    if not full and season.state in UNDER_WAY:
        _join_late(season, entrant)
    entrant.save()
    if entrant.player:
        notices.tell(season, [entrant.player], notices.Kind.ENTRY, what=entrant.state)
    note(season, entrant, "waitlist" if full else "accept", by, before, now=now)


def _join_late(season: Season, entrant: Entrant) -> None:
    """Begin in the lowest division with the next round; what was missed counts nothing but for half a bye."""
    division = season.divisions.order_by("-level").first()
    assert division is not None
    entrant.state, entrant.division = State.ACTIVE, division
    entrant.joined_round = next_number(season)
    entrant.save()
    table = [points for _, points in standings.points_of(division)]
    # Penalties may have left the middle below nothing.
    entrant.pairing_points = max(0, median_low(table)) if table else 0
    days = division.matchdays.filter(number__lt=entrant.joined_round).order_by("number")
    half = requested_value(records.scoring_of(season), season.table_size, 0)
    Bye.objects.bulk_create(
        Bye(matchday=day, entrant=entrant, kind=Bye.Kind.LATE, value=half if first else 0)
        for day, first in zip(days, [True, *[False] * len(days)], strict=False)
    )
    standings.recompute(division)


@transaction.atomic
def decline(*, entrant: Entrant, by: Player, reason: str = "", now: datetime | None = None) -> None:
    """Say no to an applicant, or to who waits for a place; before the season begins also to who was let in."""
    season, entrant = locked(entrant)
    check_right(by, season.league, Act.ENTRANTS)
    waits = entrant.state in {State.APPLIED, State.WAITLISTED}
    if not waits and (entrant.state != State.ACCEPTED or season.state in UNDER_WAY):
        raise NotAllowed(Reason.STATE)
    before, entrant.state = entrant.state, State.DECLINED
    entrant.save(update_fields=["state"])
    if entrant.player:
        notices.tell(season, [entrant.player], notices.Kind.ENTRY, what="declined", text=reason)
    note(season, entrant, "decline", by, before, reason, now)
    move_up(season, now)


def move_up(season: Season, now: datetime | None) -> None:
    """Who waits longest takes the place that became free."""
    room = season.most_entrants - season.entrants.filter(state__in=IN).count()
    if season.state in UNDER_WAY and next_number(season) > last_joining_round(season):
        return
    waiting = season.entrants.filter(state=State.WAITLISTED).order_by("applied_at", "pk")
    for entrant in waiting[: max(0, room)]:
        _let_in(season, entrant, None, now)


@transaction.atomic
def ask_off(*, entrant: Entrant, by: Player, number: int, off: bool = True, now: datetime | None = None) -> None:
    """Stay away from one round that is not paired yet; the first such bye is worth something, the others nothing."""
    season, entrant = locked(entrant)
    if entrant.player_id != by.pk:
        check_right(by, season.league, Act.ENTRANTS)
    if entrant.state not in IN or not 1 <= number <= season.rounds:
        raise NotAllowed(Reason.STATE)
    day = Matchday.objects.filter(division=entrant.division_id, number=number).first()
    if day is not None and day.state != Matchday.State.PLANNED:
        raise NotAllowed(Reason.TOO_LATE)
    if off:
        entrant.away[str(number)] = Bye.Kind.REQUESTED.value
    else:
        entrant.away.pop(str(number), None)
    entrant.save(update_fields=["away"])
    note(season, entrant, "away" if off else "here", by, entrant.state, about={"round": number}, now=now)


@transaction.atomic
def stand_by(*, entrant: Entrant, by: Player, ready: bool) -> None:
    """Be asked to sit in when somebody is missing."""
    _, entrant = locked(entrant)
    if entrant.player_id != by.pk:
        raise NotAllowed(Reason.NOT_YOURS)
    entrant.standby = ready
    entrant.save(update_fields=["standby"])


def active(division: Division) -> QuerySet[Entrant]:
    return division.entrants.filter(state=State.ACTIVE)


def locked(entrant: Entrant) -> tuple[Season, Entrant]:
    """The entrant as it is now, the season locked."""
    season = locked_whole(entrant.season)
    return season, Entrant.objects.select_related("player", "division").get(pk=entrant.pk)


def note(
    season: Season,
    entrant: Entrant,
    action: str,
    by: Player | None,
    before: str,
    reason: str = "",
    now: datetime | None = None,
    about: dict[str, int] | None = None,
) -> None:
    """Write an act on an entry down, with its state before and after."""
    log.note(
        league=season.league,
        season=season,
        action=action,
        by=by,
        about={"entrant": entrant.name} | (about or {}),
        before={"state": before},
        after={"state": entrant.state},
        reason=reason.strip()[:300],
        public=entrant.division_id is not None,
        now=now,
    )
