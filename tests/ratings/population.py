"""Invented players of known strength, and results that follow from it: what a rating has to find out.

Strengths are normal, a table's order is Plackett–Luce: `pull` is the log-odds between two players one
standard deviation apart. Half of the tables are drawn from everybody; for the other half three times as
many wait as sit down, and neighbours in strength among them play.
"""

import os
import random
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import exp, log, sqrt
from typing import NamedTuple

from games.ratings.standing import START
from games.ratings.update import TAU, Entry, Outcome, Standing, rate

# The full counts take minutes; `make test-faults` asks for them.
FULL = bool(os.environ.get("MASUNO_FULL_RATINGS"))
# The noise of plain UNO, by format: to 500 points with two to six players, one deal with four.
MATCH = {2: 2.95, 3: 6.70, 4: 9.66, 5: 11.3, 6: 12.8}
DEAL = {4: 31.0}


class Format(NamedTuple):
    seats: int
    noise: float

    @property
    def pull(self) -> float:
        return START.sigma / (sqrt(2) * self.noise)


class Account:
    """What the rating knows of a player, beside the truth."""

    def __init__(self, strength: float) -> None:
        self.strength = strength
        self.standing = START
        self.games = 0


def population(count: int, chance: random.Random) -> list[Account]:
    return [Account(chance.gauss(0, 1)) for _ in range(count)]


def table_of(players: Sequence[Account], seats: int, chance: random.Random) -> list[Account]:
    if chance.random() < 0.5:
        return chance.sample(players, seats)
    waiting = sorted(chance.sample(players, 3 * seats), key=lambda account: account.strength)
    first = chance.randrange(len(waiting) - seats + 1)
    return waiting[first : first + seats]


def play(strengths: Sequence[float], chance: random.Random) -> list[int]:
    """The places of a table, by strengths in log-odds: who is first in time, of exponential times."""
    times = [chance.expovariate(1.0) * exp(-strength) for strength in strengths]
    order = sorted(times)
    return [order.index(time) + 1 for time in times]


def settle(
    table: Sequence[Account], places: Sequence[int], noise: float, weights: Sequence[Sequence[float]] | None = None
) -> list[Outcome]:
    entries = [
        Entry(account.standing, place, games=account.games) for account, place in zip(table, places, strict=True)
    ]
    outcomes = rate(entries, noise, weights)
    for account, outcome in zip(table, outcomes, strict=True):
        account.standing = outcome.standing
        account.games += 1
    return outcomes


def expected(one: Standing, other: Standing, noise: float) -> float:
    spread = sqrt(one.sigma**2 + other.sigma**2 + 2 * TAU**2 + 2 * noise**2)
    return 1 / (1 + exp((other.mu - one.mu) / spread))


class Losses:
    """How much of what can be foretold the rating foretold: 1 knows the strengths, 0 is a coin."""

    def __init__(self) -> None:
        self.coin = self.truth = self.rating = 0.0

    def add(self, table: Sequence[Account], places: Sequence[int], format_: Format) -> None:
        for i, q in combinations(range(len(table)), 2):
            one, other = (i, q) if places[i] < places[q] else (q, i)
            apart = table[one].strength - table[other].strength
            self.coin -= log(0.5)
            self.truth += log(1 + exp(-format_.pull * apart))
            self.rating -= log(expected(table[one].standing, table[other].standing, format_.noise))

    @property
    def share(self) -> float:
        return (self.coin - self.rating) / (self.coin - self.truth)


def season(players: Sequence[Account], formats: Sequence[Format], tables: int, chance: random.Random) -> float:
    """Play and rate a season; give the share foretold."""
    losses = Losses()
    for _ in range(tables):
        format_ = chance.choice(formats)
        table = table_of(players, format_.seats, chance)
        places = play([format_.pull * account.strength for account in table], chance)
        losses.add(table, places, format_)
        settle(table, places, format_.noise)
    return losses.share


def correlation(pairs: Iterable[tuple[float, float]]) -> float:
    """Spearman's: of the ranks of two figures."""
    ones, others = zip(*pairs, strict=True)
    first, second = ranks(ones), ranks(others)
    count = len(first)
    apart = sum((one - other) ** 2 for one, other in zip(first, second, strict=True))
    return 1 - 6 * apart / (count * (count**2 - 1))


def ranks(figures: Sequence[float]) -> list[int]:
    place = {figure: rank for rank, figure in enumerate(sorted(figures))}
    return [place[figure] for figure in figures]
