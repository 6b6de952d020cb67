"""What the coach of the first hand says, by step: the task, and what to say of it afterwards."""

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

type Text = str | Promise


class Said(NamedTuple):
    """A step in words: its task, its praise, and what is said of another play that was allowed."""

    task: Text
    met: Text
    other: Text


SAID: Final[dict[str, Said]] = {
    "colour": Said(
        _("On the table lies a blue 7. Your blue 3 has the same colour: tap it, then “Put down”."),
        _("Exactly: the same colour fits."),
        _("That is allowed too, but it keeps your cards in your hand. Once more:"),
    ),
    "number": Said(
        _("Now a blue 9, and you have no blue left. The same number fits as well: put down the red 9."),
        _("Exactly: the same number, and now red is played."),
        _("You may draw even when you need not, but your hand only grows. Once more:"),
    ),
    "draw": Said(
        _("A blue 9 again. You have neither blue nor a 9: draw a card."),
        "",
        "",  # nothing else may be done there
    ),
    "wild": Said(
        _(
            "Lucky! “Change colour” fits on anything, and a drawn card may be played at once. "
            "Put it down and name a colour."
        ),
        _("Now everybody follows your colour."),
        _("You may keep a drawn card, of course. But try it out now:"),
    ),
    "combo": Said(
        _(
            "Time for a combo: several cards in one turn, each fitting the one before. "
            "Tap the green 5, the red 5, then “Put down”."
        ),
        _("Two cards in one turn! The last one stays active."),
        _("That was in order, but more goes in one turn. Once more, with both fives:"),
    ),
    "attack": Said(
        _("An attack! You would have to draw 2 cards. Answer with your yellow +2, and the attack grows and moves on."),
        _("The attack is passed on and grows. Whoever cannot answer draws all of it."),
        _("Drawing ends the attack and your turn. But you can hit back. Once more:"),
    ),
    "mas": Said(
        _("Two cards left: tap the yellow 4, press MAS! and put it down. Who forgets and is caught draws 5 cards."),
        _("MAS! Now nobody can catch you."),
        _("That is allowed too. But there is a call to learn here. Once more:"),
    ),
    "last": Said(
        _("The last card: your green 8 fits on the yellow 8. Put it down, and the round is yours!"),
        "",
        _("You could have won already. Once more:"),
    ),
}
OWES: Final = _(
    "One card left, and you have not called! Press MAS! quickly, before they catch you: that would be 5 cards."
)
GOES_ON: Final = _("That was allowed too. The cards are laid anew, and we go on:")
LAID: Final = _("The cards are laid anew for what comes next:")
