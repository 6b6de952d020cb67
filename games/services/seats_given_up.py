"""Whoever is gone for good, banned or deleted, holds up no table.

At a table that waits the seat is free again; in a casual match a bot plays on, from a ranked one the seat
leaves, as services/presence.py has it for everybody who may not sign in.
"""

from contextlib import suppress
from datetime import datetime

from games.models import Match, Player, Seat
from games.services import presence, queueing, standing_up
from games.services.errors import NotAllowed

WAITING = (Match.State.OPEN, Match.State.PAUSED)


def give_up(*, player: Player, now: datetime) -> None:
    """Give up the place in the queue and all seats. The account is closed already, so none are taken meanwhile."""
    with suppress(NotAllowed):
        queueing.leave_queue(player=player, now=now)
    seats = Seat.objects.filter(player=player, left_order__isnull=True, match__state__in=WAITING)
    for seat in seats.select_related("match"):
        with suppress(NotAllowed):  # it began, or closed, at this moment
            standing_up.leave_table(match=seat.match, player=player, now=now)
    presence.replace_banned(now)
