"""What a customizable card does: one to four effects a rule, as text and as values (RULES §9)."""

import re
from enum import StrEnum
from typing import Final, NamedTuple

MOST_EFFECTS: Final = 4
MOST_CARDS: Final = 10
LONGEST_HONOUR: Final = 200  # characters


class Verb(StrEnum):
    DRAW = "draw"
    SKIP = "skip"
    AGAIN = "again"
    REVERSE = "reverse"
    SWAP_HANDS = "swap_hands"
    ROTATE_HANDS = "rotate_hands"
    SWAP_CARD = "swap_card"
    GIVE = "give"
    HONOUR = "honour"


class Who(StrEnum):
    NEXT = "next"
    PREVIOUS = "previous"
    CHOSEN = "chosen"
    ALL = "all"
    OTHERS = "others"
    SELF = "self"
    MOST = "most"
    FEWEST = "fewest"


GIVE_TO: Final = (Who.NEXT, Who.PREVIOUS, Who.CHOSEN)


class Effect(NamedTuple):
    """One effect: its verb and, where the verb has them, how many cards, who, or the text."""

    verb: Verb
    cards: int = 0
    who: Who | None = None
    text: str = ""

    def __str__(self) -> str:
        if self.verb is Verb.HONOUR:
            return f'honour "{self.text}"'
        words = [str(self.verb), str(self.cards) if self.cards else "", str(self.who or "")]
        return " ".join([word for word in words if word])


type CustomRule = tuple[Effect, ...]

# Letters that look like nothing, and marks piled on one letter until they cover the lines above.
BLANKS: Final = " \u115f\u1160\u3164\uffa0\u2800"
PILED_MARKS: Final = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff]{3}")

FORM: Final = re.compile(
    r"(?P<verb>draw|give) (?P<count>[0-9]{1,2}) (?P<who>[a-z]+)"
    r"|(?P<verb_who>skip|swap_hands|swap_card) (?P<only_who>[a-z]+)"
    r"|(?P<bare>again|reverse|rotate_hands)"
    r'|honour "(?P<text>.+)"',
    re.ASCII,
)


def parse_effect(text: str) -> Effect:
    """Read an effect in the notation of RULES §9. Raises ValueError saying what is wrong."""
    match = FORM.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"not an effect: {text!r}")
    if match["bare"]:
        return Effect(Verb(match["bare"]))
    if match["text"]:
        return _honour(match["text"])
    effect = Effect(
        Verb(match["verb"] or match["verb_who"]),
        int(match["count"] or 0),
        _who(match["who"] or match["only_who"]),
    )
    _check(effect)
    return effect


def _honour(text: str) -> Effect:
    if len(text) > LONGEST_HONOUR or not text.isprintable() or not text.strip(BLANKS) or PILED_MARKS.search(text):
        raise ValueError("an honour text is 1 to 200 printable characters")
    return Effect(Verb.HONOUR, text=text)


def _who(word: str) -> Who:
    try:
        return Who(word)
    except ValueError:
        raise ValueError(f"nobody is called {word!r}") from None


def _check(effect: Effect) -> None:
    if effect.verb in (Verb.DRAW, Verb.GIVE) and not 1 <= effect.cards <= MOST_CARDS:
        raise ValueError(f"{effect.verb} takes 1 to {MOST_CARDS} cards")
    if effect.verb is Verb.GIVE and effect.who not in GIVE_TO:
        raise ValueError("cards are given to next, previous or chosen")
    if effect.verb in (Verb.SWAP_HANDS, Verb.SWAP_CARD) and effect.who is not Who.CHOSEN:
        raise ValueError(f"{effect.verb} is done with the chosen seat")


def parse_rule(texts: "list[str] | tuple[str, ...]") -> CustomRule:
    """Read a whole rule, one text an effect. Raises ValueError."""
    if not 1 <= len(texts) <= MOST_EFFECTS:
        raise ValueError(f"a rule has 1 to {MOST_EFFECTS} effects")
    return tuple([parse_effect(text) for text in texts])


def needs_seat(rule: CustomRule) -> bool:
    """Tell whether the card must name a seat."""
    return any(effect.who is Who.CHOSEN for effect in rule)


def needs_gift(rule: CustomRule) -> bool:
    """Tell whether the card must name the card handed over."""
    return any(effect.verb is Verb.SWAP_CARD for effect in rule)
