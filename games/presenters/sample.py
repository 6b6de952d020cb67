"""A customizable card on a sample table of four: the same engine as at the real one, before and after."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from games.engine.apply import apply
from games.engine.cards import CARD
from games.engine.commands import Play, Put
from games.engine.effects import CustomRule, Verb, Who, needs_gift, needs_seat
from games.engine.events import Event, HandedOver, Rotated, SatOut, Swapped
from games.engine.position import set_up
from games.engine.shuffle import SeededChance
from games.engine.state import HONOUR, OVER, State

YOU, CHOSEN = 0, 2
# Clockwise from the player: the next is on the left hand.
PLACES: Final = ("you", "left", "across", "right")
NAMES: Final = (pgettext_lazy("the player who puts a card down", "You"), "Ana", "Dan", "Mia")
HANDS: Final = ("B4 R9 G7 Y2 B1 W1", "R3 G3 B8 Y8", "R1 R2 R5 R6 G1 G2 G4", "B5 Y5")
DRAW: Final = " ".join(["Y1 G6 B2 R8 Y9 G0 B7 R4 Y6 G9"] * 5)
# What happened at a seat, where it is not a number of cards.
EXCHANGED, MOVED_ON, SITS_OUT = "⇄", "↻", "⊘"


class Seat(NamedTuple):
    """One seat of the picture."""

    place: str
    name: str
    cards: int
    change: str  # "+3", or a sign for cards that were exchanged
    turn: bool
    sits_out: bool
    chosen: bool


class Picture(NamedTuple):
    """The sample table at one moment."""

    seats: tuple[Seat, ...]
    clockwise: bool
    end: str  # why nobody is to move, if so
    label: str


def pictures(rule: CustomRule) -> tuple[Picture, Picture]:
    """Show the table when the card has been put down, and when it has done what it says."""
    chosen = needs_seat(rule)
    put = Put(CARD["W1"], 0, CHOSEN if chosen else None, CARD["B4"] if needs_gift(rule) else None)
    before = _sample(rule)
    after = before.copy()
    events = apply(after, YOU, Play((put,)), 0)
    before.hands[YOU].remove(CARD["W1"])
    happened = _happened(events, before, after) | _jumped(rule, after)
    return _picture(before, {}, chosen), _picture(after, happened, chosen)


def _sample(rule: CustomRule) -> State:
    rules = {"custom_rules": [[str(effect) for effect in rule]], "say_before_last": False}
    start = {"rules": rules, "hands": HANDS, "table": "R5", "draw": DRAW}
    return set_up(start, SeededChance(bytes(32)))


def _happened(events: Sequence[Event], before: State, after: State) -> dict[int, str]:
    """What to show at each seat: how many cards more or fewer, or that cards were exchanged."""
    grown = [len(hand) - len(was) for hand, was in zip(after.hands, before.hands, strict=True)]
    signs = {seat: f"{more:+d}".replace("-", "−") for seat, more in enumerate(grown) if more}
    for event in events:
        match event:
            case Swapped(one, other):
                signs |= {one: EXCHANGED, other: EXCHANGED}
            case HandedOver(_, one, other):
                signs |= {one: EXCHANGED, other: EXCHANGED}
            case Rotated():
                signs = dict.fromkeys(range(len(NAMES)), MOVED_ON)
            case SatOut(seat):
                signs[seat] = SITS_OUT
    return signs


def _jumped(rule: CustomRule, after: State) -> dict[int, str]:
    """The seats that the turn went past."""
    skips = sum(effect.verb is Verb.SKIP and effect.who is Who.NEXT for effect in rule)
    if any(effect.verb is Verb.AGAIN for effect in rule) or after.phase is OVER:
        return {}
    return {(YOU + after.direction * step) % len(NAMES): SITS_OUT for step in range(1, skips + 1)}


def _picture(state: State, happened: dict[int, str], chosen: bool) -> Picture:
    seats = tuple([_seat(state, seat, happened.get(seat, ""), chosen) for seat in range(len(NAMES))])
    clockwise = state.direction > 0
    end = _end(state)
    label = [_told(seat) for seat in seats]
    label += [_("Play goes clockwise") if clockwise else _("Play goes anticlockwise")]
    return Picture(seats, clockwise, end, "; ".join([*label, end] if end else label))


def _seat(state: State, seat: int, happened: str, chosen: bool) -> Seat:
    return Seat(
        place=PLACES[seat],
        name=str(NAMES[seat]),
        cards=len(state.hands[seat]),
        change=happened if happened != SITS_OUT else "",
        turn=state.turn == seat and state.phase not in (OVER, HONOUR),
        sits_out=happened == SITS_OUT or state.sit_out[seat] > 0,
        chosen=chosen and seat == CHOSEN,
    )


def _end(state: State) -> str:
    if state.winner is not None:
        return _("%(name)s: no cards left, the round is over") % {"name": NAMES[state.winner]}
    if state.phase is OVER:
        return _("nobody is left to move: the round is blocked")
    return _("then the table waits until all have done it") if state.phase is HONOUR else ""


def _told(seat: Seat) -> str:
    count = ngettext("%(count)d card", "%(count)d cards", seat.cards) % {"count": seat.cards}
    told = [seat.name, count]
    told += [_("to move")] if seat.turn else []
    told += [_("sits out a turn")] if seat.sits_out else []
    return ", ".join(told)
