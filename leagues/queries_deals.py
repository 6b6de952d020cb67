"""How the rounds of a season ended: who breaks off rounds whose cards do not please is seen on the league's page."""

from typing import NamedTuple

from django.db.models import Count, Q

from games.models import Round
from leagues.models import Season


class Ended(NamedTuple):
    """How many rounds were broken off, of how many that are over."""

    broken: int
    rounds: int


def rounds_of(season: Season) -> Ended:
    """Count the rounds of the matches that a season seated: one query."""
    over = Round.objects.filter(match__league_table__matchday__division__season=season, finished_at__isnull=False)
    told = over.aggregate(rounds=Count("pk"), broken=Count("pk", filter=Q(outcome=Round.Outcome.ABORTED)))
    return Ended(told["broken"], told["rounds"])
