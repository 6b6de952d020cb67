"""Who plays in a season no more: leaving, being put out, coming back. Refused: NotAllowed.

A table that was shown and has not begun keeps the seat open for a substitute while somebody is asked; then it
shrinks (`open_seats`). Nobody's round waits for that.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.models import Player
from leagues.models import Bye, Entrant, LeagueTable, Matchday, Place, Season
from leagues.services import feeds, juries, ladders, open_seats, seasons, standings, substitutes, times, unrating
from leagues.services.entrants import ENTERING, UNDER_WAY, active, locked, move_up, next_number, note
from leagues.services.errors import NotAllowed, Reason
from leagues.services.rights import Act
from leagues.services.rights import check as check_right
from leagues.services.tables import OPEN, locked_table

State = Entrant.State


@transaction.atomic
def withdraw(*, entrant: Entrant, by: Player, reason: str = "", now: datetime | None = None) -> None:
    """Leave a season: oneself, or by an organizer's hand. Seats at tables that have not begun are open then."""
    season, entrant = locked(entrant)
    if entrant.player_id != by.pk:
        check_right(by, season.league, Act.ENTRANTS)
    _leave(season, entrant, State.WITHDRAWN, by, reason, now or timezone.now())


@transaction.atomic
def disqualify(*, entrant: Entrant, by: Player, reason: str, since: int = 1, now: datetime | None = None) -> None:
    """Put somebody out of a season for what they did; their results of it count for nobody, nor in ratings.

    Tables are scored without them from the round `since` on: the first that what they did has spoilt.
    """
    now = now or timezone.now()
    season, entrant = locked(entrant)
    check_right(by, season.league, Act.ENTRANTS)
    if not reason.strip():
        raise NotAllowed(Reason.NO_REASON)
    if not 1 <= since <= season.rounds:
        raise NotAllowed(Reason.STATE)
    entrant.tainted_from = since
    entrant.save(update_fields=["tainted_from"])
    _leave(season, entrant, State.DISQUALIFIED, by, reason, now)
    unrating.unrate(unrating.matches_of(entrant), by, reason, now)


def _leave(
    season: Season, entrant: Entrant, state: Entrant.State, by: Player | None, reason: str, now: datetime
) -> None:
    if entrant.state not in {State.APPLIED, State.WAITLISTED, State.ACCEPTED, State.ACTIVE} or season.state not in {
        *ENTERING,
        Season.State.REVIEW,
    }:
        raise NotAllowed(Reason.STATE)
    before, entrant.state = entrant.state, state
    if before == State.ACTIVE:
        entrant.left_round = next_number(season)
        entrant.save(update_fields=["state", "left_round"])
        if ladders.is_ladder(season):
            ladders.take_out(entrant, now)
        else:
            _vacate(entrant, now)
    else:
        entrant.save(update_fields=["state"])
    note(season, entrant, str(state), by, before, reason, now)
    if entrant.player is not None:
        substitutes.step_back(season=season, player=entrant.player, now=now)
        juries.dismiss(entrant.player, season)
    if entrant.division is not None:
        standings.recompute(entrant.division)
    move_up(season, now)
    if before == State.ACTIVE and entrant.division is not None and active(entrant.division).count() < 2:
        seasons.go_on(entrant.division, now)


def _vacate(entrant: Entrant, now: datetime) -> None:
    """Take an entrant out of tables that have not begun: of a draft at once, else a substitute is asked first.

    Who sits in for them already goes on doing so.
    """
    places = Place.objects.filter(
        entrant=entrant,
        table__state=LeagueTable.State.SEATED,
        matchday__state__in=[Matchday.State.DRAFT, *OPEN],
        substitute__isnull=True,
    ).select_related("table", "matchday")
    for found in places.order_by("matchday__number"):
        table = locked_table(found.table)
        place = table.places.select_related("entrant__player").get(pk=found.pk)
        feeds.off_for(table, [entrant.player], now)
        place.role, place.present_at = Place.Role.OPEN, None
        place.save(update_fields=["role", "present_at"])
        times.settle(table, now)
        if table.matchday.state == Matchday.State.DRAFT:
            open_seats.close(table, now)
        else:
            substitutes.fill(place=place, table=table, now=now)


@transaction.atomic
def readmit(*, entrant: Entrant, by: Player, reason: str, now: datetime | None = None) -> None:
    """Take somebody back from the next round on; the rounds between are worth nothing."""
    season, entrant = locked(entrant)
    check_right(by, season.league, Act.ENTRANTS)
    if entrant.state not in {State.WITHDRAWN, State.DISQUALIFIED} or season.state not in UNDER_WAY:
        raise NotAllowed(Reason.STATE)
    if entrant.division is None or entrant.left_round is None:
        raise NotAllowed(Reason.STATE)
    before, back = entrant.state, next_number(season)
    between = entrant.division.matchdays.filter(number__gte=entrant.left_round, number__lt=back)
    seated = Place.objects.filter(entrant=entrant).values("matchday")
    byes = Bye.objects.filter(entrant=entrant).values("matchday")
    Bye.objects.bulk_create(
        Bye(matchday=day, entrant=entrant, kind=Bye.Kind.ABSENT)
        for day in between.exclude(pk__in=seated).exclude(pk__in=byes)
    )
    entrant.state, entrant.left_round, entrant.tainted_from = State.ACTIVE, None, None
    entrant.save(update_fields=["state", "left_round", "tainted_from"])
    note(season, entrant, "readmit", by, before, reason, now)
    standings.recompute(entrant.division)


def farewell(*, player: Player, name: str, now: datetime) -> None:
    """A deleted account leaves all seasons; its results stay under the neutral name."""
    running = Entrant.objects.filter(player=player, season__state__in=[*ENTERING, Season.State.REVIEW])
    here = running.filter(state__in=[State.APPLIED, State.WAITLISTED, State.ACCEPTED, State.ACTIVE])
    for found in here.order_by("season_id"):  # two accounts that go at once lock seasons in one order
        season, entrant = locked(found)
        _leave(season, entrant, State.WITHDRAWN, None, "", now)
    Entrant.objects.filter(player=player).update(name=name)
