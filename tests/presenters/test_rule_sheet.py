"""The rule sheet: nothing of a table's rules is left unsaid, and what refusals quote is there."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.engine.refusals import Refusal
from games.engine.ruleset import CLASIC, MAS_UNO, OPTIONS, RANGES, Rules, rules_from
from games.presenters.rule_sheet import CUSTOM, POINTS, TITLES, RuleSheet, rule_sheet

OTHER_VALUES: dict[str, Any] = {
    "combos": ["any", "same", "off"],
    "draw": ["one", "until_playable"],
    "word": ["MAS!", "UNO!"],
    "ending": ["target 500", "target 90", "rounds 3", "single"],
    "custom_rules": [[], [["draw 3 next"]], [["reverse"], ['honour "Sing!"']]],
}
# What only matters with another option; it is told there, and always in the list of options.
DEPENDS = {"plus4_on_plus2": {}, "tie_ms": {"mas_uno_card": True}, "race_ms": {"mas_uno_card": True}}


def values(option: str) -> st.SearchStrategy[Any]:
    if option in OTHER_VALUES:
        return st.sampled_from(OTHER_VALUES[option])
    if option in RANGES:
        return st.integers(RANGES[option][0], RANGES[option][1])
    return st.booleans()


rule_sets = st.fixed_dictionaries({}, optional={option: values(option) for option in OPTIONS}).map(rules_from)


def prose(sheet: RuleSheet) -> Iterator[str]:
    for section in sheet.sections:
        yield from section.points


@given(rules=rule_sets, option=st.sampled_from(OPTIONS), data=st.data())
def test_every_option_changes_the_sheet(rules: Rules, option: str, data: st.DataObject) -> None:
    other = changed(rules, option, data.draw(values(option)))
    assert (rule_sheet(other) != rule_sheet(rules)) == (other != rules)


def changed(rules: Rules, option: str, value: Any) -> Rules:
    return rules_from(rules.to_mapping() | {option: value})


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_is_told_in_the_sections(option: str) -> None:
    base = MAS_UNO.to_mapping() | DEPENDS.get(option, {})
    now = getattr(MAS_UNO, option)
    others = OTHER_VALUES.get(option) or RANGES.get(option, [not now])
    for value in others:
        one, other = rules_from(base), rules_from(base | {option: value})
        assert (list(prose(rule_sheet(one))) == list(prose(rule_sheet(other)))) == (one == other), value


def test_every_rule_that_a_refusal_quotes_has_its_section() -> None:
    numbers = {section.number for section in rule_sheet(MAS_UNO).sections}
    assert {refusal.rule for refusal in Refusal} <= numbers
    assert numbers == {str(number) for number in range(1, 13)}


@given(rules=rule_sets)
def test_no_section_is_empty_or_says_a_thing_twice(rules: Rules) -> None:
    for section in rule_sheet(rules).sections:
        assert bool(section.points) == (section.number in {*POINTS, CUSTOM})
        assert len(set(section.points)) == len(section.points)


def test_only_the_cards_of_this_deck_are_shown() -> None:
    shown = {legend.card for legend in rule_sheet(CLASIC).cards}
    assert not shown & {"WH", "W1", "W2", "W3", "WM"}
    rules = rules_from({"custom_rules": [["again"], ["reverse"]], "mas_uno_card": True})
    assert {"WH", "W1", "W2", "WM"} <= {legend.card for legend in rule_sheet(rules).cards}


def test_a_rule_is_told_in_its_own_words_too() -> None:
    told = list(prose(rule_sheet(rules_from({"custom_rules": [["draw 3 next"]]}), ["Vecinul trage trei cărți."])))
    (line,) = [text for text in told if "Vecinul trage trei cărți." in text]
    assert "3" in line


@pytest.mark.parametrize("rules", [MAS_UNO, CLASIC])
def test_both_languages_say_it_all(rules: Rules) -> None:
    told = {}
    for language in ("ro", "en"):
        with translation.override(language):
            told[language] = [*prose(rule_sheet(rules)), *map(str, TITLES.values())]
    assert len(told["ro"]) == len(told["en"])
    assert not set(told["ro"]) & set(told["en"])
