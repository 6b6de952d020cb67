"""Rounds as they might be: everything a seat cannot see, dealt at random (RULES §12)."""

from collections import Counter
from typing import Final

from games.bots.random_player import Generator
from games.engine.cards import FIRST_COLOURLESS, Card, Row
from games.engine.deck import deck_for
from games.engine.fit import FITS, NOTHING
from games.engine.play import ATTACKS, SKIPPED
from games.engine.preview import laid_open
from games.engine.shuffle import Picker
from games.engine.state import State
from games.engine.visible import View

# Whoever can put a card down mostly does, so these are seldom left in a hand. Counted at tables of
# sensible bots: how much seldomer than by chance, for the seat that acted last and for the others.
COLOURLESS_GONE: Final = 0.8
COLOURLESS_GONE_ELSEWHERE: Final = 0.35
FITTING_GONE: Final = 0.65


class OrdinaryChance:
    """The chance of a round that is only imagined."""

    def __init__(self, generator: Generator) -> None:
        self.generator = generator

    def shuffle(self, label: str, cards: list[Card]) -> list[Card]:
        roll = self.generator.random
        return sorted(cards, key=lambda _: roll())

    def picker(self, label: str) -> Picker:
        return self

    def pick(self, hand: list[Card]) -> Card:
        return self.generator.choice(hand)


def unseen(view: View) -> list[Card] | None:
    """List the cards in the other hands and the draw pile; None where they cannot be told.

    They cannot for a spectator, and in a position that is not made of its rules' deck.
    """
    cards = Counter(deck_for(view.rules, len(view.counts)))
    cards.subtract([*view.hand, *view.discard, view.table])
    hidden = sum(view.counts) - len(view.hand) + view.draw_left
    if view.seat is None or cards.total() != hidden or min(cards.values()) < 0:
        return None
    return list(cards.elements())


class Dealer:
    """Deals the unseen cards again and again, in ways that are likely for what lies open."""

    def __init__(self, view: View, cards: list[Card], generator: Generator) -> None:
        self.view, self.cards, self.generator = view, cards, generator
        self.chance = OrdinaryChance(generator)
        self.last = acted_last(view)
        self.gone = gone(view)

    def deal(self) -> State:
        """Give a round that looks like this to the view's seat.

        What a wait or a challenge would bring to light is left out: a turn is thought about.
        """
        view = self.view
        order = self.chance.shuffle("", self.cards)
        hands: list[list[Card]] = []
        for seat, count in enumerate(view.counts):
            if seat == view.seat:
                hands.append(list(view.hand))
            else:
                hands.append(order[:count])
                del order[:count]
        self._put_back(hands, order)
        state = laid_open(view)
        state.chance, state.hands, state.draw = self.chance, hands, order
        return state

    def _put_back(self, hands: list[list[Card]], pile: list[Card]) -> None:
        """Exchange most of the cards that would have been put down for cards of the pile."""
        roll, size = self.generator.random, len(pile)
        if not size:
            return
        for seat, hand in enumerate(hands):
            if seat == self.view.seat:
                continue
            row, gone = (self.gone, COLOURLESS_GONE) if seat == self.last else (NOTHING, COLOURLESS_GONE_ELSEWHERE)
            for index, card in enumerate(hand):
                share = gone if card >= FIRST_COLOURLESS else FITTING_GONE * row[card]
                if share and roll() < share:
                    other = int(roll() * size)
                    if pile[other] < FIRST_COLOURLESS and not row[pile[other]]:
                        hand[index], pile[other] = pile[other], card


def acted_last(view: View) -> int:
    """Tell which seat acted before this turn, as far as the top cards say."""
    skips = 0
    for card in (view.table, *reversed(view.discard)):
        if not SKIPPED[card]:
            break
        skips += 1
    return (view.turn - view.direction * (1 + skips)) % len(view.counts)


def gone(view: View) -> Row:
    """Give what the seat that acted last would have put down: it put the top card, or found none to put."""
    top = view.table
    if not view.moves or top >= FIRST_COLOURLESS or ATTACKS[top]:
        return NOTHING
    return FITS[view.colour][top]
