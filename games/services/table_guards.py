"""Who may change a table, looked at under its lock; and what follows from every change of it. Refused: NotAllowed."""

from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Due, Match, Player, Seat
from games.services import rounds, waiting
from games.services.errors import NotAllowed, Reason

OPEN_LASTS = timedelta(minutes=30)


def opened(match: Match) -> Match:
    """The table under its lock, before it begins."""
    match = rounds.locked_match(match.pk)
    if match.state != Match.State.OPEN:
        raise NotAllowed(Reason.NOT_OPEN)
    return match


def hosted(match: Match, by: Player) -> Match:
    """The same for its host only."""
    match = opened(match)
    if match.host_id != by.pk:
        raise NotAllowed(Reason.NOT_HOST)
    return match


def own_seat(match: Match, player: Player) -> Seat:
    """The seat of whoever asks for something that only players may."""
    seat = match.seats.filter(player=player).first()
    if seat is None:
        raise NotAllowed(Reason.NOT_SEATED)
    return seat


def check_casual(match: Match) -> None:
    """Refuse what a ranked match or one of a league does not have."""
    if match.kind != Match.Kind.CASUAL:
        raise NotAllowed(Reason.RANKED)


def touched(match: Match, now: datetime | None) -> None:
    """An open table that somebody still cares for: announce it, and let it wait longer."""
    rounds.changed(match)
    waiting.due_later(match, Due.Kind.EXPIRY, (now or timezone.now()) + OPEN_LASTS)
