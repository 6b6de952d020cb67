"""People in the queue of ranked play, in a line or two."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction

from games.models import Block, Match, Player, RankedRecord, Round, Seat, Ticket
from games.services import offers, queueing, rounds
from tests.services.table import at, lay, player


def people(count: int) -> list[Player]:
    return [player(f"player{number}") for number in range(count)]


def wait(*queued: Player, ladder: str = "duel", preset: str = "mas", seconds: float = 0) -> None:
    for person in queued:
        queueing.join(player=person, ladder=ladder, preset=preset, now=at(seconds))


def say_yes(*asked: Player, seconds: float = 1) -> Match | None:
    match = None
    for person in asked:
        match = offers.accept(player=person, now=at(seconds))
    return match


def seated(*players: Player, ladder: str | None = None, seconds: float = 0) -> Match:
    """The ranked match of these people, dealt a second later."""
    wait(*players, ladder=ladder or ("duel" if len(players) == 2 else "table"), seconds=seconds)
    queueing.tick(at(seconds))
    if len(players) == 3:
        for person in players:
            queueing.seen(player=person, now=at(seconds + 44))
        queueing.tick(at(seconds + 46))
    seconds += 47 if len(players) == 3 else 1
    match = say_yes(*players, seconds=seconds)
    assert match is not None
    # Whose pages come is no matter here: the cards are dealt without waiting for them.
    with transaction.atomic():
        return rounds.deal_round(rounds.locked_match(match.pk), at(seconds)).match


def in_order(match: Match) -> list[Player]:
    """Who sits there, by seat."""
    return [seat.player for seat in match.seats.select_related("player") if seat.player is not None]


def laid(match: Match, hands: Sequence[str], **position: object) -> Round:
    return lay(match.rounds.select_related("match").get(), hands=list(hands), **position)


def seat_of(person: Player) -> Seat:
    return Seat.objects.get(player=person)


def offered(person: Player) -> int | None:
    """The offer of somebody in the queue, None without one."""
    return Ticket.objects.get(player=person).offer_id


def waits(person: Player) -> bool:
    return Ticket.objects.filter(player=person).exists()


def strikes_of(person: Player) -> int:
    record = RankedRecord.objects.filter(player=person).first()
    return record.strikes if record else 0


def closed_for(person: Player, seconds: float) -> timedelta | None:
    """How long the queue is still closed to somebody then."""
    record = RankedRecord.objects.filter(player=person).first()
    return record.blocked_until - at(seconds) if record and record.blocked_until else None


def block(one: Player, other: Player) -> None:
    Block.objects.create(owner=one, other=other)
