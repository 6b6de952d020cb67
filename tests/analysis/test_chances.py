"""Chances: what the seat to move can reckon, and nothing that it cannot see."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.analysis.chances import Chances, estimate
from games.analysis.rounds import look_at
from games.bots import random_player
from games.bots.random_player import generator
from games.bots.sensible import plays
from games.engine.cards import CARD
from games.engine.notation import text
from games.engine.ruleset import MAS_UNO, rules_from
from games.engine.state import HONOUR, RACE, State
from games.engine.visible import View, visible
from games.services.simulation import play_round
from tests.bots.positions import POSITIONS
from tests.engine.test_visible import permuted

FEW = 30  # playouts: what is tested holds for any number


def dealt(seed: str = "s", preset: str = "mas") -> State:
    return play_round(seats=4, rules=rules_from({"preset": preset}), seed=seed).start


def a_card_away(state: State) -> View:
    """The seat to move has all its cards but one that fits back in the pile, and has said so."""
    hand = state.hands[state.turn]
    fits = next(card for card in hand if any(play.puts[0].card == card for play in plays(visible(state, state.turn))))
    hand.remove(fits)
    state.draw[:0], state.hands[state.turn] = hand, [fits]
    return visible(state, state.turn)


@pytest.mark.parametrize("preset", ["mas", "clasic"])
def test_who_is_to_move_and_a_fitting_card_away_wins(preset: str) -> None:
    view = a_card_away(dealt(preset=preset))
    chances = estimate(view, generator("x"), 200)
    assert chances.share(view.turn) > 0.99


def test_at_the_deal_nobody_is_far_ahead() -> None:
    view = visible(dealt(), dealt().turn)
    chances = estimate(view, generator("x"), 400)
    assert all(0.05 < chances.share(seat) < 0.6 for seat in range(4))


def test_fewer_cards_are_a_better_chance() -> None:
    state = dealt(preset="clasic")
    other = (state.turn + 2) % 4
    before = estimate(visible(state, state.turn), generator("x"), 400).share(other)
    state.draw[:0] = state.hands[other][:5]
    del state.hands[other][:5]
    assert estimate(visible(state, state.turn), generator("x"), 400).share(other) > before + 0.15


@settings(max_examples=40, deadline=None)
@given(state=POSITIONS)
def test_the_chances_of_all_and_of_nobody_are_the_whole(state: State) -> None:
    chances = estimate(visible(state, state.turn), generator("x"), FEW)
    if state.phase in (RACE, HONOUR):
        assert chances == Chances()
    else:
        assert 0 < chances.tried <= FEW
        assert sum(chances.wins) <= chances.tried
        assert sum(map(chances.share, range(len(state.hands)))) + chances.nobody == pytest.approx(1)


@settings(max_examples=40, deadline=None)
@given(state=POSITIONS, data=st.data())
def test_cards_that_the_seat_to_move_cannot_see_change_nothing(state: State, data: st.DataObject) -> None:
    """Neither the chances nor what is said of the move: every hidden card may be another one."""
    if state.phase in (RACE, HONOUR):
        return
    seat = state.turn
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand] + state.draw
    other = permuted(state, seat, data.draw(st.permutations(hidden)))
    move = random_player.choose(visible(state, seat), generator("x"), state.now)
    assert move is not None
    line = (seat, text(move), state.now + 1000)
    assert look_at(other, 0, line, "x", 0.02) == look_at(state, 0, line, "x", 0.02)


def test_they_depend_on_the_seed_alone() -> None:
    view = visible(dealt(), dealt().turn)
    assert estimate(view, generator("x"), 50) == estimate(view, generator("x"), 50)
    assert estimate(view, generator("x"), 50) != estimate(view, generator("y"), 50)


def test_a_position_that_is_no_deck_is_not_guessed_at() -> None:
    state = dealt()
    state.draw.append(CARD["R1"])
    assert estimate(visible(state, state.turn), generator("x"), 50) == Chances()
    assert estimate(visible(play_round(seats=4, rules=MAS_UNO, seed="s").start, None), generator("x"), 5) == Chances()
