"""Putting cards down: the whole play is checked first, then done (RULES §5–§9)."""

from typing import Final

from games.engine.cards import (
    COLOUR,
    CUSTOM,
    FACE,
    FIRST_COLOURLESS,
    KINDS,
    PLUS_TWO,
    REVERSE,
    SEVEN,
    SKIP,
    WD,
    WH,
    WM,
    Card,
)
from games.engine.challenge import challengeable
from games.engine.choices import check_choices, rule_of
from games.engine.commands import PLAIN, Play, Put
from games.engine.custom import run, swap_hands
from games.engine.events import Event
from games.engine.mas import judge
from games.engine.opening import opening, why_not_following, why_not_opening
from games.engine.refusals import Refusal, Refused
from games.engine.state import OVER, TURN, Awaited, State
from games.engine.turns import end_by_last_card, pass_turn
from games.engine.waits import begin_honour, begin_race, go_on


def _count(face: int) -> tuple[int, ...]:
    return tuple([int(card < FIRST_COLOURLESS and FACE[card] == face) for card in range(KINDS)])


SKIPPED: Final = _count(SKIP)
TURNED: Final = _count(REVERSE)
ATTACKS: Final = tuple([4 if card == WD else 2 * n for card, n in enumerate(_count(PLUS_TWO))])
ACTS: Final = tuple([SKIPPED[card] or TURNED[card] or ATTACKS[card] for card in range(KINDS)])
# Kinds that have an effect of their own once the play is down.
SPECIAL: Final = frozenset((WH, WM, *CUSTOM, *[c for c in range(KINDS) if _count(SEVEN)[c]]))


def play(state: State, seat: int, command: Play, at: int, events: list[Event]) -> None:
    """Put cards down in one turn, all of them or none. Raises Refused naming the rule."""
    puts, said = command
    put_down(state, seat, puts, said, checked(state, seat, puts), at, events)


def checked(state: State, seat: int, puts: tuple[Put, ...]) -> list[Card]:
    """Give the hand as the play would leave it. Raises Refused."""
    hand, rules = state.hands[seat], state.rules
    if seat in state.owes and len(hand) == 1 and rules.say_before_last:
        raise Refused(Refusal.MAS_NOT_SAID)
    rest, row, before = hand[:], opening(state), None
    for put in puts:
        card, colour, _, _ = put
        try:
            rest.remove(card)
        except ValueError:
            raise Refused(Refusal.CARD_NOT_HELD) from None
        if not row[card]:
            raise Refused(_why_not(state, before, card))
        if card >= FIRST_COLOURLESS:
            _check(state, seat, put, rest, puts)
            row = rules.follow[colour][card]  # type: ignore[index]  # a colour was named: just checked
        else:
            if rules.sevens_swap or put != PLAIN[card]:
                _check(state, seat, put, rest, puts)
            row = rules.follow[COLOUR[card]][card]
        before = put
    return rest


def put_down(
    state: State, seat: int, puts: tuple[Put, ...], said: bool, rest: list[Card], at: int, events: list[Event]
) -> None:
    """Do a play that may be done; `rest` is the hand it leaves, `said` whether MAS! goes with it."""
    if state.rules.plus4_challenge:
        state.challenge = challengeable(state, seat, state.hands[seat], puts)
    skips = _lay(state, seat, puts, rest)
    if not rest:
        end_by_last_card(state, seat, skips, events)
    elif state.table in SPECIAL:
        _special(state, seat, puts[-1], said, skips, at, events)
    else:
        if len(rest) == 1:
            judge(state, seat, (), said, at, events)
        elif seat in state.owes:
            del state.owes[seat]
        pass_turn(state, seat, skips, events)


def _check(state: State, seat: int, put: Put, rest: list[Card], puts: tuple[Put, ...]) -> None:
    emptied = not rest and put is puts[-1]
    check_choices(state.rules, put, seat=seat, ring=state.ring, rest=rest, emptied=emptied)


def _why_not(state: State, before: Put | None, card: Card) -> Refusal:
    if before is None:
        return why_not_opening(state)
    return why_not_following(state.rules, before, card)


def _lay(state: State, seat: int, puts: tuple[Put, ...], rest: list[Card]) -> int:
    """Move the cards to the table; give the skips of the play that are not handed on."""
    skips = 0
    discard = state.discard
    top = state.table
    for put in puts:
        discard.append(top)
        top = put[0]
        if ACTS[top]:
            skips += SKIPPED[top]
            state.attack += ATTACKS[top]
            if TURNED[top]:
                state.direction = -state.direction
    colour = puts[-1][1]
    state.table = top
    state.colour = COLOUR[top] if colour is None else colour
    state.hands[seat] = rest
    state.dry = 0
    state.drawn = None
    state.phase = TURN
    if state.rules.skip_stacking:
        state.skips += skips
        return 0
    return skips


def _special(state: State, seat: int, put: Put, said: bool, skips: int, at: int, events: list[Event]) -> None:
    """Do what the last card of a play does besides lying there, then judge MAS and go on."""
    touched: set[int] = set()
    after = Awaited(seat, skips, again=False)
    honour: list[str] = []
    if put.card in CUSTOM:
        done = run(state, seat, put, rule_of(state.rules, put.card), events)
        if state.phase is OVER:
            return
        touched, honour = done.touched, done.honour
        after = Awaited(seat, skips + done.skips, done.again)
    elif put.seat is not None:
        swap_hands(state, seat, put.seat, events)
        touched = {put.seat}
    judge(state, seat, touched, said, at, events)
    if put.card == WM:
        begin_race(state, seat, skips, at, events)
    elif honour:
        begin_honour(state, tuple(honour), after, events)
    else:
        go_on(state, after, events)
