"""Whose turn it is next, and how a round ends (RULES §5, §10, §11)."""

from games.engine.cards import points_in
from games.engine.events import Ended, Event, SatOut
from games.engine.piles import draw_cards
from games.engine.state import OVER, TURN, State


def neighbour(state: State, seat: int, direction: int) -> int:
    """Give the next seat still in the round in a direction, sitting out or not."""
    seats = len(state.hands)
    seat = (seat + direction) % seats
    while not state.ring >> seat & 1:
        seat = (seat + direction) % seats
    return seat


def jump(state: State, seat: int, skips: int) -> int:
    """Give seat + direction × (1 + skips), counted over the seats still in the round."""
    if not state.left:
        return (seat + state.direction * (1 + skips)) % len(state.hands)
    for _ in range(1 + skips):
        seat = neighbour(state, seat, state.direction)
    return seat


def in_turn_order(state: State, seat: int) -> list[int]:
    """List the seats still in the round from `seat` on, in the direction of play."""
    seats = len(state.hands)
    order = [(seat + state.direction * step) % seats for step in range(seats)]
    return [other for other in order if state.ring >> other & 1]


def pass_turn(state: State, seat: int, skips: int, events: list[Event]) -> None:
    """Let the turn, with any attack, go on from `seat`; seats that must sit out use up a turn each."""
    if state.carried:
        skips += state.carried
        state.carried = 0
    state.drawn = None
    state.phase = TURN
    if state.left:
        state.turn = jump(state, seat, skips)
    else:
        state.turn = (seat + state.direction * (1 + skips)) % len(state.hands)
    while state.sit_out[state.turn]:
        state.sit_out[state.turn] -= 1
        if got_nothing(state, state.turn, events):
            return
        state.turn = jump(state, state.turn, 0)


def got_nothing(state: State, seat: int, events: list[Event], *, sat_out: bool = True) -> bool:
    """Note a dry draw or a turn sat out; when every seat has one, the round is blocked: True."""
    if sat_out:
        events.append(SatOut(seat))
    state.dry |= 1 << seat
    if state.dry & state.ring != state.ring:
        return False
    end(state, None, events)
    return True


def end(state: State, winner: int | None, events: list[Event]) -> None:
    """End the round; the winner scores what the others hold, nobody when it is blocked."""
    state.phase = OVER
    state.winner = winner
    if winner is not None:
        others = [hand for seat, hand in enumerate(state.hands) if seat != winner]
        state.points = sum([points_in(hand) for hand in others])
    state.attack = state.skips = state.carried = 0
    state.drawn = state.challenge = state.awaited = None
    state.honour = ()
    state.owes = {}
    events.append(Ended(winner, state.points))


def end_by_last_card(state: State, winner: int, skips: int, events: list[Event]) -> None:
    """End the round by an emptied hand; the attack of the last play is still drawn, and counts."""
    if state.attack:
        target = _reached(state, winner, skips + state.carried + state.skips)
        if target != winner:
            draw_cards(state, target, state.attack, events)
    end(state, winner, events)


def _reached(state: State, seat: int, skips: int) -> int:
    sit_out = state.sit_out[:]
    seat = jump(state, seat, skips)
    while sit_out[seat]:
        sit_out[seat] -= 1
        seat = jump(state, seat, 0)
    return seat
