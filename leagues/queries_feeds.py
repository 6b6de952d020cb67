"""What calendar feeds read."""

from datetime import datetime

from django.db.models import Prefetch, Q

from games.models import Player
from leagues.models import CalledOff, LeagueTable, Place, Season
from leagues.queries_open import SHOWN

MOST = 300


def scheduled(whose: Season | Player) -> list[LeagueTable]:
    """Tables of a season or of one player: all that have a time, or had one."""
    timed = Q(play_at__isnull=False) | Q(sequence__gt=0) | Q(matchday__division__season__pace=Season.Pace.FIXED)
    rows = LeagueTable.objects.filter(timed, matchday__state__in=SHOWN)
    if isinstance(whose, Season):
        rows = rows.filter(matchday__division__season=whose)
    else:
        rows = rows.filter(Q(places__entrant__player=whose) | Q(places__substitute=whose)).distinct()
    rows = rows.select_related("matchday__division__season__league", "match")
    places = Prefetch("places", Place.objects.select_related("entrant__player", "substitute"))
    return list(rows.prefetch_related(places).order_by("-matchday__opens_at", "number")[:MOST])


def called_off(whose: Season | Player, since: datetime) -> list[CalledOff]:
    """Entries that calendars may still hold of tables that are no more, or are no more the player's."""
    rows = CalledOff.objects.filter(starts_at__gte=since).select_related("season__league")
    rows = rows.filter(season=whose, player=None) if isinstance(whose, Season) else rows.filter(player=whose)
    return list(rows.order_by("-starts_at")[:MOST])
