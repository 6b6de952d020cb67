from pathlib import Path

import pytest
import yaml

from games.engine.cases import differences

FILES = sorted((Path(__file__).parents[1] / "cases").glob("*.yaml"))
CASES = [case for path in FILES for case in yaml.safe_load(path.read_text(encoding="utf-8"))]


def test_the_rule_books_cases_are_all_here():
    assert len(CASES) >= 112
    assert len({case["id"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case_holds(case):
    assert differences(case) == []


def test_a_case_that_does_not_hold_says_what_differs():
    case = {
        "start": {"hands": ["R7 B1", "G1 G2"], "table": "R5"},
        "do": [[0, "play R7", "refused"], [1, "pass", "refused"], [0, "draw"]],
        "expect": {"turn": 0, "hands": {0: "B1"}, "legal": [[1, "pass"]], "speed": 1},
    }
    assert differences(case) == [
        "[0, 'play R7']: accepted, should be refused",
        "[0, 'draw']: refused, not_your_turn",
        "turn: 1, should be 0",
        "[1, 'pass']: nothing_to_pass, should be legal",
        "no such expectation: speed",
    ]
