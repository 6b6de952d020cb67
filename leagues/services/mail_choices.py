"""Which letters of leagues a player wants."""

from collections.abc import Collection

from django.db import transaction

from games.models import Player
from leagues.models import MailChoice
from leagues.services.notices import Kind


@transaction.atomic
def choose(*, player: Player, wanted: Collection[str]) -> None:
    """Send these kinds of letters, and no other; unknown words are none."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    off = {str(kind) for kind in Kind} - set(wanted)
    MailChoice.objects.filter(player=player).exclude(kind__in=off).delete()
    known = set(MailChoice.objects.filter(player=player).values_list("kind", flat=True))
    MailChoice.objects.bulk_create(MailChoice(player=player, kind=kind) for kind in sorted(off - known))
