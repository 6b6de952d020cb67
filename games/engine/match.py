"""When a match is over, and who is placed where (RULES §11)."""

from collections.abc import Sequence

from games.engine.ruleset import Ending


def match_over(ending: Ending, totals: Sequence[int], rounds: int) -> bool:
    """Tell whether a match is over after `rounds` rounds, `totals` being points by seat."""
    if ending.kind == "target":
        return max(totals) >= ending.amount
    return rounds >= (1 if ending.kind == "single" else ending.amount)


def next_dealer(dealer: int, seats: int, left: Sequence[int]) -> int:
    """Give the next dealer: the next seat still in the match, in ascending order (RULES §3)."""
    for step in range(1, seats + 1):
        seat = (dealer + step) % seats
        if seat not in left:
            return seat
    raise ValueError("every seat has left")


def places(
    ending: Ending,
    totals: Sequence[int],
    left: Sequence[int] = (),
    *,
    winner: int | None = None,
    in_hand: Sequence[int] = (),
) -> list[int]:
    """Place the seats, 1 for the first; equal is equal and shares a place.

    `totals` are points by seat, `left` the seats that left in that order, `winner` and `in_hand`
    (points left in hand by seat) those of the last round, which decide a `single`.
    """
    keys = [_merit(ending, seat, totals, winner, in_hand) for seat in range(len(totals))]
    stayed = [key for seat, key in enumerate(keys) if seat not in left]
    placed = [1 + sum([other > key for other in stayed]) for key in keys]
    for nth, seat in enumerate(reversed(left)):
        placed[seat] = len(stayed) + 1 + nth
    return placed


def _merit(
    ending: Ending, seat: int, totals: Sequence[int], winner: int | None, in_hand: Sequence[int]
) -> tuple[bool, int]:
    if ending.kind == "single":
        return seat == winner, -in_hand[seat] if in_hand else 0
    return False, totals[seat]
