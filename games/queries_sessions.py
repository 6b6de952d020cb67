"""What the database says about a session, in one query: as long as it says the same, the session is what it was."""

from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.sessions.models import Session
from django.db.models import QuerySet, Subquery

from games.models import Player
from games.queries_composed import Composed


class Standing(NamedTuple):
    """A stored session and the player it is said to be of: what signing in, out and banning change."""

    data: str
    password: str  # hashed


def standing(session_key: str, player_id: int, now: datetime) -> Standing | None:
    """How a session stands; None where it is over, or the player may not play."""
    for data, expires, password in _standing(session_key=session_key, player=player_id):
        if expires > now and password is not None:
            return Standing(data, password)
    return None


@Composed
def _standing(session_key: Any, player: Any) -> QuerySet[Session, tuple[str, datetime, str | None]]:
    password = Subquery(Player.objects.filter(pk=player, is_active=True).values("password"))
    rows = Session.objects.filter(session_key=session_key).annotate(password=password)
    return rows.values_list("session_data", "expire_date", "password")
