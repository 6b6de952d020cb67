"""A sentence as the grammars read it: small letters, no diacritics, single spaces, no dress around it."""

import re
import unicodedata
from typing import Final

# Breve, circumflex, comma and cedilla below; caron and tilde where a keyboard had nothing better.
MARKS: Final = re.compile("(?<=[aist])[\u0306\u0302\u0326\u0327\u030c\u0303]")
SIGNS: Final = str.maketrans({"’": "'", "ʼ": "'", "—": " - ", "–": " - ", "…": "...", "\u2011": "-"})
QUOTES: Final = "\"'„”“«»‚‘’‟‹›"
END: Final = re.compile(r"[\s.!" + QUOTES + r"]+$")
START: Final = re.compile(r"^[\s" + QUOTES + r"]+")
INNER_HYPHEN: Final = re.compile(r"(?<=[a-z])-(?=[a-z])")


def plain(sentence: str) -> str:
    """Write a sentence as the grammars expect it."""
    text = unicodedata.normalize("NFD", sentence).casefold()
    text = MARKS.sub("", text)
    text = START.sub("", END.sub("", text)).translate(SIGNS)
    return " ".join(INNER_HYPHEN.sub(" ", text).split())
