"""Who sits at a table before it begins: people sit down, its host brings bots and frees seats. Refused: NotAllowed."""

import secrets
from datetime import datetime

from django.db import transaction

from games.bots.strengths import Strength
from games.models import Match, Player, Seat
from games.names import BOT_NAMES
from games.services import company, invitations
from games.services.errors import NotAllowed, Reason
from games.services.table_guards import hosted, opened, touched

FEWEST_SEATS, MOST_SEATS = 2, 40
STRENGTHS = tuple(Strength)


@transaction.atomic
def take_seat(*, match: Match, player: Player, now: datetime | None = None) -> Seat:
    """Sit down at the first free seat; whoever was invited has answered with that."""
    match = opened(match)
    if match.seats.filter(player=player).exists():
        raise NotAllowed(Reason.ALREADY_SEATED)
    if player.is_guest and match.kind != Match.Kind.CASUAL:
        raise NotAllowed(Reason.GUEST)
    company.check_seats(match, player)
    seat = fill_seat(match, player=player)
    invitations.come(match, player)
    touched(match, now)
    return seat


@transaction.atomic
def add_bot(*, match: Match, by: Player, strength: str = Strength.SENSIBLE, now: datetime | None = None) -> Seat:
    """Let a bot of this strength sit down; it is ready at once."""
    match = hosted(match, by)
    if strength not in STRENGTHS:
        raise NotAllowed(Reason.STRENGTH)
    seat = fill_seat(match, bot=strength)
    touched(match, now)
    return seat


def fill_seat(match: Match, *, player: Player | None = None, bot: str = "") -> Seat:
    """Fill the first free seat of a locked table."""
    seats = list(match.seats.all())
    if len(seats) >= match.size:
        raise NotAllowed(Reason.TABLE_FULL)
    taken = {seat.number for seat in seats}
    number = next(number for number in range(match.size) if number not in taken)
    name = _bot_name({seat.name for seat in seats}) if player is None else player.username
    return Seat.objects.create(
        match=match, number=number, player=player, bot=bot, name=name, ready=player is None, bank_ms=match.bank_ms
    )


def _bot_name(taken: set[str]) -> str:
    names = [*BOT_NAMES, *[f"{name} {n}" for n in range(2, MOST_SEATS) for name in BOT_NAMES]]
    free = [name for name in names if name not in taken]
    return secrets.choice(free[: len(BOT_NAMES)])


@transaction.atomic
def remove_bot(*, match: Match, by: Player, number: int, now: datetime | None = None) -> None:
    """Send a bot away; a person is asked by `free_seat`."""
    match = hosted(match, by)
    if not match.seats.filter(number=number, player__isnull=True).delete()[0]:
        raise NotAllowed(Reason.EMPTY_SEAT)
    touched(match, now)


@transaction.atomic
def free_seat(*, match: Match, by: Player, number: int, now: datetime | None = None) -> None:
    """Ask someone to stand up before the start; nobody can once the cards are dealt."""
    match = hosted(match, by)
    if not match.seats.filter(number=number).exclude(player=by).delete()[0]:
        raise NotAllowed(Reason.EMPTY_SEAT)
    touched(match, now)
