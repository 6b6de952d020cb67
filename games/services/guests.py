"""Playing without an account, and keeping everything when one is made later: the same player all along."""

import secrets
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from games import names
from games.models import Match, Player, Seat
from games.services import accounts
from games.services.errors import NotAllowed, Reason

# From meadow, wood and kitchen garden, written with the letters that names have.
NAMES = (
    *("Arici-pogonici", "Melc-codobelc", "Bursuc-ursuz", "Castor", "Cocor", "Corb-ager", "Greiere", "Jder"),
    *("Licurici", "Lup-moralist", "Cerb-lopătar", "Rac-codat", "Somn-somnoros", "Vidră-veselă", "Zimbru"),
    *("Ardei-iute", "Busuioc", "Dovleac", "Ghiocel", "Hrean-iute", "Morcov", "Trandafir", "Usturoi", "Zmeură"),
)
TRIES = 20
SWEPT_AFTER = timedelta(days=7)


def make(*, name: str = "") -> Player:
    """A new guest under this name, or under one of the house's."""
    if name:
        player = _create(name)
        if player is None:
            raise NotAllowed(Reason.NAME_TAKEN)
        return player
    for _ in range(TRIES):
        player = _create(f"{secrets.choice(NAMES)}-{secrets.randbelow(990) + 10}")
        if player is not None:
            return player
    raise NotAllowed(Reason.NAME_TAKEN)


def _create(name: str) -> Player | None:
    if names.is_reserved(name) or accounts.is_taken(name=name):
        return None
    player = Player(username=name, is_guest=True)
    player.set_unusable_password()
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError:  # somebody took it between the check and now
        return None
    return player


@transaction.atomic
def keep(*, player: Player, username: str, password: str, age_band: str) -> str:
    """The guest has an account from now on, with the seats and games they had; gives its recovery code."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    if not player.is_guest:
        raise NotAllowed(Reason.NO_GUEST)
    if accounts.is_taken(name=username, by=player):
        raise NotAllowed(Reason.NAME_TAKEN)
    player.username, player.age_band, player.is_guest = username, age_band, False
    player.set_password(password)
    player.save()
    return accounts.issue_recovery_code(player=player)


def sweep(now: datetime | None = None) -> int:
    """Forget guests of a week ago who never played, with the tables of theirs that never began."""
    before = (now or timezone.now()) - SWEPT_AFTER
    idle = Match.objects.filter(state=Match.State.CANCELLED, started_at__isnull=True, created_at__lt=before)
    Seat.objects.filter(match__in=idle.filter(host__is_guest=True)).delete()
    Seat.objects.filter(match__in=idle, player__is_guest=True).delete()
    idle.filter(host__is_guest=True, seats__isnull=True).delete()
    guests = Player.objects.filter(is_guest=True, date_joined__lt=before, seats__isnull=True, hosted__isnull=True)
    with transaction.atomic():  # who makes an account of it meanwhile waits, or is no guest any more
        found = list(guests.values_list("pk", flat=True))
        still = Player.objects.select_for_update().filter(pk__in=found, is_guest=True).order_by("pk")
        return Player.objects.filter(pk__in=[guest.pk for guest in still]).delete()[1].get("games.Player", 0)
