"""Who leaves a match for good, in a round or between two. It runs inside a caller's transaction."""

from collections.abc import Sequence
from datetime import datetime

from games import queries
from games.models import Due, Match, Round, Seat
from games.services import endings, pauses, promises, rounds, strikes, waiting


def leave_round(round_: Round, seat: int, now: datetime) -> bool:
    """Note that a round seat left the match; tell whether any person stays."""
    return _someone_stays(_mark_left(rounds.locked_match(round_.match_id), round_.seats[seat], now))


def leave_between(match: Match, number: int, now: datetime) -> None:
    """Leave a locked match while no round is played."""
    seats = _mark_left(match, number, now)
    if sum(seat.left_order is None for seat in seats) == 1:
        endings.finish(match, seats, queries.current_round(match), now)
    elif not _someone_stays(seats):
        endings.cancel(match, now)
    else:
        _promise_to_who_stays(match, now)
        if not (pauses.resume_if_all_ready(match, now) or pauses.pause_if_all_agree(match, now)):
            rounds.changed(match)


def _promise_to_who_stays(match: Match, now: datetime) -> None:
    """The seats are others now: what was promised to all is withdrawn, and who stays is asked anew."""
    promised = promises.standing(match)
    if promised is None or match.state != Match.State.BETWEEN or match.paused_at is not None:
        rounds.promise_next(match, now)
        return
    promise = rounds.gather(match, now, promised.deal_at or now)
    waiting.due_later(match, Due.Kind.NEXT_ROUND, promise.until or promise.deal_at or now)


def _mark_left(match: Match, number: int, now: datetime) -> list[Seat]:
    """Put a seat behind all who left before; give all seats. Leaving a ranked match has its price."""
    seats = list(match.seats.all())
    seat = next(seat for seat in seats if seat.number == number)
    seat.left_order = 1 + sum(other.left_order is not None for other in seats)
    seat.agrees_pause = False
    seat.save(update_fields=["left_order", "agrees_pause"])
    if match.kind == Match.Kind.RANKED and seat.player_id is not None:
        strikes.left_match(player_id=seat.player_id, now=now)
    return seats


def _someone_stays(seats: Sequence[Seat]) -> bool:
    return any(seat.is_human and seat.left_order is None for seat in seats)
