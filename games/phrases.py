"""What can be said at a table without writing: closed lists, each reader sees them in their own language."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PHRASES: Final[dict[str, str | Promise]] = {
    "hello": _("Hello, table! Who shuffled this?"),
    "luck": _("Good luck, everybody (but a little more to me)!"),
    "fire": _("It is getting hot in here!"),
    "combo": _("What a combo! I am speechless."),
    "thanks": _("Thank you for the cards… I had so few."),
    "revenge": _("Wait till it is my turn!"),
    "sorry": _("Nothing personal: the card made me do it."),
    "colour": _("Any colour but this one!"),
    "mas": _("I said MAS! You all heard it!"),
    "close": _("Phew, that was close!"),
    "thinking": _("One moment, I am plotting."),
    "hurry": _("Come on, the tea is getting cold!"),
    "brb": _("Back in a minute."),
    "well": _("Well played, hats off!"),
    "again": _("One more round?"),
}
REACTIONS: Final[dict[str, str | Promise]] = {
    "laugh": _("Laughs"),
    "wow": _("Is amazed"),
    "fire": _("On fire"),
    "cry": _("Cries"),
    "clap": _("Applauds"),
    "grr": _("Growls"),
}
WHYS: Final[dict[str, str | Promise]] = {
    "insult": _("Insults or humiliates"),
    "threat": _("Threatens"),
    "sexual": _("Sexual or indecent"),
    "private": _("Asks for or tells private things"),
    "cheating": _("Cheats"),
    "name": _("Has an indecent name"),
    "other": _("Something else"),
}
