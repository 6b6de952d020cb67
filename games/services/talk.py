"""What is said at a table and who watches has a number of its own: it changes no screen."""

from functools import partial

from django.db import transaction
from django.db.models import F

from games import live
from games.models import Match


def changed(match: Match) -> int:
    """Count one more change, and tell everyone once this is committed; the new number."""
    Match.objects.filter(pk=match.pk).update(talk=F("talk") + 1)
    number: int = Match.objects.values_list("talk", flat=True).get(pk=match.pk)
    transaction.on_commit(partial(live.announce_talk, match.code, number))
    return number
