"""Standings as a page shows them: each figure as text, what decided, and every sum line by line."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import groupby
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from leagues.engine.figures import Figure, Part, Term, TieBreak
from leagues.engine.scoring import Scoring, shown
from leagues.engine.standings import in_force
from leagues.option_texts import TIE_BREAKS

NAMES: dict[TieBreak, str | Promise] = {kind: TIE_BREAKS[kind] for kind in TieBreak}
SHORT: dict[TieBreak, str | Promise] = {
    TieBreak.HEAD_TO_HEAD: gettext_lazy("H2H"),
    TieBreak.WINS: gettext_lazy("Won"),
    TieBreak.OPPONENTS: gettext_lazy("Opp."),
    TieBreak.OPPONENTS_CUT: gettext_lazy("Opp.−1"),
    TieBreak.DIFFERENCE: gettext_lazy("Diff."),
    TieBreak.CARDS: gettext_lazy("Hand"),
}
MEANINGS: dict[TieBreak, str | Promise] = {
    TieBreak.POINTS: gettext_lazy("the sum of all rounds; a table won is worth %(top)s."),
    TieBreak.HEAD_TO_HEAD: gettext_lazy(
        "who finished before whom when they met, only where all who are tied have met."
    ),
    TieBreak.WINS: gettext_lazy("first places, a smaller table counting a little less, a shared place in parts."),
    TieBreak.OPPONENTS: gettext_lazy("which share of their own opponents the people one met have beaten."),
    TieBreak.OPPONENTS_CUT: gettext_lazy("the same, without the table that was the weakest."),
    TieBreak.DIFFERENCE: gettext_lazy("points scored in the matches, compared with the mean of the table."),
    TieBreak.CARDS: gettext_lazy("points left in hand at the end of the matches: fewer are better."),
    TieBreak.LOT: gettext_lazy("drawn from the season's seed, which is shown when the season is over."),
}
OFF: dict[str, str | Promise] = {
    "bye": gettext_lazy("no table this round"),
    "requested": gettext_lazy("asked for a round off"),
    "late": gettext_lazy("before joining"),
    "absent": gettext_lazy("away"),
    "no_show": gettext_lazy("did not come"),
    "withdrawn": gettext_lazy("had left"),
}


@dataclass(frozen=True, slots=True)
class Cell:
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant's line of the standings."""

    rank: int
    entrant: int
    name: str
    profile: str
    points: str
    played: int
    cells: tuple[Cell, ...]
    decided: str  # which tie-break put them below the one above; nothing where points did
    gone: bool
    mine: bool
    ranked: bool  # has played enough to have a place


@dataclass(frozen=True, slots=True)
class Ranking:
    level: int
    after: int
    heads: tuple[tuple[str, str], ...]  # short and whole
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Summand:
    text: str
    value: str
    dropped: bool = False
    parts: tuple["Summand", ...] = ()


@dataclass(frozen=True, slots=True)
class Opened:
    """A figure with the sum that it is."""

    kind: str
    name: str
    meaning: str
    value: str
    mean: bool
    summands: tuple[Summand, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """What sums are told with: names by entrant, numbers by table, by what points are multiplied."""

    names: Mapping[int, str]
    tables: Mapping[int, int]
    times: int = 10
    rounds: bool = True  # a ladder has none


def rankings(standings: Iterable[Any], order: Sequence[str], me: int | None = None, times: int = 10) -> list[Ranking]:
    """The latest standings, division by division, as the rows are stored."""
    kinds = columns(order)
    heads = tuple((str(SHORT[kind]), str(NAMES[kind])) for kind in kinds)
    return [
        Ranking(
            division.level,
            (rows := list(group))[0].after_round,
            heads,
            tuple(_line(row, kinds, me, times) for row in rows),
        )
        for division, group in groupby(standings, key=lambda row: row.division)
    ]


def columns(order: Sequence[str]) -> tuple[TieBreak, ...]:
    """The tie-breaks that have a column: all but the points themselves and the lot."""
    return tuple(kind for kind in in_force(order) if kind in SHORT)


def _line(row: Any, kinds: Sequence[TieBreak], me: int | None, times: int) -> Line:
    entrant, figures = row.entrant, row.figures
    decided = figures.get("decided_by", "")
    return Line(
        rank=row.rank,
        entrant=entrant.pk,
        name=entrant.name,
        profile=entrant.player.username if entrant.player else "",
        points=points(row.points, times),
        played=figures.get("played", 0),
        cells=tuple(Cell(kind, figure(kind, Fraction(figures[kind])) if kind in figures else "–") for kind in kinds),
        decided=str(NAMES[TieBreak(decided)]) if decided and decided != TieBreak.POINTS else "",
        gone=entrant.state in {"withdrawn", "disqualified"},
        mine=entrant.pk == me,
        ranked=figures.get("ranked", True),
    )


def points(value: int, times: int = 10) -> str:
    """5040ths as people read them, with the decimal sign of their language; `times` as the scoring has it."""
    return number_format(Decimal(shown(value, times)), 2)


def figure(kind: TieBreak, value: Fraction, times: int = 10) -> str:
    """A figure in the unit that its kind is told in."""
    if kind == TieBreak.POINTS:
        return _rounded(value * times, 2)
    if kind in {TieBreak.OPPONENTS, TieBreak.OPPONENTS_CUT}:
        return _rounded(value * 100, 1) + "%"
    if kind == TieBreak.WINS:
        return _rounded(value, 2) if value.denominator > 1 else str(value)
    if kind in {TieBreak.DIFFERENCE, TieBreak.HEAD_TO_HEAD}:
        return ("+" if value > 0 else "") + _rounded(value, 0 if value.denominator == 1 else 1)
    return str(value) if value.denominator == 1 else _rounded(value, 2)


def _rounded(value: Fraction, places: int) -> str:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    text = number_format(exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP), places)
    return text.replace("-", "−")


def in_words(season: Any) -> list[tuple[str, str]]:
    """The order by which equal points of a season are parted: each kind and what it means."""
    return [
        (str(NAMES[kind]), points_meaning(season) if kind == TieBreak.POINTS else str(MEANINGS[kind]))
        for kind in in_force(season.tie_breaks)
    ]


def points_meaning(season: Any) -> str:
    """What the points of a season are the sum of."""
    scoring = Scoring.from_mapping(season.points)
    told = {"top": points(scoring.top(season.table_size), scoring.times)}
    if season.best_results is None:
        return str(MEANINGS[TieBreak.POINTS]) % told
    best = ngettext(
        "the sum of the best result; a table won is worth %(top)s.",
        "the sum of the best %(count)d results; a table won is worth %(top)s.",
        season.best_results,
    )
    return best % (told | {"count": season.best_results})


def opened(figures: Mapping[TieBreak, Figure], words: Words, meaning: str) -> list[Opened]:
    """Every figure of an entrant as its sum; `meaning` is that of the points."""
    return [
        Opened(
            kind.value,
            str(NAMES[kind]),
            meaning if kind == TieBreak.POINTS else str(MEANINGS[kind]),
            figure(kind, one.value, words.times) if kind != TieBreak.LOT else _("drawn"),
            one.mean,
            tuple(_summand(kind, term, words) for term in one.terms if kind != TieBreak.LOT),
        )
        for kind, one in figures.items()
    ]


def _summand(kind: TieBreak, term: Term, words: Words) -> Summand:
    parts = tuple(_summand(kind, part, words) for part in term.parts)
    return Summand(_told(term, words), figure(kind, term.value, words.times), term.dropped, parts)


def _told(term: Term, words: Words) -> str:
    """What a summand stands for, in words."""
    if term.part == Part.OPPONENT:
        return words.names.get(int(term.about[0]), "?")
    where = _where(term, words)
    what = _what(term, words.names)
    return f"{where}: {what}" if where and what else where or what


def _where(term: Term, words: Words) -> str:
    number = words.tables.get(term.table, "?")
    if not words.rounds:
        return _("Table %(number)s") % {"number": number} if term.table else ""
    if not term.round:
        return ""
    told = _("Round %(round)d") % {"round": term.round}
    if term.table:
        told += ", " + _("table %(number)s") % {"number": number}
    return told


def _what(term: Term, names: Mapping[int, str]) -> str:
    about = term.about
    if term.part == Part.TABLE:
        return _("place %(place)s of %(size)s") % {"place": about[0], "size": about[1]}
    if term.part == Part.OFF:
        return str(OFF[str(about[0])])
    if term.part == Part.FINE:
        return _("penalty")
    if term.part == Part.DUEL:
        return _("against %(name)s") % {"name": names.get(int(about[0]), "?")}
    if term.part == Part.WIN:
        return _won(int(about[0]), int(about[1]))
    if term.part == Part.OPPOSITION:
        return _("the opponents there")
    if term.part == Part.SCORE:
        level = _rounded(Fraction(about[1]), 1)
        return _("%(own)s points, the mean was %(level)s") % {"own": about[0], "level": level}
    return ""


def _won(size: int, shared: int) -> str:
    told = ngettext("first of %(size)d", "first of %(size)d", size) % {"size": size}
    if shared > 1:
        told += " " + ngettext("(shared by %(count)d)", "(shared by %(count)d)", shared) % {"count": shared}
    return told
