"""A bot plays for a seat whose player is gone, and gives it back the moment they are here again.

Both run inside a caller's transaction, the round locked before the match.
"""

from datetime import datetime

from games.models import Match, Round, Seat
from games.services import rounds, summons, waiting


def begin(match: Match, round_: Round | None, seat: Seat) -> None:
    """From now on a bot plays for this seat; in the round that runs at once."""
    Seat.objects.filter(pk=seat.pk).update(bot_plays=True)
    k = _round_seat(match, round_, seat.number)
    if round_ is not None and k is not None:
        round_.clock["stand_ins"] = sorted({*round_.clock["stand_ins"], k})
        _store(round_)
        waiting.schedule(round_, rounds.state_of(round_))
    rounds.changed(match)


def end(match: Match, round_: Round | None, number: int) -> None:
    """The player of this seat is back: nothing that was missed counts any more."""
    Seat.objects.filter(match=match, number=number).update(bot_plays=False, missed=0, away_since=None)
    k = _round_seat(match, round_, number)
    if round_ is not None and k is not None:
        round_.clock["missed"][k] = 0
        round_.clock["stand_ins"] = [other for other in round_.clock["stand_ins"] if other != k]
        _store(round_)
    if round_ is not None:
        summons.came_back(round_, number)
    rounds.changed(match)


def is_needed_no_more(round_: Round | None, seat: Seat) -> bool:
    """Whether something is to be taken back when the player of this seat returns."""
    if seat.away_since is not None or seat.bot_plays:
        return True
    k = None if round_ is None or round_.finished_at is not None else round_.seat_of(seat.player_id)
    return round_ is not None and k is not None and k in round_.clock["stand_ins"]


def since(seat: Seat, gone_at: datetime) -> None:
    """Note that nobody is at this seat's pages."""
    seat.away_since = gone_at
    seat.save(update_fields=["away_since"])


def _round_seat(match: Match, round_: Round | None, number: int) -> int | None:
    """The seat in the round that is being played, if it is in it."""
    if round_ is None or round_.finished_at is not None or match.state != Match.State.PLAYING:
        return None
    return next((k for k, seat in enumerate(round_.seats) if seat == number), None)


def _store(round_: Round) -> None:
    Round.objects.filter(pk=round_.pk).update(clock=round_.clock)
