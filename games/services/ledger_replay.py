"""The ledger read again: what every line from a settlement on should be, and what differs from it.

Replaying is the same fold that settles (`games.ratings.book`), so a ledger without corrections replays to
what is stored, on either database, to the last bit.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from games import queries_ledger as queries
from games.models import Ladder, PeriodScore, Rating, RatingChange, Settlement
from games.ratings import book
from games.ratings.standing import day_of
from games.services import ledger, period_scores

FIGURES: Final = ("place", "score", "mu_before", "sigma_before", "mu_after", "sigma_after", "reasons")
BATCH: Final = 500


@dataclass
class Replayed:
    """A ladder's ledger from some settlement on as it should be."""

    ladder: str
    book: book.Book
    rated_at: dict[int, datetime]
    players: set[int] = field(default_factory=set)  # who have a line there
    stale: list[RatingChange] = field(default_factory=list)  # stored otherwise; with the right figures already
    scores: defaultdict[tuple[int, str], list[int]] = field(default_factory=lambda: defaultdict(list))

    def ratings(self) -> dict[int, Rating]:
        """The ratings that come of it, by player in order."""
        return {
            player: ledger.rating_of(self.ladder, player, account, self.rated_at[player])
            for player, account in sorted(self.book.accounts.items())
        }


def replay(ladder: str, first: int, undone: Collection[int] = (), redone: Collection[int] = ()) -> Replayed:
    """Fold a ladder's ledger from number `first` on, as if these matches (by key) were undone or redone."""
    opened = queries.book_before(ladder, first)
    found = Replayed(ladder, opened.book, opened.rated_at)
    for settlement in queries.settlements_from(ladder, first):
        out = settlement.undone_at is not None
        _fold(found, settlement, settlement.match_id in redone or not (out or settlement.match_id in undone))
    return found


def _fold(found: Replayed, settlement: Settlement, counts: bool) -> None:
    changes = {change.player_id: change for change in settlement.changes.all()}
    table = table_of(settlement)
    if counts:
        lines = found.book.settle(table)
        _note(found, settlement, lines)
    else:
        lines = found.book.pass_over([seat for seat in table.seats if seat.player in changes])
    found.players.update(changes)
    for line in lines:
        if _correct(changes[line.seat.player], ledger.figures(table.seats, line)):
            found.stale.append(changes[line.seat.player])


def _note(found: Replayed, settlement: Settlement, lines: Iterable[book.Line]) -> None:
    keys = period_scores.keys_at(settlement.settled_at)
    for line in lines:
        if line.duels:
            found.rated_at[line.seat.player] = settlement.settled_at
        for key in keys:
            found.scores[line.seat.player, key].append(line.score)


def table_of(settlement: Settlement) -> book.Table:
    """A settled match as the book takes it in; needs its changes and the match's seats."""
    seats = ledger.seated(list(settlement.match.seats.all()), settlement.places)
    rated = {change.player_id for change in settlement.changes.all()}
    # Who stayed has no line where somebody left before the first deal was over.
    early = any(seat.player not in rated for seat in seats)
    return book.Table(day_of(settlement.settled_at), settlement.noise, seats, early, settlement.match.paired)


def _correct(change: RatingChange, figures: dict[str, Any]) -> bool:
    """Put the right figures into a line; tell whether it had others."""
    differs = any(getattr(change, name) != value for name, value in figures.items())
    for name, value in figures.items():
        setattr(change, name, value)
    return differs


def store(found: Replayed) -> None:
    """Write what was replayed: the lines in the order of their numbers, then the ratings. The head is locked."""
    RatingChange.objects.bulk_update(found.stale, FIGURES, batch_size=BATCH)
    ratings = found.ratings()
    Rating.objects.filter(ladder=found.ladder, player__in=found.players - set(ratings)).delete()
    ledger.write_ratings(list(ratings.values()))


# All of it


@transaction.atomic
def rebuild(*, check: bool = False) -> list[str]:
    """Fold every ladder from its first match; name what was stored otherwise, and unless `check` put it right."""
    found: list[str] = []
    for ladder in Ladder.values:
        ledger.locked_head(ladder)
        replayed = replay(ladder, 1)
        found += _differences(replayed)
        if not check:
            store(replayed)
            _store_scores(replayed)
    return found


def _differences(found: Replayed) -> Iterator[str]:
    for change in found.stale:
        yield f"{found.ladder} {change.number}: the line of player {change.player_id}"
    stored = {rating.player_id: _figures(rating) for rating in Rating.objects.filter(ladder=found.ladder)}
    right = {player: _figures(rating) for player, rating in found.ratings().items()}
    yield from (f"{found.ladder}: the rating of player {key}" for key in _unlike(stored, right))
    periods = {(row.player_id, row.period): _told(row) for row in PeriodScore.objects.filter(ladder=found.ladder)}
    right_periods = {key: _told(row) for key, row in _scores(found).items()}
    yield from (f"{found.ladder}: {key[1]} of player {key[0]}" for key in _unlike(periods, right_periods))


def _figures(rating: Rating) -> tuple[Any, ...]:
    return rating.mu, rating.sigma, rating.standing, rating.games, rating.rated_at


def _told(row: PeriodScore) -> tuple[Any, ...]:
    return row.games, row.best, row.points, row.total, row.standing


def _unlike[K](stored: Mapping[K, Any], right: Mapping[K, Any]) -> list[K]:
    return [key for key in {**stored, **right} if stored.get(key) != right.get(key)]


def _scores(found: Replayed) -> dict[tuple[int, str], PeriodScore]:
    return {
        (player, period): period_scores.row_of(found.ladder, player, period, scores)
        for (player, period), scores in sorted(found.scores.items())
    }


def _store_scores(found: Replayed) -> None:
    PeriodScore.objects.filter(ladder=found.ladder).delete()
    PeriodScore.objects.bulk_create(_scores(found).values(), batch_size=BATCH)
