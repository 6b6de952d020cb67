"""The two grammars, and what a sentence means by each."""

from functools import cache
from typing import Any, Final

from lark import Lark, Tree
from lark.exceptions import UnexpectedInput, VisitError

from games.engine.effects import CustomRule
from games.sentences.meaning import effects_of
from games.sentences.trees import Reader, Unclear

LANGUAGES: Final = ("ro", "en")
# In Romanian "trage" is both "he draws" and "draw!"; in English only several do as they are told.
ONE_AS_ORDER: Final = {"ro": True, "en": False}
# Four effects fill fewer; whatever has more is not worth the time of a parse.
MOST_WORDS: Final = 60
MOST_SIGNS: Final = 12


@cache
def grammar(language: str) -> Lark:
    """Load a grammar, once."""
    return Lark.open(f"{language}.lark", rel_to=__file__, parser="earley", lexer="basic", ambiguity="explicit")


def meaning(text: str, language: str) -> CustomRule | None:
    """Tell what a plain sentence does; None where the grammar does not understand all of it for certain."""
    try:
        tree: Tree[Any] = grammar(language).parse(text)
        if any(tree.find_data("_ambig")):
            return None
        return effects_of(Reader().transform(tree), one_as_order=ONE_AS_ORDER[language])
    except (UnexpectedInput, Unclear):
        return None
    except VisitError as error:
        if isinstance(error.orig_exc, Unclear):
            return None
        raise
