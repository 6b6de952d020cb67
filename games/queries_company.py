"""Reads about who is at a table and what was said there."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from games.models import Block, ChatLine, Connection, MaskedWord, Match, Mute, Player, Restart

SHOWN = 50


def lines_of(match: Match) -> list[ChatLine]:
    """The latest lines of each side, in order."""
    lines = match.lines.filter(hidden=False).exclude(kind=ChatLine.Kind.REACTION).select_related("player")
    latest = [line for side in ChatLine.Side for line in lines.filter(side=side).order_by("-number")[:SHOWN]]
    return sorted(latest, key=lambda line: line.number)


def reactions_since(match: Match, since: datetime) -> list[ChatLine]:
    return list(match.lines.filter(kind=ChatLine.Kind.REACTION, hidden=False, made_at__gt=since))


def here(match: Match) -> list[Player | None]:
    """Everybody who has the table open, once for each page without a name."""
    rows = Connection.objects.filter(match=match).select_related("player").order_by("pk")
    named = {row.player_id: row.player for row in rows if row.player_id is not None}
    return [*named.values(), *[None for row in rows if row.player_id is None]]


def masked_words() -> frozenset[str]:
    return frozenset(MaskedWord.objects.values_list("word", flat=True))


class Likes(NamedTuple):
    """What one reader reads, and whom they do not."""

    player: Player | None
    muted: frozenset[int] = frozenset()
    blocked: frozenset[int] = frozenset()  # by this reader
    unread: frozenset[int] = frozenset()  # all of these, and who blocked them


def likes_of(readers: Collection[int]) -> dict[int, Likes]:
    """What each of these players wants to read: three queries, however many they are."""
    muted, blocked, unread = ({pk: set[int]() for pk in readers} for _ in range(3))
    for owner, other in Mute.objects.filter(owner__in=readers).values_list("owner", "other"):
        muted[owner].add(other)
        unread[owner].add(other)
    for owner, other in Block.objects.filter(Q(owner__in=readers) | Q(other__in=readers)).values_list("owner", "other"):
        blocked.get(owner, set()).add(other)
        unread.get(owner, set()).add(other)
        unread.get(other, set()).add(owner)
    return {
        player.pk: Likes(player, *(frozenset(one[player.pk]) for one in (muted, blocked, unread)))
        for player in Player.objects.filter(pk__in=readers)
    }


def talk_number(code: str) -> int:
    """How far the talk of a table is."""
    return Match.objects.filter(code=code).values_list("talk", flat=True).first() or 0


def restart_at(now: datetime) -> datetime | None:
    """When the site will be restarted, if that is announced and has not passed."""
    return Restart.objects.filter(at__gt=now).values_list("at", flat=True).first()


def blocks_of(player: Player) -> list[str]:
    """The names of whom a player blocks."""
    return list(
        Block.objects.filter(owner=player).order_by("other__username").values_list("other__username", flat=True)
    )


def mutes_of(player: Player) -> list[str]:
    """The names of whom a player mutes."""
    return list(Mute.objects.filter(owner=player).order_by("other__username").values_list("other__username", flat=True))
