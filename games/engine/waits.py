"""The waits: the MAS UNO! race (RULES §8) and an honour rule (§9)."""

from games.engine.events import Event, HonourAsked, RaceBegan, RaceEnded
from games.engine.mas import grace_anew
from games.engine.piles import draw_cards
from games.engine.refusals import Refusal, Refused
from games.engine.state import HONOUR, RACE, TURN, Awaited, State
from games.engine.turns import in_turn_order, pass_turn

RACE_DRAWS = 2


def begin_race(state: State, seat: int, skips: int, at: int, events: list[Event]) -> None:
    """Let everyone shout from now on; the turn passes afterwards."""
    state.phase = RACE
    state.race_since = at
    state.shouts = {}
    state.awaited = Awaited(seat, skips, again=False)
    events.append(RaceBegan(seat))


def begin_honour(state: State, texts: tuple[str, ...], after: Awaited, events: list[Event]) -> None:
    """Wait until every seat has confirmed that the texts were done."""
    state.phase = HONOUR
    state.honour = texts
    state.confirmed = 0
    state.awaited = after
    events.append(HonourAsked(texts))


def shout(state: State, seat: int, command: object, at: int, events: list[Event]) -> None:
    """Shout in a race, at the judged time `at` (ms); with the last shout the race is judged."""
    if state.phase is not RACE:
        raise Refused(Refusal.NO_RACE)
    if seat in state.shouts:
        raise Refused(Refusal.ALREADY_SHOUTED)
    if at - state.race_since > state.rules.race_ms:
        raise Refused(Refusal.TOO_LATE)
    state.shouts[seat] = at
    end_race_if_all_shouted(state, at, events)


def end_race_if_all_shouted(state: State, at: int, events: list[Event]) -> None:
    """Judge the race once nobody is awaited: the last draws, unless the last two are a tie."""
    if len(state.shouts) < state.ring.bit_count():
        return
    by_time = sorted(state.shouts, key=state.shouts.__getitem__)
    last, before = by_time[-1], by_time[-2]
    tie = state.shouts[last] - state.shouts[before] <= state.rules.tie_ms
    _end_race(state, [] if tie else [last], at, events)


def close(state: State, seat: int, command: object, at: int, events: list[Event]) -> None:
    """End a wait whose time is up: in a race the silent seats draw, and nobody else."""
    if state.phase is RACE:
        order = in_turn_order(state, _awaited(state).seat)
        silent = [seat for seat in order if seat not in state.shouts]
        _end_race(state, silent, at, events)
    elif state.phase is HONOUR:
        end_wait(state, at, events)
    else:
        raise Refused(Refusal.NOTHING_TO_CLOSE)


def _end_race(state: State, losers: list[int], at: int, events: list[Event]) -> None:
    times = tuple([(seat, when - state.race_since) for seat, when in state.shouts.items()])
    events.append(RaceEnded(times, tuple(losers)))
    for seat in losers:
        draw_cards(state, seat, RACE_DRAWS, events)
    ended_at = max([at, *state.shouts.values()])
    state.shouts = {}
    end_wait(state, ended_at, events)


def confirm(state: State, seat: int, command: object, at: int, events: list[Event]) -> None:
    """Confirm that an honour rule was done."""
    if state.phase is not HONOUR:
        raise Refused(Refusal.NOTHING_TO_CONFIRM)
    if state.confirmed >> seat & 1:
        raise Refused(Refusal.ALREADY_CONFIRMED)
    state.confirmed |= 1 << seat
    end_honour_if_all_confirmed(state, at, events)


def end_honour_if_all_confirmed(state: State, at: int, events: list[Event]) -> None:
    """Go on once no seat still in the round is awaited."""
    if state.confirmed & state.ring == state.ring:
        end_wait(state, at, events)


def end_wait(state: State, at: int, events: list[Event]) -> None:
    """Let the turn go on after a wait; debts still owed get their grace anew."""
    awaited = _awaited(state)
    state.awaited = None
    state.honour = ()
    state.confirmed = 0
    grace_anew(state, at)
    state.phase = TURN
    go_on(state, awaited, events)


def go_on(state: State, after: Awaited, events: list[Event]) -> None:
    """Pass the turn after a play, or keep it with the player under `again` if it is still there."""
    if after.again and state.in_round(after.seat):
        state.carried += after.skips
        state.turn = after.seat
        state.phase = TURN
    else:
        pass_turn(state, after.seat, after.skips, events)


def _awaited(state: State) -> Awaited:
    if state.awaited is None:
        raise AssertionError("a wait knows how the turn goes on")
    return state.awaited
