"""A restart that is told beforehand: rounds that run go on to it, and none begins in the last minute."""

from datetime import datetime, timedelta

from games import queries_company
from games.models import Restart
from games.services.errors import NotAllowed, Reason

NO_NEW_ROUNDS = timedelta(seconds=60)
DEALT_AFTER = timedelta(seconds=20)


def announce(*, at: datetime) -> None:
    """Tell everybody; an announcement before it counts no more."""
    Restart.objects.update_or_create(name="next", defaults={"at": at})


def cancel() -> bool:
    """Take it back; whether there was one."""
    return bool(Restart.objects.all().delete()[0])


def deal_at(now: datetime) -> datetime | None:
    """When the next round may be dealt, None for now."""
    at = queries_company.restart_at(now)
    return at + DEALT_AFTER if at is not None and at - now <= NO_NEW_ROUNDS else None


def check(now: datetime) -> None:
    """Refuse to begin a round that would be cut in two."""
    if deal_at(now) is not None:
        raise NotAllowed(Reason.RESTART)
