"""What people write becomes text that is safe to show: one form, no invisible signs, some words masked."""

import re
from collections.abc import Collection
from unicodedata import category, combining, normalize

LONGEST = 200
MARKS_IN_A_ROW = 2
# Control, format (bidi and zero width), private, unassigned and half signs; separators become spaces.
INVISIBLE = {"Cc", "Cf", "Co", "Cn", "Cs"}
SPACES = {"Zs", "Zl", "Zp"}
FILLERS = "\u115f\u1160\u3164\uffa0\u2800"  # letters by name that show nothing
WORD = re.compile(r"\w+")


def clean(text: str) -> str:
    """The text as it is stored, at most LONGEST signs of it; "" where nothing is left to see."""
    signs: list[str] = []
    marks = 0
    for sign in normalize("NFC", text.replace("\n", " ").replace("\t", " ")):
        kind = category(sign)
        if kind in INVISIBLE or sign in FILLERS:
            continue
        marks = marks + 1 if combining(sign) or kind in ("Mn", "Me") else 0
        if marks <= MARKS_IN_A_ROW:
            signs.append(" " if kind in SPACES else sign)
    return " ".join("".join(signs).split())[:LONGEST].strip()


def masked(text: str, words: Collection[str]) -> str:
    """The text with these words as dots, however they are accented or capitalised."""
    if not words:
        return text
    return WORD.sub(lambda found: "•" * len(found[0]) if plain(found[0]) in words else found[0], text)


def plain(word: str) -> str:
    """A word in small letters without accents."""
    return "".join(sign for sign in normalize("NFKD", word.casefold()) if not combining(sign))
