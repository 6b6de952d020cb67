"""Matches as files, over simulated rounds: what one format says the other does, to the last sign."""

import json
import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.match_file import from_file, text_of
from games.engine.match_shape import FORMAT
from games.engine.ruleset import rules_from
from games.services.simulation import play_round
from tests.services.stored_rounds import KINDS

EXAMPLES = int(os.environ.get("MASUNO_EXAMPLES", "25"))
SIGNS = st.characters(categories=["L", "M", "N", "P", "S"])
NAMES = st.lists(st.text(SIGNS, min_size=1, max_size=40), min_size=1, max_size=3).map(" ".join)
WILD = {
    "plus4_on_plus2": True,
    "sevens_swap": True,
    "mas_uno_card": True,
    "mas_grace_ms": 1500,
    "custom_rules": [["swap_card chosen", "again"], ["draw 1 all", "rotate_hands"]],
}
RULES = [rules for _seats, rules in KINDS] + [rules_from(WILD)]


@st.composite
def matches(draw: st.DrawFn) -> dict[str, Any]:
    """One to three rounds of a match, with any names that can be written on a line."""
    rules, seats = draw(st.sampled_from(RULES)), draw(st.integers(2, 8))
    rounds = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        seed = draw(st.integers(0, 10**6))
        for attempt in range(50):
            played = play_round(seats=seats, rules=rules, seed=f"{seed}-{number}-{attempt}")
            if played.end.phase.name == "OVER":
                break
        else:
            raise AssertionError("no round ends")
        line = played.record()
        del line["rules"]
        rounds.append({"number": number, "seats": list(range(seats)), **line})
    names = draw(st.lists(NAMES, min_size=seats, max_size=seats))
    code = draw(st.just("") | NAMES)
    return {"format": FORMAT, "match": code, "names": names, "rules": rules.to_mapping(), "rounds": rounds}


@settings(max_examples=EXAMPLES, deadline=None)
@given(matches())
def test_both_formats_say_the_same_to_the_last_sign(match: dict[str, Any]) -> None:
    as_json = json.dumps(match, ensure_ascii=False, indent=1) + "\n"
    as_text = text_of(match)
    assert from_file(as_json) == from_file(as_text) == match
    assert text_of(from_file(as_text)) == as_text
    assert text_of(from_file(as_json)) == as_text
    assert json.dumps(from_file(as_text), ensure_ascii=False, indent=1) + "\n" == as_json
    assert from_file(as_text.replace("\n", "\r\n")) == match
    assert from_file("\ufeff" + as_json) == match


@pytest.mark.parametrize("preset", ["mas", "clasic"])
def test_rules_may_be_a_preset_by_its_name(preset: str) -> None:
    match = json.loads(json.dumps(simple(preset)))
    assert from_file(text_of(match)) == match == from_file(json.dumps(match))


def simple(preset: str) -> dict[str, Any]:
    rules = rules_from({"preset": preset})
    line = play_round(seats=3, rules=rules, seed="ein").record()
    del line["rules"]
    rounds = [{"number": 1, "seats": [0, 1, 2], **line}]
    return {"format": FORMAT, "match": "A", "names": ["a", "b", "c"], "rules": {"preset": preset}, "rounds": rounds}
