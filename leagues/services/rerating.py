"""What a corrected result does to the ratings of a match played here: it is rated by the places that stand now.

Inside the transaction that stores the correction, the table locked (LEAGUES §1.4, §4.3).
"""

from datetime import datetime

from games.models import LedgerAct, Match, Player, Settlement
from games.services import ledger_acts
from leagues.models import Entrant, LeagueTable, Result
from leagues.services.tables import places_of, player_of
from leagues.services.unrating import unrate

# Tables with such a result are not rated.
UNRATED = (Result.Kind.VOID, Result.Kind.FORFEIT)
# What the ledger keeps of it.
LONGEST_REASON = 300


def follow(*, table: LeagueTable, result: Result, by: Player, reason: str, now: datetime) -> None:
    """Rate the match of a locked table as this correction has it, and what was played since after that.

    A void or forfeited table is rated no more. Where another correction follows, it is rated again, unless somebody
    sat there who was put out for cheating.
    """
    match, reason = table.match, reason.strip()[:LONGEST_REASON]
    if match is None:
        return
    if result.kind in UNRATED:
        unrate([match], by, reason, now)
        return
    _rate_again(table, match, by, reason, now)
    ledger_acts.correct(match=match, places=_told(table, result), by=by, reason=reason, now=now)


def _rate_again(table: LeagueTable, match: Match, by: Player, reason: str, now: datetime) -> None:
    """Take a match in again that an earlier correction took out: not one that the site's staff did."""
    out = Settlement.objects.filter(match=match).values_list("undone_at", flat=True).first()
    cheated = table.places.filter(entrant__state=Entrant.State.DISQUALIFIED, substitute=None)
    if out is None or cheated.exists():
        return
    if table.results.filter(kind__in=UNRATED, made_at=out).exists():
        redo = ledger_acts.Selection(kind=LedgerAct.Kind.REDO, codes=(match.code,))
        ledger_acts.apply(selection=redo, by=by, reason=reason, now=now)


def _told(table: LeagueTable, result: Result) -> dict[int, int]:
    """The places by player, nothing where they are what the match itself came to."""
    first = table.results.order_by("revision")[0]
    came = _places(result)
    if first.author_id is None and _places(first) == came:
        return {}
    people = {place.entrant_id: player_of(place) for place in places_of(table)}
    return {one.pk: came[entrant] for entrant, one in people.items() if one is not None and entrant in came}


def _places(result: Result) -> dict[int, int]:
    """The places by entrant, of who came."""
    return {line["entrant"]: line["place"] for line in result.lines if line["came"]}
