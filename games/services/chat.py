"""Speaking at a table: phrases and reactions for everybody, free text for those who are old enough and want it."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.models import ChatLine, Match, Player, Seat
from games.phrases import PHRASES, REACTIONS
from games.services import rounds, talk
from games.services.chat_text import clean
from games.services.errors import NotAllowed, Reason

FLOOD, FLOOD_TIME = 5, timedelta(seconds=10)
REACTIONS_KEPT = timedelta(days=1)
OPEN_TO_ALL = (Match.State.OPEN, Match.State.FINISHED, Match.State.CANCELLED)


def may_use_free_text(player: Player | None) -> bool:
    """Both for writing and for reading what others wrote."""
    return player is not None and player.age_band == Player.AgeBand.OVER_16 and player.free_text and not player.is_guest


@transaction.atomic
def say(*, match: Match, player: Player, kind: str, said: str, now: datetime | None = None) -> ChatLine:
    """Say a phrase, show a reaction, or write a text."""
    now = now or timezone.now()
    match = rounds.locked_match(match.pk)
    side = side_of(match, player)
    key, text = _checked(player, side, kind, said)
    _check_pace(player, now)
    number = talk.changed(match)
    return ChatLine.objects.create(
        match=match, number=number, player=player, side=side, kind=kind, key=key, text=text, made_at=now
    )


def side_of(match: Match, player: Player) -> str:
    """Whose talk it is: that of the players, or that of who watches or has left."""
    seated = Seat.objects.filter(match=match, player=player, left_order__isnull=True).exists()
    return ChatLine.Side.PLAYERS if seated else ChatLine.Side.WATCHERS


def _checked(player: Player, side: str, kind: str, said: str) -> tuple[str, str]:
    if kind == ChatLine.Kind.PHRASE and said in PHRASES:
        return said, ""
    if kind == ChatLine.Kind.REACTION and said in REACTIONS:
        if side != ChatLine.Side.PLAYERS:
            raise NotAllowed(Reason.NOT_SEATED)
        return said, ""
    if kind != ChatLine.Kind.FREE:
        raise NotAllowed(Reason.NOT_SAID)
    if not may_use_free_text(player):
        raise NotAllowed(Reason.NO_FREE_TEXT)
    text = clean(said)
    if not text:
        raise NotAllowed(Reason.NOT_SAID)
    return "", text


def _check_pace(player: Player, now: datetime) -> None:
    if player.chat_closed_until is not None and player.chat_closed_until > now:
        raise NotAllowed(Reason.CHAT_CLOSED)
    if ChatLine.objects.filter(player=player, made_at__gt=now - FLOOD_TIME).count() >= FLOOD:
        raise NotAllowed(Reason.CHAT_FLOOD)


def set_free_text(*, player: Player, on: bool) -> None:
    """Switch free text on or off; on is for those who are old enough."""
    if on and (player.age_band != Player.AgeBand.OVER_16 or player.is_guest):
        raise NotAllowed(Reason.NO_FREE_TEXT)
    player.free_text = on
    player.save(update_fields=["free_text"])


def hide_line(*, line: ChatLine) -> None:
    """Nobody reads it any more."""
    ChatLine.objects.filter(pk=line.pk).update(hidden=True)
    talk.changed(line.match)


def close_chat(*, player: Player, days: int, now: datetime | None = None) -> None:
    """The player plays on, and says nothing for so many days."""
    player.chat_closed_until = (now or timezone.now()) + timedelta(days=days)
    player.save(update_fields=["chat_closed_until"])


def sweep(now: datetime | None = None) -> int:
    """Forget reactions, which were for the moment."""
    before = (now or timezone.now()) - REACTIONS_KEPT
    return ChatLine.objects.filter(kind=ChatLine.Kind.REACTION, made_at__lt=before).delete()[0]
