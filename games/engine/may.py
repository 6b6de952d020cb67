"""What a seat may do, from what it sees.

Under `combos: any` whole plays cannot be listed (RULES §5: a hand of 12 can have 270,000), so a
play is found card by card: what may begin it, what may follow, and the ways to put each card down.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.cards import OPEN, Card
from games.engine.choices import Needs, needs_of
from games.engine.commands import Put
from games.engine.opening import distinct, following, opening
from games.engine.state import DRAWN, HONOUR, OVER, RACE, TURN, State
from games.engine.visible import View


class May(NamedTuple):
    """The commands open to a seat now; `openers` are the kinds that may begin a play."""

    openers: tuple[Card, ...] = ()
    draw: bool = False
    pass_: bool = False
    mas: bool = False
    catch: tuple[int, ...] = ()
    challenge: bool = False
    shout: bool = False
    confirm: bool = False
    leave: bool = False


NOTHING = May()


def may(view: View, at: int | None = None) -> May:
    """Tell what the seat of this view may do at `at` ms (the latest time seen when left out)."""
    seat = view.seat
    if seat is None or view.phase is OVER or seat in view.left:
        return NOTHING
    at = view.now if at is None else at
    owes = dict(view.owes)
    waiting = view.phase is RACE or view.phase is HONOUR
    on_turn = not waiting and view.turn == seat
    return May(
        openers=openers(view) if on_turn else (),
        draw=on_turn and may_draw(view),
        pass_=on_turn and (view.phase is DRAWN or view.skips > 0),
        mas=seat in owes,
        catch=() if waiting else _catchable(view, seat, owes, at),
        challenge=not waiting and view.challenge not in (None, seat),
        shout=_may_shout(view, seat, at),
        confirm=view.phase is HONOUR and seat not in view.confirmed,
        leave=True,
    )


def _catchable(view: View, seat: int, owes: dict[int, int], at: int) -> tuple[int, ...]:
    grace = view.rules.mas_grace_ms
    return tuple([s for s, since in owes.items() if s != seat and at - since >= grace])


def _may_shout(view: View, seat: int, at: int) -> bool:
    in_time = at - view.race_since <= view.rules.race_ms
    return view.phase is RACE and seat not in view.shouted and in_time


def openers(view: View) -> tuple[Card, ...]:
    """List the kinds with which the seat to move may begin a play, each once."""
    if len(view.hand) == 1 and view.rules.say_before_last and any(seat == view.seat for seat, _ in view.owes):
        return ()
    return distinct(view.hand, opening(view))


def openers_in(state: State, seat: int) -> list[Card]:
    """List the cards of the hand with which the seat to move may begin a play, from the round itself."""
    hand = state.hands[seat]
    if seat in state.owes and len(hand) == 1 and state.rules.say_before_last:
        return []
    row = opening(state)
    return [card for card in hand if row[card]]


def may_draw(view: View) -> bool:
    """Tell whether the seat to move may draw."""
    if view.phase is not TURN or view.skips:
        return False
    if view.attack or not view.rules.must_play:
        return True
    return not distinct(view.hand, opening(view))


def followers(view: View, puts: Sequence[Put]) -> tuple[Card, ...]:
    """List the kinds that may come next in a play so far; with nothing put yet, the openers."""
    if not puts:
        return openers(view)
    return distinct(_rest(view, puts), following(view.rules, puts[-1]))


def needs(view: View, puts: Sequence[Put], card: Card) -> Needs:
    """Tell what must be named with `card` put next: nothing but the colour if it empties the hand."""
    wanted = needs_of(view.rules, card)
    if len(puts) + 1 == len(view.hand):
        return Needs(colour=wanted.colour)
    return wanted


def choices(view: View, puts: Sequence[Put], card: Card) -> list[Put]:
    """List all ways to put `card` down next in a play so far."""
    wanted = needs(view, puts, card)
    rest = _rest(view, puts)
    rest.remove(card)
    colours = range(OPEN) if wanted.colour else (None,)
    seats = chosen_seats(view) if wanted.seat else (None,)
    gifts = tuple(dict.fromkeys(rest)) if wanted.gift else (None,)
    return [Put(card, c, seat, gift) for c in colours for seat in seats for gift in gifts]


def chosen_seats(view: View) -> tuple[int, ...]:
    """List the seats that may be chosen: the others still in the round."""
    seats = range(len(view.counts))
    return tuple([seat for seat in seats if seat != view.seat and seat not in view.left])


def _rest(view: View, puts: Sequence[Put]) -> list[Card]:
    rest = list(view.hand)
    for put in puts:
        rest.remove(put.card)
    return rest
