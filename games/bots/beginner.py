"""A player that is learning: mostly one card a turn, any that fits, and it often forgets to say MAS!."""

from typing import Final

from games.bots import sensible
from games.bots.random_player import Generator
from games.engine.commands import DRAW, MAS, PASS, Command, Play, Put
from games.engine.may import May, followers, may
from games.engine.state import DRAWN, TURN
from games.engine.visible import View

SAYS: Final = 0.6  # how often MAS! is said with the play
COMBINES: Final = 0.2  # how often a second card follows
LATE_MS: Final = 4000  # when it remembers that it owes MAS


def choose(view: View, chance: Generator, at: int | None = None) -> Command | None:
    """Give what the seat of this view does now, None when it has nothing to do or does not think of it."""
    options = may(view, at)
    if options.openers and not options.mas:
        return _play(view, chance)
    on_turn = view.phase in (TURN, DRAWN) and view.turn == view.seat
    if options.mas and (on_turn or _remembers(view, at)):
        return MAS
    if on_turn:
        return DRAW if options.draw else PASS
    return _aside(view, options, chance, at)


def _remembers(view: View, at: int | None) -> bool:
    now = view.now if at is None else at
    return now - dict(view.owes)[view.turn if view.seat is None else view.seat] >= LATE_MS


def _aside(view: View, options: May, chance: Generator, at: int | None) -> Command | None:
    """Shout and confirm like everybody; catch and challenge nobody."""
    if not (options.shout or options.confirm):
        return None
    return sensible.choose(view, chance, at)


def _play(view: View, chance: Generator) -> Play:
    puts: list[Put] = []
    cards = followers(view, puts)
    while cards and (not puts or chance.random() < COMBINES):
        puts.append(sensible.sensible_put(view, tuple(puts), chance.choice(cards)))
        cards = followers(view, puts)
    return Play(tuple(puts), mas=len(puts) == len(view.hand) - 1 and chance.random() < SAYS)
