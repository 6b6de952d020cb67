"""What a seat cannot see has no influence on what it is shown (RULES §12)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import sensible
from games.bots.random_player import choose, generator
from games.engine.apply import apply
from games.engine.may import may
from games.engine.ruleset import MAS_UNO
from games.engine.state import OVER, State
from games.engine.visible import visible
from games.services.simulation import play_round
from tests.engine.tables import RULES


def a_position(rules, seats: int, seed: str, cut: float) -> State:
    """Give a random position out of a random round."""
    played = play_round(seats=seats, rules=rules, seed=seed)
    state = played.start
    for entry in played.entries[: int(len(played.entries) * cut)]:
        apply(state, entry.seat, entry.command, entry.at)
    return state


def permuted(state: State, seat: int | None, shuffled: list[int]) -> State:
    """Give the same position with all cards that `seat` may not see dealt out in another way."""
    other = state.copy()
    hidden = [s for s in range(len(state.hands)) if s != seat]
    cards = iter(shuffled)
    for s in hidden:
        other.hands[s] = [next(cards) for _ in state.hands[s]]
    other.draw = list(cards)
    # The drawn card that may be played is in the drawer's hand, hidden like the rest of it.
    if state.drawn is not None and seat != state.turn:
        other.drawn = other.hands[state.turn][-1]
    return other


@settings(max_examples=60, deadline=None)
@given(RULES, st.integers(2, 6), st.text("abc", max_size=4), st.floats(0, 1), st.data())
def test_a_view_does_not_change_when_what_it_cannot_see_is_permuted(rules, seats, seed, cut, data):
    state = a_position(rules, seats, seed, cut)
    for seat in [None, *range(seats)]:
        hidden = [card for s, hand in enumerate(state.hands) if s != seat for card in hand] + state.draw
        other = permuted(state, seat, data.draw(st.permutations(hidden)))
        view = visible(state, seat)
        assert visible(other, seat) == view
        assert may(visible(other, seat)) == may(view)
        if seat is not None and state.phase is not OVER:
            mine = choose(view, generator("x")), sensible.choose(view, generator("x"))
            theirs = visible(other, seat)
            assert (choose(theirs, generator("x")), sensible.choose(theirs, generator("x"))) == mine


def test_a_spectator_sees_no_hand_and_may_do_nothing():
    state = play_round(seats=3, rules=MAS_UNO, seed="s").start
    view = visible(state, None)
    assert view.hand == ()
    assert view.counts == (7, 7, 7)
    assert not any(may(view))
