"""Plays worth thinking about: the best by first sight, and the best of them with their last card put otherwise."""

from collections.abc import Iterator
from typing import Final

from games.bots.playouts import chain, quick_put
from games.bots.random_player import Generator
from games.bots.sensible import MOST_PLAYS, hand_after, plays, value_of
from games.engine.cards import COLOUR, CUSTOM, Card
from games.engine.commands import Play, Put, colour_after
from games.engine.may import choices, openers
from games.engine.opening import following, opening
from games.engine.state import State
from games.engine.visible import View

MOST: Final = 64  # plays that differ in what they leave
MOST_OTHERWISE: Final = 8  # more of them, with another colour or seat
WALKS: Final = 100  # long plays found at random in a hand too big to look at every play

type Left = tuple[tuple[Card, ...], Card, int]  # the hand, the card on top and its colour


def candidates(view: View, round_: State, chance: Generator) -> list[Play]:
    """List plays, the best by first sight first; of those that leave the same position one."""
    found: dict[Left, tuple[float, Play]] = {}
    for play in _all(view, round_, chance):
        last = play.puts[-1]
        left = tuple(sorted(hand_after(view, play.puts))), last.card, colour_after(last)
        if left not in found:
            found[left] = value_of(view, play), play
    ranked = [_said(view, play) for _, play in sorted(found.values(), key=lambda pair: -pair[0])]
    best = ranked[:MOST]
    otherwise = [other for play in best for other in _otherwise(view, play)]
    return best + otherwise[:MOST_OTHERWISE]


def _all(view: View, round_: State, chance: Generator) -> Iterator[Play]:
    """Yield plays as the sensible player finds them and a long one from every opener; of a big hand some more."""
    short = list(plays(view))
    yield from short
    assert view.seat is not None
    for card in openers(view):
        yield Play(tuple(chain(round_, view.seat, card, list(view.hand))))
    if len(short) >= MOST_PLAYS:
        for _ in range(WALKS):
            yield from _walk(view, round_, view.seat, chance)


def _walk(view: View, round_: State, seat: int, chance: Generator) -> Iterator[Play]:
    """Yield a play that goes on at random until nothing follows, and what it was two cards before."""
    rest, row = list(view.hand), opening(view)
    puts: list[Put] = []
    while able := [card for card in rest if row[card]]:
        card = chance.choice(able)
        rest.remove(card)
        puts.append(quick_put(round_, seat, card, rest))
        row = following(view.rules, puts[-1])
    for length in range(max(1, len(puts) - 2), len(puts) + 1):
        yield Play(tuple(puts[:length]))


def _otherwise(view: View, play: Play) -> Iterator[Play]:
    """Yield a play with another colour named that is held, or with another seat."""
    *before, last = play.puts
    rest = hand_after(view, play.puts)
    if not rest or (last.colour is None and last.seat is None):
        return
    held = {COLOUR[card] for card in rest} | {last.colour}
    for put in choices(view, before, last.card):
        if put.colour in held and put.gift == last.gift and put != last:
            yield _said(view, Play((*before, put)))


def _said(view: View, play: Play) -> Play:
    """Say MAS! with a play that leaves one card, or may."""
    last = play.puts[-1]
    exchanges = last.seat is not None or last.card in CUSTOM
    return Play(play.puts, mas=exchanges or len(play.puts) == len(view.hand) - 1)
