"""The options of a table in words: what each is called, what it means, what its values are called (RULES §2).

Forms and presenters both need them, so they stand beside both.
"""

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

type Text = str | Promise

GRACE_MS: Final = 1500  # what a table starts with, whatever the preset (RULES §2)


class Option(NamedTuple):
    """An option: its name, one sentence about it, the section of the rules that tells more."""

    name: Text
    help: Text
    section: str


OPTIONS: Final[dict[str, Option]] = {
    "combos": Option(_("Combos"), _("How many cards may be put down in one turn, each fitting the one before."), "5"),
    "stacking": Option(
        _("Passing attacks on"), _("A +2 or +4 may be answered with another, and the attack grows."), "6"
    ),
    "plus4_on_plus2": Option(_("+4 on +2"), _("A +4 may answer an attack of +2 too."), "6"),
    "skip_stacking": Option(
        _("Passing skips on"), _("A skip may be answered with a skip: the next one sits out all of them."), "6"
    ),
    "draw": Option(_("Drawing"), _("What a player draws who has nothing to play."), "5"),
    "must_play": Option(_("Must play"), _("Who holds a card that fits may not draw instead of playing."), "5"),
    "sevens_swap": Option(_("Sevens swap hands"), _("Who plays a 7 swaps hands with a player of their choice."), "8"),
    "plus4_challenge": Option(
        _("Challenging the +4"),
        _("A +4 may be challenged: was there really nothing else to play? The one in the wrong draws."),
        "8",
    ),
    "catch_penalty": Option(
        _("Penalty when caught"), _("Cards for a player who is caught with one card and has not called."), "7"
    ),
    "say_before_last": Option(
        _("Call before the last card"), _("The last card may be put down only after calling."), "7"
    ),
    "word": Option(_("The call"), _("What is called with one card left."), "7"),
    "swap_hands_cards": Option(_("Swap hands cards"), _("How many of them are in each deck."), "8"),
    "mas_uno_card": Option(
        _("The MAS UNO! card"), _("Adds the card that makes everybody shout; the last one draws 2."), "8"
    ),
    "hand_size": Option(_("Cards dealt"), _("How many cards each player gets at the start of a round."), "3"),
    "mas_grace_ms": Option(
        _("Grace before a catch"), _("Seconds in which nobody can be caught yet after the card fell."), "7"
    ),
    "tie_ms": Option(
        _("Tie in the race"), _("Two shouts within so many milliseconds count as one: nobody draws."), "8"
    ),
    "race_ms": Option(_("Length of the race"), _("After so many seconds of silence the race closes."), "8"),
}

ON_OFF: Final[dict[bool, Text]] = {True: pgettext_lazy("option", "yes"), False: pgettext_lazy("option", "no")}

VALUES: Final[dict[str, dict[str, Text]]] = {
    "combos": {
        "any": _("a row"),
        "same": _("same number or symbol"),
        "off": _("one card"),
    },
    "draw": {"one": _("one card"), "until_playable": _("until one fits")},
    "word": {"MAS!": "MAS!", "UNO!": "UNO!"},
}

PRESETS: Final[dict[str, Text]] = {"mas": _("MAS UNO"), "clasic": _("Classic")}
OWN_RULES: Final = "own"  # in a search: rules that are no preset's
PRESETS_HELP: Final[dict[str, Text]] = {
    "mas": _("Combos, attacks that grow, swapped hands and the call MAS! Caught: 5 cards."),
    "clasic": _("One card a turn, attacks cannot be answered, the call UNO! Caught: 2 cards."),
}

WHO: Final[dict[str, Text]] = {
    "next": _("the next player"),
    "previous": _("the previous player"),
    "chosen": _("a player of your choice"),
    "all": _("everybody, you too"),
    "others": _("all the others"),
    "self": _("you"),
    "most": _("whoever has the most cards"),
    "fewest": _("whoever has the fewest cards"),
}

VERBS: Final[dict[str, Text]] = {
    "draw": _("draw cards"),
    "skip": _("lose a turn"),
    "again": _("you play again"),
    "reverse": _("the direction turns"),
    "swap_hands": _("swap hands with a player of your choice"),
    "rotate_hands": _("all hands move one seat on"),
    "swap_card": _("swap one card with a player of your choice"),
    "give": _("give cards, taken at random"),
    "honour": _("by word of honour"),
}

# The five examples of the rule sheet, as effects.
EXAMPLES: Final[dict[str, Text]] = {
    "draw 3 next": _("The next one draws 3 cards."),
    "draw 1 all": _("Everybody draws a card."),
    "reverse": _("The direction turns."),
    "skip next": _("The next one loses a turn."),
    "swap_card chosen": _("Swap a card with somebody."),
}
