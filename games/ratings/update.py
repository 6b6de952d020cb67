"""What a rated table does to its players' ratings: every pair compared, each as much as it can tell.

The pairwise (Bradley–Terry) update of Weng and Lin 2011, with three changes: a ranking of k players
counts as much as the information in it (`information`), the noise is that of the format and not one for
all, and every pair has a weight, so that those who meet over and over move each other less.
"""

from collections.abc import Iterator, Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple

from games.ratings.standing import START, Standing, deviation, idle, is_provisional, label, shown

__all__ = [
    "START",
    "Duel",
    "Entry",
    "Outcome",
    "Standing",
    "deviation",
    "idle",
    "information",
    "is_provisional",
    "label",
    "meeting_weight",
    "rate",
    "share_of_beaten",
    "shown",
]

TAU: Final = 25 / 300  # added to the doubt at every rated table: people change
KAPPA: Final = 1e-4  # of the variance, at least so much is left
NEWCOMER_GAMES: Final = 10  # before them, others' ratings move less by a player
FREE_MEETINGS: Final = 3  # of two players' last tables, that count in full
# How fast a meeting more counts less. With 1, a hundred tables that the same three always lose bring 120 points and
# more where little luck is in the format, or where so much time passes that the doubt grows between two of them.
FADING: Final = 2.25
WHOLE: Final = 5040  # a table score of one; divisible by every number of opponents up to ten
LOSS, TIE, WIN = 0, 1, 2  # half points


class Entry(NamedTuple):
    """A player of a finished table: the rating before it, the place (1 first, equal is a tie), who left."""

    standing: Standing
    place: int
    left: bool = False
    games: int = NEWCOMER_GAMES  # rated before this one


class Duel(NamedTuple):
    """One opponent's part in a change: `outcome` and `expected` (0 to 1) are of the rated player."""

    other: int  # the opponent's index in the table
    outcome: int
    expected: float
    gain: float  # of mu
    weight: float  # how much the pair counted


class Outcome(NamedTuple):
    """A player's rating after the table, and what it is made of: mu is the sum of the gains."""

    standing: Standing
    reasons: tuple[Duel, ...]


type Weights = Sequence[Sequence[float]]


def rate(entries: Sequence[Entry], noise: float, weights: Weights | None = None) -> list[Outcome]:
    """Rate a table: give every entry's outcome, in order.

    `noise` is the format's beta in units of mu; `weights[i][q]` says how much i's duel with q counts
    (`meeting_weight`; all 1 without). Who left loses to everybody, and nobody gains or loses by them.
    """
    known = [entry._replace(standing=_later(entry.standing)) for entry in entries]
    return [_outcome(known, i, noise, weights) for i in range(len(known))]


def _later(standing: Standing) -> Standing:
    return Standing(standing.mu, sqrt(standing.sigma**2 + TAU**2))


def _outcome(entries: Sequence[Entry], i: int, noise: float, weights: Weights | None) -> Outcome:
    mu, sigma = entries[i].standing
    told = information(len(entries))
    duels: list[Duel] = []
    certainty = 0.0
    for q, outcome in _duels(entries, i):
        other = entries[q].standing
        spread = sqrt(sigma**2 + other.sigma**2 + 2 * noise**2)
        expected = _logistic((mu - other.mu) / spread)
        weight = _experience(entries[i], entries[q]) * (1.0 if weights is None else weights[i][q])
        counted = told * weight * sigma**2 / spread
        duels.append(Duel(q, outcome, expected, counted * (outcome / 2 - expected), weight))
        certainty += counted / spread * expected * (1 - expected)
    after = Standing(mu + sum(duel.gain for duel in duels), sigma * sqrt(max(1 - certainty, KAPPA)))
    return Outcome(after, tuple(duels))


def _duels(entries: Sequence[Entry], i: int) -> Iterator[tuple[int, int]]:
    """The opponents that i is compared with, and how each duel ended for i."""
    for q, other in enumerate(entries):
        if q == i:
            continue
        if entries[i].left:
            yield q, LOSS
        elif not other.left:
            yield q, _half_points(entries[i].place, other.place)


def _half_points(place: int, other: int) -> int:
    return TIE if place == other else WIN if place < other else LOSS


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x >= 0 else exp(x) / (1 + exp(x))


def _experience(own: Entry, other: Entry) -> float:
    """How much a player of experience is moved by one who has little: nobody lives off fresh accounts."""
    if own.games < NEWCOMER_GAMES:
        return 1.0
    return min(1.0, other.games / NEWCOMER_GAMES)


def information(players: int) -> float:
    """How much one of the k - 1 duels of a ranking tells, compared with a duel played on its own.

    The Fisher information of one ranking of k equals, over its duels: 1 for two, .543 for five.
    """
    harmonic = sum(1 / k for k in range(1, players + 1))
    return 4 * (players - harmonic) / (players * (players - 1))


def meeting_weight(earlier: int) -> float:
    """How much a pair counts that shared `earlier` of its last rated tables (`games.ratings.book.REMEMBERED`)."""
    return min(1.0, exp(FADING * log(FREE_MEETINGS / (earlier + 1))))


def share_of_beaten(entries: Sequence[Entry], i: int) -> int:
    """Give the table score in 5040ths: the opponents placed behind, ties half; nothing for who left."""
    if entries[i].left:
        return 0
    halves = sum(
        WIN if other.left else _half_points(entries[i].place, other.place) for q, other in enumerate(entries) if q != i
    )
    return WHOLE * halves // (2 * (len(entries) - 1))
