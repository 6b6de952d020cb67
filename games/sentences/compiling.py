"""A sentence compiled to a rule: effects where its meaning is certain, the players' honour elsewhere."""

from enum import StrEnum
from typing import Final

from games.engine.effects import LONGEST_HONOUR, CustomRule, Effect, Verb
from games.sentences.grammars import LANGUAGES, MOST_SIGNS, MOST_WORDS, meaning
from games.sentences.words import plain

LONGEST: Final = LONGEST_HONOUR  # characters


class Problem(StrEnum):
    EMPTY = "empty"
    TOO_LONG = "too_long"
    UNPRINTABLE = "unprintable"


class BadSentence(ValueError):
    """A text that cannot be a rule at all."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def compile_sentence(text: str) -> CustomRule:
    """Compile a sentence in Romanian or English; what is not understood for certain becomes an honour rule.

    Raises BadSentence for a text that is empty, longer than 200 characters, or holds signs that cannot be printed.
    """
    sentence = tidy(text)
    found = {rule for rule in meanings(sentence) if rule is not None}
    return found.pop() if len(found) == 1 else (Effect(Verb.HONOUR, text=sentence),)


def tidy(text: str) -> str:
    """Take a text as it is kept: single spaces, none around. Raises BadSentence."""
    sentence = " ".join(text.split())
    if not sentence:
        raise BadSentence(Problem.EMPTY)
    if len(sentence) > LONGEST:
        raise BadSentence(Problem.TOO_LONG)
    if not sentence.isprintable():
        raise BadSentence(Problem.UNPRINTABLE)
    return sentence


def meanings(sentence: str) -> list[CustomRule | None]:
    """Read a sentence by every grammar."""
    words = plain(sentence)
    if len(words.split()) > MOST_WORDS or sum(words.count(sign) for sign in ".,;:!") > MOST_SIGNS:
        return []
    return [meaning(words, language) for language in LANGUAGES]
