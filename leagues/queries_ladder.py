"""What the pages of a ladder read."""

from datetime import datetime

from django.db.models import Prefetch, QuerySet

from leagues.models import Division, Entrant, LadderTicket, LeagueTable, Matchday, Place, Result, Season

PAGE = 20
OPEN = (LeagueTable.State.SEATED, LeagueTable.State.STARTED)


def division_of(season: Season) -> Division | None:
    """The one division of a ladder that has begun."""
    return season.divisions.select_related("season__league__owner").first()


def day_of(division: Division) -> Matchday | None:
    return division.matchdays.select_related("division__season__league").filter(number=1).first()


def tickets_of(division: Division) -> list[LadderTicket]:
    """Who waits, the longest first."""
    return list(division.tickets.select_related("entrant__player").order_by("joined_at", "pk"))


def ticket_of(entrant: Entrant) -> LadderTicket | None:
    return LadderTicket.objects.filter(entrant=entrant).first()


def my_table(entrant: Entrant) -> LeagueTable | None:
    """The table that waits for me or that I play at."""
    places = Place.objects.filter(entrant=entrant, table__state__in=OPEN).exclude(role=Place.Role.VACATED)
    place = places.select_related("table__match").order_by("-turn").first()
    return place.table if place else None


def open_tables(division: Division) -> list[LeagueTable]:
    return list(_whole(division).filter(state__in=OPEN))


def count_open(division: Division) -> int:
    return LeagueTable.objects.filter(matchday__division=division, state__in=OPEN).count()


def tables_before(
    division: Division, before: int | None = None, entrant: int | None = None, most: int = PAGE
) -> list[LeagueTable]:
    """Tables that are over, the newest first, one more than a page holds; those of one entrant, if asked."""
    rows = _whole(division).exclude(state__in=(*OPEN, LeagueTable.State.VOID))
    if before is not None:
        rows = rows.filter(number__lt=before)
    if entrant is not None:
        rows = rows.filter(pk__in=Place.objects.filter(entrant=entrant).values("table"))
    return list(rows[: most + 1])


def _whole(division: Division) -> QuerySet[LeagueTable]:
    rows = LeagueTable.objects.filter(matchday__division=division).select_related("match", "matchday__division__season")
    current = Prefetch("results", Result.objects.filter(current=True), to_attr="standing_results")
    places = Prefetch("places", Place.objects.select_related("entrant__player", "substitute"))
    return rows.prefetch_related(current, places).order_by("-number")


def barred_in(season: Season, now: datetime) -> list[Entrant]:
    """Who may not queue now."""
    return list(season.entrants.filter(barred_until__gt=now).order_by("barred_until"))
