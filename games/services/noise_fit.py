"""How much luck is in a format: measured with our own bots, by our own rules.

The rating expects one player to be placed above another with the odds of a logistic in the difference of
their strengths over `sqrt(2) * noise` (for two whose ratings are sure). So the noise of a format follows from
how far two known strengths are apart in it, in log-odds. The two known strengths are our bots: one seat
plays sensibly, the others do at random what they may.

1. Deals are played. The share of the others that the sensible seat beats (ties half) gives the distance
   of the bots in log-odds of one deal: the gap of "single".
2. Matches to some points are put together from deals drawn by chance out of those played, for one deal
   does not depend on another. The bots are so far apart that a match of theirs is won nearly always, which
   says nothing about players who are closer. Therefore the sensible seat gets the fruit of only half of
   its deals, and a seat drawn by lot that of the rest. What is left of the distance in one deal tells how
   far apart these two are, and the matches' log-odds are scaled up by that.
3. The scale is an assumption until real results correct it: the bots are as far apart as players two
   standard deviations apart, one being the doubt that a beginner starts with. Hence
   `noise = sqrt(2) * START.sigma / gap`. Where people differ less than these bots do, the true noise is
   higher; half or double the right noise costs a rating a tenth of what it could foretell.

What is found is a proposal; the table in `games.ratings.noise` is changed by a person.
"""

import hashlib
from collections.abc import Sequence
from math import hypot, log, sqrt
from typing import Final, NamedTuple

from games.bots import random_player, sensible
from games.bots.random_player import Generator, generator
from games.bots.strengths import Choose
from games.engine.apply import apply
from games.engine.cards import points_in
from games.engine.commands import Command
from games.engine.deal import deal
from games.engine.match import places
from games.engine.ruleset import PRESETS, Ending, Rules
from games.engine.shuffle import SeededChance
from games.engine.state import DRAWN, HONOUR, OVER, RACE, TURN, State
from games.engine.visible import View, visible
from games.ratings.standing import START

STEP_MS: Final = 1000
LONGEST: Final = 5_000  # commands; a deal that takes more counts as blocked
HALF: Final = 0.5
ALERT: Final = 0.35  # how often a random seat speaks up when it could
SINGLE: Final = Ending("single")


class Deal(NamedTuple):
    """What one deal gave: who won it, its points, and what the sensible seat made of it."""

    sensible_won: bool | None  # None: blocked
    points: int
    share: float  # of the others, beaten by the sensible seat


class Fit(NamedTuple):
    """A proposal for one format."""

    preset: str
    seats: int
    ending: str
    gap: float  # log-odds between the two bots
    noise: float
    error: float  # of the noise: its standard error


def fit(*, preset: str, seats: int, target: int, deals: int, matches: int, seed: str) -> tuple[Fit, Fit]:
    """Measure a preset at a number of seats: the proposals for "target …" and for "single"."""
    chance = generator(f"{seed} {preset} {seats}")
    played = [play_deal(PRESETS[preset], seats, f"{seed}-{preset}-{seats}-{number}", number) for number in range(deals)]
    share, share_error = _mean([one.share for one in played])
    gap, gap_error = log_odds(share), share_error / (share * (1 - share))
    left = log_odds(HALF * share + (1 - HALF) / 2) / gap
    won, won_error = _mean([_match_share(played, seats, target, chance) for _ in range(matches)])
    match_gap = log_odds(won) / left
    match_error = match_gap * hypot(won_error / (won * (1 - won)) / log_odds(won), gap_error / gap)
    return (
        _proposal(preset, seats, f"target {target}", match_gap, match_error),
        _proposal(preset, seats, str(SINGLE), gap, gap_error),
    )


def _proposal(preset: str, seats: int, ending: str, gap: float, error: float) -> Fit:
    noise = noise_for(gap)
    return Fit(preset, seats, ending, gap, noise, noise * error / gap)


def noise_for(gap: float) -> float:
    """Give the noise by which the update's logistic shows the bots `gap` log-odds apart."""
    return sqrt(2) * START.sigma / gap


def log_odds(share: float) -> float:
    return log(share / (1 - share))


def _mean(shares: Sequence[float]) -> tuple[float, float]:
    """Give the mean and its standard error; never quite nothing or all."""
    count = len(shares)
    mean = (sum(shares) + 0.5) / (count + 1)
    return mean, sqrt(sum((share - mean) ** 2 for share in shares)) / count


# Deals


def play_deal(rules: Rules, seats: int, seed: str, number: int) -> Deal:
    """Play one deal, the sensible seat and the dealer going round."""
    mine = number % seats
    state = deal(rules, seats, number // seats % seats, SeededChance(hashlib.sha256(seed.encode()).digest()))
    _play_out(state, [sensible.choose if seat == mine else _at_random for seat in range(seats)], generator(seed))
    in_hand = [points_in(hand) for hand in state.hands]
    placed = places(SINGLE, [0] * seats, winner=state.winner, in_hand=in_hand)
    won = None if state.winner is None else state.winner == mine
    return Deal(won, state.points, _share(placed, mine))


def _play_out(state: State, choosers: Sequence[Choose], chance: Generator) -> None:
    at = 0
    for _ in range(LONGEST):
        if state.phase is OVER:
            return
        at += STEP_MS
        if not _spoke_up(state, choosers, chance, at):
            command = choosers[state.turn](visible(state, state.turn), chance, at)
            assert command is not None, "the seat to move can do something"
            apply(state, state.turn, command, at)


def _spoke_up(state: State, choosers: Sequence[Choose], chance: Generator, at: int) -> bool:
    """Let a seat say, catch, shout or confirm out of turn; who owes MAS first, the others in any order."""
    waiting = state.phase is RACE or state.phase is HONOUR
    if not (waiting or state.owes):
        return False
    others = [seat for seat in range(len(choosers)) if seat not in state.owes]
    chance.shuffle(others)
    for seat in [*state.owes, *others]:
        if waiting or seat != state.turn:
            command = choosers[seat](visible(state, seat), chance, at)
            if command is not None:
                apply(state, seat, command, at)
                return True
    return False


def _at_random(view: View, chance: Generator, at: int | None = None) -> Command | None:
    """Do any legal thing on turn, and out of turn now and then; in a race and for an honour rule always."""
    if view.phase in (TURN, DRAWN) and view.turn == view.seat:
        return random_player.choose(view, chance, at)
    alert = view.phase in (RACE, HONOUR) or chance.random() < ALERT
    return random_player.interrupt(view, chance, at) if alert else None


def _share(placed: Sequence[int], seat: int) -> float:
    halves = sum((place > placed[seat]) + (place >= placed[seat]) for k, place in enumerate(placed) if k != seat)
    return halves / (2 * (len(placed) - 1))


# Matches


def _match_share(played: Sequence[Deal], seats: int, target: int, chance: Generator) -> float:
    """The share of the others that the half sensible seat 0 beats in a match put together from deals."""
    totals = [0] * seats
    while max(totals) < target:
        one = chance.choice(played)
        if one.sensible_won is None:
            continue
        mine = 0 if chance.random() < HALF else chance.randrange(seats)
        others = [seat for seat in range(seats) if seat != mine]
        totals[mine if one.sensible_won else chance.choice(others)] += one.points
    return _share(places(Ending("target", target), totals), 0)
