"""What a seat, or the table itself, can do: one small immutable type a command (RULES §1)."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from games.engine.cards import COLOUR, FIRST_COLOURLESS, KINDS, OPEN, Card


class Put(NamedTuple):
    """A card as it is put down, with the choices it carries."""

    card: Card
    colour: int | None = None
    seat: int | None = None
    gift: Card | None = None


class Play(NamedTuple):
    """One or more cards put down in one turn; `mas` when MAS! is said with it."""

    puts: tuple[Put, ...]
    mas: bool = False


class Catch(NamedTuple):
    """Catching a seat that owes MAS."""

    seat: int


@dataclass(frozen=True, slots=True)
class Draw: ...


@dataclass(frozen=True, slots=True)
class Pass: ...


@dataclass(frozen=True, slots=True)
class Mas: ...


@dataclass(frozen=True, slots=True)
class Challenge: ...


@dataclass(frozen=True, slots=True)
class Shout: ...


@dataclass(frozen=True, slots=True)
class Confirm: ...


@dataclass(frozen=True, slots=True)
class Leave: ...


@dataclass(frozen=True, slots=True)
class Timeout: ...


@dataclass(frozen=True, slots=True)
class Close: ...


type Command = Play | Draw | Pass | Mas | Catch | Challenge | Shout | Confirm | Leave | Timeout | Close

DRAW: Final = Draw()
PASS: Final = Pass()
MAS: Final = Mas()
CHALLENGE: Final = Challenge()
SHOUT: Final = Shout()
CONFIRM: Final = Confirm()
LEAVE: Final = Leave()
TIMEOUT: Final = Timeout()
CLOSE: Final = Close()

# Puts without a seat or a gift are made once: PLAIN by card, NAMED by card and colour.
PLAIN: Final = tuple(Put(card) for card in range(KINDS))
NAMED: Final = {card: tuple(Put(card, colour) for colour in range(OPEN)) for card in range(FIRST_COLOURLESS, KINDS)}


def colour_after(put: Put) -> int:
    """Give the colour that is active once this card lies on the table (RULES §4)."""
    return COLOUR[put.card] if put.colour is None else put.colour
