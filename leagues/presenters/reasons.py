"""Why a table sits as it does, in words; the data is of `leagues.engine.drafts`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.engine.drafts import Why
from leagues.presenters.ranking import points

type Names = Mapping[int, str]


def sentences(reasons: Iterable[Mapping[str, Any]], names: Names, times: int = 10) -> list[str]:
    """Each reason of a table as a sentence; names by entrant, points as the scoring shows them."""
    return [told for reason in reasons if (told := sentence(reason, names, times))]


def sentence(reason: Mapping[str, Any], names: Names, times: int = 10) -> str:
    """One reason as a sentence; nothing for what a later version may know."""
    plain = {
        Why.DRAW: _("Drawn by lot."),
        Why.SEEDED: _("Dealt by strength: each table has strong and weaker ones."),
        Why.SCHEDULE: _("From the schedule made before the season."),
        Why.HAND: _("Changed by hand."),
        Why.BRACKET: _("By the order of merit of the knockout."),
        Why.NEW: _("Nobody here has met before."),
        Why.ALONE: _("Nobody else is there to play with."),
    }
    kind = reason.get("kind", "")
    return plain.get(kind) or _with_numbers(kind, reason, names, times)


def _with_numbers(kind: str, reason: Mapping[str, Any], names: Names, times: int) -> str:
    if kind == Why.POINTS:
        return _points(reason["low"], reason["high"], times)
    if kind == Why.LADDER:
        return _("They waited at the same time; ratings from %(low)d to %(high)d.") % dict(reason)
    if kind == Why.PLACES:
        return _("Places %(first)d to %(last)d of the standings.") % dict(reason)
    if kind == Why.SHORT:
        return _("A short table: %(size)d players instead of %(full)d.") % dict(reason)
    if kind == Why.AGAIN:
        return _("Have met before: %(pairs)s.") % {"pairs": pairs_met(reason["pairs"], names)}
    if kind == Why.APART:
        return _("Should be kept apart: %(pairs)s.") % {"pairs": pairs(reason["pairs"], names)}
    if kind == Why.FEWEST_BYES:
        return _("Had the fewest rounds off so far, and the fewest points of those.")
    return ""


def _points(low: int, high: int, times: int) -> str:
    if low == high:
        return _("All have %(points)s points.") % {"points": points(low, times)}
    return _("Close in points: %(low)s to %(high)s.") % {"low": points(low, times), "high": points(high, times)}


def pairs(found: Iterable[Sequence[int]], names: Names) -> str:
    return ", ".join(f"{names.get(one, '?')} – {names.get(other, '?')}" for one, other in found)


def pairs_met(found: Iterable[Sequence[int]], names: Names) -> str:
    """Pairs, and how often they had met where it was more than once."""
    told = []
    for one, other, times in found:
        text = pairs([(one, other)], names)
        if times > 1:
            text += " " + ngettext("(%(times)d time)", "(%(times)d times)", times) % {"times": times}
        told.append(text)
    return ", ".join(told)
