"""What fits on what (RULES §4, §5, §6), as tables of masks by active colour and top card."""

from functools import lru_cache
from typing import Final

from games.engine.cards import (
    ALL,
    ALL_COLOURLESS,
    ENDS_A_PLAY,
    FACE,
    FIRST_COLOURLESS,
    KINDS,
    OF_COLOUR,
    OF_FACE,
    OPEN,
    PLUS_TWOS,
    SEVENS,
    SKIPS,
    WD,
    Card,
    Mask,
    Row,
    row_of,
)

type Table = tuple[tuple[Row, ...], ...]  # [active colour 0..4][top card] -> what may lie on it


def _fits(colour: int, top: Card) -> Mask:
    if colour == OPEN:
        return ALL
    same_face = OF_FACE[FACE[top]] if top < FIRST_COLOURLESS else 0
    return OF_COLOUR[colour] | same_face | ALL_COLOURLESS


def _continues(colour: int, top: Card, plus4_on_plus2: bool) -> Mask:
    if PLUS_TWOS >> top & 1:
        return PLUS_TWOS | (1 << WD if plus4_on_plus2 else 0)
    if top == WD and colour != OPEN:
        return 1 << WD | PLUS_TWOS & OF_COLOUR[colour]
    return 0


def _table(rows: list[list[Mask]]) -> Table:
    return tuple([tuple([row_of(mask) for mask in row]) for row in rows])


FITS: Final = _table([[_fits(c, top) for top in range(KINDS)] for c in range(OPEN + 1)])
CONTINUES: Final = {
    option: _table([[_continues(c, top, option) for top in range(KINDS)] for c in range(OPEN + 1)])
    for option in (False, True)
}
ONLY: Final = tuple([row_of(1 << card) for card in range(KINDS)])
ONLY_SKIPS: Final = row_of(SKIPS)
NOTHING: Final = row_of(0)


def _same_face(card: Card) -> Mask:
    return OF_FACE[FACE[card]] if card < FIRST_COLOURLESS else 1 << card


@lru_cache(maxsize=32)
def follow_table(combos: str, plus4_on_plus2: bool, skip_stacking: bool, sevens_swap: bool) -> Table:
    """Give what may follow each card inside a play (RULES §5, `combos`), by the colour it leaves."""

    def follows(colour: int, card: Card) -> Mask:
        ends = ENDS_A_PLAY | (SEVENS if sevens_swap else 0)
        if combos == "off" or ends >> card & 1:
            return 0
        if card == WD or PLUS_TWOS >> card & 1:
            mask = _continues(colour, card, plus4_on_plus2)
        elif skip_stacking and SKIPS >> card & 1:
            mask = SKIPS
        else:
            mask = _fits(colour, card)
        return mask & _same_face(card) if combos == "same" else mask

    return _table([[follows(c, card) for card in range(KINDS)] for c in range(OPEN + 1)])
