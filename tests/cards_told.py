"""Whether a page tells of a card by its notation: a word of its own, never two letters within a token or a code that
was drawn at random."""

import re


def tells_of(page: str, card: str) -> bool:
    return re.search(rf"\b{card}\b", page) is not None
