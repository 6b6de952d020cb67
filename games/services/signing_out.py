"""Ending all sessions of a player, wherever they are signed in."""

from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from games.models import Player
from games.services import accounts


def end_sessions(*, player: Player) -> int:
    """Sign the player out everywhere; gives from how many sessions. Open tables close once this is committed."""
    tracked = list(UserSession.objects.filter(user=player))
    for session in tracked:
        session.end()
    strays = [row.session_key for row in Session.objects.iterator() if _is_of(row, player)]
    for key in strays:
        import_module(settings.SESSION_ENGINE).SessionStore().delete(key)
    accounts.sessions_ended(player_id=player.pk)
    return len(tracked) + len(strays)


def _is_of(row: Session, player: Player) -> bool:
    """Sessions of which no page has been asked yet are on no list."""
    return row.get_decoded().get(SESSION_KEY) == str(player.pk)
