"""What a season promises its entrants, line by line in words: the league's rules sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from leagues.engine.ladder import least_table
from leagues.engine.promotion import Rule, Share
from leagues.engine.scoring import Preset, Scoring, bye_value, requested_value
from leagues.option_texts import WEEKDAYS
from leagues.presenters.ranking import points

FORMATS: dict[str, str | Promise] = {
    "round_robin": gettext_lazy("everybody meets as many others as possible"),
    "swiss": gettext_lazy("Swiss: one meets those with as many points"),
    "knockout": gettext_lazy("knockout: the better half of each table goes on"),
    "ladder": gettext_lazy("ladder: one plays whenever one likes, the best results count"),
}
MODES: dict[str, str | Promise] = {
    "balanced": gettext_lazy("Swiss: one meets those with as many points, if need be somebody again"),
    "power": gettext_lazy(
        "Swiss: one meets those with as many points, in the last round one's neighbours of the standings"
    ),
}
VENUES: dict[str, str | Promise] = {
    "online": gettext_lazy("online, on this site"),
    "club": gettext_lazy("at the club, with paper cards"),
    "both": gettext_lazy("online or with paper cards, as each table likes"),
}
SHARES: dict[Share, str | Promise] = {
    Share.SIXTH: gettext_lazy("one in six goes up and one in six goes down"),
    Share.FIFTH: gettext_lazy("one in five goes up and one in five goes down"),
    Share.QUARTER: gettext_lazy("one in four goes up and one in four goes down"),
}
A_DAY = 48  # half hours


@dataclass(frozen=True, slots=True)
class Fact:
    name: str
    value: str


def facts(season: Any) -> list[Fact]:
    """What a season promises, the most important first."""
    tied = ngettext("%(count)d player", "%(count)d players", season.table_size) % {"count": season.table_size}
    return [
        Fact(_("Format"), str(MODES.get(season.mode if season.format == "swiss" else "", FORMATS[season.format]))),
        Fact(_("Where"), str(VENUES[season.venue])),
        Fact(_("Tables"), tied),
        *(_ladder(season) if season.format == "ladder" else _rounds(season)),
        Fact(_("Places"), str(season.most_entrants)),
        *_single(season),
        Fact(_("Points"), _scoring(season)),
        *_counting(season),
        *([] if season.format == "ladder" else _off(season)),
        *_moving(season),
    ]


def _rounds(season: Any) -> list[Fact]:
    return [Fact(_("League rounds"), str(season.rounds)), Fact(_("A round lasts"), _lasts(season.round_days))]


def _lasts(days: int) -> str:
    if not days:
        return _("an evening, one after the other")
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def _ladder(season: Any) -> list[Fact]:
    smallest = least_table(season.table_size, season.least_table)
    told = ngettext("%(count)d player", "%(count)d players", smallest) % {"count": smallest}
    return [
        Fact(_("It is open for"), _lasts(season.round_days)),
        Fact(_("Hours"), hours(season.open_hours)),
        Fact(_("Smallest table"), told),
        Fact(_("Who leaves a table"), _("gets nothing for it, and waits 5 minutes, then 10, 20, up to a day")),
    ]


def hours(spans: Sequence[Sequence[int]]) -> str:
    """Half hours of the week as days and times: Mon–Fri 18:00–23:00."""
    if not spans:
        return _("at any hour")
    by_time: dict[tuple[int, int], list[int]] = {}
    for begin, end in spans:
        day, start = divmod(begin, A_DAY)
        by_time.setdefault((start, end - day * A_DAY), []).append(day)
    return "; ".join(f"{_days(days)} {_clock(begin)}–{_clock(end)}" for (begin, end), days in by_time.items())


def _days(days: Sequence[int]) -> str:
    if len(days) > 2 and list(days) == list(range(days[0], days[-1] + 1)):
        return f"{WEEKDAYS[days[0]]}–{WEEKDAYS[days[-1]]}"
    return ", ".join(str(WEEKDAYS[day]) for day in days)


def _clock(half: int) -> str:
    return f"{half % A_DAY // 2 if half != A_DAY else 24}:{half % 2 * 30:02}"


def _single(season: Any) -> list[Fact]:
    """Of matches of one round: what decides the places."""
    if season.rules.get("ending") != "single":
        return []
    told = _("who is out first; the others by the points left in hand, then by the number of cards")
    return [Fact(_("Places at a table"), told)]


def _scoring(season: Any) -> str:
    """By size and place, the largest tables first: of lists of one's own, all that were written down."""
    scoring = Scoring.from_mapping(season.points)
    if scoring.preset == Preset.WINNER:
        return _("3 for who alone is first, 1 for each who shares the first place")
    if scoring.preset == Preset.SHARE:
        return _("%(places)s: the share of the others at the table whom one has beaten") % {
            "places": _places(scoring, season.table_size)
        }
    sizes: Mapping[int, Any] = scoring.lists or {season.table_size: ()}
    lines = [(size, _places(scoring, size)) for size in sorted(sizes, reverse=True)]
    if len(lines) == 1:
        return lines[0][1]
    return "; ".join(_("table of %(size)d: %(places)s") % {"size": size, "places": told} for size, told in lines)


def _places(scoring: Scoring, size: int) -> str:
    return " · ".join(points(value, scoring.times) for value in scoring.table(range(1, size + 1)))


def _counting(season: Any) -> list[Fact]:
    found = []
    if season.best_results is not None:
        told = ngettext("only the best one", "only the best %(count)d", season.best_results)
        found.append(Fact(_("Results that count"), told % {"count": season.best_results}))
    if season.least_results:
        told = ngettext("after %(count)d table", "after %(count)d tables", season.least_results)
        found.append(Fact(_("A place in the standings"), told % {"count": season.least_results}))
    return found


def _off(season: Any) -> list[Fact]:
    """Rounds without a table, coming late, sitting in."""
    scoring, size = Scoring.from_mapping(season.points), season.table_size
    left_over = bye_value(scoring, size) if season.bye_value is None else season.bye_value
    most = requested_value(scoring, size, 0)
    asked = most if season.requested_bye_value is None else min(season.requested_bye_value, most)
    last = max(1, season.rounds // 3) if season.last_joining_round is None else season.last_joining_round
    late = _("nobody, once it has begun") if not last else _("until round %(number)d") % {"number": last}
    return [
        Fact(_("A round without a table"), points(left_over, scoring.times)),
        Fact(_("First round off, if asked for"), points(asked, scoring.times)),
        Fact(_("Joining late"), late),
        Fact(_("A substitute's points"), _("count for whose place it is") if season.substitutes_score else _("none")),
    ]


def _moving(season: Any) -> list[Fact]:
    if season.divisions_wanted < 2 or season.format == "knockout":
        return []
    rule = Rule.from_mapping(season.promotion)
    told = str(SHARES.get(rule.share, ""))
    if rule.share == Share.FIXED:
        told = ngettext(
            "%(count)d goes up and %(count)d goes down", "%(count)d go up and %(count)d go down", rule.count
        )
        told %= {"count": rule.count}
    return [
        Fact(_("Divisions"), str(season.divisions_wanted)),
        Fact(_("Next season"), _("%(moves)s between neighbouring divisions") % {"moves": told}),
    ]
