"""The cards: 59 kinds as small integers, their names, colours, faces and points (RULES §1, §3, §11).

Two equal cards cannot be told apart, so a card in a hand or a pile is its kind. Sets of kinds are
combined as bit masks, and looked up as rows, one byte a kind: `row[card]` is 1 or 0.
"""

from functools import lru_cache
from typing import Final

type Card = int
type Mask = int
type Row = bytes

COLOURS: Final = "RGBY"
OPEN: Final = 4  # in the place of a colour: nothing is active, everything fits
FACES: Final = "0123456789SRD"
COLOURLESS: Final = ("WC", "WD", "WH", "W1", "W2", "W3", "WM")

NAMES: Final = tuple(colour + face for colour in COLOURS for face in FACES) + COLOURLESS
CARD: Final = {name: card for card, name in enumerate(NAMES)}
KINDS: Final = len(NAMES)
FIRST_COLOURLESS: Final = len(COLOURS) * len(FACES)

WC, WD, WH, W1, W2, W3, WM = range(FIRST_COLOURLESS, KINDS)
CUSTOM: Final = (W1, W2, W3)

SEVEN, SKIP, REVERSE, PLUS_TWO = (FACES.index(face) for face in "7SRD")

# A card's colour (OPEN for a colourless one) and its face; each colourless kind is a face of its own.
COLOUR: Final = tuple(card // len(FACES) if card < FIRST_COLOURLESS else OPEN for card in range(KINDS))
FACE: Final = tuple(card % len(FACES) if card < FIRST_COLOURLESS else card for card in range(KINDS))


def mask_of(cards: "list[Card] | tuple[Card, ...] | range") -> Mask:
    """Give the set of these kinds as a bit mask."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


@lru_cache(maxsize=4096)
def row_of(mask: Mask) -> Row:
    """Give a set of kinds as a row; equal sets share one."""
    return bytes([mask >> card & 1 for card in range(KINDS)])


OF_COLOUR: Final = tuple(mask_of([card for card in range(KINDS) if COLOUR[card] == colour]) for colour in range(OPEN))
OF_FACE: Final = tuple(
    mask_of([card for card in range(FIRST_COLOURLESS) if FACE[card] == face]) for face in range(len(FACES))
)
ALL_COLOURLESS: Final = mask_of(range(FIRST_COLOURLESS, KINDS))
ALL: Final = (1 << KINDS) - 1
SKIPS: Final = OF_FACE[SKIP]
PLUS_TWOS: Final = OF_FACE[PLUS_TWO]
SEVENS: Final = OF_FACE[SEVEN]
ENDS_A_PLAY: Final = mask_of((WH, W1, W2, W3, WM))


def _points(card: Card) -> int:
    if card in (WC, WD):
        return 50
    if card >= FIRST_COLOURLESS:
        return 40
    return FACE[card] if FACE[card] <= 9 else 20


POINTS: Final = tuple(_points(card) for card in range(KINDS))


def points_in(hand: list[Card]) -> int:
    """Count what a hand is worth to the winner, in points (RULES §11)."""
    return sum([POINTS[card] for card in hand])


def names(cards: "list[Card] | tuple[Card, ...]") -> str:
    """Write cards the way the notation does, separated by blanks, in their order."""
    return " ".join([NAMES[card] for card in cards])


def cards_of(text: str) -> list[Card]:
    """Read blank-separated card names. Raises KeyError for a name that is no card."""
    return [CARD[name] for name in text.split()]
