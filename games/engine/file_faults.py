"""Why a file is no match: a closed list, each with the place in the file where it was met."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from games.engine.refusals import Refusal


class Fault(StrEnum):
    """What may be wrong; the value is the reason in English, with what it tells of the file."""

    TOO_LONG = "it has more than %(most)d characters"
    NO_JSON = "this is no JSON"
    NO_FORMAT = "the format is not %(format)s"
    NO_SUCH_LINE = "“%(line)s” begins no line here"
    UNREADABLE = "“%(line)s” cannot be read"
    NO_OBJECT = "an object is needed"
    MISSING = "“%(keys)s” is missing"
    SUPERFLUOUS = "“%(keys)s” is superfluous"
    CODE = "the code of the match is no text of one line"
    NAMES = "%(least)d to %(most)d names are needed"
    NAME = "a name is empty, too long or not of one line"
    RULES = "the option “%(option)s” is none, or has a value that it may not have"
    ROUNDS = "%(least)d to %(most)d rounds are needed"
    COMMANDS_IN_ALL = "there are more than %(most)d commands"
    ROUND_NUMBER = "the number of the round is none"
    SEATS = "two seats at least are needed"
    SEAT_WITHOUT_NAME = "a seat has no name"
    DEALER = "the dealer has no seat"
    HANDS = "not every seat has a hand"
    CARDS = "“%(cards)s” are no cards"
    TABLE = "one card must lie on the table"
    COLOUR = "the colour is none"
    MOST_CARDS = "there are more than %(most)d cards"
    TURN = "the turn is no seat's"
    START_NUMBER = "the direction or the attack is no such number"
    COMMANDS = "the commands are no list"
    SEAT_OR_TIME = "the seat or the time of the command is none"
    COMMAND = "“%(command)s” is no command"
    CHANCE = "what chance brought is wrong"
    WINNER = "the winner has no seat"
    END_NUMBER = "the points or the cards left are no such number"
    POSITION = "the rules do not know what to do from there on"
    REFUSED = "the rules refuse “%(command)s”"
    CHANCE_MISSING = "what chance brought with “%(command)s” is missing or cannot be"
    CHANCE_LEFT = "chance brought more with “%(command)s” than the rules need"
    NOT_OVER = "the round is not over after its last command"
    OTHER_END = "the round does not end as it says: the rules come to another end"


class Place(NamedTuple):
    """Where in a file: its line if it is a text, the round by its place in the file, a command of it by its number."""

    line: int | None = None
    round: int | None = None
    command: int | None = None
    part: str = ""  # a key of the format


class BadFile(ValueError):
    """What a file may not hold, and where it does; `refusal` says why the rules refuse a command."""

    def __init__(
        self,
        fault: Fault,
        place: Place,
        *,
        refusal: Refusal | None = None,
        told: Mapping[str, int | str] | None = None,
    ) -> None:
        super().__init__(f"{place}: {fault % told if told else fault}")
        self.fault, self.place, self.refusal, self.told = fault, place, refusal, dict(told or {})

    def at_line(self, line: int | None) -> "BadFile":
        """The same with the line that it is in, where that is known."""
        return BadFile(
            self.fault, self.place._replace(line=line or self.place.line), refusal=self.refusal, told=self.told
        )
