"""Playing an imagined round to its end, fast: every seat sheds what it can, nobody thinks."""

from typing import Final

from games.bots.random_player import Generator
from games.engine.apply import apply_offered
from games.engine.cards import COLOUR, FACE, FIRST_COLOURLESS, KINDS, OPEN, Card
from games.engine.choices import needs_of
from games.engine.commands import CLOSE, DRAW, MAS, NAMED, PASS, PLAIN, SHOUT, Command, Play, Put
from games.engine.may import openers_in
from games.engine.play import ATTACKS
from games.engine.state import DRAWN, HONOUR, OVER, RACE, State

LONGEST: Final = 120  # commands; a round that goes on longer is left undecided
STEP_MS: Final = 1000
# In a combo first what much can follow, last what ends it.
LATE: Final = tuple([(card >= FIRST_COLOURLESS) * 8 + (ATTACKS[card] > 0) * 4 for card in range(KINDS)])


def play_out(state: State, generator: Generator) -> None:
    """Play on until the round is over, at most LONGEST commands."""
    at, last = state.now, state.moves + LONGEST
    while state.phase is not OVER and state.moves < last:
        at += STEP_MS
        if state.phase is RACE:
            _race(state, generator)
        elif state.phase is HONOUR:
            apply_offered(state, state.turn, CLOSE, at)
        else:
            apply_offered(state, state.turn, quick(state), at)


def _race(state: State, generator: Generator) -> None:
    """Let all shout in time, in any order."""
    seats = [seat for seat in range(len(state.hands)) if state.in_round(seat)]
    generator.shuffle(seats)
    for place, seat in enumerate(seats):
        late = min(place * (state.rules.tie_ms + 1), state.rules.race_ms)
        apply_offered(state, seat, SHOUT, state.race_since + late)


def quick(state: State) -> Command:
    """Give a play that sheds much; what draws where there is none."""
    seat = state.turn
    if seat in state.owes:
        return MAS
    able = openers_in(state, seat)
    if not able:
        return PASS if state.phase is DRAWN or state.skips else DRAW
    hand = state.hands[seat]
    best: list[Put] = []
    for card in sorted(set(able)):
        if card >= FIRST_COLOURLESS and best:
            continue
        puts = chain(state, seat, card, hand)
        if len(puts) == len(hand):
            return Play(tuple(puts), True)
        if len(puts) > len(best):
            best = puts
    return Play(tuple(best), True)


def chain(state: State, seat: int, card: Card, hand: list[Card]) -> list[Put]:
    """Build a combo from `card` on, each time going on with the colour as long as it lasts."""
    rest = hand[:]
    rest.remove(card)
    follow, sevens = state.rules.follow, state.rules.sevens_swap
    puts = []
    while True:
        if card < FIRST_COLOURLESS and not sevens:
            puts.append(PLAIN[card])
            colour = COLOUR[card]
        else:
            put = quick_put(state, seat, card, rest)
            puts.append(put)
            colour = COLOUR[card] if put.colour is None else put.colour
        row = follow[colour][card]
        able = [c for c in rest if row[c]]
        if not able:
            return puts
        card = able[0] if len(able) == 1 else _next(able, rest, colour)
        rest.remove(card)


def _next(able: list[Card], rest: list[Card], colour: int) -> Card:
    """Give the card to go on with: of the colour, and what leads to other colours last."""
    elsewhere = {FACE[card] for card in rest if COLOUR[card] != colour}
    best, least = able[0], 99
    for card in able:
        value = LATE[card] + (FACE[card] in elsewhere if COLOUR[card] == colour else 2)
        if value < least:
            best, least = card, value
    return best


def quick_put(state: State, seat: int, card: Card, rest: list[Card]) -> Put:
    """Put a card with the choices that help at first sight."""
    needs = needs_of(state.rules, card)
    colour = most_held(rest) if needs.colour else None
    if not needs.seat:
        return PLAIN[card] if colour is None else NAMED[card][colour]
    if not rest:
        return Put(card, colour)
    others = [other for other in range(len(state.hands)) if other != seat and state.ring >> other & 1]
    other = min(others, key=lambda s: len(state.hands[s]))
    return Put(card, colour, other, rest[-1] if needs.gift else None)


def most_held(hand: list[Card]) -> int:
    """Give the colour of which most is held, the first of equals."""
    held = [0] * (OPEN + 1)
    for card in hand:
        held[COLOUR[card]] += 1
    return held.index(max(held[:OPEN]))
