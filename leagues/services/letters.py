"""A league's letters, written in each reader's language; the site's worker sends them."""

from typing import Any

from django.conf import settings
from django.tasks import task
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.models import Player
from games.services.letters import send_letter
from leagues.letter_texts import letter
from leagues.models import MailChoice, Season
from leagues.services import unsubscribing


@task()
def send(season: int, players: list[int], kind: str, about: dict[str, Any]) -> None:
    """Write to these players what happened; who switched this kind off is left out."""
    of = Season.objects.select_related("league").filter(pk=season).first()
    if of is None:
        return
    silent = MailChoice.objects.filter(kind=kind, player__in=players).values("player")
    for player in Player.objects.filter(pk__in=players, is_active=True).exclude(pk__in=silent).exclude(email=""):
        with translation.override(player.language or settings.LANGUAGE_CODE):
            subject, text = letter(kind, about)
            link = settings.SITE_ADDRESS + reverse("leagues:league", args=[of.league.slug])
            off = reverse("leagues:unsubscribe", args=[unsubscribing.token_of(player, kind)])
            switch = settings.SITE_ADDRESS + off
            body = "\n\n".join([text, link, _("You can switch this kind of letter off here:") + f" {switch}"])
            send_letter.enqueue(
                f"{of.league.name}: {subject}",
                body,
                settings.DEFAULT_FROM_EMAIL,
                [player.email],
                # One press in the mail program (RFC 8058).
                {"List-Unsubscribe": f"<{switch}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
            )
