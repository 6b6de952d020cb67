import json

import pytest
from hypothesis import given

from games.engine.ruleset import CLASIC, MAS_UNO, BadRules, Ending, preset, rules_from
from tests.engine.tables import RULES


def test_the_presets_are_those_of_the_rule_book():
    assert MAS_UNO.to_mapping() == {
        "combos": "any", "stacking": True, "plus4_on_plus2": False, "skip_stacking": False, "draw": "one",
        "must_play": False, "sevens_swap": False, "plus4_challenge": False, "catch_penalty": 5,
        "say_before_last": True, "word": "MAS!", "swap_hands_cards": 1, "custom_rules": [], "mas_uno_card": False,
        "hand_size": 7, "ending": "target 500", "mas_grace_ms": 0, "tie_ms": 100, "race_ms": 10_000,
    }  # fmt: skip
    changed = {name: value for name, value in CLASIC.to_mapping().items() if MAS_UNO.to_mapping()[name] != value}
    assert changed == {
        "combos": "off", "stacking": False, "must_play": True, "catch_penalty": 2, "say_before_last": False,
        "word": "UNO!", "swap_hands_cards": 0,
    }  # fmt: skip


@given(RULES)
def test_rules_read_back_through_json(rules):
    assert rules_from(json.loads(json.dumps(rules.to_mapping()))) == rules


def test_options_are_read_over_the_preset_named():
    rules = rules_from({"preset": "clasic", "stacking": True, "ending": {"rounds": 3}})
    assert (rules.stacking, rules.combos, rules.ending) == (True, "off", Ending("rounds", 3))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("combos", "some"), ("combos", True), ("stacking", "on"), ("stacking", 1), ("draw", 2), ("hand_size", 0),
        ("hand_size", 21), ("hand_size", "7"), ("hand_size", True), ("catch_penalty", -1), ("ending", "target 0"),
        ("ending", "rounds"), ("ending", "target -5"), ("ending", 500), ("ending", "target ٥"), ("word", "UNO"),
        ("custom_rules", [["draw 11 next"]]), ("custom_rules", [["give 1 all"]]), ("custom_rules", [[]]),
        ("custom_rules", [["again"] * 5]), ("custom_rules", [["again"]] * 4), ("custom_rules", [["swap_hands next"]]),
        ("custom_rules", [['honour ""']]), ("custom_rules", [['honour "a\nb"']]),
        ("custom_rules", [['honour "\u3164"']]),
        ("custom_rules", [['honour "a' + "\u0301" * 3 + '"']]), ("custom_rules", [7]),
        ("custom_rules", "again"), ("swap_hands_cards", 9), ("speed", 3), ("preset", "uno"), ("preset", ["mas"]),
    ],
)  # fmt: skip
def test_a_bad_option_is_named(option, value):
    with pytest.raises(BadRules) as bad:
        rules_from({option: value})
    assert bad.value.option == option


def test_an_unknown_preset_is_refused():
    with pytest.raises(BadRules):
        preset("uno")
