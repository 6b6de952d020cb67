"""The analysis of a round as its page tells it: chances drawn and as a table, the moves that cost most in words."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games.analysis.findings import Finding, costliest, from_mapping
from games.engine.cards import NAMES
from games.engine.commands import Command, Draw, Pass, Play, Put
from games.engine.notation import parse
from games.presenters.feed import put_name
from games.presenters.replay import Film, Step
from games.presenters.wording import card_name

MOST_DEAR: Final = 5
WIDTH, HEIGHT = 600, 100  # of one seat's picture


class Side(NamedTuple):
    """One of two moves that are compared: its cards, what it is in words, how often of 100 it won."""

    cards: tuple[tuple[str, str], ...]  # the card and its name in words
    told: str
    won: int


class Dear(NamedTuple):
    """A move that cost much."""

    number: int  # of the move, from 1
    before: int  # the position it was made in
    seat: int  # from 1, as addresses count
    name: str
    cost: int  # rounds of 100
    played: Side
    best: Side


class Line(NamedTuple):
    """One seat's chances over the round, drawn in a picture of WIDTH by HEIGHT."""

    name: str
    line: str
    area: str
    marks: tuple[tuple[int, float, float], ...]  # its costly moves: number, and where
    first: int  # of 100
    last: int
    highest: int
    lowest: int
    won: bool


class Row(NamedTuple):
    """One line of the table; a share is None where nothing can be told."""

    number: int
    told: str
    shares: tuple[int | None, ...]  # of 100, by seat


class Report(NamedTuple):
    names: tuple[str, ...]
    lines: tuple[Line, ...]
    equal: float  # where a line stands that has its equal part
    dear: tuple[Dear, ...]
    rows: tuple[Row, ...]
    total: int  # moves
    tried: int  # rounds played out from a position, at most


def report(film: Film, steps: Sequence[Step], found: Iterable[Mapping[str, Any]]) -> Report:
    """Tell what was found in a round (as it is stored) that is folded from `film`; `steps` are its moves in words."""
    findings = [from_mapping(one) for one in found]
    dear = tuple([_dear(film.names, finding) for finding in costliest(findings, MOST_DEAR)])
    told = ("", *[step.told for step in steps])
    return Report(
        names=film.names,
        lines=tuple([_line(film.names[seat], seat, findings, dear) for seat in range(len(film.names))]),
        equal=_y(1 / len(film.names)),
        dear=dear,
        rows=tuple([Row(one.number, told[one.number], _shares(one, len(film.names))) for one in findings]),
        total=len(steps),
        tried=max(one.chances.tried for one in findings),
    )


def _dear(names: Sequence[str], finding: Finding) -> Dear:
    choice = finding.choice
    assert choice is not None
    played, best = _of_100(choice.played_won / choice.tried), _of_100(choice.best_won / choice.tried)
    return Dear(
        number=finding.number + 1,
        before=finding.number,
        seat=choice.seat + 1,
        name=names[choice.seat],
        cost=best - played,
        played=_side(names, choice.played, played),
        best=_side(names, choice.best, best),
    )


def _side(names: Sequence[str], written: str, won: int) -> Side:
    command = parse(written)[0]
    puts = command.puts if isinstance(command, Play) else ()
    cards = tuple([(NAMES[put.card], card_name(put_name(put))) for put in puts])
    return Side(cards, _told(names, command, puts), won)


def _told(names: Sequence[str], command: Command, puts: Sequence[Put]) -> str:
    if isinstance(command, Play):
        return ", ".join([_put(names, put) for put in puts])
    if isinstance(command, Draw):
        return _("draw")
    return _("pass") if isinstance(command, Pass) else _("let the time run out")


def _put(names: Sequence[str], put: Put) -> str:
    name = card_name(put_name(put))
    if put.seat is None:
        return name
    return _("%(card)s, with %(name)s") % {"card": name, "name": names[put.seat]}


def _line(name: str, seat: int, findings: Sequence[Finding], dear: Iterable[Dear]) -> Line:
    shares = {one.number: one.chances.share(seat) for one in findings if one.chances.tried}
    total = findings[-1].number
    places = {number: (_x(number, total), _y(share)) for number, share in shares.items()}
    drawn = " ".join([f"{x},{y}" for x, y in places.values()])
    ends = list(places.values())
    return Line(
        name=name,
        line=drawn,
        area=f"{ends[0][0]},{HEIGHT} {drawn} {ends[-1][0]},{HEIGHT}" if ends else "",
        marks=tuple([(one.number, *places[one.before]) for one in dear if one.seat == seat + 1]),
        first=_of_100(next(iter(shares.values()), 0)),
        last=_of_100(next(reversed(shares.values()), 0)),
        highest=_of_100(max(shares.values(), default=0)),
        lowest=_of_100(min(shares.values(), default=0)),
        won=shares.get(total) == 1,
    )


def _shares(finding: Finding, seats: int) -> tuple[int | None, ...]:
    chances = finding.chances
    return tuple([_of_100(chances.share(seat)) if chances.tried else None for seat in range(seats)])


def _of_100(share: float) -> int:
    return round(share * 100)


def _x(number: int, total: int) -> float:
    return round(WIDTH * number / max(1, total), 1)


def _y(share: float) -> float:
    return round(HEIGHT * (1 - share), 1)
