"""The queue of ranked play: coming, going, and what the clock does with those who wait.

A player has one ticket at most, for one ladder and preset. Those who fit are offered a table at once when
somebody comes, and each second by the clock (`tick`), for windows widen. Each clock looks only at tickets
that no other one holds, so nobody is offered two tables. Refused: NotAllowed.
"""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Count, F, QuerySet
from django.utils import timezone

from games import queries_queue
from games.engine.ruleset import PRESETS
from games.models import Ladder, Player, RankedRecord, Ticket
from games.ratings import gathering
from games.ratings.gathering import Waiter
from games.ratings.standing import Standing
from games.ratings.window import window
from games.services import offers, restarts, strikes
from games.services.errors import NotAllowed, Reason

log = logging.getLogger(__name__)

SIZES = {Ladder.DUEL: gathering.DUEL, Ladder.TABLE: gathering.TABLE}
GONE_AFTER = timedelta(seconds=30)  # without a sign of any page
OFFERED_WITHIN = timedelta(seconds=12)  # of such a sign: nobody shall wait for a phone in a pocket
NOTED_EACH = timedelta(seconds=3)
AT_ONCE = 200


@transaction.atomic
def join(*, player: Player, ladder: str, preset: str, now: datetime | None = None) -> None:
    """Stand in the queue of a ladder and preset; who stands there already keeps the place.

    NotAllowed.until says from when on a blocked player may.
    """
    now = now or timezone.now()
    if ladder not in Ladder.values or preset not in PRESETS:
        raise NotAllowed(Reason.NO_SUCH_QUEUE)
    # Nobody is given a seat in a ranked match meanwhile.
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    _check(player, now)
    standing = queries_queue.standing_of(player, ladder, now)
    wanted = {"ladder": ladder, "preset": preset, "mu": standing.mu, "sigma": standing.sigma}
    ticket = Ticket.objects.filter(player=player).first()
    if ticket is None:
        Ticket.objects.create(player=player, joined_at=now, seen_at=now, **wanted)
    elif (ticket.ladder, ticket.preset) != (ladder, preset):
        _free().filter(player=player).update(joined_at=now, seen_at=now, **wanted)
    RankedRecord.objects.filter(player=player).update(lost="")
    gather(ladder=ladder, preset=preset, now=now)


def _check(player: Player, now: datetime) -> None:
    if player.is_guest:
        raise NotAllowed(Reason.GUEST)
    if queries_queue.running_match_of(player) is not None:
        raise NotAllowed(Reason.AT_A_TABLE)
    until = strikes.blocked_until(queries_queue.record_of(player), now)
    if until is not None:
        raise NotAllowed(Reason.QUEUE_CLOSED, until=until)


@transaction.atomic
def leave_queue(*, player: Player, now: datetime | None = None) -> None:
    """Stand in the queue no more; with a table on offer that is a no to it."""
    free = Ticket.objects.filter(player=player, offer__isnull=True)
    # An offer that somebody else ends at this moment leaves a free ticket behind.
    if not free.delete()[0] and not offers.decline(player=player, now=now):
        free.delete()


def seen(*, player: Player, now: datetime | None = None) -> None:
    """A page of the player asked how it stands: the place is kept."""
    now = now or timezone.now()
    Ticket.objects.filter(player=player, seen_at__lt=now - NOTED_EACH).update(seen_at=now)


def tick(now: datetime | None = None) -> None:
    """What happens by itself: offers run out, who is gone loses the place, tables are put together."""
    now = now or timezone.now()
    offers.expire(now)
    if not Ticket.objects.filter(offer__isnull=True).exists():
        return
    _drop_who_is_gone(now)
    for ladder, preset in _crowds():
        try:
            gather(ladder=ladder, preset=preset, now=now)
        except Exception:
            log.exception("nobody was put together for %s %s", ladder, preset)


def _crowds() -> list[tuple[str, str]]:
    """The queues in which at least two wait."""
    waiting = Ticket.objects.filter(offer__isnull=True).values_list("ladder", "preset").annotate(count=Count("pk"))
    return [(ladder, preset) for ladder, preset, count in waiting.order_by() if count > 1]


@transaction.atomic
def _drop_who_is_gone(now: datetime) -> None:
    gone = list(_free().filter(seen_at__lt=now - GONE_AFTER).values_list("pk", flat=True))
    gone += list(_free().filter(player__is_active=False).values_list("pk", flat=True))
    _drop(gone, RankedRecord.Lost.AWAY)
    elsewhere = _free().filter(player__in=queries_queue.at_running_tables())
    _drop(list(elsewhere.values_list("pk", flat=True)), RankedRecord.Lost.SEATED)


def _drop(players: Collection[int], why: RankedRecord.Lost) -> None:
    if players:
        Ticket.objects.filter(pk__in=players).delete()
        strikes.note_lost(players=players, why=why)


@transaction.atomic
def gather(*, ladder: str, preset: str, now: datetime) -> int:
    """Offer tables to those who wait and fit; gives how many. None while a restart is close."""
    if restarts.deal_at(now + offers.LASTS) is not None:
        return 0
    there = _free().filter(ladder=ladder, preset=preset, seen_at__gte=now - OFFERED_WITHIN)
    tickets = {ticket.pk: ticket for ticket in there.order_by("joined_at")[:AT_ONCE]}
    if len(tickets) < SIZES[Ladder(ladder)].fewest:
        return 0
    waiters = [_waiter(ticket, now) for ticket in tickets.values()]
    parties = gathering.gather(waiters, SIZES[Ladder(ladder)], queries_queue.apart(tickets))
    for party in parties:
        offers.make([tickets[key] for key in party], now)
    return len(parties)


def _waiter(ticket: Ticket, now: datetime) -> Waiter:
    waited = (now - ticket.joined_at).total_seconds()
    return Waiter(ticket.pk, ticket.mu, window(Standing(ticket.mu, ticket.sigma), waited), waited)


def _free() -> QuerySet[Ticket]:
    """Tickets without an offer that nobody else holds, locked."""
    skip = connection.features.has_select_for_update_skip_locked
    return Ticket.objects.select_for_update(of=("self",), skip_locked=skip).filter(offer__isnull=True)


def shift(by: timedelta) -> None:
    """Nobody was gone while nobody could be here, and no offer ran out."""
    offers.shift(by)
    Ticket.objects.update(seen_at=F("seen_at") + by)
