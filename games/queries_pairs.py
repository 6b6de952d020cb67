"""Reads for moderators: which players may be helping each other at ranked tables."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games.models import Match, PairDecision, Player, RatingChange
from games.ratings.collusion import FEWEST_TABLES, Pair, Shared, Suspicion, favours, suspicion

AT_ONCE = 2_000
LISTED = 50
LOOKED_BACK = timedelta(days=180)


class Table(NamedTuple):
    """A table that a pair shared, the places of both, and what the helper gave away there, in opponents beaten."""

    match: Match
    helper_place: int
    helped_place: int
    favour: float


class Evidence(NamedTuple):
    """What the tables of a pair say: by how many opponents each was above what was expected there."""

    suspicion: Suspicion
    helped_over: float  # against all others
    helper_over: float  # against all but the helped
    tables: tuple[Table, ...]  # the latest first


class PairReport(NamedTuple):
    """An ordered pair, and what their tables say."""

    helper: Player
    helped: Player
    suspicion: Suspicion


def pair_reports(since: datetime) -> list[PairReport]:
    """The ordered pairs that shared enough tables since then, the most suspicious first."""
    found = suspicions(since)
    worst = sorted(found, key=lambda pair: -found[pair].z)[:LISTED]
    people = Player.objects.in_bulk({player for pair in worst for player in pair})
    return [PairReport(people[helper], people[helped], found[helper, helped]) for helper, helped in worst]


def suspicions(since: datetime) -> dict[Pair, Suspicion]:
    """What the tables since then say of every ordered pair that shared enough of them to be judged."""
    shared: defaultdict[Pair, list[Shared]] = defaultdict(list)
    for _, surplus in _surpluses(RatingChange.objects.filter(settlement__settled_at__gte=since)):
        for pair, one in favours(surplus).items():
            shared[pair].append(one)
    return {pair: suspicion(tables) for pair, tables in shared.items() if len(tables) >= FEWEST_TABLES}


def evidence(helper: Player, helped: Player, since: datetime) -> Evidence:
    """The rated tables that these two played out together, and what they add up to."""
    both = RatingChange.objects.filter(player=helper, settlement__settled_at__gte=since).values("settlement")
    shared = RatingChange.objects.filter(player=helped, settlement__in=both).values_list("settlement", flat=True)
    found, helped_over = {}, 0.0
    for key, surplus in _surpluses(RatingChange.objects.filter(settlement__in=list(shared))):
        if helper.pk in surplus and helped.pk in surplus:
            found[key] = favours(surplus)[helper.pk, helped.pk]
            helped_over += sum(surplus[helped.pk].values())
    summed = suspicion(found.values())
    tables = _tables(helper, helped, {key: one.favour for key, one in found.items()})
    return Evidence(summed, helped_over, helped_over - summed.favour, tables)


def _tables(helper: Player, helped: Player, favour: Mapping[int, float]) -> tuple[Table, ...]:
    matches = Match.objects.in_bulk(favour)
    lines = RatingChange.objects.filter(settlement__in=favour, player__in=(helper, helped))
    places = {(key, player): place for key, player, place in lines.values_list("settlement", "player", "place")}
    return tuple(
        [
            Table(matches[key], places[key, helper.pk], places[key, helped.pk], favour[key])
            for key in sorted(favour, reverse=True)
        ]
    )


def people_of(helper: int, helped: int) -> dict[int, Player]:
    """The two of a pair by key, as far as there are such players."""
    return Player.objects.in_bulk([helper, helped])


def decisions_on(pairs: Iterable[Pair]) -> dict[Pair, PairDecision]:
    """The latest decision on each of these ordered pairs that has one."""
    wanted = set(pairs)
    found = PairDecision.objects.filter(helper__in={pair[0] for pair in wanted}).order_by("made_at", "pk")
    latest = {(one.helper_id, one.helped_id): one for one in found.select_related("by")}
    return {pair: one for pair, one in latest.items() if pair in wanted}


def latest_decisions(helper: Player | None = None, helped: Player | None = None) -> list[PairDecision]:
    """What moderators decided lately, of all pairs or of one."""
    found = PairDecision.objects.select_related("by", "helper", "helped")
    if helper is not None and helped is not None:
        found = found.filter(helper=helper, helped=helped)
    return list(found[:LISTED])


def _surpluses(changes: QuerySet[RatingChange]) -> Iterator[tuple[int, dict[int, dict[int, float]]]]:
    """By match, what everybody who stayed reached against the others, beyond what was expected."""
    counted = changes.filter(settlement__undone_at__isnull=True, left=False).order_by("settlement")
    rows = counted.values_list("settlement", "player", "reasons").iterator(AT_ONCE)
    for match, players in groupby(rows, key=lambda row: row[0]):
        yield match, {player: _surplus(reasons) for _, player, reasons in players if reasons}


def _surplus(reasons: Iterable[Mapping[str, Any]]) -> dict[int, float]:
    return {reason["player"]: reason["outcome"] / 2 - reason["expected"] for reason in reasons}
