"""The link under a letter that switches its kind off: signed, so that it needs no session and works for ever."""

from django.core import signing

from games.models import Player
from leagues.letter_texts import kind_names
from leagues.models import MailChoice

SALT = "leagues.letters"


def token_of(player: Player, kind: str) -> str:
    """Who has it may switch this kind of letters off for this player, and on again, and no more."""
    return signing.Signer(salt=SALT, sep=".").sign(f"{player.pk}-{kind}")


def read(token: str) -> tuple[Player, str] | None:
    """Whose letters of which kind; None for a token that is not ours or of nobody any more."""
    try:
        key, kind = signing.Signer(salt=SALT, sep=".").unsign(token).split("-", 1)
    except (signing.BadSignature, ValueError):
        return None
    player = Player.objects.filter(pk=key, is_active=True).first() if key.isdigit() else None
    return (player, kind) if player is not None and kind in kind_names() else None


def switch(player: Player, kind: str, *, on: bool) -> None:
    """Send this kind of letters, or no more; twice does no harm."""
    if on:
        MailChoice.objects.filter(player=player, kind=kind).delete()
    else:
        MailChoice.objects.get_or_create(player=player, kind=kind)
