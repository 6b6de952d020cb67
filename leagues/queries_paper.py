"""Reads of matches with paper cards."""

from games.models import Player
from leagues.models import PaperMatch

SHOWN = 20


def by_key(key: str) -> PaperMatch | None:
    return PaperMatch.objects.filter(key=key).first()


def by_code(code: str) -> PaperMatch | None:
    return PaperMatch.objects.filter(code=code.upper()).first()


def of(player: Player) -> list[PaperMatch]:
    """The player's latest sheets."""
    return list(PaperMatch.objects.filter(owner=player).order_by("-updated_at")[:SHOWN])
