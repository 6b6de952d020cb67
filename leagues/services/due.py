"""What a season does by itself: rows with a time, kept by every service, done by `leagues.services.clock`."""

from datetime import datetime

from leagues.models import LeagueDue, Season


def later(season: Season, kind: str, at: datetime, key: int = 0) -> None:
    """Let something happen at that time, in place of what was planned under the same kind and key."""
    LeagueDue.objects.update_or_create(season=season, kind=kind, key=key, defaults={"due_at": at, "leased_until": None})


def never(season: Season, kind: str, key: int = 0) -> None:
    LeagueDue.objects.filter(season=season, kind=kind, key=key).delete()


def nothing(season: Season) -> None:
    """A season that is over or called off does nothing more by itself."""
    LeagueDue.objects.filter(season=season).delete()
