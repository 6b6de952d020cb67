"""What a seat may see, and nothing else (RULES §12)."""

from typing import NamedTuple

from games.engine.cards import Card
from games.engine.ruleset import Rules
from games.engine.state import Phase, State


class View(NamedTuple):
    """A round through the eyes of one seat; a spectator's has seat None and no hand."""

    seat: int | None
    hand: tuple[Card, ...]
    counts: tuple[int, ...]  # cards by seat
    left: tuple[int, ...]  # seats that left, in that order
    table: Card
    colour: int  # 0..3, OPEN while anything fits
    draw_left: int
    discard: tuple[Card, ...]  # under the top; every play was public
    turn: int
    direction: int
    attack: int
    skips: int
    phase: Phase
    drawn: Card | None  # one's own drawn card that may be played at once
    owes: tuple[tuple[int, int], ...]  # seats that owe MAS, and since when (ms)
    shouted: tuple[int, ...]  # seats that have shouted in the race
    race_since: int  # ms
    honour: tuple[str, ...]
    confirmed: tuple[int, ...]
    challenge: int | None  # the seat whose +4 may be challenged
    sit_out: tuple[int, ...]
    carried: int
    moves: int
    now: int  # ms
    winner: int | None
    points: int
    rules: Rules


def visible(state: State, seat: int | None) -> View:
    """Give what a seat (from 0), or a spectator (None), may see of a round."""
    mine = seat is not None
    phase = state.phase
    challenge = state.challenge
    return View(
        seat,
        tuple(state.hands[seat]) if seat is not None else (),
        tuple(map(len, state.hands)),
        tuple(state.left),
        state.table,
        state.colour,
        len(state.draw),
        tuple(state.discard),
        state.turn,
        state.direction,
        state.attack,
        state.skips,
        phase,
        state.drawn if mine and seat == state.turn else None,
        tuple(state.owes.items()),
        tuple(state.shouts),
        state.race_since,
        state.honour,
        _seats_in(state.confirmed) if state.confirmed else (),
        None if challenge is None else challenge.seat,
        tuple(state.sit_out),
        state.carried,
        state.moves,
        state.now,
        state.winner,
        state.points,
        state.rules,
    )


def _seats_in(mask: int) -> tuple[int, ...]:
    return tuple([seat for seat in range(mask.bit_length()) if mask >> seat & 1])
