"""Whole rounds that must replay the same for ever: a line that fails here is a stored game that broke."""

import json
from pathlib import Path

import pytest

from games.engine.deal import deal
from games.engine.record import record_differences
from games.engine.replay import fold
from games.engine.ruleset import rules_from
from games.engine.shuffle import SeededChance
from games.engine.state import dump

GOLDEN = Path(__file__).parents[1] / "golden"


def lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (GOLDEN / name).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("data", lines("rounds.jsonl"), ids=lambda data: f"{len(data['commands'])}-commands")
def test_recorded_round_replays(data):
    assert record_differences(data) == []


@pytest.mark.parametrize("data", lines("seeded.jsonl"), ids=lambda data: data["seed"][:8])
def test_round_from_its_seed_replays(data):
    rules = rules_from(data["rules"])
    state = deal(rules, data["seats"], data["dealer"], SeededChance(bytes.fromhex(data["seed"])))
    assert dump(fold(state, data["log"])) == data["state"]


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda data: data["end"].update(points=1), "end: "),
        (lambda data: data["commands"].pop(), "the round is not over"),
        (lambda data: data["commands"].append({"seat": 0, "command": "draw", "at": 1}), "refused, round_over"),
        (lambda data: data["start"].update(table="X9"), "no round"),
        (lambda data: data["commands"][0].update(chance=[{"card": "R1"}]), "chance is left over"),
    ],
)
def test_a_spoilt_record_says_what_differs(spoil, says):
    data = lines("rounds.jsonl")[0]
    spoil(data)
    assert says in record_differences(data)[0]
