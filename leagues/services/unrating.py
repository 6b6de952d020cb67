"""Matches of a league that are rated no more: of a table that is void, of somebody who was put out for cheating."""

from collections.abc import Iterable
from datetime import datetime

from games.models import LedgerAct, Match, Player, Settlement
from games.services import ledger_acts
from leagues.models import Entrant, LeagueTable


def unrate(matches: Iterable[Match], by: Player, reason: str, now: datetime) -> int:
    """Take back what these matches did to ratings, and to later ones by that; give how many were rated."""
    rated = Settlement.objects.filter(match__in=[match.pk for match in matches], undone_at__isnull=True)
    codes = tuple(rated.order_by("pk").values_list("match__code", flat=True))
    if codes:
        undo = ledger_acts.Selection(kind=LedgerAct.Kind.UNDO, codes=codes)
        ledger_acts.apply(selection=undo, by=by, reason=reason, now=now)
    return len(codes)


def matches_of(entrant: Entrant) -> list[Match]:
    """The matches of the season in which this entrant sat."""
    tables = LeagueTable.objects.filter(places__entrant=entrant, places__substitute=None, match__isnull=False)
    return [table.match for table in tables.select_related("match") if table.match is not None]
