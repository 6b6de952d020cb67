"""Pages with their times on somebody's clocks: the one way in which a view of leagues renders anything.

The site itself counts in UTC, so whatever is rendered without a zone tells people a wrong hour.
"""

from collections.abc import Mapping
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import shortcuts
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

HOME_ZONE: Final = "Europe/Bucharest"
"""Of pages that belong to no league, before somebody of whom no zone is known."""


def render(
    request: HttpRequest, page: str, context: Mapping[str, Any], *, zone: str, status: int = 200
) -> HttpResponse:
    """A page, or a part of one, with its times in a zone (an IANA name)."""
    with timezone.override(ZoneInfo(zone)):
        return shortcuts.render(request, page, dict(context), status=status)
