"""What the browser of a signed-in player sends, without the way through the forms."""

from django.conf import settings
from django.test import Client

from games.models import Player


def session_of(player: Player) -> str:
    """The key of a new session of theirs."""
    client = Client()
    client.force_login(player)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def cookie_of(session: str) -> dict[str, str]:
    """The header that carries it."""
    return {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session}"}
