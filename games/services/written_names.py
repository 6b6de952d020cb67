"""The names that were written down at the tables: they keep that of the day, unless it must go."""

from django.db import transaction

from games.models import Match, Player, Round, Seat
from games.services import rounds


@transaction.atomic
def rewrite(*, player: Player, name: str) -> None:
    """Write another name on all seats and rosters of the player, those of rounds that still run too."""
    played = Round.objects.select_for_update(of=("self",)).filter(match__seats__player=player)
    changed = list(played.only("pk", "roster").order_by("pk"))
    for round_ in changed:
        for person in round_.roster:
            if person["player"] == player.pk:
                person["name"] = name
    Round.objects.bulk_update(changed, ["roster"], batch_size=200)
    Seat.objects.filter(player=player).update(name=name)
    running = Match.objects.filter(seats__player=player, finished_at__isnull=True).order_by("pk")
    for match_id in list(running.values_list("pk", flat=True)):
        rounds.changed(rounds.locked_match(match_id))
