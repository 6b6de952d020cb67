"""The names that were written down at the tables: they keep that of the day, unless it must go."""

from django.db import transaction
from django.db.models import QuerySet

from games.models import Match, Player, Round, Seat
from games.services import rounds


@transaction.atomic
def rewrite(*, player: Player, name: str) -> None:
    """Write another name on all seats and rosters of the player, those of rounds that still run too."""
    _rewrite_rosters(player, name, Round.objects.all())
    running = Match.objects.filter(seats__player=player, finished_at__isnull=True).order_by("pk")
    matches = [rounds.locked_match(pk) for pk in list(running.values_list("pk", flat=True))]
    Seat.objects.filter(player=player).update(name=name)
    # Those that were dealt until their tables were locked.
    _rewrite_rosters(player, name, Round.objects.filter(match__in=matches, finished_at__isnull=True))
    for match in matches:
        rounds.changed(match)


def _rewrite_rosters(player: Player, name: str, among: QuerySet[Round]) -> None:
    played = among.select_for_update(of=("self",)).filter(match__seats__player=player)
    found = list(played.only("pk", "roster").order_by("pk"))
    for round_ in found:
        for person in round_.roster:
            if person["player"] == player.pk:
                person["name"] = name
    Round.objects.bulk_update(found, ["roster"], batch_size=200)
