"""The options of a table as a form: every rule set can be said, and nothing else."""

from typing import Any

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from games.engine.effects import GIVE_TO, Verb, Who
from games.engine.ruleset import CHOICES, OPTIONS, PRESETS, RANGES, Rules, rules_from
from games.option_forms import OptionsForm, options_from

PLAIN = {"preset": "mas", "ending": "single"}


@pytest.fixture(autouse=True, scope="module")
def addresses() -> None:
    """The first form of a process loads all addresses of the site: no example shall be timed with that."""
    OptionsForm()


def rules_of(data: dict[str, Any]) -> Rules:
    form = OptionsForm(data)
    assert form.is_valid(), form.errors
    rules: Rules = form.cleaned_data["rules"]
    return rules


def errors_of(data: dict[str, Any]) -> dict[str, list[str]]:
    form = OptionsForm(data)
    assert not form.is_valid()
    return {name: [str(error) for error in errors] for name, errors in form.errors.items()}


def who() -> st.SearchStrategy[str]:
    return st.sampled_from([str(who) for who in Who])


def effects() -> st.SearchStrategy[str]:
    numbers = st.integers(1, 10)
    texts = st.text("abcțșăî \"'!?", min_size=1, max_size=40).map(lambda text: " ".join(text.split()))
    return st.one_of(
        st.builds("draw {} {}".format, numbers, who()),
        st.builds("skip {}".format, who()),
        st.builds("give {} {}".format, numbers, st.sampled_from([str(who) for who in GIVE_TO])),
        st.sampled_from(["again", "reverse", "rotate_hands", "swap_hands chosen", "swap_card chosen"]),
        texts.filter(bool).map('honour "{}"'.format),
    )


def values(name: str) -> st.SearchStrategy[Any]:
    if name == "ending":
        endings = st.one_of(st.builds("target {}".format, st.integers(1, 9999)), st.just("single"))
        return st.one_of(endings, st.builds("rounds {}".format, st.integers(1, 1000)))
    if name == "custom_rules":
        return st.lists(st.lists(effects(), min_size=1, max_size=4), max_size=3)
    if name in CHOICES:
        return st.sampled_from(CHOICES[name])
    if name in RANGES:
        return st.integers(*RANGES[name])
    return st.booleans()


@given(st.fixed_dictionaries({name: values(name) for name in OPTIONS}))
def test_every_rule_set_goes_through_the_form_unchanged(options: dict[str, Any]) -> None:
    rules = rules_from(options)
    assert rules_of(options_from(rules)) == rules


@pytest.mark.parametrize("preset", PRESETS)
def test_options_left_alone_are_those_of_the_game(preset: str) -> None:
    rules = rules_of({"preset": preset, "ending": "target", "target": 500})
    assert rules == rules_from({"preset": preset, "mas_grace_ms": 1500})


def test_choosing_the_other_game_changes_what_was_left_alone() -> None:
    changed = options_from(rules_from({"preset": "mas", "sevens_swap": True, "mas_grace_ms": 1500})) | {
        "preset": "clasic"
    }
    assert rules_of(changed) == rules_from({"preset": "clasic", "sevens_swap": True, "mas_grace_ms": 1500})


@pytest.mark.parametrize("name", [name for name in OPTIONS if name not in {"ending", "custom_rules"}])
def test_a_value_out_of_bounds_is_refused_with_a_sentence(name: str) -> None:
    bad = 10**9 if name in RANGES else "maybe"
    errors = errors_of(PLAIN | {name: bad})
    assert list(errors) == [name]
    assert errors[name][0].endswith(".")


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"ending": "target", "target": ""}, "target"),
        ({"ending": "rounds", "rounds": "-1"}, "rounds"),
        ({"ending": "for ever"}, "ending"),
        ({"preset": "poker"}, "preset"),
        ({"rule1": "own"}, "rule1_1_verb"),
        ({"rule2": "own", "rule2_1_verb": "honour", "rule2_1_text": "  "}, "rule2_1_text"),
        ({"rule1": "own", "rule1_1_verb": "give", "rule1_1_who": "most"}, "rule1_1_who"),
        ({"rule1": "own", "rule1_1_verb": "draw", "rule1_1_count": "11", "rule1_1_who": "next"}, "rule1_1_count"),
        ({"rule3": "draw 99 all"}, "rule3"),
        ({"hand_size": "seven"}, "hand_size"),
        ({"hand_size": "NaN"}, "hand_size"),
        ({"race_ms": "inf"}, "race_ms"),
    ],
)
def test_a_wrong_form_says_where(data: dict[str, Any], field: str) -> None:
    assert field in errors_of(PLAIN | data)


def test_effects_are_kept_in_order_and_gaps_are_closed() -> None:
    data = PLAIN | {
        "rule1": "own",
        "rule1_1_verb": "draw",
        "rule1_1_count": 2,
        "rule1_1_who": "others",
        "rule1_3_verb": "again",
    }
    assert rules_of(data).to_mapping()["custom_rules"] == [["draw 2 others", "again"]]


def test_parts_that_an_effect_does_not_have_are_ignored() -> None:
    data = PLAIN | {"rule1": "own", "rule1_1_verb": "reverse", "rule1_1_count": 5, "rule1_1_who": "all"}
    assert rules_of(data).to_mapping()["custom_rules"] == [["reverse"]]


def test_every_effect_can_be_chosen() -> None:
    offered = {value for value, _ in OptionsForm().fields["rule1_1_verb"].choices}  # type: ignore[attr-defined]
    assert offered == {"", *[str(verb) for verb in Verb]}


def test_a_fault_is_told_in_the_readers_language() -> None:
    with override("ro"):
        assert errors_of({"preset": "mas", "ending": "target"})["target"] == ["Spune câte."]
