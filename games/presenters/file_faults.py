"""What is wrong with a file, in the reader's language: where, and why."""

from collections.abc import Iterator
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.file_faults import BadFile, Fault, Place
from games.presenters.wording import refusal_sentence

FAULTS: Final[dict[Fault, str | Promise]] = {
    Fault.TOO_LONG: gettext_lazy("it has more than %(most)d characters"),
    Fault.NO_JSON: gettext_lazy("this is no JSON"),
    Fault.NO_FORMAT: gettext_lazy("the format is not %(format)s"),
    Fault.NO_SUCH_LINE: gettext_lazy("“%(line)s” begins no line here"),
    Fault.UNREADABLE: gettext_lazy("“%(line)s” cannot be read"),
    Fault.NO_OBJECT: gettext_lazy("an object is needed"),
    Fault.MISSING: gettext_lazy("“%(keys)s” is missing"),
    Fault.SUPERFLUOUS: gettext_lazy("“%(keys)s” is superfluous"),
    Fault.CODE: gettext_lazy("the code of the match is no text of one line"),
    Fault.NAMES: gettext_lazy("%(least)d to %(most)d names are needed"),
    Fault.NAME: gettext_lazy("a name is empty, too long or not of one line"),
    Fault.RULES: gettext_lazy("the option “%(option)s” is none, or has a value that it may not have"),
    Fault.ROUNDS: gettext_lazy("%(least)d to %(most)d rounds are needed"),
    Fault.COMMANDS_IN_ALL: gettext_lazy("there are more than %(most)d commands"),
    Fault.ROUND_NUMBER: gettext_lazy("the number of the round is none"),
    Fault.SEATS: gettext_lazy("two seats at least are needed"),
    Fault.SEAT_WITHOUT_NAME: gettext_lazy("a seat has no name"),
    Fault.DEALER: gettext_lazy("the dealer has no seat"),
    Fault.HANDS: gettext_lazy("not every seat has a hand"),
    Fault.CARDS: gettext_lazy("“%(cards)s” are no cards"),
    Fault.TABLE: gettext_lazy("one card must lie on the table"),
    Fault.COLOUR: gettext_lazy("the colour is none"),
    Fault.MOST_CARDS: gettext_lazy("there are more than %(most)d cards"),
    Fault.TURN: gettext_lazy("the turn is no seat's"),
    Fault.START_NUMBER: gettext_lazy("the direction or the attack is no such number"),
    Fault.COMMANDS: gettext_lazy("the commands are no list"),
    Fault.SEAT_OR_TIME: gettext_lazy("the seat or the time of the command is none"),
    Fault.COMMAND: gettext_lazy("“%(command)s” is no command"),
    Fault.CHANCE: gettext_lazy("what chance brought is wrong"),
    Fault.WINNER: gettext_lazy("the winner has no seat"),
    Fault.END_NUMBER: gettext_lazy("the points or the cards left are no such number"),
    Fault.POSITION: gettext_lazy("the rules do not know what to do from there on"),
    Fault.REFUSED: gettext_lazy("the rules refuse “%(command)s”"),
    Fault.CHANCE_MISSING: gettext_lazy("what chance brought with “%(command)s” is missing or cannot be"),
    Fault.CHANCE_LEFT: gettext_lazy("chance brought more with “%(command)s” than the rules need"),
    Fault.NOT_OVER: gettext_lazy("the round is not over after its last command"),
    Fault.OTHER_END: gettext_lazy("the round does not end as it says: the rules come to another end"),
}


def told(bad: BadFile) -> str:
    """One sentence: the place, the reason, and where the rules refuse something their own words for it."""
    reason = str(FAULTS[bad.fault]) % bad.told
    where = ", ".join(_where(bad.place))
    text = (
        _("%(where)s: %(reason)s.") % {"where": capfirst(where), "reason": reason} if where else f"{capfirst(reason)}."
    )
    return f"{text} {refusal_sentence(bad.refusal)}" if bad.refusal else text


def _where(place: Place) -> Iterator[str]:
    if place.line is not None:
        yield _("line %(number)d") % {"number": place.line}
    if place.round is not None:
        yield _("round %(number)d of the file") % {"number": place.round}
    if place.command is not None:
        yield _("command %(number)d") % {"number": place.command}
    if place.part:
        yield _("in “%(part)s”") % {"part": place.part}
