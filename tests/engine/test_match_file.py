"""A match as JSON and as a text: one is the other, and what is no match is refused with its line."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.file_faults import BadFile, Fault, Place
from games.engine.match_file import LONGEST, from_file, from_json, from_text, text_of
from games.engine.refusals import Refusal

GOLDEN = Path(__file__).parent.parent / "golden" / "rounds.jsonl"


def matches() -> list[dict[str, Any]]:
    """Each golden round as a match of its own."""
    found = []
    for line in GOLDEN.read_text().splitlines():
        played = json.loads(line)
        seats = len(played["start"]["hands"])
        names = ["ana maria", "ștefan", *[f"bot {k}" for k in range(2, seats)]]
        rules = played.pop("rules")
        rounds = [{"number": 1, "seats": list(range(seats)), **played}]
        found.append({"format": "masuno-match-1", "match": "ABC234", "names": names, "rules": rules, "rounds": rounds})
    return found


MATCHES = matches()


@pytest.mark.parametrize("match", MATCHES, ids=range(len(MATCHES)))
def test_there_and_back_is_exact(match: dict[str, Any]) -> None:
    text = text_of(match)
    assert from_text(text) == match
    assert text_of(from_text(text)) == text
    assert from_file(json.dumps(match)) == from_file(text) == match
    assert from_file(text.replace("\n", "\r\n")) == match


def broken(number: int, line: str) -> BadFile:
    """What is said where this line takes the place of that one."""
    lines = text_of(MATCHES[0]).splitlines()
    lines[number - 1] = line
    with pytest.raises(BadFile) as caught:
        from_file("\n".join(lines))
    return caught.value


@pytest.mark.parametrize(
    ("number", "line"),
    [(1, "masuno-text-2"), (2, "mtach X"), (3, "name 1 ana"), (5, "rule combos any"), (5, "rule nothing 1")],
)
def test_what_cannot_be_read_is_named_by_its_line(number: int, line: str) -> None:
    assert broken(number, line).place.line == number


def command_line() -> int:
    return next(k for k, line in enumerate(text_of(MATCHES[0]).splitlines(), 1) if line.startswith(("0: ", "1: ")))


@pytest.mark.parametrize(
    "line", ["0: fly @5", "0: draw", "0: draw @x", "x: draw @5", "hand 0 R1", "+ luck R1", "table Q1 R"]
)
def test_a_wrong_line_of_a_round_is_named_too(line: str) -> None:
    assert broken(command_line(), line).place.line == command_line()


def test_what_the_rules_refuse_is_no_match() -> None:
    bad = broken(command_line(), "0: catch 1 @5")
    assert (bad.fault, bad.refusal) == (Fault.REFUSED, Refusal.OWES_NOTHING)
    assert bad.place == Place(command_line(), 1, 1)


def changes() -> list[tuple[str, Any]]:
    return [
        ("format", "masuno-match-2"),
        ("names", ["one"]),
        ("names", ["x" * 151, "y"]),
        ("names", 5),
        ("rules", []),
        ("rules", {"preset": "nothing"}),
        ("rounds", []),
        ("rounds", [5]),
        ("more", 1),
        ("rounds.0.dealer", 9),
        ("rounds.0.seats", [0, 99]),
        ("rounds.0.commands", {}),
        ("rounds.0.commands", [{"seat": 0, "command": 5, "at": 1}]),
        ("rounds.0.commands", [{"seat": True, "command": "draw", "at": 1}]),
        ("rounds.0.commands", [{"seat": 0, "command": "draw", "at": 10**12}]),
        ("rounds.0.start.hands", ["R1", 5]),
        ("rounds.0.start.table", "R1 R2"),
        ("rounds.0.start.colour", "RG"),
        ("rounds.0.start.draw", "Q9"),
        ("rounds.0.start.turn", 40),
        ("rounds.0.start.attack", 10**8),
        ("rounds.0.start.direction", 3),
        ("rounds.0.end.points", -1),
        ("rounds.0.end.points", 10**8),
        ("rounds.0.end.winner", "0"),
        ("names", ["a b", "two\nlines"]),
        ("names", [" ana", "bogdan"]),
        ("names", ["ana\u2028", "bogdan"]),
        ("names", ["\ud800", "bogdan"]),
        ("match", "ABC\n234"),
        ("rounds.0.start.direction", True),
        ("rounds.0.start.direction", 0),
        ("rounds.0.start.direction", -1.0),
        ("rounds.0.dealer", False),
        ("rounds.0.number", 10**9),
        ("rounds.0.seats", []),
        ("rounds.0.commands.0.chance", []),
        ("rounds.0.commands.0.chance", {}),
        ("rounds.0.commands.0.command", "draw "),
        ("rounds.0.commands.0.command", "draw @5"),
        ("rounds.0.commands.0.command", "catch 01"),
        ("rounds.0.start.draw", "R1  R2"),
    ]


@pytest.mark.parametrize(("path", "value"), changes())
def test_what_is_not_of_the_format_is_refused(path: str, value: Any) -> None:
    match: Any = copy.deepcopy(MATCHES[0])
    inner, *way = match, *path.split(".")
    for step in way[:-1]:
        inner = inner[int(step)] if step.isdigit() else inner[step]
    inner[way[-1]] = value
    with pytest.raises(BadFile):
        from_file(json.dumps(match))


@pytest.mark.parametrize("text", ["", "{", "{}", "[" * 100_000, "{" + '"a":{' * 50_000, "hello", "\x00", "9" * 5000])
def test_what_is_no_file_of_ours_is_refused(text: str) -> None:
    with pytest.raises(BadFile):
        from_file(text)
    with pytest.raises(BadFile):
        from_json(text)


def test_a_file_that_is_too_long_is_not_read() -> None:
    with pytest.raises(BadFile, match="characters"):
        from_file(text_of(MATCHES[0]) + "\n" * LONGEST)
