"""Calling players whose table waits for them while none of their pages shows it.

Whoever is called is not called again by this table until they have been back: `Round.clock["called"]`
holds the match seats that were. Presence decides who is away, so a page that is loaded again calls nobody.
All of it runs inside a caller's transaction, the round locked.
"""

from collections.abc import Iterable
from functools import partial

from django.db import transaction

from games.engine.state import Phase, State
from games.models import PushSubscription, Round, Seat
from games.services import push, waiting


def turn_came(round_: Round, state: State) -> None:
    """Call whose turn it is, if they are away."""
    if push.is_on() and state.phase is not Phase.OVER and state.phase not in waiting.WAITS:
        _call(round_, [round_.seats[state.turn]], push.Why.TURN)


def match_began(round_: Round) -> None:
    """Call all who sat down and went away before the first deal."""
    if push.is_on():
        _call(round_, round_.seats, push.Why.START)


def came_back(round_: Round, number: int) -> None:
    """Whoever is back may be called anew when they go."""
    called = round_.clock.get("called", [])
    if number in called:
        called.remove(number)
        Round.objects.filter(pk=round_.pk).update(clock=round_.clock)


def carry_over(round_: Round, previous: Round) -> None:
    """Who was called in the last round and has not been back is not called again in this one."""
    called = previous.clock.get("called", [])
    if called:
        round_.clock["called"] = list(called)


def _call(round_: Round, numbers: Iterable[int], why: push.Why) -> None:
    called = round_.clock.setdefault("called", [])
    away = Seat.objects.filter(
        match=round_.match_id,
        number__in=[number for number in numbers if number not in called],
        left_order__isnull=True,
        away_since__isnull=False,
        player__is_active=True,
    )
    browsers = PushSubscription.objects.filter(player__seats__in=away)
    found = list(browsers.values_list("pk", "player__seats__number").filter(player__seats__match=round_.match_id))
    if not found:
        return
    called.extend(sorted({number for _pk, number in found}))
    Round.objects.filter(pk=round_.pk).update(clock=round_.clock)
    for pk, _number in found:
        transaction.on_commit(partial(push.deliver.enqueue, pk, why.value, round_.match.code))
