"""A player that picks among what it may do: for simulations, tests, and as the weakest opponent."""

import random
from collections.abc import Sequence

from games.engine.commands import (
    CHALLENGE,
    CONFIRM,
    DRAW,
    MAS,
    PASS,
    SHOUT,
    Catch,
    Command,
    Play,
    Put,
)
from games.engine.may import May, choices, followers, may
from games.engine.visible import View

GO_ON = 0.6  # how often a play that could go on does
SAY = 0.7  # how often MAS! is said with the play
PREFER_PLAY = 0.85  # how often a seat that could play or draw plays

type Generator = random.Random


def generator(seed: str) -> Generator:
    """Give an ordinary generator; a game's own chance never comes from one."""
    return random.Random(seed)


def choose(view: View, chance: Generator, at: int | None = None) -> Command | None:
    """Pick a command of the seat to move; None where it has none."""
    options = may(view, at)
    if options.openers and (chance.random() < PREFER_PLAY or not (options.draw or options.pass_)):
        return random_play(view, chance)
    if options.draw:
        return DRAW
    if options.pass_:
        return PASS
    return MAS if options.mas else None


def interrupt(view: View, chance: Generator, at: int | None = None) -> Command | None:
    """Pick a command that needs no turn (never `leave`); None where there is none."""
    found = _interrupts(may(view, at))
    return chance.choice(found) if found else None


def _interrupts(options: May) -> Sequence[Command]:
    found: list[Command] = [Catch(seat) for seat in options.catch]
    found += [MAS] * options.mas + [CHALLENGE] * options.challenge
    return found + [SHOUT] * options.shout + [CONFIRM] * options.confirm


def random_play(view: View, chance: Generator) -> Play:
    """Pick a play card by card; the view must have an opener."""
    puts: list[Put] = []
    cards = followers(view, puts)
    while cards and (not puts or chance.random() < GO_ON):
        puts.append(chance.choice(choices(view, puts, chance.choice(cards))))
        cards = followers(view, puts)
    return Play(tuple(puts), chance.random() < SAY)
