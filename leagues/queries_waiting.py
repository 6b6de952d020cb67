"""Reading what a player's leagues wait for them to do."""

from games.models import Player
from leagues import queries_open
from leagues.models import Result, Season


def claims(player: Player) -> list[Result]:
    """Results of my tables that wait for my yes."""
    season = "table__matchday__division__season"
    mine = queries_open.places_of(player).values("table")
    rows = Result.objects.filter(current=True, state=Result.State.CLAIMED, table__in=mine)
    rows = rows.filter(
        **{"table__matchday__state__in": queries_open.OPEN_DAY, f"{season}__state": Season.State.RUNNING}
    )
    rows = rows.exclude(author=player).exclude(confirmations__player=player)
    return list(rows.select_related(f"{season}__league").order_by("made_at"))
