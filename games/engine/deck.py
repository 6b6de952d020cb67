"""Which cards a round is played with (RULES §3)."""

from functools import lru_cache

from games.engine.cards import COLOURS, CUSTOM, FACES, FIRST_COLOURLESS, WC, WD, WH, WM, Card
from games.engine.ruleset import Rules

SEATS_A_DECK = 10
LEFT_AFTER_DEAL = 30


@lru_cache(maxsize=64)
def one_deck(swap_hands: int, customizable: int, mas_uno: bool) -> tuple[Card, ...]:
    """List one deck in its fixed order: by colour and face, then the colourless cards."""
    deck = []
    for card in range(FIRST_COLOURLESS):
        deck += [card] * (1 if card % len(FACES) == 0 else 2)
    deck += [WC] * len(COLOURS) + [WD] * len(COLOURS) + [WH] * swap_hands
    deck += CUSTOM[:customizable]
    return tuple(deck + [WM] * mas_uno)


def deck_for(rules: Rules, seats: int) -> list[Card]:
    """List the cards of a round: a deck for every ten seats begun, and as many as the deal needs."""
    deck = one_deck(rules.swap_hands_cards, len(rules.custom_rules), rules.mas_uno_card)
    decks = (seats + SEATS_A_DECK - 1) // SEATS_A_DECK
    needed = seats * rules.hand_size + LEFT_AFTER_DEAL
    return list(deck * max(decks, -(-needed // len(deck))))
