"""What a move cost: the strong bot's choice and the one that was made, tried in the same imagined rounds."""

from typing import Final, NamedTuple

from games.bots import strong
from games.bots.deals import Dealer, unseen
from games.bots.random_player import Generator
from games.engine.commands import Command, Draw, Pass, Play, Timeout
from games.engine.notation import text
from games.engine.visible import View

# The difference of two shares counts from here on, in standard deviations (McNemar's test): of a hundred
# moves that cost nothing, chance lets less than one look as if they did.
SURE: Final = 2.6


class Choice(NamedTuple):
    """A move of the seat to move beside what the strong bot would have done, both as RULES §1 writes them."""

    seat: int
    played: str
    best: str
    tried: int = 0  # rounds in which both were tried; 0 where they are the same
    played_won: int = 0
    best_won: int = 0
    both_won: int = 0

    @property
    def cost(self) -> float:
        """How much of the chance of winning (0 to 1) it took away; 0 where nothing is sure."""
        only_best, only_played = self.best_won - self.both_won, self.played_won - self.both_won
        lost = only_best - only_played
        if lost <= 0 or lost * lost <= SURE * SURE * (only_best + only_played):
            return 0.0
        return lost / self.tried


def judge(view: View, played: Command, at: int, chance: Generator, *, thinking: int, comparing: int) -> Choice | None:
    """Weigh a move against the strong bot's choice at `at` ms; None for what is no turn, or cannot be told.

    `thinking` are the playouts the bot may use, `comparing` those of the comparison. Depends on the view, the
    move and `chance` alone.
    """
    if not isinstance(played, Play | Draw | Pass | Timeout):
        return None
    best = strong.choose(view, chance, at, playouts=thinking)
    cards = unseen(view)
    if cards is None or not isinstance(best, Play | Draw | Pass):
        return None
    assert view.seat is not None
    choice = Choice(view.seat, text(played), text(best))
    if _same(played, best):
        return choice
    return _weighed(choice, (best, played), Dealer(view, cards, chance), strong.affordable(view, comparing) // 2)


def _same(one: Command, other: Command) -> bool:
    """Whether two moves leave the same position; saying MAS! in time is judged by the table, not here."""
    if isinstance(one, Play) and isinstance(other, Play):
        return one.puts == other.puts
    return one == other


def _weighed(choice: Choice, pair: tuple[Command, Command], dealer: Dealer, rounds: int) -> Choice:
    best_won = played_won = both_won = 0
    for _ in range(rounds):
        round_ = dealer.deal()
        best, played = [strong.wins(round_.copy(), choice.seat, command, dealer.generator) for command in pair]
        best_won += best
        played_won += played
        both_won += best and played
    return choice._replace(tried=rounds, played_won=played_won, best_won=best_won, both_won=both_won)
