"""The shape of a match of the JSON format: nothing missing, nothing more, nothing that its text could not say."""

from collections.abc import Mapping
from typing import Any, Final

from games.engine import record
from games.engine.cards import COLOURS, cards_of
from games.engine.file_faults import BadFile, Fault, Place
from games.engine.notation import parse, text
from games.engine.refusals import Refused
from games.engine.ruleset import BadRules, rules_from

FORMAT: Final = "masuno-match-1"
ROUND_FORMAT: Final = record.FORMAT
MOST_ROUNDS, FEWEST_SEATS, MOST_SEATS, MOST_COMMANDS = 200, 2, 40, 20_000
MOST_CARDS: Final = 3_000  # of a round
MOST_ATTACK: Final = 1_000
LONGEST_NAME: Final = 150
HIGHEST: Final = 10**9 - 1
PILES: Final = ("draw", "discard")
NUMBERS: Final = ("turn", "direction", "attack")
CHANCE: Final = ("reshuffle", "card")


def shaped(match: Mapping[str, Any]) -> dict[str, Any]:
    """Give the match if it has the shape of the format. Raises BadFile."""
    _keys(Place(), match, ("format", "match", "names", "rules", "rounds"))
    names, rounds = match["names"], match["rounds"]
    _need(match["match"] == "" or _line(match["match"]), Fault.CODE, Place(part="match"))
    counted = isinstance(names, list) and FEWEST_SEATS <= len(names) <= MOST_SEATS
    _need(counted, Fault.NAMES, Place(part="names"), least=FEWEST_SEATS, most=MOST_SEATS)
    _need(all(map(_line, names)), Fault.NAME, Place(part="names"))
    _rules(match["rules"])
    counted = isinstance(rounds, list) and 1 <= len(rounds) <= MOST_ROUNDS
    _need(counted, Fault.ROUNDS, Place(part="rounds"), least=1, most=MOST_ROUNDS)
    for place, played in enumerate(rounds, 1):
        _round(Place(None, place), played, len(names))
    commands = sum(len(played["commands"]) for played in rounds)
    _need(commands <= MOST_COMMANDS, Fault.COMMANDS_IN_ALL, Place(part="rounds"), most=MOST_COMMANDS)
    return dict(match)


def _rules(rules: Any) -> None:
    place = Place(part="rules")
    _need(isinstance(rules, dict), Fault.NO_OBJECT, place)
    try:
        rules_from(rules)
    except BadRules as error:
        raise BadFile(Fault.RULES, place, told={"option": error.option[:40]}) from error
    except (TypeError, ValueError) as error:
        raise BadFile(Fault.RULES, place, told={"option": ""}) from error


def _round(place: Place, played: Any, names: int) -> None:
    _keys(place, played, ("number", "seats", "format", "dealer", "start", "commands", "end"))
    seats = played["seats"]
    named = place._replace(part="format")
    _need(played["format"] == ROUND_FORMAT, Fault.NO_FORMAT, named, format=ROUND_FORMAT)
    _need(_whole(played["number"]), Fault.ROUND_NUMBER, place)
    _need(isinstance(seats, list) and len(seats) >= FEWEST_SEATS, Fault.SEATS, place)
    _need(all(_whole(seat, names - 1) for seat in seats), Fault.SEAT_WITHOUT_NAME, place)
    _need(_whole(played["dealer"], len(seats) - 1), Fault.DEALER, place)
    _start(place._replace(part="start"), played["start"], len(seats))
    _need(isinstance(played["commands"], list), Fault.COMMANDS, place)
    for number, command in enumerate(played["commands"], 1):
        _command(place._replace(command=number), command, len(seats))
    _end(place._replace(part="end"), played["end"], len(seats))


def _start(place: Place, start: Any, seats: int) -> None:
    _keys(place, start, ("hands", "table", "colour", *PILES, *NUMBERS))
    _hands(place, start["hands"], seats)
    _need(_cards(place, start["table"]) == 1, Fault.TABLE, place)
    _need(start["colour"] is None or start["colour"] in list(COLOURS), Fault.COLOUR, place)
    cards = sum([_cards(place, pile) for pile in (*start["hands"], *[start[pile] for pile in PILES])])
    _need(cards <= MOST_CARDS, Fault.MOST_CARDS, place, most=MOST_CARDS)
    _need(_whole(start["turn"], seats - 1), Fault.TURN, place)
    way = start["direction"]
    _need(_whole(way, 1, -1) and way != 0 and _whole(start["attack"], MOST_ATTACK), Fault.START_NUMBER, place)


def _command(place: Place, command: Any, seats: int) -> None:
    more = ("chance",) if isinstance(command, dict) and "chance" in command else ()
    _keys(place, command, ("seat", "command", "at", *more))
    _need(_whole(command["seat"], seats - 1) and _whole(command["at"]), Fault.SEAT_OR_TIME, place)
    _need(_is_command(command["command"]), Fault.COMMAND, place, command=str(command["command"])[:60])
    if more:
        chance = command["chance"]
        _need(isinstance(chance, list) and len(chance) > 0, Fault.CHANCE, place)
        for one in chance:
            _need(isinstance(one, dict) and len(one) == 1, Fault.CHANCE, place)
            _need(all(kind in CHANCE and _cards(place, cards) for kind, cards in one.items()), Fault.CHANCE, place)


def _is_command(written: Any) -> bool:
    """Whether it is written as the notation writes it, to the last sign."""
    try:
        return isinstance(written, str) and text(parse(written)[0]) == written
    except Refused:
        return False


def _end(place: Place, end: Any, seats: int) -> None:
    _keys(place, end, ("hands", "winner", "points", "draw_left"))
    _hands(place, end["hands"], seats)
    _need(end["winner"] is None or _whole(end["winner"], seats - 1), Fault.WINNER, place)
    _need(_whole(end["points"]) and _whole(end["draw_left"]), Fault.END_NUMBER, place)


def _hands(place: Place, hands: Any, seats: int) -> None:
    _need(isinstance(hands, list) and len(hands) == seats, Fault.HANDS, place)
    for hand in hands:
        _cards(place, hand)


def _cards(place: Place, written: Any) -> int:
    """How many cards these are. Raises BadFile for what is no cards as they are written."""
    try:
        if isinstance(written, str) and " ".join(written.split()) == written:
            return len(cards_of(written))
    except KeyError:
        pass
    raise BadFile(Fault.CARDS, place, told={"cards": str(written)[:40]})


def _line(text: Any) -> bool:
    """A text that stands on one line, with nothing invisible and no space at its ends."""
    is_text = isinstance(text, str) and 0 < len(text) <= LONGEST_NAME
    return is_text and text.isprintable() and text.strip() == text


def _whole(value: Any, most: int = HIGHEST, least: int = 0) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _keys(place: Place, values: Any, keys: tuple[str, ...]) -> None:
    _need(isinstance(values, dict), Fault.NO_OBJECT, place)
    for fault, odd in ((Fault.MISSING, set(keys) - set(values)), (Fault.SUPERFLUOUS, set(values) - set(keys))):
        _need(not odd, fault, place, keys=", ".join(sorted(odd))[:80])


def _need(held: bool, fault: Fault, place: Place, **told: int | str) -> None:
    if not held:
        raise BadFile(fault, place, told=told)
