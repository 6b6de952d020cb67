"""A ranked seat whose player is gone: the clock plays its turns, no bot does, and then it leaves the match.

After three turns in a row that ran out, after two minutes without a page, and at once when the player may
not sign in any more. A gap of ours counts for nobody: turns and absences move with it (services/clock.py).
Everything here runs inside a caller's transaction, the round locked before the match.
"""

from datetime import datetime, timedelta

from games.engine.commands import Leave
from games.models import Match, Round
from games.services import judging, leaving, play, rounds

MOST_MISSED = 3
LEAVES_AFTER = timedelta(seconds=120)


def has_missed_enough(round_: Round, seat: int) -> bool:
    """Whether the turns of a round seat ran out so often that it is out of its ranked match."""
    return round_.match.is_rated and round_.clock["missed"][seat] >= MOST_MISSED


def leave(match: Match, round_: Round | None, number: int, now: datetime) -> None:
    """Take a match seat out of its running match, as if its player had left."""
    if round_ is None or round_.finished_at is not None or match.state != Match.State.PLAYING:
        leaving.leave_between(match, number, now)
        return
    seat, state, command = round_.seats.index(number), rounds.state_of(round_), Leave()
    at = judging.time_of(round_, state, seat, command, now, judging.NO_SIGNAL)
    # A colon: no player can have used this id up.
    command_id = f"gone:{round_.number}.{round_.version}.{seat}"
    play.perform(round_, state, seat, command, at=at, command_id=command_id, payload="", now=now)


def leave_if_running(match: Match, round_: Round | None, number: int, now: datetime) -> None:
    """The same where the match may be over, or the seat out of it, by now."""
    going_on = match.state in (Match.State.PLAYING, Match.State.BETWEEN)
    if going_on and match.seats.filter(number=number, left_order__isnull=True).exists():
        leave(match, round_, number, now)
