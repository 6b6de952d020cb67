"""A round as it stands: what the rules read and change, and its form as plain values."""

from enum import StrEnum
from typing import Any, Final, NamedTuple

from games.engine.cards import CARD, COLOURS, NAMES, OPEN, Card, cards_of, names
from games.engine.ruleset import Rules
from games.engine.shuffle import Chance


class Phase(StrEnum):
    TURN = "turn"
    DRAWN = "drawn"
    RACE = "race"
    HONOUR = "honour"
    OVER = "over"


TURN: Final = Phase.TURN
DRAWN: Final = Phase.DRAWN
RACE: Final = Phase.RACE
HONOUR: Final = Phase.HONOUR
OVER: Final = Phase.OVER


class Challengeable(NamedTuple):
    """A +4 that may be challenged: who put it, whether wrongly, how many lay in that play."""

    seat: int
    guilty: bool
    plus_fours: int


class Awaited(NamedTuple):
    """How the turn goes on after a race or an honour rule: whose play it was, its skips, `again`."""

    seat: int
    skips: int
    again: bool


class State:
    """One round. Changed only by `games.engine.apply.apply`; `copy` is cheap."""

    __slots__ = (
        "attack",
        "awaited",
        "carried",
        "challenge",
        "chance",
        "colour",
        "confirmed",
        "direction",
        "discard",
        "draw",
        "drawn",
        "dry",
        "hands",
        "honour",
        "left",
        "moves",
        "now",
        "owes",
        "phase",
        "points",
        "race_since",
        "reshuffles",
        "ring",
        "rules",
        "shouts",
        "sit_out",
        "skips",
        "table",
        "turn",
        "winner",
    )

    def __init__(self, rules: Rules, chance: Chance, hands: list[list[Card]], table: Card) -> None:
        self.rules = rules
        self.chance = chance
        self.hands = hands
        self.draw: list[Card] = []  # the next card last
        self.discard: list[Card] = []  # under the top
        self.table = table
        self.colour = OPEN
        self.turn = 0
        self.direction = 1
        self.attack = 0  # cards
        self.skips = 0  # stacked skips on the seat to move
        self.phase = TURN
        self.drawn: Card | None = None  # the drawn card that may be played at once
        self.owes: dict[int, int] = {}  # seat -> since when, ms
        self.sit_out = [0] * len(hands)  # turns to be passed over, by seat
        self.left: list[int] = []  # the seats that left, in that order
        self.ring = (1 << len(hands)) - 1  # mask of the seats still in the round
        self.carried = 0  # skips kept for the seat's next move by `again`
        self.awaited: Awaited | None = None
        self.shouts: dict[int, int] = {}  # seat -> judged ms
        self.race_since = 0
        self.honour: tuple[str, ...] = ()
        self.confirmed = 0  # mask of seats
        self.challenge: Challengeable | None = None
        self.dry = 0  # mask of seats that got nothing since a card last moved
        self.reshuffles = 0
        self.moves = 0
        self.now = 0  # ms, the latest time seen
        self.winner: int | None = None
        self.points = 0

    def copy(self) -> "State":
        """Give a round that can go its own way; rules and chance are shared."""
        other = State.__new__(State)
        other.rules = self.rules
        other.chance = self.chance
        other.hands = [hand[:] for hand in self.hands]
        other.draw = self.draw[:]
        other.discard = self.discard[:]
        other.table = self.table
        other.colour = self.colour
        other.turn = self.turn
        other.direction = self.direction
        other.attack = self.attack
        other.skips = self.skips
        other.phase = self.phase
        other.drawn = self.drawn
        other.owes = self.owes.copy()
        other.sit_out = self.sit_out[:]
        other.left = self.left[:]
        other.ring = self.ring
        other.carried = self.carried
        other.awaited = self.awaited
        other.shouts = self.shouts.copy()
        other.race_since = self.race_since
        other.honour = self.honour
        other.confirmed = self.confirmed
        other.challenge = self.challenge
        other.dry = self.dry
        other.reshuffles = self.reshuffles
        other.moves = self.moves
        other.now = self.now
        other.winner = self.winner
        other.points = self.points
        return other

    def in_round(self, seat: int) -> bool:
        """Tell whether there is such a seat and it has not left."""
        return seat >= 0 and self.ring >> seat & 1 == 1


def dump(state: State) -> dict[str, Any]:
    """Write a round as plain values; `load` reads the same round back."""
    return {
        "hands": [names(hand) for hand in state.hands],
        "draw": names(state.draw[::-1]),
        "discard": names(state.discard),
        "table": NAMES[state.table],
        "colour": colour_name(state.colour),
        "turn": state.turn,
        "direction": state.direction,
        "attack": state.attack,
        "skips": state.skips,
        "phase": str(state.phase),
        "drawn": None if state.drawn is None else NAMES[state.drawn],
        "owes": [list(item) for item in state.owes.items()],
        "sit_out": list(state.sit_out),
        "left": list(state.left),
        "carried": state.carried,
        "awaited": None if state.awaited is None else list(state.awaited),
        "shouts": [list(item) for item in state.shouts.items()],
        "race_since": state.race_since,
        "honour": list(state.honour),
        "confirmed": state.confirmed,
        "challenge": None if state.challenge is None else list(state.challenge),
        "dry": state.dry,
        "reshuffles": state.reshuffles,
        "moves": state.moves,
        "now": state.now,
        "winner": state.winner,
        "points": state.points,
    }


COUNTERS: Final = (
    "turn",
    "direction",
    "attack",
    "skips",
    "carried",
    "race_since",
    "confirmed",
    "dry",
    "reshuffles",
    "moves",
    "now",
    "winner",
    "points",
)


def load(rules: Rules, data: dict[str, Any], chance: Chance) -> State:
    """Read a round written by `dump`."""
    hands = [cards_of(hand) for hand in data["hands"]]
    state = State(rules, chance, hands, CARD[data["table"]])
    state.draw = cards_of(data["draw"])[::-1]
    state.discard = cards_of(data["discard"])
    state.colour = colour_number(data["colour"])
    state.phase = Phase(data["phase"])
    state.drawn = None if data["drawn"] is None else CARD[data["drawn"]]
    state.owes = dict(data["owes"])
    state.sit_out = list(data["sit_out"])
    state.left = list(data["left"])
    for seat in state.left:
        state.ring &= ~(1 << seat)
    state.awaited = None if data["awaited"] is None else Awaited(*data["awaited"])
    state.shouts = dict(data["shouts"])
    state.honour = tuple(data["honour"])
    state.challenge = None if data["challenge"] is None else Challengeable(*data["challenge"])
    for name in COUNTERS:
        setattr(state, name, data[name])
    return state


def colour_name(colour: int) -> str | None:
    """Write an active colour; None while it is open."""
    return None if colour == OPEN else COLOURS[colour]


def colour_number(name: str | None) -> int:
    """Read an active colour written by `colour_name`."""
    return OPEN if name is None else COLOURS.index(name)
