"""What the pages of organizers read."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet

from games.models import Player
from leagues.models import (
    Dispute,
    Division,
    Entrant,
    League,
    LeagueTable,
    LogEntry,
    Matchday,
    Penalty,
    Place,
    Result,
    Role,
    Season,
    SubstituteOffer,
)

LOG_PAGE = 60
SHOWN = (Matchday.State.PUBLISHED, Matchday.State.IN_PLAY, Matchday.State.CLOSING, Matchday.State.COMPLETED)


def league_by_slug(slug: str) -> League | None:
    return League.objects.select_related("owner").filter(slug=slug).first()


def seasons_of(league: League) -> list[Season]:
    """All editions, the newest first, each knowing its league."""
    return list(league.seasons.select_related("league__owner").order_by("-number"))


def entrants_of(season: Season) -> list[Entrant]:
    return list(season.entrants.select_related("player", "division").order_by("applied_at", "pk"))


def count_accepted(season: Season) -> int:
    return season.entrants.filter(state__in=[Entrant.State.ACCEPTED, Entrant.State.ACTIVE]).count()


def entrant_in(season: Season, pk: int) -> Entrant | None:
    return season.entrants.select_related("season__league", "player", "division").filter(pk=pk).first()


def divisions_of(season: Season) -> list[Division]:
    return list(season.divisions.select_related("season__league__owner"))


def days_of(season: Season) -> list[Matchday]:
    """All rounds with how many tables they have and how many of those have a result that stands."""
    done = Q(tables__results__current=True, tables__results__state=Result.State.CONFIRMED)
    rows = Matchday.objects.filter(division__season=season).select_related("division__season__league__owner")
    rows = rows.annotate(
        table_count=Count("tables", filter=~Q(tables__state=LeagueTable.State.VOID), distinct=True),
        done_count=Count("tables", filter=done & ~Q(tables__state=LeagueTable.State.VOID), distinct=True),
    )
    return list(rows.order_by("number", "division__level"))


def day_of(season: Season, number: int, level: int) -> Matchday | None:
    rows = Matchday.objects.select_related("division__season__league__owner")
    return rows.filter(division__season=season, division__level=level, number=number).first()


def tables_on_show(day: Matchday) -> list[LeagueTable]:
    """What a hall looks at: a round's tables, of a ladder those that play."""
    rows = _with_sitters(day)
    if day.division.season.format == Season.Format.LADDER:
        rows = rows.filter(state__in=[LeagueTable.State.SEATED, LeagueTable.State.STARTED])
    return list(rows)


def tables_of(day: Matchday) -> list[LeagueTable]:
    """A round's tables with who sits there and what they came to."""
    return list(_with_sitters(day))


def _with_sitters(day: Matchday) -> QuerySet[LeagueTable]:
    rows = day.tables.select_related("match", "matchday__division__season__league")
    places = Prefetch("places", Place.objects.select_related("entrant", "substitute"))
    return rows.prefetch_related(places, "results")


def table_in(league: League, pk: int) -> LeagueTable | None:
    rows = LeagueTable.objects.select_related("match", "matchday__division__season__league__owner")
    rows = rows.prefetch_related("places__entrant__player", "places__substitute", "results")
    return rows.filter(pk=pk, matchday__division__season__league=league).first()


def rounds_ahead(season: Season) -> list[int]:
    """The numbers of the rounds whose tables are not made: all of a season that has not begun."""
    if season.format in {Season.Format.LADDER, Season.Format.KNOCKOUT}:
        return []
    days = Matchday.objects.filter(division__season=season)
    made = set(days.exclude(state=Matchday.State.PLANNED).values_list("number", flat=True))
    return [number for number in range(1, season.rounds + 1) if number not in made]


def asked_at(table: LeagueTable) -> list[SubstituteOffer]:
    """Who is asked to sit in at a table, and has not answered."""
    rows = SubstituteOffer.objects.filter(place__table=table, state=SubstituteOffer.State.OFFERED)
    return list(rows.select_related("player"))


def playing_in(division: Division) -> dict[int, str]:
    """Who plays in a division now, by name."""
    people = division.entrants.filter(state=Entrant.State.ACTIVE).order_by("name")
    return dict(people.values_list("pk", "name"))


def byes_of(day: Matchday) -> list[Any]:
    return list(day.byes.select_related("entrant").order_by("entrant__name"))


def open_disputes(season: Season) -> list[Dispute]:
    rows = Dispute.objects.filter(table__matchday__division__season=season, state=Dispute.State.OPEN)
    rows = rows.select_related("claimant", "table__matchday__division__season__league").prefetch_related(
        "votes__player"
    )
    return list(rows.order_by("opened_at"))


def names_in(season: Season) -> dict[int, str]:
    return dict(season.entrants.values_list("pk", "name"))


def dispute_in(season: Season, pk: int) -> Dispute | None:
    rows = Dispute.objects.filter(table__matchday__division__season=season, pk=pk)
    return rows.select_related("table__matchday__division__season__league").first()


def penalties_of(season: Season) -> list[Penalty]:
    return list(Penalty.objects.filter(entrant__season=season).select_related("entrant", "author").order_by("-made_at"))


def penalty_in(season: Season, pk: int) -> Penalty | None:
    return Penalty.objects.filter(entrant__season=season, pk=pk).select_related("entrant__season__league").first()


def roles_of(league: League) -> list[Role]:
    return list(league.roles.select_related("player").order_by("kind", "player__username"))


def log_of(league: League, before: datetime | None = None) -> list[LogEntry]:
    rows = league.log.select_related("season").order_by("-made_at", "-pk")
    return list((rows.filter(made_at__lt=before) if before else rows)[: LOG_PAGE + 1])


def player_named(name: str) -> Player | None:
    return Player.objects.filter(username__iexact=name.strip(), is_active=True).first()


def day_on_show(season: Season) -> list[Matchday]:
    """The round that a hall looks at, in every division: the last one whose tables are known."""
    shown: QuerySet[Matchday] = Matchday.objects.filter(division__season=season, state__in=SHOWN)
    rows: Sequence[Matchday] = list(shown.select_related("division__season__league").order_by("-number"))
    latest: dict[int, Matchday] = {}
    for day in rows:
        latest.setdefault(day.division_id, day)
    return sorted(latest.values(), key=lambda day: day.division.level)


def may_see(league: League, player: Player | None) -> bool:
    """Whether the league's pages are open to somebody who does not run it."""
    if league.visibility != League.Visibility.PRIVATE:
        return True
    if player is None:
        return False
    kept_out = (Entrant.State.DECLINED, Entrant.State.DISQUALIFIED)
    return Entrant.objects.filter(season__league=league, player=player).exclude(state__in=kept_out).exists()
