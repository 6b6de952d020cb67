"""A round as it is stored, and how the next one is dealt.

Everything here runs inside a caller's transaction. Locks are taken in one order: the round, then
the match.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache, partial
from json import dumps, loads
from typing import Any

from django.db import transaction

from games import live, queries
from games.engine import shuffle
from games.engine.deal import deal
from games.engine.match import next_dealer
from games.engine.ruleset import VERSION, Rules, rules_from
from games.engine.state import State, dump, load
from games.models import Deal, Due, Match, Round, Seat
from games.services import promises, sealing, summons, waiting

PAUSE_LASTS = timedelta(days=30)


def rules_of(match: Match) -> Rules:
    """The rules of a match as the engine knows them."""
    return _rules(dumps(match.rules, sort_keys=True))


@lru_cache(maxsize=512)
def _rules(text: str) -> Rules:
    return rules_from(loads(text))


def state_of(round_: Round) -> State:
    """The position of a round (needs `round_.match`); a copy that the caller may change."""
    waiting.complete(round_.clock, len(round_.roster))
    return load(rules_of(round_.match), round_.state, sealing.SealedChance(round_))


def locked_match(pk: int) -> Match:
    return Match.objects.select_for_update(no_key=True).get(pk=pk)


def announce(match: Match, round_version: int = 0) -> None:
    """Tell everyone at the table, once this is committed."""
    number = queries.table_number(match.version, round_version)
    transaction.on_commit(partial(live.announce, match.code, number))


def changed(match: Match, *fields: str) -> None:
    """Store a change of a locked match that is not a move, and announce it."""
    match.version += 1
    match.save(update_fields=["version", *fields])
    latest = queries.current_round(match)
    announce(match, latest.version if latest else 0)


# Dealing


def begin_round(match: Match, now: datetime) -> Round | None:
    """Let the next round of a locked match begin: None while the pages that are open take part in its shuffle.

    Where nobody is at a page it is dealt at once.
    """
    promise = gather(match, now, deal_at=now)
    if promise.stage == Deal.Stage.READY:
        return deal_round(match, now)
    match.state = Match.State.BETWEEN
    changed(match, "state")
    waiting.due_later(match, Due.Kind.NEXT_ROUND, promise.until or now)
    return None


def ask_again(match: Match, silent: Deal, now: datetime) -> None:
    """Promise anew, and ask everybody once more: nobody answered, and this match counts."""
    promises.withdraw(silent, Deal.Off.SILENCE, now)
    promise = gather(match, now, deal_at=silent.deal_at or now)
    changed(match)
    waiting.due_later(match, Due.Kind.NEXT_ROUND, promise.until or promise.deal_at or now)


def gather(match: Match, now: datetime, deal_at: datetime) -> Deal:
    """Promise the next round of a locked match, to be dealt at `deal_at`, and ask the pages for their parts."""
    promise = promise_next(match, now)
    if promises.came_late(promise):  # it was promised while nobody was here
        promises.withdraw(promise, Deal.Off.SILENCE, now)
        promise = promise_next(match, now)
    promises.gather(promise, now, deal_at)
    return promise


def promise_next(match: Match, now: datetime) -> Deal:
    """The promise of the next round of a locked match, to the seats still in it."""
    previous = queries.current_round(match)
    seats = list(match.seats.filter(left_order__isnull=True))
    return promises.made(match, previous.number + 1 if previous else 1, seats, rules_of(match), now)


def deal_round(match: Match, now: datetime) -> Round:
    """Deal the next round of a locked match to the seats still in it, with what has been gathered for it by now."""
    seats = list(match.seats.filter(left_order__isnull=True))
    previous = queries.current_round(match)
    rules = rules_of(match)
    promise = promise_next(match, now)
    promises.close(promise, now)
    nonces = promises.nonces(promise)
    secret = sealing.promised_secret(promise, sealing.Purpose.DEAL)
    seed = shuffle.round_seed(promise.context, secret, [bytes.fromhex(nonce) for nonce in nonces])
    dealer = _next_dealer(seats, previous) if previous else shuffle.first_dealer(seed, len(seats))
    round_ = Round.objects.create(
        match=match,
        number=promise.number,
        roster=[_person(seat) for seat in seats],
        seat_count=len(seats),
        dealer=dealer,
        rules_version=VERSION,
        context=promise.context,
        commit=promise.commit,
        nonces=nonces,
        state={},
        began_at=now,
        zero_at=now,
    )
    promises.keep(promise, round_, now)
    state = deal(rules, len(seats), dealer, shuffle.SeededChance(seed))
    round_.state = dump(state)
    round_.clock = waiting.first_clock(match, seats, state)
    if previous is not None:
        summons.carry_over(round_, previous)
    round_.save(update_fields=["state", "clock"])
    match.state = Match.State.PLAYING
    changed(match, "state")
    waiting.schedule(round_, state)
    if previous is None:
        summons.match_began(round_)
    else:
        summons.turn_came(round_, state)
    return round_


def _person(seat: Seat) -> dict[str, Any]:
    return {"seat": seat.number, "player": seat.player_id, "bot": seat.bot, "name": seat.name}


def _next_dealer(seats: Sequence[Seat], previous: Round) -> int:
    """The round seat that deals after `previous`, of the seats still in the match."""
    numbers = [seat.number for seat in seats]
    dealt = previous.seats[previous.dealer]
    every = max(dealt, *numbers) + 1
    gone = [number for number in range(every) if number not in numbers]
    return numbers.index(next_dealer(dealt, every, gone))
