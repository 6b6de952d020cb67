"""What a command brought about besides itself, in the order in which it happened."""

from typing import NamedTuple

from games.engine.cards import Card


class Drew(NamedTuple):
    """A seat took these cards from the draw pile (none when there were none)."""

    seat: int
    cards: tuple[Card, ...]


class Reshuffled(NamedTuple):
    """The discard became the draw pile; its cards, the next one first."""

    cards: tuple[Card, ...]


class Taken(NamedTuple):
    """A card taken at random from one seat's hand went to another's."""

    card: Card
    giver: int
    taker: int


class HandedOver(NamedTuple):
    """A card that its owner named went to another seat."""

    card: Card
    giver: int
    taker: int


class Swapped(NamedTuple):
    """Two seats exchanged their hands."""

    seat: int
    other: int


class Rotated(NamedTuple):
    """Every hand moved one seat on, in this direction."""

    direction: int


class SatOut(NamedTuple):
    """A seat's turn was passed over."""

    seat: int


class Owed(NamedTuple):
    """A seat was left with one card and has not said MAS!"""

    seat: int


class Caught(NamedTuple):
    seat: int
    by: int


class Challenged(NamedTuple):
    by: int
    seat: int
    guilty: bool


class RaceBegan(NamedTuple):
    seat: int


class RaceEnded(NamedTuple):
    """Judged times by seat, ms after the card; who drew for it."""

    times: tuple[tuple[int, int], ...]
    losers: tuple[int, ...]


class HonourAsked(NamedTuple):
    texts: tuple[str, ...]


class Left(NamedTuple):
    seat: int


class Ended(NamedTuple):
    """The round is over: its winner (None when blocked) and the points scored."""

    winner: int | None
    points: int


type Event = (
    Drew
    | Reshuffled
    | Taken
    | HandedOver
    | Swapped
    | Rotated
    | SatOut
    | Owed
    | Caught
    | Challenged
    | RaceBegan
    | RaceEnded
    | HonourAsked
    | Left
    | Ended
)
