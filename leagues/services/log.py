"""What was done to a league, for its organizers; what moves points, for all."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from games.models import Player
from leagues.models import League, LogEntry, Season
from leagues.services.rights import Act, may


def note(
    *,
    league: League,
    action: str,
    season: Season | None = None,
    by: Player | None = None,
    about: dict[str, Any] | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    reason: str = "",
    public: bool = False,
    own_table: bool = False,
    now: datetime | None = None,
) -> LogEntry:
    """Write one act down, inside the caller's transaction. Without `by` the season did it when its time came."""
    now = now or timezone.now()
    if may(by, league, Act.PAIR):
        # What players do does not make an organizer who vanished one who is here.
        tended = Season.objects.filter(pk=season.pk) if season else Season.objects.filter(league=league)
        tended.update(tended_at=now)
    return LogEntry.objects.create(
        league=league,
        season=season,
        actor=by,
        actor_name=by.username if by else "",
        action=action,
        about=about or {},
        before=before or {},
        after=after or {},
        reason=reason,
        public=public,
        own_table=own_table,
        made_at=now,
    )
