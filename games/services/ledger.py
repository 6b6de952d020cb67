"""A rated match enters the ledger: once, in the transaction that ends it, in the order of the ends.

Whoever settles locks the head of the ladder and then the ratings in the order of the players, so two matches
that end at once are settled one after the other, each by the ratings that the other left.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from games import queries_ledger as queries
from games.models import Ladder, LedgerHead, Match, Rating, RatingChange, Seat, Settlement
from games.ratings import book
from games.ratings.noise import noise_of
from games.ratings.standing import day_of
from games.services import period_scores

BATCH: Final = 500


class Format(NamedTuple):
    """What a match was played as; only those whose noise is known are rated."""

    preset: str
    seats: int
    ending: str

    @property
    def noise(self) -> float | None:
        return noise_of(*self)


def ladder_of(seats: int) -> Ladder:
    """The ladder that a table of so many players belongs to."""
    return Ladder.DUEL if seats == 2 else Ladder.TABLE


def settle(*, match: Match, seats: Sequence[Seat], now: datetime) -> Settlement | None:
    """Rate a locked match that has just ended with its places; None where it is not rated, or was already.

    Runs inside the transaction that ends the match. Not rated are casual matches, a table with a bot,
    changed rules, and formats whose noise was never measured.
    """
    format_ = Format(match.preset, len(seats), str(match.rules["ending"]))
    noise = format_.noise
    if not match.is_rated or noise is None or any(not seat.is_human for seat in seats):
        return None
    ladder = ladder_of(len(seats))
    head = locked_head(ladder)
    if Settlement.objects.filter(match=match).exists():
        return None
    players = [seat.player_id for seat in seats if seat.player_id is not None]
    ratings = list(queries.ratings_of(players, ladder).select_for_update())
    opened = queries.book_of(ratings, players, ladder)
    table = book.Table(day_of(now), noise, seated(seats), queries.left_early(match), match.paired)
    lines = opened.settle(table)
    head.number += 1
    head.save(update_fields=["number"])
    settlement = Settlement.objects.create(
        match=match, ladder=ladder, number=head.number, settled_at=now, noise=noise, **format_._asdict()
    )
    RatingChange.objects.bulk_create([change_of(settlement, table.seats, line) for line in lines])
    lines.sort(key=lambda line: line.seat.player)
    moved = [line.seat.player for line in lines if line.duels]
    write_ratings([rating_of(ladder, player, opened.account(player), now) for player in moved])
    period_scores.add(ladder=ladder, scores={line.seat.player: line.score for line in lines}, at=now)
    return settlement


def locked_head(ladder: str) -> LedgerHead:
    """The last number of a ladder, nobody else's until the transaction ends."""
    LedgerHead.objects.get_or_create(ladder=ladder)
    return LedgerHead.objects.select_for_update().get(ladder=ladder)


def seated(seats: Sequence[Seat], corrected: Mapping[str, int] | None = None) -> tuple[book.Seat, ...]:
    """The seats of a finished match as the book knows them; `corrected` places by player go before its own."""
    places = corrected or {}
    return tuple(
        [
            book.Seat(
                seat.player_id or 0,
                places.get(str(seat.player_id), seat.place or len(seats)),
                seat.left_order is not None,
            )
            for seat in seats
        ]
    )


def change_of(settlement: Settlement, seats: Sequence[book.Seat], line: book.Line) -> RatingChange:
    """A line of the book as it is stored."""
    return RatingChange(
        settlement=settlement,
        player_id=line.seat.player,
        ladder=settlement.ladder,
        number=settlement.number,
        left=line.seat.left,
        **figures(seats, line),
    )


def figures(seats: Sequence[book.Seat], line: book.Line) -> dict[str, Any]:
    """What a replay may change of a stored line."""
    return {
        "place": line.seat.place,
        "score": line.score,
        "mu_before": line.before.mu,
        "sigma_before": line.before.sigma,
        "mu_after": line.after.mu,
        "sigma_after": line.after.sigma,
        "reasons": [
            {
                "player": seats[duel.other].player,
                "outcome": duel.outcome,
                "expected": duel.expected,
                "gain": duel.gain,
                "weight": duel.weight,
            }
            for duel in line.duels
        ],
    }


def write_ratings(ratings: Sequence[Rating]) -> None:
    """Store what the book says, in the order of the players."""
    Rating.objects.bulk_create(
        ratings,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["player", "ladder"],
        update_fields=["mu", "sigma", "standing", "games", "rated_at"],
    )


def rating_of(ladder: str, player: int, account: book.Account, rated_at: datetime) -> Rating:
    """A player's rating after the match at `rated_at`, not stored yet."""
    standing = account.standing
    return Rating(
        player_id=player,
        ladder=ladder,
        mu=standing.mu,
        sigma=standing.sigma,
        standing=standing.safe,
        games=account.games,
        rated_at=rated_at,
    )
