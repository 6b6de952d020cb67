"""A table that was put together waits for everybody's yes; who does not say it loses the place, nobody else does.

Locks are taken in one order: the offer, its tickets, then the players. Refused: NotAllowed.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games import queries_queue
from games.models import Match, Offer, Player, RankedRecord, Ticket
from games.services import ranked_tables, restarts, strikes
from games.services.errors import NotAllowed, Reason

LASTS = timedelta(seconds=20)
AT_ONCE = 50


def make(tickets: Sequence[Ticket], now: datetime) -> Offer:
    """Offer a table to locked tickets."""
    offer = Offer.objects.create(
        ladder=tickets[0].ladder, preset=tickets[0].preset, made_at=now, expires_at=now + LASTS
    )
    _of(tickets).update(offer=offer, accepted_at=None)
    return offer


@transaction.atomic
def accept(*, player: Player, now: datetime | None = None) -> Match | None:
    """Say yes; the match, once everybody has. Said again it is the same yes."""
    now = now or timezone.now()
    found = _locked(player)
    if found is None:
        match = queries_queue.ranked_match_of(player)
        if match is None:
            raise NotAllowed(Reason.NO_OFFER)
        return match
    offer, tickets = found
    if queries_queue.running_match_of(player) is not None:
        raise NotAllowed(Reason.AT_A_TABLE)
    for ticket in tickets:
        if ticket.player_id == player.pk and ticket.accepted_at is None:
            ticket.accepted_at = now
            ticket.save(update_fields=["accepted_at"])
    return _begin(offer, tickets, now) if all(ticket.accepted_at for ticket in tickets) else None


def _begin(offer: Offer, tickets: Sequence[Ticket], now: datetime) -> Match | None:
    keys = [ticket.player_id for ticket in tickets]
    players = list(Player.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk"))
    elsewhere = queries_queue.at_running_tables().filter(pk__in=keys).exists()
    if restarts.deal_at(now) is not None or queries_queue.apart(keys) or elsewhere:
        dissolve(offer, tickets, set(), now)  # what has come up since is nobody's fault
        return None
    offer.match = ranked_tables.begin(players=players, preset=offer.preset, now=now)
    waits = [max(timedelta(), offer.made_at - ticket.joined_at) for ticket in tickets]
    offer.waited_s = round(sum(waits, timedelta()).total_seconds() / len(waits))
    offer.save(update_fields=["match", "waited_s"])
    _of(tickets).delete()
    return offer.match


@transaction.atomic
def decline(*, player: Player, now: datetime | None = None) -> bool:
    """Say no to the table, and leave the queue; whether there was an offer."""
    found = _locked(player)
    if found is None:
        return False
    dissolve(*found, {player.pk}, now or timezone.now())
    return True


def dissolve(offer: Offer, tickets: Sequence[Ticket], losers: Collection[int], now: datetime) -> None:
    """Take an offer back: `losers` have a strike and no place, the others wait on as if nothing had been."""
    lost = [ticket for ticket in tickets if ticket.player_id in losers]
    for ticket in lost:
        strikes.missed_offer(player_id=ticket.player_id, now=now)
    strikes.note_lost(players=losers, why=RankedRecord.Lost.MISSED)
    _of(lost).delete()
    offer.tickets.update(offer=None, accepted_at=None)
    offer.delete()


def expire(now: datetime | None = None) -> int:
    """Take back the offers whose time is over; gives how many."""
    now = now or timezone.now()
    over = list(_over(now).values_list("pk", flat=True)[:AT_ONCE])
    return sum([_expire(pk, now) for pk in over])


@transaction.atomic
def _expire(pk: int, now: datetime) -> bool:
    skip = connection.features.has_select_for_update_skip_locked
    offer = _over(now).select_for_update(skip_locked=skip).filter(pk=pk).first()
    if offer is None:
        return False
    tickets = _tickets(offer)
    silent = {ticket.player_id for ticket in tickets if ticket.accepted_at is None}
    dissolve(offer, tickets, silent if restarts.deal_at(now) is None else set(), now)
    return True


def shift(by: timedelta) -> None:
    """Nobody could say yes while nobody could be heard."""
    Offer.objects.filter(match__isnull=True).update(expires_at=F("expires_at") + by)


def _over(now: datetime) -> QuerySet[Offer]:
    return Offer.objects.filter(match__isnull=True, expires_at__lte=now).order_by("expires_at")


def _locked(player: Player) -> tuple[Offer, list[Ticket]] | None:
    """The offer that a player has, with all its tickets; None without one."""
    number = Ticket.objects.filter(player=player).values_list("offer", flat=True).first()
    offer = Offer.objects.select_for_update().filter(pk=number or 0, match__isnull=True).first()
    tickets = [] if offer is None else _tickets(offer)
    if offer is None or all(ticket.player_id != player.pk for ticket in tickets):
        return None
    return offer, tickets


def _tickets(offer: Offer) -> list[Ticket]:
    return list(offer.tickets.select_for_update(of=("self",)).order_by("player"))


def _of(tickets: Sequence[Ticket]) -> QuerySet[Ticket]:
    return Ticket.objects.filter(pk__in=[ticket.pk for ticket in tickets])
