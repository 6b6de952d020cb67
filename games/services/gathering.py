"""What a player's page sends before a round is dealt, and what follows when all have sent it or the time is up.

Both doors, the socket and the POST, come here. A part counts for the promise that it names and for the stage that
runs; the same one sent again gets the same answer. Refused: NotAllowed, and nothing has changed.
"""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.engine import proof
from games.models import Contribution, Deal, Due, Match
from games.services import promises, restarts, rounds, waiting, withheld
from games.services.errors import NotAllowed, Reason
from games.services.promises import Stage

COMMIT: Final = "commit"
OPEN: Final = "open"
STEPS: Final = (COMMIT, OPEN)


@transaction.atomic
def take_part(
    *, match_code: str, player_id: int | None, step: str, promise: str, value: str, now: datetime | None = None
) -> None:
    """Take a page's part: `commit` what binds it (SHA-256, hex), `open` what it is bound to (32 bytes, hex).

    `promise` is the server's commitment that it answers.
    Raises NotAllowed: NO_SUCH_TABLE, NOT_SEATED, STALE (another promise, or too early or late for this step),
    DEAL_VALUE (not 64 hexadecimal digits), DEAL_OTHER (bound already, to something else), DEAL_WRONG (it is not
    what the seat is bound to).
    """
    now = now or timezone.now()
    match = Match.objects.select_for_update(no_key=True).filter(code=match_code).first()
    if match is None:
        raise NotAllowed(Reason.NO_SUCH_TABLE)
    deal = promises.standing(match)
    if deal is None or deal.commit != promise or match.state != Match.State.BETWEEN:
        raise NotAllowed(Reason.STALE)
    seat = deal.seat_of(player_id)
    if seat is None or player_id is None:
        raise NotAllowed(Reason.NOT_SEATED)
    if step not in STEPS or not proof.is_hex(value):
        raise NotAllowed(Reason.DEAL_VALUE)
    if step == COMMIT:
        _commit(deal, seat, player_id, value, now)
    else:
        _open(deal, seat, value, now)
    _go_on_if_complete(match, deal, now)


def _commit(deal: Deal, seat: int, player_id: int, value: str, now: datetime) -> None:
    mine = deal.contributions.filter(seat=seat).first()
    if mine is not None and mine.commit != value:
        raise NotAllowed(Reason.DEAL_OTHER)
    if mine is None and deal.stage != Stage.COMMIT:
        raise NotAllowed(Reason.STALE)
    if mine is None:
        Contribution.objects.create(deal=deal, seat=seat, player_id=player_id, commit=value, made_at=now)


def _open(deal: Deal, seat: int, value: str, now: datetime) -> None:
    mine = deal.contributions.filter(seat=seat).first()
    if mine is None or deal.stage == Stage.COMMIT:
        raise NotAllowed(Reason.STALE)
    if proof.seat_commitment(deal.context, seat, bytes.fromhex(value)) != mine.commit:
        raise NotAllowed(Reason.DEAL_WRONG)
    if mine.nonce == value:
        return
    if deal.stage != Stage.OPEN:
        raise NotAllowed(Reason.STALE)
    mine.nonce, mine.opened_at = value, now
    mine.save(update_fields=["nonce", "opened_at"])


def _go_on_if_complete(match: Match, deal: Deal, now: datetime) -> None:
    """Nobody is waited for who has answered: the next stage begins as soon as all have."""
    if deal.stage == Stage.COMMIT:
        bound = set(deal.contributions.values_list("seat", flat=True))
        complete = promises.expected(deal) <= bound
    else:
        complete = deal.stage == Stage.OPEN and not deal.contributions.filter(nonce="").exists()
    if complete:
        _next_stage(match, deal, now)


def time_is_up(match: Match, now: datetime) -> None:
    """The due moment of a locked match between two rounds: its stage ends, or the round is dealt."""
    deal = promises.standing(match)
    if deal is None or deal.stage in (Stage.PROMISED, Stage.READY):
        _deal(match, now)
    else:
        _next_stage(match, deal, now)


def _next_stage(match: Match, deal: Deal, now: datetime) -> None:
    if deal.stage == Stage.COMMIT:
        promises.publish(deal, now)
    else:
        withheld.count(deal, now)
        promises.close(deal, now)
    if deal.stage == Stage.READY and promises.asks_again(deal, rated=match.is_rated):
        rounds.ask_again(match, deal, now)
    elif deal.stage == Stage.READY and (deal.deal_at is None or deal.deal_at <= now):
        _deal(match, now)
    else:
        rounds.changed(match)
        waiting.due_later(match, Due.Kind.NEXT_ROUND, deal.until or deal.deal_at or now)


def _deal(match: Match, now: datetime) -> None:
    """Deal, or wait for a restart that is close."""
    later = restarts.deal_at(now)
    if later is not None:
        waiting.due_later(match, Due.Kind.NEXT_ROUND, later)
        return
    rounds.deal_round(match, now)
