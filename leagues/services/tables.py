"""A league's table under its lock, and who plays at it."""

from django.db.models import QuerySet

from games.models import Player
from leagues.models import Division, LeagueTable, Matchday, Place, Result

OPEN = (Matchday.State.PUBLISHED, Matchday.State.IN_PLAY, Matchday.State.CLOSING)


def locked_table(table: LeagueTable) -> LeagueTable:
    """The table's row, locked after its division's, with its round, season and match.

    What happens at a table may end its round: whoever locks one comes by the division first, so that
    a result and a deadline at once wait for each other and not both for ever.
    """
    Division.objects.select_for_update(no_key=True).get(matchdays=table.matchday_id)
    rows = LeagueTable.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("matchday__division__season__league", "match").get(pk=table.pk)


def missing(day: Matchday) -> QuerySet[LeagueTable]:
    """The tables of a round that have no confirmed result yet."""
    stands = Result.objects.filter(table__matchday=day, current=True, state=Result.State.CONFIRMED)
    return day.tables.exclude(state=LeagueTable.State.VOID).exclude(pk__in=stands.values("table"))


def places_of(table: LeagueTable) -> list[Place]:
    return list(table.places.select_related("entrant__player__play_week", "entrant__division", "substitute"))


def player_of(place: Place) -> Player | None:
    """Who plays this place; nobody where it waits for somebody to sit in."""
    return place.substitute or (None if is_open(place) else place.entrant.player)


def is_open(place: Place) -> bool:
    """Whether its entrant has left the season, and nobody sits in yet."""
    return place.role == Place.Role.OPEN


def plays(place: Place, player: Player) -> bool:
    one = player_of(place)
    return one is not None and one.pk == player.pk
