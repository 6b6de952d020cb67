"""Taking cards from the draw pile (RULES §10)."""

from games.engine.cards import Card
from games.engine.events import Drew, Event, Reshuffled
from games.engine.state import State


def take(state: State, count: int, events: list[Event]) -> list[Card]:
    """Take up to `count` cards; an empty pile is made anew from the discard when a card is needed."""
    draw = state.draw
    if count == 1 and draw:
        return [draw.pop()]
    if count <= len(draw):
        taken = draw[: -count - 1 : -1]
        del draw[len(draw) - count :]
        return taken
    taken = draw[::-1]
    draw.clear()
    reshuffle(state, events)
    return taken + take(state, min(count - len(taken), len(state.draw)), events)


def reshuffle(state: State, events: list[Event]) -> None:
    """Make the discard, all but the top, the new draw pile; with no discard nothing happens."""
    if not state.discard:
        return
    state.reshuffles += 1
    order = state.chance.shuffle(f"deck{state.reshuffles}", sorted(state.discard))
    events.append(Reshuffled(tuple(order)))
    state.draw[:] = order[::-1]
    state.discard = []


def draw_cards(state: State, seat: int, count: int, events: list[Event]) -> list[Card]:
    """Let a seat draw up to `count` cards; a debt ends unless it still has exactly one card."""
    cards = take(state, count, events)
    events.append(Drew(seat, tuple(cards)))
    if cards:
        hand = state.hands[seat]
        hand += cards
        state.dry = 0
        if seat in state.owes and len(hand) != 1:
            del state.owes[seat]
    return cards
