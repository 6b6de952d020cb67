"""The end of a round, and of a match: counting, places, what is rated.

Everything here runs inside a caller's transaction. Locks are taken in one order: the round, then
the match.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction

from games.engine.cards import cards_of, names, points_in
from games.engine.match import match_over, places
from games.engine.state import State
from games.models import Due, Match, Round, Seat, Secret
from games.services import ledger, pauses, promises, rounds, sealing, strikes, sums, waiting
from games.signals import match_finished


def close_round(round_: Round, state: State, now: datetime) -> None:
    """Count a round that is over, and go on: the next one, a pause, or the end of the match."""
    match = rounds.locked_match(round_.match_id)
    seats = {seat.number: seat for seat in match.seats.all()}
    _bring_home(round_, seats)
    if state.winner is not None:
        round_.winner = round_.seats[state.winner]
        seats[round_.winner].points += state.points
    round_.outcome = Round.Outcome.BLOCKED if state.winner is None else Round.Outcome.WON
    round_.points = state.points
    round_.hands = [names(hand) for hand in state.hands]
    round_.totals = {str(number): seat.points for number, seat in seats.items()}
    _reveal(round_, now)
    Seat.objects.bulk_update(seats.values(), ["points", "bank_ms", "missed", "bot_plays"])
    sums.add_round(round_, list(seats.values()))
    _after_round(match, list(seats.values()), round_, now)


def _bring_home(round_: Round, seats: dict[int, Seat]) -> None:
    """Carry the clocks of a round over to the seats of the match."""
    for k, number in enumerate(round_.seats):
        seat = seats[number]
        seat.bank_ms = round_.clock["bank"][k]
        seat.missed = round_.clock["missed"][k]
        seat.bot_plays = k in round_.clock["stand_ins"]


def _reveal(round_: Round, now: datetime) -> None:
    """Open the promise: from now on everybody may check the deal."""
    round_.revealed = sealing.secret_of(round_, sealing.Purpose.REVEAL).hex()
    round_.finished_at = now
    round_.save(update_fields=["revealed", "finished_at", "outcome", "winner", "points", "hands", "totals"])
    Secret.objects.filter(round=round_).delete()


def _after_round(match: Match, seats: Sequence[Seat], round_: Round, now: datetime) -> None:
    staying = [seat for seat in seats if seat.left_order is None]
    ending = rounds.rules_of(match).ending
    if len(staying) == 1 or match_over(ending, [seat.points for seat in seats], round_.number):
        finish(match, seats, round_, now)
    elif pauses.all_want_one(staying):
        pauses.pause(match, now)
    else:
        deal_at = now + timedelta(milliseconds=settings.BETWEEN_ROUNDS_MS)
        promise = rounds.gather(match, now, deal_at)
        match.state = Match.State.BETWEEN
        rounds.changed(match, "state")
        waiting.due_later(match, Due.Kind.NEXT_ROUND, promise.until or deal_at)


def finish(match: Match, seats: Sequence[Seat], last: Round | None, now: datetime, *, decided: bool = True) -> None:
    """End a match with its places; one in which nothing was `decided` is not rated."""
    promises.end(match, now)
    match.state = Match.State.FINISHED
    match.finished_at = now
    for seat, place in zip(seats, _places(match, seats, last), strict=True):
        seat.place = place
    Seat.objects.bulk_update(seats, ["place"])
    sums.add_match(match, seats)  # before the ledger, as where a round ends: two ends never wait for each other
    if decided:
        ledger.settle(match=match, seats=seats, now=now)
    if match.kind == Match.Kind.RANKED:
        stayed = [seat.player_id for seat in seats if seat.player_id is not None and seat.left_order is None]
        strikes.played_out(players=stayed, now=now)
    Due.objects.filter(match=match).delete()
    rounds.changed(match, "state", "finished_at")
    transaction.on_commit(partial(match_finished.send, Match, match=match))


def _places(match: Match, seats: Sequence[Seat], last: Round | None) -> list[int]:
    index = {seat.number: k for k, seat in enumerate(seats)}
    left = sorted((seat for seat in seats if seat.left_order), key=lambda seat: seat.left_order or 0)
    hands = dict(zip(last.seats, last.hands, strict=False)) if last else {}
    return places(
        rounds.rules_of(match).ending,
        [seat.points for seat in seats],
        [index[seat.number] for seat in left],
        winner=None if last is None or last.winner is None else index[last.winner],
        in_hand=[points_in(cards_of(hands.get(seat.number, ""))) for seat in seats],
    )


def cancel(match: Match, now: datetime) -> None:
    """Close a table without a result; a round in the middle is broken off, its promise opened."""
    promises.end(match, now)
    for round_ in Round.objects.filter(match=match, finished_at__isnull=True):
        round_.outcome = Round.Outcome.ABORTED
        _reveal(round_, now)
    match.state = Match.State.CANCELLED
    match.finished_at = now
    match.invitations.all().delete()
    match.rematch_of = None  # whoever wants the rematch after all opens another
    Due.objects.filter(match=match).delete()
    rounds.changed(match, "state", "finished_at", "rematch_of")


def freeze(match: Match, now: datetime) -> None:
    """End a locked match by the points that stand; the round in the middle is broken off, its promise opened.

    Broken off in its first deal, it says nothing about anybody's strength, but for who left.
    """
    for round_ in Round.objects.filter(match=match, finished_at__isnull=True):
        round_.outcome = Round.Outcome.ABORTED
        _reveal(round_, now)
    seats = list(match.seats.all())
    ended = Round.objects.filter(match=match, outcome__in=(Round.Outcome.WON, Round.Outcome.BLOCKED))
    finish(match, seats, None, now, decided=ended.exists() or any(seat.left_order for seat in seats))
