"""What every page knows beside its own: whether the site is about to be restarted, and can send mail and messages."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone

from games import queries_company
from games.services import push_keys

KEY, KEPT_SECONDS = "restart", 5


def restart(request: HttpRequest) -> dict[str, Any]:
    """How many ms are left until an announced restart, 0 for none."""
    return {"restart_ms": left_ms}


def mail(request: HttpRequest) -> dict[str, Any]:
    """Whether what the site writes to people is only printed where it was started."""
    return {"mail_is_printed": settings.MAIL_IS_PRINTED}


def push(request: HttpRequest) -> dict[str, Any]:
    """The key that a browser needs to be sent messages, "" where this site sends none."""
    return {"push_key": push_keys.public_key(settings.PUSH_PRIVATE_KEY)}


def left_ms() -> int:
    """Looked up by the template that shows it, and only every few seconds."""
    now = timezone.now()
    at: datetime | None = cache.get(KEY)
    if at is None:
        at = queries_company.restart_at(now) or now
        cache.set(KEY, at, KEPT_SECONDS)
    return max(0, (at - now) // timedelta(milliseconds=1))
