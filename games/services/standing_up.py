"""Who stands up from a table: before the start, in a round by its command, or between two. Refused: NotAllowed."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.models import Match, Player, Seat
from games.services import endings, leaving, play, rounds
from games.services.errors import NotAllowed, Reason
from games.services.table_guards import own_seat, touched


def leave_table(*, match: Match, player: Player, now: datetime | None = None) -> None:
    """Stand up: before the start the seat is free again, later it is out of the match."""
    now = now or timezone.now()
    if not _leave_round(match, player, now):
        _leave_outside_a_round(match, player, now)


def _leave_round(match: Match, player: Player, now: datetime) -> bool:
    """Leave by the round's own command; False where no round is played."""
    command_id = secrets.token_hex(16)
    answer = play.submit(
        match_code=match.code, player_id=player.pk, text="leave", after=0, command_id=command_id, now=now
    )
    return answer.number is not None


@transaction.atomic
def _leave_outside_a_round(match: Match, player: Player, now: datetime) -> None:
    match = rounds.locked_match(match.pk)
    seat = own_seat(match, player)
    if match.state == Match.State.OPEN:
        _stand_up(match, seat, now)
    elif match.state in (Match.State.BETWEEN, Match.State.PAUSED):
        if seat.left_order is not None:
            raise NotAllowed(Reason.HAS_LEFT)
        leaving.leave_between(match, seat.number, now)
    else:
        raise NotAllowed(Reason.HAS_LEFT if seat.left_order is not None else Reason.NOT_RUNNING)


def _stand_up(match: Match, seat: Seat, now: datetime) -> None:
    seat.delete()
    heir = match.seats.filter(player__isnull=False).first()
    if heir is None or heir.player is None:
        endings.cancel(match, now)
        return
    if match.host_id == seat.player_id:
        match.host = heir.player
        match.save(update_fields=["host"])
    touched(match, now)
