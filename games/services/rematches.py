"""The same table once more, for whoever stayed to the end. Refused: NotAllowed."""

from datetime import datetime

from django.db import transaction

from games.models import Match, Player, Seat
from games.services import company, rounds, seating, tables
from games.services.errors import NotAllowed, Reason
from games.services.table_guards import check_casual, own_seat, touched


@transaction.atomic
def rematch(*, match: Match, by: Player, now: datetime | None = None) -> Match:
    """Open the same table again for whoever stayed; the one who asks first is its host."""
    match = rounds.locked_match(match.pk)
    check_casual(match)
    own_seat(match, by)
    again = Match.objects.filter(rematch_of=match).first()
    if again is not None:
        return again
    if match.state != Match.State.FINISHED:
        raise NotAllowed(Reason.NOT_FINISHED)
    again = Match.objects.create(
        code=tables.free_code(),
        host=by,
        public=False,
        rules=match.rules,
        sentences=match.sentences,
        preset=match.preset,
        size=match.size,
        turn_ms=match.turn_ms,
        bank_ms=match.bank_ms,
        rematch_of=match,
    )
    strangers = company.blocked_with(by)
    staying = match.seats.filter(left_order__isnull=True).exclude(player__is_active=False)
    for seat in staying.exclude(player__in=strangers).select_related("player"):
        same = seating.fill_seat(again, player=seat.player, bot=seat.bot)
        Seat.objects.filter(pk=same.pk).update(name=seat.name)
    if not again.seats.filter(player=by).exists():
        seating.fill_seat(again, player=by)
    touched(again, now)
    rounds.changed(match)
    return again
