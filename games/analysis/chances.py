"""Each seat's chance of winning, as the seat to move can reckon it: rounds that look the same to it, played out."""

from typing import NamedTuple

from games.bots.deals import Dealer, unseen
from games.bots.playouts import play_out
from games.bots.random_player import Generator
from games.bots.strong import affordable
from games.engine.state import HONOUR, OVER, RACE, State
from games.engine.visible import View


class Chances(NamedTuple):
    """How many rounds were tried, and how many of them each seat won; with none tried there is no telling."""

    wins: tuple[int, ...] = ()
    tried: int = 0

    def share(self, seat: int) -> float:
        """Give the chance (0 to 1) of a seat, from 0; some rounds had to be tried."""
        return self.wins[seat] / self.tried

    @property
    def nobody(self) -> float:
        """The share (0 to 1) of the rounds that nobody won: blocked ones, and those left undecided."""
        return 1 - sum(self.wins) / self.tried


def estimate(view: View, chance: Generator, playouts: int) -> Chances:
    """Play out at most `playouts` rounds that look like this to the view's seat, which is the one to move.

    Depends on the view and on `chance` alone. Tries none while a race or an honour rule waits, and where
    the unseen cards cannot be told.
    """
    if view.phase is RACE or view.phase is HONOUR:
        return Chances()
    cards = unseen(view)
    if cards is None:
        return Chances()
    dealer = Dealer(view, cards, chance)
    wins = [0] * len(view.counts)
    tried = affordable(view, playouts)
    for _ in range(tried):
        round_ = dealer.deal()
        play_out(round_, chance)
        if round_.winner is not None:
            wins[round_.winner] += 1
    return Chances(tuple(wins), tried) if tried else Chances()


def outcome(state: State) -> Chances:
    """Give what is sure when a round is over."""
    assert state.phase is OVER
    return Chances(tuple([int(seat == state.winner) for seat in range(len(state.hands))]), 1)
