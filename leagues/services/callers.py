"""Who waits for a ladder's table as the pure engine sees them: strength, patience, whom they met and when."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, time
from zoneinfo import ZoneInfo

from django.db.models import Max, Q, QuerySet

from games.models import Ladder, Rating
from games.queries_queue import apart
from games.ratings.standing import START, shown
from leagues.engine.ladder import Waiting
from leagues.engine.rounds import Table
from leagues.models import Division, LadderTicket, LeagueTable, Matchday, Place

REMEMBERED = 40  # tables back, for whose seat it is


def queue_of(division: Division, tickets: Sequence[LadderTicket], now: datetime) -> list[Waiting]:
    """Those who wait, in the same order."""
    entrants = [one.entrant_id for one in tickets]
    ratings = _ratings(division, tickets)
    met = _meetings(division, entrants, now)
    last = _last_met(division, entrants)
    enemies = _apart(division, tickets)
    return [
        Waiting(
            one.entrant_id,
            ratings.get(one.entrant.player_id or 0, shown(START.mu)),
            max(0, int((now - one.joined_at).total_seconds())),
            met[one.entrant_id],
            frozenset(last[one.entrant_id]),
            frozenset(enemies[one.entrant_id]),
        )
        for one in tickets
    ]


def _ratings(division: Division, tickets: Sequence[LadderTicket]) -> dict[int, int]:
    kind = Ladder.DUEL if division.season.table_size == 2 else Ladder.TABLE
    rows = Rating.objects.filter(ladder=kind, player__in=[one.entrant.player_id for one in tickets])
    return {player: shown(mu) for player, mu in rows.values_list("player", "mu")}


def _meetings(division: Division, entrants: Sequence[int], now: datetime) -> dict[int, Counter[int]]:
    """How often each met whom since midnight on the league's clocks."""
    zone = ZoneInfo(division.season.league.zone)
    midnight = datetime.combine(now.astimezone(zone).date(), time(), zone)
    found: dict[int, Counter[int]] = {one: Counter() for one in entrants}
    for seats in _tables(division, Q(table__called_at__gte=midnight)).values():
        for one in found.keys() & set(seats):
            found[one].update(other for other in seats if other != one)
    return found


def _last_met(division: Division, entrants: Sequence[int]) -> dict[int, set[int]]:
    """With whom each sat the last time."""
    played = _played(division).filter(entrant__in=entrants).values_list("entrant").annotate(last=Max("turn"))
    last = dict(played.order_by())
    seats = _tables(division, Q(turn__in=set(last.values())))
    by_number = {number: set(table) for number, table in seats.items()}
    return {one: by_number.get(last.get(one, 0), set()) - {one} for one in entrants}


def _tables(division: Division, which: Q) -> dict[int, list[int]]:
    """Tables by their numbers, each in the order of its seats."""
    found: dict[int, list[int]] = {}
    for number, entrant in _played(division).filter(which).order_by("turn", "position").values_list("turn", "entrant"):
        found.setdefault(number, []).append(entrant)
    return found


def _played(division: Division) -> QuerySet[Place]:
    rows = Place.objects.filter(matchday__division=division).exclude(role=Place.Role.VACATED)
    return rows.exclude(table__state=LeagueTable.State.VOID)


def _apart(division: Division, tickets: Sequence[LadderTicket]) -> dict[int, set[int]]:
    """Whom each must not sit with: blocked by one of the two, or kept apart by the organizers."""
    by_key = {one.entrant.player_id or -one.entrant_id: one.entrant_id for one in tickets}
    pairs = [tuple(pair) for pair in apart([key for key in by_key if key > 0])]
    pairs += [(one, two) for one, two in division.season.keep_apart]
    found: dict[int, set[int]] = {one.entrant_id: set() for one in tickets}
    for one, two in pairs:
        if one in by_key and two in by_key:
            found[by_key[one]].add(by_key[two])
            found[by_key[two]].add(by_key[one])
    return found


def earlier_tables(day: Matchday, called: Iterable[Sequence[int]]) -> list[Table]:
    """The last tables of these people, so that everybody has every seat about as often."""
    people = [one for seats in called for one in seats]
    mine = day.tables.filter(places__entrant__in=people).order_by("-number").distinct()
    numbers = list(mine.values_list("number", flat=True)[: REMEMBERED * max(1, len(people))])
    return [tuple(seats) for _, seats in sorted(_tables(day.division, Q(turn__in=numbers)).items())]
