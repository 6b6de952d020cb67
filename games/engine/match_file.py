"""A whole match as a file: JSON "masuno-match-1", and the same as a text that a person can read.

Both say the same to the last word: `text_of` and `from_text` turn one into the other exactly. What is read is
held to its shape line by line, and then replayed by the rules.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from games.engine.cards import COLOURS, cards_of
from games.engine.file_faults import BadFile, Fault, Place
from games.engine.match_shape import CHANCE, FORMAT, NUMBERS, PILES, ROUND_FORMAT, shaped
from games.engine.notation import parse
from games.engine.record import record_fault
from games.engine.refusals import Refused
from games.engine.ruleset import OPTIONS

HEAD: Final = "masuno-text-1"
LONGEST: Final = 1_000_000  # characters


# Written


def text_of(match: Mapping[str, Any]) -> str:
    """Write a match of the JSON format as the text of the same meaning."""
    return "\n".join(_lines(match)) + "\n"


def _lines(match: Mapping[str, Any]) -> Iterator[str]:
    yield HEAD
    yield f"match {match['match']}"
    yield from (f"name {number} {name}" for number, name in enumerate(match["names"]))
    yield from (f"rule {name} {json.dumps(value, ensure_ascii=False)}" for name, value in match["rules"].items())
    for played in match["rounds"]:
        yield ""
        yield from _round_lines(played)


def _round_lines(played: Mapping[str, Any]) -> Iterator[str]:
    start, end = played["start"], played["end"]
    yield f"round {played['number']}"
    yield " ".join(["seats", *map(str, played["seats"])])
    yield f"dealer {played['dealer']}"
    yield from (f"hand {seat} {hand}".rstrip() for seat, hand in enumerate(start["hands"]))
    yield f"table {start['table']} {start['colour'] or '-'}"
    yield from (f"{pile} {start[pile]}".rstrip() for pile in PILES)
    yield from (f"{name} {start[name]}" for name in NUMBERS)
    for command in played["commands"]:
        yield f"{command['seat']}: {command['command']} @{command['at']}"
        for chance in command.get("chance", ()):
            yield from (f"+ {kind} {cards}" for kind, cards in chance.items())
    yield f"end {'-' if end['winner'] is None else end['winner']} {end['points']} {end['draw_left']}"
    yield from (f"left {seat} {hand}".rstrip() for seat, hand in enumerate(end["hands"]))


# Read


def from_file(text: str, *, replayed: bool = False) -> dict[str, Any]:
    """Read either format, and replay it unless that has been done. Raises BadFile for what is no match by the rules."""
    if len(text) > LONGEST:
        raise BadFile(Fault.TOO_LONG, Place(1), told={"most": LONGEST})
    if text.lstrip("\ufeff \r\n\t").startswith("{"):
        match = from_json(text)
        if not replayed:
            replay(match)
        return match
    reader = _Reader()
    try:
        match = reader.read(text)
        if not replayed:
            replay(match)
    except BadFile as bad:
        raise bad.at_line(reader.lines.get((bad.place.round, bad.place.command))) from bad
    return match


def replay(match: Mapping[str, Any]) -> None:
    """Hold every round to its rules. Raises BadFile."""
    for place, played in enumerate(match["rounds"], 1):
        found = record_fault({**played, "rules": match["rules"]})
        if found is not None:
            command = played["commands"][found.command - 1]["command"] if found.command else ""
            raise BadFile(
                found.fault, Place(None, place, found.command), refusal=found.refusal, told={"command": command}
            )


def from_json(text: str) -> dict[str, Any]:
    """Read the JSON format. Raises BadFile."""
    try:
        match = json.loads(text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        raise BadFile(Fault.NO_JSON, Place(error.lineno)) from error
    except (RecursionError, ValueError) as error:
        raise BadFile(Fault.NO_JSON, Place(1)) from error
    if not isinstance(match, dict) or match.get("format") != FORMAT:
        raise BadFile(Fault.NO_FORMAT, Place(part="format"), told={"format": FORMAT})
    return shaped(match)


def from_text(text: str) -> dict[str, Any]:
    """Read the text format. Raises BadFile with the number of the line."""
    return _Reader().read(text)


class _Reader:
    """Takes a text line by line."""

    def __init__(self) -> None:
        self.match: dict[str, Any] = {"format": FORMAT, "match": "", "names": [], "rules": {}, "rounds": []}
        self.round: dict[str, Any] = {}
        self.lines: dict[tuple[int | None, int | None], int] = {}  # of the rounds and their commands

    def read(self, text: str) -> dict[str, Any]:
        lines = text.lstrip("\ufeff").replace("\r\n", "\n").split("\n")
        if lines[0].strip() != HEAD:
            raise BadFile(Fault.NO_FORMAT, Place(1), told={"format": HEAD})
        for number, line in enumerate(lines[1:], 2):
            if line.strip():
                self._line(number, line.rstrip())
                self._keep(number)
        return shaped(self.match)

    def _keep(self, number: int) -> None:
        """Where a round and each of its commands begin."""
        if self.round:
            self.lines.setdefault((len(self.match["rounds"]), None), number)
            if self.round["commands"]:
                self.lines.setdefault((len(self.match["rounds"]), len(self.round["commands"])), number)

    def _line(self, number: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        try:
            if word.endswith(":"):
                self._command(word[:-1], rest)
            elif word in READ and (self.round or word in ANYWHERE):
                READ[word](self, rest)
            else:
                raise BadFile(Fault.NO_SUCH_LINE, Place(number), told={"line": word[:20]})
        except BadFile:
            raise
        except (ValueError, KeyError, IndexError, RecursionError, Refused) as error:
            raise BadFile(Fault.UNREADABLE, Place(number), told={"line": line[:60]}) from error

    def _match(self, rest: str) -> None:
        self.match["match"] = rest

    def _name(self, rest: str) -> None:
        self._in_order(self.match["names"], *rest.split(" ", 1))

    def _rule(self, rest: str) -> None:
        name, value = rest.split(" ", 1)
        if name not in OPTIONS and name != "preset":
            raise ValueError(name)
        self.match["rules"][name] = json.loads(value)

    def _begin(self, rest: str) -> None:
        start: dict[str, Any] = {"hands": [], "table": "", "colour": None, "draw": "", "discard": ""}
        self.round = {"number": _number(rest), "seats": [], "format": ROUND_FORMAT, "dealer": 0, "start": start}
        self.round |= {"commands": [], "end": {"hands": [], "winner": None, "points": 0, "draw_left": 0}}
        self.match["rounds"].append(self.round)

    def _seats(self, rest: str) -> None:
        self.round["seats"] = [_number(word) for word in rest.split()]

    def _dealer(self, rest: str) -> None:
        self.round["dealer"] = _number(rest)

    def _hand(self, rest: str) -> None:
        self._in_order(self.round["start"]["hands"], *_pair(rest))

    def _left(self, rest: str) -> None:
        self._in_order(self.round["end"]["hands"], *_pair(rest))

    def _table(self, rest: str) -> None:
        card, colour = rest.split(" ")
        cards_of(card)
        if colour != "-" and colour not in COLOURS:
            raise ValueError(colour)
        self.round["start"] |= {"table": card, "colour": None if colour == "-" else colour}

    def _command(self, seat: str, rest: str) -> None:
        written, _, at = rest.rpartition(" @")
        parse(written)
        self.round["commands"].append({"seat": _number(seat), "command": written, "at": _number(at)})

    def _chance(self, rest: str) -> None:
        kind, _, cards = rest.partition(" ")
        if kind not in CHANCE:
            raise ValueError(kind)
        cards_of(cards)
        self.round["commands"][-1].setdefault("chance", []).append({kind: cards})

    def _end(self, rest: str) -> None:
        winner, points, left = rest.split(" ")
        told = {"winner": None if winner == "-" else _number(winner), "points": _number(points)}
        self.round["end"] |= told | {"draw_left": _number(left)}

    def _in_order(self, into: list[str], number: str, value: str) -> None:
        if _number(number) != len(into):
            raise ValueError(number)
        into.append(value)


def _pile(name: str) -> Any:
    def read(reader: _Reader, rest: str) -> None:
        cards_of(rest)
        reader.round["start"][name] = rest

    return read


def _start(name: str) -> Any:
    def read(reader: _Reader, rest: str) -> None:
        reader.round["start"][name] = -1 if rest == "-1" else _number(rest)

    return read


def _pair(rest: str) -> tuple[str, str]:
    number, _, cards = rest.partition(" ")
    cards_of(cards)
    return number, cards


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 10):
        raise ValueError(word)
    return int(word)


READ: Final[dict[str, Any]] = {
    "match": _Reader._match,
    "name": _Reader._name,
    "rule": _Reader._rule,
    "round": _Reader._begin,
    "seats": _Reader._seats,
    "dealer": _Reader._dealer,
    "hand": _Reader._hand,
    "table": _Reader._table,
    "+": _Reader._chance,
    "end": _Reader._end,
    "left": _Reader._left,
    **{name: _pile(name) for name in PILES},
    **{name: _start(name) for name in NUMBERS},
}
ANYWHERE: Final = ("match", "name", "rule", "round")
