"""Many players with ratings and scores at once, for pages that list them."""

from datetime import timedelta

from django.utils import timezone

from games import queries_ranked
from games.models import Ladder, PeriodScore, Player, Rating
from games.services.period_scores import row_of

GROWN = "16plus"


def grown(name: str, age: str = GROWN) -> Player:
    return Player.objects.create(username=name, age_band=age)


def rate(player: Player, mu: float, *, sigma: float = 2.0, ladder: str = Ladder.TABLE, days: float = 0) -> Rating:
    """A rating that was last changed so many days ago."""
    rated_at = timezone.now() - timedelta(days=days)
    standing = mu - 2 * sigma
    return Rating.objects.create(
        player=player, ladder=ladder, mu=mu, sigma=sigma, standing=standing, games=30, rated_at=rated_at
    )


def score(player: Player, scores: list[int], *, period: str = "", ladder: str = Ladder.TABLE) -> PeriodScore:
    """What a player has reached in a period, in the season of now unless another is named."""
    season = period or queries_ranked.current_periods(timezone.now())[1]
    row = row_of(ladder, player.pk, season, scores)
    row.save()
    return row


def crowd(count: int, age: str = GROWN) -> list[Player]:
    """So many players with ratings, the first the best."""
    first = Player.objects.count()
    names = [f"mult{number:05d}" for number in range(first, first + count)]
    people = Player.objects.bulk_create([Player(username=name, age_band=age) for name in names])
    now = timezone.now()
    Rating.objects.bulk_create(
        [
            Rating(player=one, ladder=Ladder.TABLE, mu=30 - n / 100, sigma=2, standing=26 - n / 100, rated_at=now)
            for n, one in enumerate(people)
        ]
    )
    return people
