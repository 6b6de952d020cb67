"""Imagined rounds look like the real one to the seat that imagines them."""

from collections import Counter
from typing import Any

from hypothesis import given, settings

from games.bots.deals import Dealer, acted_last, gone, unseen
from games.bots.random_player import generator
from games.engine.cards import CARD, NAMES
from games.engine.position import set_up
from games.engine.ruleset import MAS_UNO
from games.engine.state import HONOUR, RACE, State
from games.engine.visible import View, visible
from games.services.simulation import conserved, play_round
from tests.bots.positions import POSITIONS, views


@settings(max_examples=80, deadline=None)
@given(state=POSITIONS)
def test_an_imagined_round_has_the_cards_of_the_real_one(state: State) -> None:
    for view in views(state):
        cards = unseen(view)
        assert cards is not None
        for _ in range(2):
            assert conserved(Dealer(view, cards, generator("x")).deal()) == conserved(state)


@settings(max_examples=80, deadline=None)
@given(state=POSITIONS)
def test_an_imagined_round_looks_the_same_to_who_imagines_it(state: State) -> None:
    if state.phase in (RACE, HONOUR):
        return  # nobody thinks then
    for view in views(state):
        cards = unseen(view)
        assert cards is not None
        # A challenge is not imagined.
        assert visible(Dealer(view, cards, generator("x")).deal(), view.seat) == view._replace(challenge=None)


def test_the_others_get_other_cards_every_time() -> None:
    view = visible(play_round(seats=4, rules=MAS_UNO, seed="s").start, 0)
    cards = unseen(view)
    assert cards is not None
    dealer = Dealer(view, cards, generator("x"))
    hands = {tuple(dealer.deal().hands[1]) for _ in range(20)}
    assert len(hands) == 20


def test_cards_that_are_not_the_deck_are_not_guessed() -> None:
    assert unseen(a_view(hands=["R1 R2", "G1 G2"], table="R3", draw="B1 B2")) is None
    state = play_round(seats=2, rules=MAS_UNO, seed="s").start
    assert unseen(visible(state, None)) is None


def test_who_acted_last_is_seen_through_skips_and_turns() -> None:
    assert acted_last(a_view(table="R3")) == 3
    assert acted_last(a_view(table="R3", direction=-1)) == 1
    assert acted_last(a_view(table="RS", discard="R1")) == 2
    assert acted_last(a_view(table="GS", discard="R1 RS")) == 1


def test_who_put_a_number_has_mostly_nothing_left_that_fits_it() -> None:
    row = gone(a_view(table="R3")._replace(moves=1))
    assert {NAMES[card][0] for card in CARD.values() if row[card]} == {"R", "G", "B", "Y", "W"}
    assert not row[CARD["G5"]]
    assert not any(gone(a_view(table="RD")._replace(moves=1)))
    assert not any(gone(a_view(table="R3")))  # the first card is nobody's


def a_view(**start: Any) -> View:
    hands = {"hands": ["R1 R2", "G1 G2", "B1", "B2"]}
    return visible(set_up(hands | start, _NoChance()), 0)


class _NoChance:
    def shuffle(self, label: str, cards: list[int]) -> list[int]:
        raise AssertionError

    def picker(self, label: str) -> Any:
        raise AssertionError


def test_the_seat_that_acted_last_gets_fewer_fitting_cards() -> None:
    state = play_round(seats=4, rules=MAS_UNO, seed="s").start
    state.table, state.colour, state.moves = state.table, state.colour, 1
    view = visible(state, state.turn)
    cards = unseen(view)
    assert cards is not None
    dealer, row, held = Dealer(view, cards, generator("x")), gone(view), Counter[int]()
    for _ in range(300):
        round_ = dealer.deal()
        held.update({seat: sum(row[card] for card in hand) for seat, hand in enumerate(round_.hands)})
    last, other = acted_last(view), (view.turn + view.direction) % 4
    assert any(row)
    assert held[last] < 0.7 * held[other]
