"""Any text is a rule or a documented fault; a rule told back is the same rule."""

import contextlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.effects import GIVE_TO, CustomRule, Effect, Verb, Who, parse_rule
from games.sentences import BadSentence, Problem, compile_sentence, read_back
from tests.sentences.test_corpus import corpus

WORDS = sorted({word for sentence, _ in corpus() for word in re.findall(r"[\w'-]+|[^\w\s]", sentence)})
STATEMENTS = sorted({sentence.rstrip(".!") for sentence, effects in corpus() if effects})


def rules() -> st.SearchStrategy[CustomRule]:
    numbers = st.integers(1, 10)
    nothing = st.just(0)
    effects = st.one_of(
        st.tuples(st.just(Verb.DRAW), numbers, st.sampled_from(Who)),
        st.tuples(st.just(Verb.SKIP), nothing, st.sampled_from(Who)),
        st.tuples(st.just(Verb.GIVE), numbers, st.sampled_from(GIVE_TO)),
        st.tuples(st.sampled_from([Verb.SWAP_HANDS, Verb.SWAP_CARD]), nothing, st.just(Who.CHOSEN)),
        st.tuples(st.sampled_from([Verb.AGAIN, Verb.REVERSE, Verb.ROTATE_HANDS])),
    ).map(lambda parts: Effect(*parts))
    return st.lists(effects, min_size=1, max_size=4).map(tuple)


@pytest.mark.parametrize("language", ["ro", "en"])
@settings(deadline=None)
@given(rule=rules())
def test_a_rule_told_back_is_the_same_rule(language: str, rule: CustomRule) -> None:
    assert compile_sentence(read_back(rule, language)) == rule


@settings(deadline=None)
@given(st.one_of(st.text(), st.text(max_size=200), st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)))
def test_any_text_is_a_rule_or_a_fault(text: str) -> None:
    with contextlib.suppress(BadSentence):
        rule = compile_sentence(text)
        assert parse_rule([str(effect) for effect in rule]) == rule


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(STATEMENTS), min_size=2, max_size=8), st.sampled_from([". ", ", ", " și ", " and then "])
)
def test_statements_strung_together_are_a_rule(statements: list[str], joint: str) -> None:
    rule = compile_sentence(joint.join(statements)[:200])
    assert parse_rule([str(effect) for effect in rule]) == rule


@settings(deadline=None)
@given(
    st.sampled_from([sentence for sentence, effects in corpus() if effects]),
    st.sampled_from(["nu", "not", "dacă", "if", "maybe"]),
)
def test_a_word_that_is_not_understood_leaves_all_of_it_to_honour(sentence: str, word: str) -> None:
    doubted = f"{word} {sentence}"
    assert compile_sentence(doubted) == (Effect(Verb.HONOUR, text=" ".join(doubted.split())),)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", Problem.EMPTY),
        (" \n\t ", Problem.EMPTY),
        ("a" * 201, Problem.TOO_LONG),
        ("ab\u200bc", Problem.UNPRINTABLE),
        ("ab\x00c", Problem.UNPRINTABLE),
        ("ab\ud800c", Problem.UNPRINTABLE),
    ],
)
def test_what_cannot_be_a_rule_is_refused(text: str, problem: Problem) -> None:
    with pytest.raises(BadSentence) as fault:
        compile_sentence(text)
    assert fault.value.problem is problem


@pytest.mark.parametrize(
    "part", ["reverse. ", "trage 2 și ", "Draw 2, ", "el trage una, ", "you draw a card and ", "a ", "si "]
)
def test_the_longest_sentences_are_left_to_honour(part: str) -> None:
    sentence = (part * 100)[:200].strip()
    assert compile_sentence(sentence) == (Effect(Verb.HONOUR, text=sentence),)


def test_two_hundred_characters_are_a_rule() -> None:
    assert compile_sentence("ț" * 200) == (Effect(Verb.HONOUR, text="ț" * 200),)


@pytest.mark.parametrize("language", ["ro", "en"])
def test_an_honour_rule_is_told_as_it_was_written(language: str) -> None:
    assert read_back(compile_sentence("Cine râde trage o carte!"), language) == "Cine râde trage o carte!"


def test_the_chosen_player_is_one_and_the_same() -> None:
    rule = parse_rule(["draw 2 chosen", "skip chosen"])
    assert read_back(rule, "ro") == "Un jucător ales de tine trage 2 cărți. Jucătorul ales pierde tura."
    assert read_back(rule, "en") == "A player of your choice draws 2 cards. The chosen player loses a turn."
