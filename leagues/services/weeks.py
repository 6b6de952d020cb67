"""When somebody can play: said once, for all leagues, with the zone of one's clocks. Refused: NotAllowed.

What an entrant said in a season before there was one week for all stays that season's, until they say anew.
"""

from zoneinfo import available_timezones

from django.db import transaction

from games.models import Player
from leagues.models import Entrant, PlayWeek
from leagues.services.errors import NotAllowed, Reason
from leagues.services.slots import Week, check_week


@transaction.atomic
def keep(*, player: Player, zone: str, free: object) -> PlayWeek:
    """Say when one can play, [[start, end), …] in half hours from Monday 0:00 on the clocks of `zone`."""
    if zone not in available_timezones():
        raise NotAllowed(Reason.SETTINGS)
    try:
        spans = check_week(free)
    except ValueError:
        raise NotAllowed(Reason.SETTINGS) from None
    week, _ = PlayWeek.objects.update_or_create(player=player, defaults={"zone": zone, "free": spans})
    Entrant.objects.filter(player=player).exclude(zone="", free_times=[]).update(zone="", free_times=[])
    return week


def week_of(entrant: Entrant, usual_zone: str) -> Week:
    """An entrant's week; with no free hour where they said nothing."""
    own: PlayWeek | None = getattr(entrant.player, "play_week", None)
    if own is not None and not entrant.free_times:
        return Week(own.zone, own.free)
    return Week(entrant.zone or (own.zone if own else usual_zone), entrant.free_times)


def week_kept(player: Player) -> PlayWeek | None:
    return PlayWeek.objects.filter(player=player).first()
