"""What a player did at the tables, as tiles, charts and tables."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.charts import Figure, bars, columns
from games.presenters.dates import written
from games.presenters.figures import Page, Section, Tile, by_preset, number, of, page, seconds, table_of

MONTHS: Final = 12

type Sums = Mapping[str, int]


def figures_of(sizes: Sequence[Any], months: Mapping[date, Sums], presets: Mapping[str, Sums], today: date) -> Page:
    """What a player did: rows of sums by size of table, sums by month and by preset."""
    played = [row for row in sizes if row.rounds or row.matches]
    if not played:
        return Page()
    every = {name: sum(getattr(row, name) for row in played) for name in SUMMED}
    return page(
        _tiles(played, every),
        _months(months, today),
        _points(months, today),
        _sizes([row for row in played if row.matches]),
        _presets(presets),
        _attacks(every),
        _mas(every),
        _reactions([row for row in played if row.reactions]),
    )


SUMMED: Final = (
    *("matches", "rounds", "attacks_passed", "attacks_suffered", "attack_cards"),
    *("mas_said", "mas_missed", "caught", "catches", "races", "races_lost"),
)


def _tiles(played: Sequence[Any], every: Sums) -> tuple[Tile, ...]:
    combo = max(row.longest_combo for row in played)
    fastest = min((row.fastest_ms for row in played if row.fastest_ms), default=0)
    return (
        Tile(_("Matches"), number(every["matches"])),
        Tile(_("Rounds"), number(every["rounds"])),
        Tile(_("Longest combo"), ngettext("%(count)d card", "%(count)d cards", combo) % {"count": combo}),
        Tile(_("Attacks passed on"), number(every["attacks_passed"])),
        Tile(_("MAS! said"), number(every["mas_said"])),
        Tile(_("Fastest reaction"), seconds(fastest) if fastest else "–"),
    )


def _last_months(today: date) -> list[date]:
    first = today.year * 12 + today.month - 1 - (MONTHS - 1)
    return [date((first + n) // 12, (first + n) % 12 + 1, 1) for n in range(MONTHS)]


def first_month(today: date) -> date:
    """From when on months are shown."""
    return _last_months(today)[0]


def _months(months: Mapping[date, Sums], today: date) -> Section | None:
    shown = [(month, months.get(month, {})) for month in _last_months(today)]
    matches = [sums.get("matches", 0) for _month, sums in shown]
    won = [sums.get("matches_won", 0) for _month, sums in shown]
    if not any(matches):
        return None
    rows = [
        (_month_name(month), *[number(sums.get(name, 0)) for name in ("matches", "matches_won", "rounds")])
        for month, sums in shown
    ]
    told = _("Matches in each of the last twelve months, and how many of them were won.")
    heads = (_("Month"), _("Matches"), _("Matches won"), _("Rounds"))
    chart = columns(told, _short(shown), matches, parts=won, heads=heads, rows=rows)
    return Section("months", _("Month by month"), _("Matches; what was won stands out."), columns=chart)


def _points(months: Mapping[date, Sums], today: date) -> Section | None:
    shown = [(month, months.get(month, {})) for month in _last_months(today)]
    points = [sums.get("points", 0) for _month, sums in shown]
    if not any(points):
        return None
    rows = [
        (_month_name(month), number(sums.get("points", 0)), number(sums.get("rounds_won", 0))) for month, sums in shown
    ]
    told = _("Points in each of the last twelve months.")
    chart = columns(told, _short(shown), points, heads=(_("Month"), _("Points"), _("Rounds won")), rows=rows)
    return Section("points", _("Points by month"), _("For the cards that others were left with."), columns=chart)


def _short(shown: Sequence[tuple[date, Any]]) -> list[str]:
    return [written(month, "M") for month, _sums in shown]


def _month_name(month: date) -> str:
    return written(month, "F Y")


def _sizes(rows: Sequence[Any]) -> Section | None:
    if not rows:
        return None
    figures = [
        Figure(
            table_of(row.seats),
            row.matches_won / row.matches,
            _won(row.matches_won, row.matches, row.points),
            mark=1 / row.seats,
        )
        for row in rows
    ]
    heads = (_("Table"), _("Matches won"))
    chart = bars(heads, figures, most=1, mark_name=_("The line is what chance alone would give."))
    return Section("sizes", _("By size of the table"), _("Matches won, and the points of all rounds."), bars=chart)


def _won(won: int, matches: int, points: int) -> str:
    return _("%(won)s · points: %(points)s") % {"won": of(won, matches), "points": number(points)}


def _presets(presets: Mapping[str, Sums]) -> Section | None:
    figures = [
        Figure(name, sums["matches_won"] / sums["matches"], _won(sums["matches_won"], sums["matches"], sums["points"]))
        for name, sums in by_preset(presets)
        if sums["matches"]
    ]
    if not figures:
        return None
    chart = bars((_("Game"), _("Matches won")), figures, most=1)
    return Section("presets", _("By game"), _("Matches won, and the points of all rounds."), bars=chart)


def _attacks(every: Sums) -> Section | None:
    names = (
        ("attacks_passed", _("Attacks passed on")),
        ("attacks_suffered", _("Attacks suffered")),
        ("attack_cards", _("Cards drawn for them")),
    )
    return _counted("attacks", _("Attacks"), _("What came from the neighbour, and where it went."), names, every)


def _mas(every: Sums) -> Section | None:
    names = (
        ("mas_said", _("MAS! said")),
        ("mas_missed", _("MAS! forgotten")),
        ("caught", _("Caught")),
        ("catches", _("Caught others")),
    )
    return _counted("mas", _("MAS!"), _("Said in time, forgotten, and caught by others."), names, every)


def _counted(key: str, title: str, note: str, names: Sequence[tuple[str, str]], every: Sums) -> Section | None:
    if not any(every[name] for name, _told in names):
        return None
    figures = [Figure(told, every[name], number(every[name])) for name, told in names]
    return Section(key, title, note, bars=bars((_("What"), _("How often")), figures))


def _reactions(rows: Sequence[Any]) -> Section | None:
    """The judged times of shouts in races; the shorter the better, so a bar is time."""
    if not rows:
        return None
    figures = []
    for row in rows:
        mean = row.reaction_ms / row.reactions
        text = _("%(mean)s, fastest %(fastest)s") % {
            "mean": seconds(mean),
            "fastest": seconds(row.fastest_ms or 0),
        }
        name = table_of(row.seats)
        figures.append(Figure(name, mean, text, part=row.fastest_ms or 0))
    chart = bars((_("Table"), _("On average")), figures)
    return Section("reactions", _("Reaction times"), _("In races, what the network took taken off."), bars=chart)
