"""Asking people to an open table: a row each, shown on their pages while the table waits, with no word of one's own.

An invitation is gone when its player sits down (seating.py) or says no, and when the table begins or closes
(tables.py, rounds.py). Refused: NotAllowed, and never with a reason that tells of blocks.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games import queries_people
from games.models import Invitation, Match, Player
from games.services import company, rounds
from games.services.errors import NotAllowed, Reason

MOST = 20  # that wait at one table


@transaction.atomic
def invite(*, match: Match, by: Player, to: Player, now: datetime | None = None) -> Invitation:
    """Ask somebody to the open table where one sits; twice is once."""
    match = rounds.locked_match(match.pk)
    seats = list(match.seats.all())
    _check_table(match, by, {seat.player_id for seat in seats}, full=len(seats) >= match.size)
    _check_guest(match, by, to)
    known = Invitation.objects.filter(match=match, to=to).first()
    if known is not None:
        return known
    if match.invitations.count() >= MOST:
        raise NotAllowed(Reason.TOO_MANY_INVITATIONS)
    return Invitation.objects.create(match=match, by=by, to=to, made_at=now or timezone.now())


def _check_table(match: Match, by: Player, seated: set[int | None], *, full: bool) -> None:
    if match.state != Match.State.OPEN or match.kind != Match.Kind.CASUAL:
        raise NotAllowed(Reason.NOT_OPEN)
    if by.pk not in seated:
        raise NotAllowed(Reason.NOT_SEATED)
    if full:
        raise NotAllowed(Reason.TABLE_FULL)


def _check_guest(match: Match, by: Player, to: Player) -> None:
    """Refuse for whoever cannot be asked, in the same words whatever the cause."""
    try:
        company.check_seats(match, to)
    except NotAllowed:
        raise NotAllowed(Reason.NO_INVITATION) from None
    if match.seats.filter(player=to).exists() or not may_invite(by, to):
        raise NotAllowed(Reason.NO_INVITATION)


def may_invite(by: Player, to: Player) -> bool:
    """Whether this player lets the other ask them. Everybody means, for a child, those who may see its page."""
    if to.is_guest or not to.is_active or to.pk in queries_people.blocked_ids(by):
        return False
    if to.invites == Player.Invites.FRIENDS:
        return to.pk in queries_people.friend_ids(by)
    return to.invites == Player.Invites.EVERYONE and queries_people.may_see(by, to)


@transaction.atomic
def decline(*, match: Match, player: Player) -> None:
    """Say no to an invitation; nobody is told."""
    Invitation.objects.filter(match=match, to=player).delete()


def come(match: Match, player: Player) -> None:
    """The invited player sits down. Inside a caller's transaction."""
    Invitation.objects.filter(match=match, to=player).delete()


def over(match: Match) -> None:
    """The table waits no longer. Inside a caller's transaction."""
    Invitation.objects.filter(match=match).delete()
