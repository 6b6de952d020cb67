"""A whole round as one JSON object, "masuno-round-1", that anyone can replay by the rules alone."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from games.engine.apply import apply
from games.engine.cards import CARD, NAMES, Card, cards_of, names
from games.engine.commands import Command
from games.engine.events import Event, Reshuffled, Taken
from games.engine.file_faults import Fault
from games.engine.notation import parse, text
from games.engine.position import set_up, written
from games.engine.refusals import Refusal, Refused
from games.engine.ruleset import Rules
from games.engine.shuffle import Picker
from games.engine.state import OVER, State

FORMAT: Final = "masuno-round-1"


class Entry(NamedTuple):
    """One line of a round's log: who did what, when (ms since the round began), what it brought."""

    seat: int
    command: Command
    at: int
    events: tuple[Event, ...] = ()


def record(rules: Rules, dealer: int, start: State, entries: Iterable[Entry], end: State) -> dict[str, Any]:
    """Write a finished round: its rules, its position after the first card, its log, its end."""
    return {
        "format": FORMAT,
        "rules": rules.to_mapping(),
        "dealer": dealer,
        "start": written(start),
        "commands": [_line(entry) for entry in entries],
        "end": _end(end),
    }


def _line(entry: Entry) -> dict[str, Any]:
    line = {"seat": entry.seat, "command": text(entry.command), "at": entry.at}
    chance = chance_of(entry.events)
    return {**line, "chance": chance} if chance else line


def chance_of(events: Iterable[Event]) -> list[dict[str, str]]:
    """List, in order, what no reader could know: piles shuffled anew, cards taken at random."""
    chance = []
    for event in events:
        if isinstance(event, Reshuffled):
            chance.append({"reshuffle": names(event.cards)})
        elif isinstance(event, Taken):
            chance.append({"card": NAMES[event.card]})
    return chance


def _end(state: State) -> dict[str, Any]:
    return {
        "hands": [names(hand) for hand in state.hands],
        "winner": state.winner,
        "points": state.points,
        "draw_left": len(state.draw),
    }


class WrongChance(ValueError):
    """What a record says chance brought cannot be."""


class ListedChance:
    """Chance as a record lists it, for one command after the other."""

    def __init__(self) -> None:
        self.items: list[Mapping[str, str]] = []

    def shuffle(self, label: str, cards: list[Card]) -> list[Card]:
        order = cards_of(self._next("reshuffle"))
        if Counter(order) != Counter(cards):
            raise WrongChance("the new draw pile is not the discard")
        return order

    def picker(self, label: str) -> Picker:
        return self

    def pick(self, hand: list[Card]) -> Card:
        card = CARD[self._next("card")]
        if card not in hand:
            raise WrongChance(f"{NAMES[card]} is not in the hand that it is taken from")
        return card

    def _next(self, key: str) -> str:
        if not self.items or key not in self.items[0]:
            raise WrongChance(f"a {key} is missing")
        return self.items.pop(0)[key]


class RecordFault(NamedTuple):
    """The first thing that does not hold in a record; `command` is the number of one, from 1."""

    fault: Fault
    command: int | None = None
    refusal: Refusal | None = None
    told: str = ""


def record_differences(data: Mapping[str, Any]) -> list[str]:
    """Replay a record; list in words the first thing that does not hold, nothing when all does."""
    found = record_fault(data)
    return [] if found is None else [found.told]


def record_fault(data: Mapping[str, Any]) -> RecordFault | None:
    """Replay a record; give the first thing that does not hold, None when all does."""
    chance = ListedChance()
    try:
        state = set_up({**data["start"], "rules": data["rules"]}, chance)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        return RecordFault(Fault.POSITION, told=f"no round: {error!r}")
    for number, line in enumerate(data["commands"], 1):
        found = _applied(state, number, line, chance)
        if found:
            return found
    got, wanted = _end(state), dict(data["end"])
    for end in (got, wanted):
        end["hands"] = [sorted(hand.split()) for hand in end["hands"]]
    if state.phase is not OVER:
        return RecordFault(Fault.NOT_OVER, told="the round is not over after its last command")
    return None if got == wanted else RecordFault(Fault.OTHER_END, told=f"end: {got}, should be {wanted}")


def _applied(state: State, number: int, line: Mapping[str, Any], chance: ListedChance) -> RecordFault | None:
    """Apply one command of a record. A position that no game leads to may break the rules' own assumptions."""
    chance.items = list(line.get("chance", ()))
    told = f"command {number}, {line['command']}"
    try:
        apply(state, line["seat"], parse(line["command"])[0], line.get("at"))
    except Refused as reason:
        return RecordFault(Fault.REFUSED, number, reason.refusal, f"{told}: refused, {reason.refusal.key}")
    except WrongChance as error:
        return RecordFault(Fault.CHANCE_MISSING, number, told=f"no round: {error!r}")
    except (ValueError, KeyError, TypeError, IndexError, AssertionError, AttributeError, ArithmeticError) as error:
        return RecordFault(Fault.POSITION, number, told=f"no round: {error!r}")
    return RecordFault(Fault.CHANCE_LEFT, number, told=f"{told}: chance is left over") if chance.items else None
