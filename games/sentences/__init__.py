"""The rule of a customizable card in one's own words: a sentence to effects, and back (RULES §9)."""

from games.sentences.compiling import BadSentence, Problem, compile_sentence
from games.sentences.telling import read_back

__all__ = ["BadSentence", "Problem", "compile_sentence", "read_back"]
