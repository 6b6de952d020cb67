"""Analyses of finished rounds, read."""

from games.models import Analysis, Round

UNFINISHED = (Analysis.State.WAITING, Analysis.State.RUNNING)


def analysis_of(played: Round) -> Analysis | None:
    return Analysis.objects.filter(round=played).first()


def before(analysis: Analysis) -> int:
    """How many were asked for earlier and are not done."""
    return Analysis.objects.filter(state__in=UNFINISHED, asked_at__lt=analysis.asked_at).count()
