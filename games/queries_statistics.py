"""Reads of what was added up: a few rows however much was played."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db.models import Sum
from django.utils import timezone

from games.models import MonthSums, Player, SiteCount, SiteDay
from games.ratings.periods import CALENDAR


def today() -> date:
    """The day it is for what is added up."""
    return timezone.now().astimezone(CALENDAR).date()


def months_of(player: Player, since: date) -> dict[date, dict[str, int]]:
    """What came of a player's games in each month from that one on in which there were any."""
    rows = MonthSums.objects.filter(player=player, month__gte=since).order_by("month")
    return {row.pop("month"): row for row in rows.values("month").annotate(**_sums(MonthSums.COUNTED))}


def presets_of(player: Player) -> dict[str, dict[str, int]]:
    """What came of a player's games by preset; "" are games by rules of their own."""
    rows = MonthSums.objects.filter(player=player).order_by("preset")
    return {row.pop("preset"): row for row in rows.values("preset").annotate(**_sums(MonthSums.COUNTED))}


def days(since: date) -> dict[date, dict[str, int]]:
    """What the site played to its end on each day from that one on."""
    return _site("day", since)


def presets(since: date) -> dict[str, dict[str, int]]:
    return _site("preset", since)


def sizes(since: date) -> dict[int, dict[str, int]]:
    return _site("seats", since)


def _site(by: str, since: date) -> dict[Any, dict[str, int]]:
    rows = SiteDay.objects.filter(day__gte=since).order_by(by).values(by).annotate(**_sums(SiteDay.COUNTED))
    return {row.pop(by): row for row in rows}


def ends() -> dict[str, dict[str, int]]:
    """How many rounds ended with each card, and after each number of minutes, since the site began."""
    found: dict[str, dict[str, int]] = {what: {} for what in SiteCount.What.values}
    for what, key, rounds in SiteCount.objects.values_list("what", "key", "rounds"):
        found[what][key] = rounds
    return found


def _sums(names: Iterable[str]) -> dict[str, Sum]:
    return {name: Sum(name) for name in names}
