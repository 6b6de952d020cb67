"""Players who bind themselves to a part of the shuffle and do not tell it: once a slow network, often a report.

Whoever withholds can only choose between two shuffles, blindly. Still moderators are told, once a week at most.
"""

from datetime import datetime, timedelta

from games.models import Contribution, Deal, Report

WEEK = timedelta(days=7)
MOST_A_WEEK = 3


def count(deal: Deal, now: datetime) -> None:
    """Note who did not open what they were bound to although there was time; report whom it happens to too often."""
    missing = deal.contributions.filter(nonce="")
    missing.update(withheld_at=now)
    for player_id in missing.values_list("player_id", flat=True):
        if times(player_id, now) > MOST_A_WEEK and not _was_reported(player_id, now):
            Report.objects.create(
                reporter=None, player_id=player_id, match_id=deal.match_id, why=Report.Why.WITHHELD, made_at=now
            )


def times(player_id: int, now: datetime) -> int:
    """How often this player did not open a part within the last week."""
    return Contribution.objects.filter(player=player_id, withheld_at__gt=now - WEEK).count()


def _was_reported(player_id: int, now: datetime) -> bool:
    same = Report.objects.filter(player=player_id, why=Report.Why.WITHHELD, made_at__gt=now - WEEK)
    return same.exists()
