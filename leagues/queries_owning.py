"""Reading who is asked to run a league."""

from games.models import Player
from leagues.models import League, OwnerOffer

OPEN = OwnerOffer.State.OFFERED


def offers_to(player: Player | None, league: League | None = None) -> list[OwnerOffer]:
    """The leagues that this player is asked to run."""
    if player is None:
        return []
    rows = OwnerOffer.objects.filter(player=player, state=OPEN).select_related("league__owner")
    return list(rows.filter(league=league) if league else rows)


def offer_at(pk: int, player: Player) -> OwnerOffer | None:
    return OwnerOffer.objects.select_related("league").filter(pk=pk, player=player).first()


def open_offer(league: League) -> OwnerOffer | None:
    """Who is asked to take this league over."""
    return league.owner_offers.filter(state=OPEN).select_related("player").first()
