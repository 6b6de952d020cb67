"""A season from draft to final: each step one verb with its guard. Refused: NotAllowed."""

from datetime import datetime, timedelta
from itertools import pairwise

from django.db import transaction
from django.utils import timezone

from games.models import Ladder, Player, Rating
from games.ratings.standing import START
from leagues.engine.promotion import Rule, transition
from leagues.models import Dispute, Division, Entrant, LeagueDue, Matchday, Season
from leagues.services import brackets, due, ladders, late_tables, log, notices, pairing, standings, times
from leagues.services.days import note
from leagues.services.errors import Conflict, NotAllowed, Reason
from leagues.services.leagues import locked_season, locked_whole
from leagues.services.plan import Plan, check, put
from leagues.services.rights import Act
from leagues.services.rights import check as check_right
from leagues.wall_clock import days_later, moved, standstill

State = Season.State
# What a change of the plan would break for those who entered on its word.
PROMISED = (State.RUNNING, State.PAUSED, State.REVIEW, State.FINAL, State.ARCHIVED, State.CANCELLED)
OVER = (Matchday.State.COMPLETED, Matchday.State.VOID)
FINAL_BY_ITSELF = timedelta(days=7)


@transaction.atomic
def change_plan(*, season: Season, by: Player, plan: Plan, now: datetime | None = None) -> None:
    """Change what a season will be, before it begins."""
    season = locked_season(season)
    check_right(by, season.league, Act.EDIT)
    if season.state in PROMISED:
        raise NotAllowed(Reason.FROZEN)
    check(plan)
    put(season, plan)
    season.save()
    if season.state != State.DRAFT:
        notices.tell_all(season, notices.Kind.SEASON, what="changed")
    log.note(league=season.league, season=season, action="plan", by=by, public=season.state != State.DRAFT, now=now)


@transaction.atomic
def open_registration(*, season: Season, by: Player, now: datetime | None = None) -> None:
    """Let people in: from now on the season is seen, and its code works."""
    season = locked_season(season)
    check_right(by, season.league, Act.EDIT)
    _step(season, {State.DRAFT, State.SEEDED}, State.REGISTRATION, by, now)
    season.divisions.all().delete()


@transaction.atomic
def begin(*, season: Season, by: Player, now: datetime | None = None) -> list[Division]:
    """Close the doors, make the divisions, lay out the rounds and have the first one paired."""
    now = now or timezone.now()
    season = locked_season(season)
    check_right(by, season.league, Act.PAIR)
    if season.state not in {State.REGISTRATION, State.SEEDED}:
        raise NotAllowed(Reason.STATE)
    entrants = list(season.entrants.filter(state=Entrant.State.ACCEPTED).order_by("pk"))
    if len(entrants) < max(2, 2 * season.divisions_wanted):
        raise NotAllowed(Reason.TOO_FEW)
    season.started_at = now
    promised = season.opens_at
    season.opens_at = max(season.opens_at or now, now)
    if season.format == Season.Format.KNOCKOUT:
        season.divisions_wanted, season.rounds = 1, brackets.stages(len(entrants), season.table_size)
    season.save(update_fields=["started_at", "opens_at", "divisions_wanted", "rounds"])
    _step(season, {State.REGISTRATION, State.SEEDED}, State.RUNNING, by, now)
    divisions = _seed(season, entrants)
    for division in divisions:
        _lay_out(season, division)
        if ladders.is_ladder(season):
            ladders.begin(division, ladders.day_of(division), promised, now)
        else:
            pairing.request(division=division, by=by, now=now)
    notices.tell_all(season, notices.Kind.SEASON, what="ladder" if ladders.is_ladder(season) else "begun")
    return divisions


def _seed(season: Season, entrants: list[Entrant]) -> list[Division]:
    """Put the entrants into near-equal divisions: those promoted or kept where they were, the others by rating."""
    ladder = Ladder.DUEL if season.table_size == 2 else Ladder.TABLE
    known = {
        rating.player_id: rating
        for rating in Rating.objects.filter(ladder=ladder, player__in=[entrant.player_id for entrant in entrants])
    }
    for entrant in entrants:
        rating = known.get(entrant.player_id or 0)
        entrant.seed_mu, entrant.seed_sigma = (rating.mu, rating.sigma) if rating else START
    divisions: list[Division] = []
    for level, members in enumerate(_levels(season, entrants), start=1):
        division = Division.objects.create(season=season, level=level)
        divisions.append(division)
        for entrant in members:
            entrant.division, entrant.state = division, Entrant.State.ACTIVE
    Entrant.objects.bulk_update(entrants, ["division", "state", "seed_mu", "seed_sigma"])
    return divisions


def _levels(season: Season, entrants: list[Entrant]) -> list[list[Entrant]]:
    """Who plays in which division: as the season before promoted and relegated them, else by rating."""
    before = season.copied_from
    ended = before is not None and before.state in {State.FINAL, State.ARCHIVED}
    if before is None or not ended or season.divisions_wanted == 1:
        return _divided(entrants, season.divisions_wanted)
    known = {entrant.player_id: entrant for entrant in entrants if entrant.player_id}
    ranked = [
        [row.entrant.player_id or -row.entrant_id for row in standings.latest(division)]
        for division in before.divisions.all()
    ]
    everyone = {player for division in ranked for player in division}
    new = sorted((one for one in entrants if one.player_id not in everyone), key=lambda one: (-one.seed_mu, one.pk))
    by_key = known | {-one.pk: one for one in new}
    size = max(2, round(len(entrants) / season.divisions_wanted))
    places = transition(
        ranked,
        rule=Rule.from_mapping(dict(before.promotion) | {"target": size}),
        leavers=everyone - known.keys(),
        newcomers=[-one.pk for one in new],
    )
    levels: list[list[Entrant]] = [[] for _ in range(max(place.level for place in places))]
    for place in places:
        levels[place.level - 1].append(by_key[place.entrant])
    return levels


def _divided(entrants: list[Entrant], count: int) -> list[list[Entrant]]:
    """Near-equal parts by rating, the strongest first."""
    order = sorted(entrants, key=lambda one: (-one.seed_mu, one.pk))
    size, more = divmod(len(order), count)
    ends = [level * size + min(level, more) for level in range(count + 1)]
    return [order[begin:end] for begin, end in pairwise(ends)]


def _lay_out(season: Season, division: Division) -> None:
    """The planned rounds with their dates."""
    assert season.opens_at is not None
    days, zone = season.round_days, season.league.zone
    ends = [days_later(season.opens_at, number * days, zone) for number in range(season.rounds + 1)]
    Matchday.objects.bulk_create(
        Matchday(division=division, number=number, opens_at=opens, deadline_at=closes)
        for number, (opens, closes) in enumerate(pairwise(ends), start=1)
    )


@transaction.atomic
def pause(*, season: Season, by: Player, reason: str, now: datetime | None = None) -> None:
    """Stand still: nothing opens, closes or is paired until it goes on."""
    season = locked_whole(season)
    check_right(by, season.league, Act.PAIR)
    season.paused_at = now or timezone.now()
    season.save(update_fields=["paused_at"])
    _step(season, {State.RUNNING}, State.PAUSED, by, now, reason)


@transaction.atomic
def resume(*, season: Season, by: Player, now: datetime | None = None) -> None:
    """Go on; all that is ahead moves by the time that the season stood still, whole days on the league's clocks."""
    now = now or timezone.now()
    season = locked_whole(season)
    check_right(by, season.league, Act.PAIR)
    zone = season.league.zone
    stood = standstill(season.paused_at or now, now, zone)
    _step(season, {State.PAUSED}, State.RUNNING, by, now)
    for row in LeagueDue.objects.filter(season=season):
        row.due_at = moved(row.due_at, stood, zone)
        row.save(update_fields=["due_at"])
    days = Matchday.objects.filter(division__season=season).exclude(state=Matchday.State.COMPLETED)
    for day in days:
        day.opens_at = day.opens_at and moved(day.opens_at, stood, zone)
        day.deadline_at = day.deadline_at and moved(day.deadline_at, stood, zone)
        day.save(update_fields=["opens_at", "deadline_at"])
    times.stood_still(season, stood, now)
    for division in season.divisions.select_related("season__league"):
        go_on(division, now)


def go_on(division: Division, now: datetime) -> None:
    """After a round: the next one, or the review when all divisions are through. A paused season waits.

    Where fewer than two are left to play, the rounds ahead are not played. Under the division's lock.
    """
    # Divisions that end at once look one after the other, and a season put aside meanwhile waits.
    season = locked_season(division.season)
    if season.state != State.RUNNING:
        return
    following = pairing.next_day(division)
    if following is not None and pairing.is_ready(following) and _is_decided(division, following):
        _cut_short(division, following, now)
        following = None
    if following is not None and following.state == Matchday.State.PLANNED and pairing.is_ready(following):
        pairing.request(division=division, by=None, now=now)
    late_tables.watch(division, now)
    if not Matchday.objects.filter(division__season=season).exclude(state__in=OVER).exists():
        review(season=season, now=now)


def _is_decided(division: Division, following: Matchday) -> bool:
    """Whether nobody has anybody to play with any more, in this round and after it."""
    playing = division.entrants.filter(state=Entrant.State.ACTIVE)
    return playing.count() < 2 or brackets.is_decided(division, following)


def _cut_short(division: Division, following: Matchday, now: datetime) -> None:
    """This round and those after it are not played; a draft of it is thrown away."""
    pairing.clear(following)
    division.matchdays.filter(number__gte=following.number).update(state=Matchday.State.VOID)
    note(division.season, following, "cut_short", None, now)


@transaction.atomic
def review(*, season: Season, now: datetime) -> None:
    """Every round is played: results, penalties and disputes may still move for some days."""
    season = locked_season(season)
    season.reviewed_at = now
    season.save(update_fields=["reviewed_at"])
    _step(season, {State.RUNNING}, State.REVIEW, None, now)
    due.later(season, LeagueDue.Kind.REVIEW, now + FINAL_BY_ITSELF)
    notices.tell_desk(season, what="review")


@transaction.atomic
def finalize(*, season: Season, by: Player | None, now: datetime | None = None) -> None:
    """Make the standings final; without `by` the season does it after a week with no open dispute.

    Who has withdrawn or was disqualified has no final rank. Raises Conflict where the standings are final.
    """
    now = now or timezone.now()
    season = locked_whole(season)
    if by is not None:
        check_right(by, season.league, Act.FINALIZE)
    if season.state == State.FINAL:
        raise Conflict
    if Dispute.objects.filter(table__matchday__division__season=season, state=Dispute.State.OPEN).exists():
        raise NotAllowed(Reason.DISPUTES_OPEN)
    season.final_at = now
    season.save(update_fields=["final_at"])
    for division in season.divisions.all():
        for row in standings.latest(division):
            ranked = row.figures.get("ranked", True) and row.entrant.state not in standings.GONE
            Entrant.objects.filter(pk=row.entrant_id).update(final_rank=row.rank if ranked else None)
    _step(season, {State.REVIEW}, State.FINAL, by, now)
    due.nothing(season)
    notices.tell_all(season, notices.Kind.SEASON, what="final")


@transaction.atomic
def archive(*, season: Season, by: Player, now: datetime | None = None) -> None:
    """Put a final season into the cupboard: it is seen, and nothing of it changes."""
    season = locked_season(season)
    check_right(by, season.league, Act.FINALIZE)
    _step(season, {State.FINAL}, State.ARCHIVED, by, now)


def _step(
    season: Season,
    from_: set[Season.State],
    to: Season.State,
    by: Player | None,
    now: datetime | None,
    reason: str = "",
) -> None:
    """From one state to the next, or not at all."""
    if season.state not in from_:
        raise NotAllowed(Reason.STATE)
    before, season.state = season.state, to
    season.save(update_fields=["state"])
    log.note(
        league=season.league,
        season=season,
        action="state",
        by=by,
        before={"state": before},
        after={"state": to},
        reason=reason.strip()[:300],
        public=True,
        now=now,
    )
