"""Which cards may begin a play and which may follow in it (RULES §4, §5, §6)."""

from collections.abc import Sequence
from typing import Protocol

from games.engine.cards import COLOUR, FACE, PLUS_TWO, SKIP, WD, Card, Row
from games.engine.commands import Put, colour_after
from games.engine.fit import FITS, NOTHING, ONLY, ONLY_SKIPS
from games.engine.refusals import Refusal
from games.engine.ruleset import Rules
from games.engine.state import DRAWN, Phase


class Position(Protocol):
    """What both a round and a seat's view of it can tell."""

    @property
    def rules(self) -> Rules: ...
    @property
    def table(self) -> Card: ...
    @property
    def colour(self) -> int: ...
    @property
    def attack(self) -> int: ...
    @property
    def skips(self) -> int: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def drawn(self) -> Card | None: ...


def opening(position: Position) -> Row:
    """Give the kinds with which the seat to move may begin a play."""
    if position.phase is DRAWN:
        return NOTHING if position.drawn is None else ONLY[position.drawn]
    if position.attack:
        rules = position.rules
        return rules.continues[position.colour][position.table] if rules.stacking else NOTHING
    if position.skips:
        return ONLY_SKIPS
    return FITS[position.colour][position.table]


def following(rules: Rules, put: Put) -> Row:
    """Give the kinds that may follow this card in the same play."""
    card, colour, _, _ = put
    return rules.follow[COLOUR[card] if colour is None else colour][card]


def why_not_opening(position: Position) -> Refusal:
    """Name the rule by which a card that may not begin a play is refused."""
    if position.phase is DRAWN:
        return Refusal.ONLY_DRAWN_CARD
    if position.skips:
        return Refusal.UNDER_SKIPS
    return Refusal.UNDER_ATTACK if position.attack else Refusal.DOES_NOT_FIT


def why_not_following(rules: Rules, put: Put, card: Card) -> Refusal:
    """Name the rule that forbids this card after `put`."""
    if rules.combos == "off":
        return Refusal.COMBOS_OFF
    if put.card == WD or FACE[put.card] == PLUS_TWO:
        return Refusal.ONLY_ATTACK_FOLLOWS
    if not any(following(rules, put)):
        return Refusal.MUST_END_THE_PLAY
    if rules.skip_stacking and FACE[put.card] == SKIP:
        return Refusal.ONLY_SKIPS_FOLLOW
    fits = FITS[colour_after(put)][put.card][card]
    return Refusal.COMBO_OTHER_FACE if fits else Refusal.COMBO_BROKEN


def distinct(hand: Sequence[Card], row: Row) -> tuple[Card, ...]:
    """List the kinds of a hand that are in the row, each once, in hand order."""
    return tuple(dict.fromkeys([card for card in hand if row[card]]))
