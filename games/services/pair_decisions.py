"""What a moderator decides about a pair that may be helping each other: noted with what the tables said then.

Nothing happens to the two by it. Refused: NotAllowed with NO_MODERATOR, OWN_PAIR, NOT_SAID or HANDLED.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.models import PairDecision, Player
from games.queries_moderation import is_moderator
from games.ratings.collusion import Suspicion
from games.services.errors import NotAllowed, Reason

LONGEST_NOTE = 500


@transaction.atomic
def decide(
    *,
    helper: Player,
    helped: Player,
    by: Player,
    kind: str,
    note: str,
    suspicion: Suspicion,
    seen: int,
    now: datetime | None = None,
) -> PairDecision:
    """Note a decision; `seen` is the key of the latest one that the moderator knew of, 0 for none."""
    if not is_moderator(by):
        raise NotAllowed(Reason.NO_MODERATOR)
    if by in (helper, helped):
        raise NotAllowed(Reason.OWN_PAIR)
    if kind not in PairDecision.Kind.values or not note.strip():
        raise NotAllowed(Reason.NOT_SAID)
    # Two who decide at once: one after the other, and the second reads what the first thought.
    Player.objects.select_for_update(no_key=True).get(pk=helper.pk)
    latest = PairDecision.objects.filter(helper=helper, helped=helped).first()
    if (latest.pk if latest else 0) != seen:
        raise NotAllowed(Reason.HANDLED)
    return PairDecision.objects.create(
        helper=helper,
        helped=helped,
        by=by,
        kind=kind,
        note=note.strip()[:LONGEST_NOTE],
        made_at=now or timezone.now(),
        tables=suspicion.tables,
        z=suspicion.z,
    )
