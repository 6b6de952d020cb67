"""The points of months and seasons: the best table scores of each period. Runs inside a caller's transaction."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import product
from typing import Final

from games import queries_ledger as queries
from games.models import PeriodScore
from games.ratings import periods

FIGURES: Final = ("games", "best", "points", "total", "standing")


def add(*, ladder: str, scores: Mapping[int, int], at: datetime) -> None:
    """Add a table's scores, by player, to the month and the season that it ended in. The ladder's head is locked."""
    keys = keys_at(at)
    known = PeriodScore.objects.filter(ladder=ladder, period__in=keys, player__in=scores)
    stored = {(row.player_id, row.period): row for row in known}
    rows = []
    for player, period in sorted(product(scores, keys)):
        row = stored.get((player, period)) or PeriodScore(ladder=ladder, period=period, player_id=player)
        row.games, row.best = row.games + 1, periods.with_score(row.best, scores[player])
        row.points, row.total = sum(row.best), row.total + scores[player]
        row.standing = periods.standing(row.points, row.total, row.games)
        row.pk = None  # the period, ladder and player say which one it is
        rows.append(row)
    PeriodScore.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["ladder", "period", "player"], update_fields=FIGURES
    )


def recount(*, ladder: str, player: int, period: str) -> None:
    """Add up a period of a player anew, after its settlements have changed. The ladder's head is locked."""
    PeriodScore.objects.filter(ladder=ladder, period=period, player=player).delete()
    scores = queries.scores_in(ladder, player, *span(period))
    if scores:
        row_of(ladder, player, period, scores).save()


def row_of(ladder: str, player: int, period: str, scores: Sequence[int]) -> PeriodScore:
    """What a period's table scores make, not stored yet."""
    best, games, total = periods.best_of(scores), len(scores), sum(scores)
    points = sum(best)
    return PeriodScore(
        ladder=ladder,
        player_id=player,
        period=period,
        games=games,
        best=best,
        points=points,
        total=total,
        standing=periods.standing(points, total, games),
    )


def keys_at(moment: datetime) -> tuple[str, str]:
    """The month and the season of a moment, by the calendar of Bucharest."""
    return periods.keys(moment.astimezone(periods.CALENDAR))


def span(period: str) -> tuple[datetime, datetime]:
    """When a period begins, and when the next one does."""
    first, after = periods.first_month(period), periods.first_month(periods.following(period))
    return datetime(*first, 1, tzinfo=periods.CALENDAR), datetime(*after, 1, tzinfo=periods.CALENDAR)
