"""Promises of rounds, with what the players added to them."""

from django.db.models import Prefetch, QuerySet

from games.models import Contribution, Deal, Match, Round

OVER = (Deal.Stage.DEALT, Deal.Stage.OFF)
PEOPLE = Prefetch("contributions", Contribution.objects.order_by("seat"))


def standing(match_id: int) -> Deal | None:
    """The promise of a match's next round with its contributions: two queries."""
    return Deal.objects.filter(match=match_id).exclude(stage__in=OVER).prefetch_related(PEOPLE).first()


def deals_of(match: Match, number: int) -> QuerySet[Deal]:
    """All promises that were made for a round of a match, the first one first."""
    return Deal.objects.filter(match=match, number=number).prefetch_related(PEOPLE).order_by("attempt")


def round_with_promise(match: Match, number: int) -> Round | None:
    """A round with its promise and the contributions to it."""
    found = Round.objects.select_related("match", "promise").prefetch_related("promise__contributions")
    return found.filter(match=match, number=number).first()
