"""A player that searches: plays its best ideas out in many imagined rounds and takes the one that wins most.

Determinised Monte Carlo with successive halving: in every imagined round all ideas still in the race are
played out, then the worse half of them is dropped. The work is counted in playouts, never in time, so the
same view and the same seed give the same choice on every machine.
"""

from collections.abc import Callable
from typing import Final

from games.bots import sensible
from games.bots.candidates import candidates
from games.bots.deals import Dealer, unseen
from games.bots.playouts import STEP_MS, play_out
from games.bots.random_player import Generator
from games.engine.apply import apply_offered
from games.engine.commands import DRAW, PASS, Command, Draw, Pass, Play
from games.engine.may import may
from games.engine.state import State
from games.engine.visible import View

PLAYOUTS: Final = 600
USUAL_CARDS: Final = 28  # in the hands of four at the deal

type Stop = Callable[[], bool]


def choose(
    view: View, chance: Generator, at: int | None = None, *, playouts: int = PLAYOUTS, stop: Stop = lambda: False
) -> Command | None:
    """Give what the seat of this view does now, None when it has nothing to do.

    At most `playouts` rounds are played out. `stop` ends the thinking early where it gives True: a
    safety net for tables that wait, which makes the choice depend on the machine.
    """
    first = sensible.choose(view, chance, at)
    cards = unseen(view)
    if cards is None or not isinstance(first, Play | Draw | Pass) or _goes_out(view, first):
        return first
    dealer = Dealer(view, cards, chance)
    ideas = _ideas(view, dealer, at)
    return ideas[0] if len(ideas) == 1 else _best(ideas, dealer, affordable(view, playouts), stop)


def affordable(view: View, playouts: int) -> int:
    """Give how many playouts of so many cost what `playouts` cost just after the deal: big hands take longer."""
    return playouts * USUAL_CARDS // max(USUAL_CARDS, sum(view.counts))


def _goes_out(view: View, command: Command) -> bool:
    return isinstance(command, Play) and len(command.puts) == len(view.hand)


def _ideas(view: View, dealer: Dealer, at: int | None) -> list[Command]:
    options = may(view, at)
    ideas: list[Command] = [*candidates(view, dealer.deal(), dealer.generator)]
    return ideas + [DRAW] * options.draw + [PASS] * options.pass_


class Idea:
    """A command, how often it was tried, and what it brought."""

    def __init__(self, command: Command) -> None:
        self.command, self.tried, self.won = command, 0, 0.0

    @property
    def share(self) -> float:
        return self.won / self.tried if self.tried else 0.0

    def try_out(self, round_: State, seat: int, generator: Generator) -> None:
        """Play it out in a round, which is used up."""
        self.tried += 1
        self.won += wins(round_, seat, self.command, generator)


def wins(round_: State, seat: int, command: Command, generator: Generator) -> bool:
    """Tell whether the seat to move wins an imagined round, which is used up, after this command."""
    apply_offered(round_, seat, command, round_.now + STEP_MS)
    play_out(round_, generator)
    return round_.winner == seat


def _best(commands: list[Command], dealer: Dealer, playouts: int, stop: Stop) -> Command:
    ideas = [Idea(command) for command in commands]
    halvings = (len(ideas) - 1).bit_length()
    while len(ideas) > 1 and not stop():
        for _ in range(playouts // halvings // len(ideas)):
            _try_all(ideas, dealer)
            if stop():
                break
        ideas.sort(key=lambda idea: -idea.share)
        del ideas[(len(ideas) + 1) // 2 :]
    return ideas[0].command


def _try_all(ideas: list[Idea], dealer: Dealer) -> None:
    """Try all ideas in the same imagined round."""
    round_, seat = dealer.deal(), dealer.view.turn
    for idea in ideas:
        idea.try_out(round_.copy(), seat, dealer.generator)
