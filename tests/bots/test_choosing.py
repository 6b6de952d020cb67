"""What holds for bots of every strength."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.random_player import generator
from games.bots.strengths import CHOOSE, Strength
from games.engine.apply import apply
from games.engine.cases import SortedChance
from games.engine.commands import CLOSE, Draw, Pass, Play
from games.engine.position import set_up
from games.engine.state import HONOUR, OVER, RACE, State
from games.engine.visible import visible
from tests.bots.positions import CHOOSERS, POSITIONS, views
from tests.engine.test_visible import permuted


@pytest.mark.parametrize("strength", CHOOSERS)
@settings(max_examples=25, deadline=None)
@given(state=POSITIONS)
def test_whatever_a_bot_chooses_is_accepted(strength: str, state: State) -> None:
    at = state.now + 5000
    for view in views(state):
        command = CHOOSERS[strength](view, generator("x"), at)
        if command is not None:
            assert view.seat is not None
            apply(state.copy(), view.seat, command, at)


@pytest.mark.parametrize("strength", CHOOSERS)
@settings(max_examples=25, deadline=None)
@given(state=POSITIONS)
def test_the_seat_to_move_always_has_something_to_do(strength: str, state: State) -> None:
    if state.phase not in (RACE, HONOUR):
        assert CHOOSERS[strength](visible(state, state.turn), generator("x"), state.now) is not None


@pytest.mark.parametrize("strength", CHOOSERS)
@settings(max_examples=25, deadline=None)
@given(state=POSITIONS, data=st.data())
def test_the_cards_that_a_seat_cannot_see_do_not_change_its_choice(
    strength: str, state: State, data: st.DataObject
) -> None:
    choose = CHOOSERS[strength]
    for view in views(state):
        hidden = [card for s, hand in enumerate(state.hands) if s != view.seat for card in hand] + state.draw
        other = visible(permuted(state, view.seat, data.draw(st.permutations(hidden))), view.seat)
        assert choose(other, generator("x"), state.now) == choose(view, generator("x"), state.now)


@pytest.mark.parametrize("strength", CHOOSERS)
@settings(max_examples=10, deadline=None)
@given(state=POSITIONS)
def test_bots_play_a_round_to_its_end(strength: str, state: State) -> None:
    """A seat is asked in turn; who has nothing to do is passed over."""
    chance = generator("x")
    for _ in range(4000):  # rounds of many cards, swapped again and again, were seen to need 522
        if state.phase is OVER:
            return
        at = state.now + 1000
        for view in sorted(views(state), key=lambda view: view.seat == state.turn):
            command = CHOOSERS[strength](view, chance, at)
            turn = isinstance(command, Play | Draw | Pass)
            if command is not None and view.seat is not None and (not turn or view.seat == state.turn):
                apply(state, view.seat, command, at)
                break
        else:
            assert state.phase in (RACE, HONOUR), "the seat to move can always do something"
            apply(state, state.turn, CLOSE, at)
    pytest.fail("the round did not come to its end")


@pytest.mark.parametrize("strength", CHOOSERS)
def test_bots_that_hold_all_cards_and_can_play_none_end_the_round(strength: str) -> None:
    state = set_up({"hands": ["B1 B2", "G1 G2", "Y1 Y2"], "table": "R3", "draw": "", "discard": ""}, SortedChance())
    for _ in range(10):
        if state.phase is OVER:
            break
        command = CHOOSERS[strength](visible(state, state.turn), generator("x"), state.now)
        assert command is not None
        apply(state, state.turn, command, state.now + 1000)
    assert (state.phase, state.winner) == (OVER, None)


def test_every_strength_can_be_chosen() -> None:
    assert set(CHOOSE) == set(Strength)
    assert {str(strength) for strength in Strength} == set(CHOOSERS)
