"""The tables of a division after each round: worked out from the results, in one transaction, never added to."""

from collections.abc import Collection
from dataclasses import replace

from django.db import transaction

from leagues.engine.results import Record
from leagues.engine.standings import Row, standings
from leagues.models import Division, Entrant, Matchday, Season, Standing
from leagues.services import brackets, records

NOWHERE = (0, 0)
GONE = (Entrant.State.WITHDRAWN, Entrant.State.DISQUALIFIED)


@transaction.atomic
def recompute(division: Division) -> None:
    """Write the standings after every round that has a result anew."""
    season = division.season
    record = records.record_of(division)
    gone = set(division.entrants.filter(state__in=GONE).values_list("pk", flat=True))
    rounds = {one.round for one in record.outcomes} | {one.round for one in record.unplayed}
    Standing.objects.filter(division=division).delete()
    Standing.objects.bulk_create(
        Standing(
            division=division,
            entrant_id=row.entrant,
            after_round=number,
            rank=row.rank,
            points=row.points,
            figures=row.texts() | {"decided_by": row.decided_by or "", "played": row.played, "ranked": row.ranked},
        )
        for number in range(1, max(rounds, default=0) + 1)
        for row in ranked(season, record.until(number), gone)
    )


def ranked(season: Season, record: Record, gone: Collection[int]) -> tuple[Row, ...]:
    """The pure engine's table of a record, by what the season's plan says."""
    rows = standings(
        record,
        table=season.table_size,
        seed=season.seed,
        scoring=records.scoring_of(season),
        order=season.tie_breaks,
        gone=gone,
        best=season.best_results,
        least=season.least_results,
    )
    if season.format != Season.Format.KNOCKOUT:
        return rows
    far = brackets.reached(record)
    best_first = sorted(rows, key=lambda row: (row.gone, not row.ranked, far.get(row.entrant, NOWHERE), row.rank))
    return tuple(replace(row, rank=rank) for rank, row in enumerate(best_first, 1))


def latest(division: Division) -> list[Standing]:
    """The table as it stands, first place first."""
    last = division.standings.order_by("-after_round").values_list("after_round", flat=True).first()
    if last is None:
        return []
    return list(division.standings.filter(after_round=last).select_related("entrant__player").order_by("rank", "pk"))


def points_of(division: Division) -> list[tuple[int, int]]:
    """Each entrant's points (5040ths) so far, best first."""
    return [(row.entrant_id, row.points) for row in latest(division)]


def ranks_of(division: Division) -> dict[int, int]:
    return {row.entrant_id: row.rank for row in latest(division)}


def after(day: Matchday) -> list[Standing]:
    """The table after a round."""
    rows = Standing.objects.filter(division=day.division_id, after_round=day.number)
    return list(rows.select_related("entrant__player").order_by("rank", "pk"))
