"""Reads about the queue of ranked play: who waits, for whom, and how long that took lately."""

from collections.abc import Collection
from datetime import datetime, timedelta
from statistics import median

from django.db.models import Count, QuerySet

from games.models import Block, Match, Offer, Player, RankedRecord, Rating, Ticket
from games.ratings.standing import START, Standing, day_of, idle, idle_days

RECENT = timedelta(days=7)
MEASURED = 20  # tables: the latest of them say how long one waits
LOOKED_AT = 200  # for all queues together
RUNNING = (Match.State.PLAYING, Match.State.BETWEEN)


def ticket_of(player: Player) -> Ticket | None:
    """A player's place in the queue, with the offer."""
    return Ticket.objects.select_related("offer").filter(player=player).first()


def at_offer(offer: Offer) -> list[Ticket]:
    """Those whom a table is offered to, in the order in which they came."""
    return list(offer.tickets.order_by("joined_at", "player"))


def record_of(player: Player) -> RankedRecord | None:
    return RankedRecord.objects.filter(player=player).first()


def running_match_of(player: Player) -> Match | None:
    """A match that is being played and that this player has a seat in, a ranked one first."""
    return (
        Match.objects.filter(
            seats__player=player, seats__left_order__isnull=True, state__in=RUNNING, paused_at__isnull=True
        )
        .order_by("-kind", "-created_at")
        .first()
    )


def at_running_tables() -> QuerySet[Player]:
    """All who have a seat in a match that is being played."""
    return Player.objects.filter(
        seats__left_order__isnull=True, seats__match__state__in=RUNNING, seats__match__paused_at__isnull=True
    )


def ranked_match_of(player: Player) -> Match | None:
    """The ranked match that this player sits at now."""
    found = running_match_of(player)
    return found if found is not None and found.kind == Match.Kind.RANKED else None


def waiting() -> dict[tuple[str, str], int]:
    """How many wait for a table, by ladder and preset."""
    rows = Ticket.objects.filter(offer__isnull=True).values_list("ladder", "preset").annotate(count=Count("pk"))
    return {(ladder, preset): count for ladder, preset, count in rows.order_by()}


def recent_waits(now: datetime) -> dict[tuple[str, str], int]:
    """How many seconds one waited for the latest tables of the week, in the middle, by ladder and preset."""
    waits: dict[tuple[str, str], list[int]] = {}
    begun = Offer.objects.filter(match__isnull=False, made_at__gt=now - RECENT).order_by("-made_at")
    for ladder, preset, waited in begun.values_list("ladder", "preset", "waited_s")[:LOOKED_AT]:
        waits.setdefault((ladder, preset), []).append(waited)
    return {queue: round(median(latest[:MEASURED])) for queue, latest in waits.items()}


def standing_of(player: Player, ladder: str, now: datetime) -> Standing:
    """What is known of a player's strength today."""
    found = Rating.objects.filter(player=player, ladder=ladder).first()
    if found is None:
        return START
    return idle(Standing(found.mu, found.sigma), idle_days(day_of(found.rated_at), day_of(now)))


def apart(players: Collection[int]) -> set[frozenset[int]]:
    """The pairs of these players of whom one blocks the other."""
    rows = Block.objects.filter(owner__in=players, other__in=players).values_list("owner", "other")
    return {frozenset(pair) for pair in rows}
