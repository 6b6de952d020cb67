"""The choices a card carries: a colour, a seat, a card handed over (RULES §1, §5, §8, §9)."""

from typing import NamedTuple

from games.engine.cards import CUSTOM, FACE, FIRST_COLOURLESS, SEVEN, W1, WH, Card
from games.engine.commands import Put
from games.engine.effects import CustomRule, needs_gift, needs_seat
from games.engine.refusals import Refusal, Refused
from games.engine.ruleset import Rules


class Needs(NamedTuple):
    """What must be named with a card, all of it and nothing else."""

    colour: bool = False
    seat: bool = False
    gift: bool = False


def rule_of(rules: Rules, card: Card) -> CustomRule:
    """Give the rule of a customizable card; a card that no rule was agreed for does nothing."""
    index = card - W1
    return rules.custom_rules[index] if index < len(rules.custom_rules) else ()


def needs_of(rules: Rules, card: Card) -> Needs:
    """Tell what a card must carry when it does not empty the hand."""
    if card < FIRST_COLOURLESS:
        return Needs(seat=rules.sevens_swap and FACE[card] == SEVEN)
    if card in CUSTOM:
        rule = rule_of(rules, card)
        return Needs(True, needs_seat(rule), needs_gift(rule))
    return Needs(True, card == WH)


def check_choices(rules: Rules, put: Put, *, seat: int, ring: int, rest: list[Card], emptied: bool) -> None:
    """Refuse a card with a missing, superfluous or impossible choice.

    `ring` is the mask of the seats in the round, `rest` the hand once the play has left it,
    `emptied` whether this card empties it: then seat and gift are ignored. Raises Refused.
    """
    needs = needs_of(rules, put.card)
    if needs.colour and put.colour is None:
        raise Refused(Refusal.COLOUR_MISSING)
    if not needs.colour and put.colour is not None:
        raise Refused(Refusal.COLOUR_SUPERFLUOUS)
    if emptied:
        return
    _check_seat(needs, put, seat, ring)
    _check_gift(needs, put, rest)


def _check_seat(needs: Needs, put: Put, seat: int, ring: int) -> None:
    if not needs.seat:
        if put.seat is not None:
            raise Refused(Refusal.SEAT_SUPERFLUOUS)
    elif put.seat is None:
        raise Refused(Refusal.SEAT_MISSING)
    elif put.seat == seat or not ring >> put.seat & 1:
        raise Refused(Refusal.SEAT_IMPOSSIBLE)


def _check_gift(needs: Needs, put: Put, rest: list[Card]) -> None:
    if not needs.gift:
        if put.gift is not None:
            raise Refused(Refusal.GIFT_SUPERFLUOUS)
    elif put.gift is None:
        raise Refused(Refusal.GIFT_MISSING)
    elif put.gift not in rest:
        raise Refused(Refusal.GIFT_NOT_HELD)
