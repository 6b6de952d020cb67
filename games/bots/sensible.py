"""A player that plays sensibly from what it sees: sheds cards, keeps colours, attacks who is nearly out."""

from collections.abc import Iterator
from typing import Final

from games.bots.random_player import Generator
from games.engine.cards import COLOUR, CUSTOM, FACE, FIRST_COLOURLESS, OPEN, POINTS, SKIP, WC, WD, Card
from games.engine.choices import Needs
from games.engine.commands import CHALLENGE, CONFIRM, DRAW, MAS, PASS, SHOUT, Catch, Command, Play, Put, colour_after
from games.engine.may import May, chosen_seats, followers, may, needs
from games.engine.play import ATTACKS
from games.engine.visible import View

MOST_PLAYS: Final = 250  # looked at a decision; a hand of 12 can have 270,000
CARD_WEIGHT: Final = 10.0  # one card less in hand
POINT_WEIGHT: Final = 0.15
COLOUR_WEIGHT: Final = 1.5  # a card left that fits the colour left on the table
WILD_WEIGHT: Final = 5.0  # a colourless card kept for later
NEARLY_OUT: Final = 2  # cards
DOUBTFUL: Final = 5  # cards; who holds as many and plays a +4 often had another card


def choose(view: View, chance: Generator, at: int | None = None) -> Command | None:
    """Give what the seat of this view does now, None when it has nothing to do.

    `at` is the time in ms since the round began; `chance` breaks ties and nothing else.
    """
    options = may(view, at)
    if options.shout:
        return SHOUT
    if options.confirm:
        return CONFIRM
    if options.mas:
        return MAS
    if options.challenge and _doubts(view, options):
        return CHALLENGE
    if options.openers or options.draw or options.pass_:
        return _turn(view, options, chance)
    return Catch(options.catch[0]) if options.catch else None


def _doubts(view: View, options: May) -> bool:
    """Doubt a +4 only under its attack, with nothing to answer it, against a full hand."""
    under_attack = view.turn == view.seat and view.attack > 0 and not options.openers
    return under_attack and view.challenge is not None and view.counts[view.challenge] >= DOUBTFUL


def _turn(view: View, options: May, chance: Generator) -> Command:
    best, best_value = None, float("-inf")
    for play in plays(view):
        value = value_of(view, play) + chance.random() * 0.01
        if value > best_value:
            best, best_value = play, value
    keeps = value_of_hand(view, list(view.hand), view.colour) - (CARD_WEIGHT if options.draw else 0)
    if best is not None and (best_value >= keeps or not (options.draw or options.pass_)):
        return best
    if options.pass_:
        return PASS
    return DRAW if options.draw or best is None else best


def plays(view: View) -> Iterator[Play]:
    """Yield plays, each beginning before its continuations, at most MOST_PLAYS of them."""
    waiting: list[tuple[Put, ...]] = [()]
    found = 0
    for puts in waiting:
        for card in followers(view, puts):
            longer = (*puts, sensible_put(view, puts, card))
            waiting.append(longer)
            yield Play(longer, mas=len(longer) == len(view.hand) - 1)
            found += 1
            if found >= MOST_PLAYS:
                return


def sensible_put(view: View, puts: tuple[Put, ...], card: Card) -> Put:
    """Put a card with the choices that help: one's own colour, the smallest hand, the dearest card."""
    rest = hand_after(view, (*puts, Put(card)))
    wanted: Needs = needs(view, puts, card)
    colour = favourite_colour(rest) if wanted.colour else None
    seat = min(chosen_seats(view), key=lambda s: (view.counts[s], s)) if wanted.seat else None
    gift = max(rest, key=lambda c: (POINTS[c], c)) if wanted.gift else None
    return Put(card, colour, seat, gift)


def favourite_colour(hand: list[Card]) -> int:
    """Give the colour of which the hand holds most, the first of equals."""
    held = [sum(COLOUR[card] == colour for card in hand) for colour in range(OPEN)]
    return held.index(max(held))


def hand_after(view: View, puts: tuple[Put, ...]) -> list[Card]:
    """Give the hand as a play would leave it."""
    rest = list(view.hand)
    for put in puts:
        rest.remove(put.card)
    return rest


def value_of(view: View, play: Play) -> float:
    """Rate a play by what it leaves; only differences mean something."""
    rest = hand_after(view, play.puts)
    if not rest:
        return 10_000.0
    last = play.puts[-1]
    if _exchanges_hands(last):
        return _value_of_exchange(view, rest, last)
    return value_of_hand(view, rest, colour_after(last)) + _pressure(view, play)


def value_of_hand(view: View, hand: list[Card], colour: int) -> float:
    """Rate a hand: few cards, few points, colours that go on, colourless cards in reserve."""
    value = -CARD_WEIGHT * len(hand) - POINT_WEIGHT * sum(POINTS[card] for card in hand)
    value += COLOUR_WEIGHT * sum(COLOUR[card] == colour for card in hand)
    if len(hand) > 1:
        value += WILD_WEIGHT * sum(card in (WC, WD) for card in hand)
    return value


def _exchanges_hands(put: Put) -> bool:
    return put.seat is not None and put.card not in CUSTOM


def _value_of_exchange(view: View, rest: list[Card], put: Put) -> float:
    """Rate getting another's hand for one's own, its cards being as dear as cards are on average."""
    assert put.seat is not None
    theirs, average = view.counts[put.seat], 8.0
    value = -CARD_WEIGHT * theirs - POINT_WEIGHT * average * theirs
    return value - (CARD_WEIGHT if len(rest) <= NEARLY_OUT else 0.0)


def _pressure(view: View, play: Play) -> float:
    """Rate what a play does to the others: attacks and skips count more when somebody is nearly out."""
    others = [view.counts[seat] for seat in chosen_seats(view)]
    weight = 1.5 if min(others) <= NEARLY_OUT else 0.4
    attack = sum(ATTACKS[put.card] for put in play.puts)
    skips = sum(put.card < FIRST_COLOURLESS and FACE[put.card] == SKIP for put in play.puts)
    return weight * (attack + 2 * skips)
