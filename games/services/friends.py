"""Being friends: asked by one, agreed by the other. Nothing is written to each other, so nobody can be insulted.

Refused: NotAllowed. Who refused is not asked again by the same player for a while, and a block ends everything
(services/company.py).
"""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from games import queries_people
from games.models import Friendship, Player
from games.services.errors import NotAllowed, Reason

MOST_ASKS = 20  # of one player that wait for an answer
MOST_FRIENDS = 200
REFUSED_FOR = timedelta(days=30)


@transaction.atomic
def ask(*, player: Player, other: Player, now: datetime | None = None) -> Friendship:
    """Ask somebody to be friends; if they have asked already, that is a yes. Asking twice is asking once."""
    now = now or timezone.now()
    _check(player, other)
    found = _between(player, other)
    if found is None:
        found = _asked(player, other, now)
    if found.accepted_at is not None:
        return found
    if found.other_id == player.pk:
        return _agreed(found, now)
    if found.refused_at is not None:
        _ask_again(found, now)
    return found


def _check(player: Player, other: Player) -> None:
    if player.pk == other.pk:
        raise NotAllowed(Reason.ONESELF)
    if player.is_guest:
        raise NotAllowed(Reason.GUEST)
    if other.is_guest or not other.is_active or not queries_people.may_see(player, other):
        raise NotAllowed(Reason.NO_SUCH_PLAYER)
    if other.pk in queries_people.blocked_ids(player):
        raise NotAllowed(Reason.NO_FRIEND)


def _between(player: Player, other: Player) -> Friendship | None:
    found = queries_people.friendship_of(player, other)
    return found and Friendship.objects.select_for_update(no_key=True).filter(pk=found.pk).first()


def _asked(player: Player, other: Player, now: datetime) -> Friendship:
    if Friendship.objects.filter(asker=player, accepted_at__isnull=True, refused_at__isnull=True).count() >= MOST_ASKS:
        raise NotAllowed(Reason.TOO_MANY_ASKS)
    _check_room(player)
    try:
        with transaction.atomic():
            return Friendship.objects.create(asker=player, other=other, made_at=now)
    except IntegrityError:  # both asked at the same moment
        found = _between(player, other)
        if found is None:
            raise
        return found


def _check_room(player: Player) -> None:
    if len(queries_people.friend_ids(player)) >= MOST_FRIENDS:
        raise NotAllowed(Reason.TOO_MANY_FRIENDS)


def _ask_again(refused: Friendship, now: datetime) -> None:
    if refused.refused_at is not None and now < refused.refused_at + REFUSED_FOR:
        raise NotAllowed(Reason.NO_FRIEND)
    refused.refused_at, refused.made_at = None, now
    refused.save(update_fields=["refused_at", "made_at"])


@transaction.atomic
def accept(*, player: Player, other: Player, now: datetime | None = None) -> Friendship:
    """Say yes to somebody who asked."""
    return _agreed(_asked_by(player, other), now or timezone.now())


def _agreed(asked: Friendship, now: datetime) -> Friendship:
    for player in (asked.asker, asked.other):
        _check_room(player)
    asked.accepted_at, asked.refused_at = now, None
    asked.save(update_fields=["accepted_at", "refused_at"])
    return asked


@transaction.atomic
def refuse(*, player: Player, other: Player, now: datetime | None = None) -> None:
    """Say no to somebody who asked; they are not told."""
    asked = _asked_by(player, other)
    asked.refused_at = now or timezone.now()
    asked.save(update_fields=["refused_at"])


def _asked_by(player: Player, other: Player) -> Friendship:
    asked = _between(player, other)
    if asked is None or asked.other_id != player.pk or asked.accepted_at is not None:
        raise NotAllowed(Reason.NOT_ASKED)
    return asked


@transaction.atomic
def remove(*, player: Player, other: Player) -> None:
    """Be friends no more, or take back what one asked. A refusal stands."""
    found = _between(player, other)
    mine = found is not None and (found.accepted_at is not None or found.asker_id == player.pk)
    if found is None or not mine or found.refused_at is not None:
        raise NotAllowed(Reason.NO_FRIENDS)
    found.delete()
