from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import CARD, NAMES
from games.engine.deal import deal
from games.engine.deck import deck_for
from games.engine.ruleset import CLASIC, MAS_UNO, rules_from
from games.engine.shuffle import SeededChance


class Stacked:
    """A pile that lies as it is told, the next card first; asked again, it gives the next pile."""

    def __init__(self, *piles: str) -> None:
        self.piles = [[CARD[name] for name in pile.split()] for pile in piles]
        self.labels: list[str] = []

    def shuffle(self, label, cards):
        self.labels.append(label)
        pile = self.piles.pop(0)
        return pile + list((Counter(cards) - Counter(pile)).elements())

    def picker(self, label):
        raise AssertionError("nothing is picked in a deal")


def dealt(*piles: str, seats: int = 3, dealer: int = 0, rules=MAS_UNO):
    rules = rules_from({**rules.to_mapping(), "hand_size": 1})
    chance = Stacked(*piles)
    return deal(rules, seats, dealer, chance), chance


def test_a_deck_has_108_cards_and_those_agreed_on():
    assert len(deck_for(CLASIC, 4)) == 108
    rules = rules_from({"swap_hands_cards": 2, "mas_uno_card": True, "custom_rules": [["again"], ["reverse"]]})
    extra = Counter(deck_for(rules, 4)) - Counter(deck_for(CLASIC, 4))
    assert {NAMES[card]: count for card, count in extra.items()} == {"WH": 2, "W1": 1, "W2": 1, "WM": 1}


@pytest.mark.parametrize(
    ("seats", "hand_size", "decks"),
    [(2, 7, 1), (10, 7, 1), (11, 7, 2), (20, 7, 2), (21, 7, 3), (10, 20, 3), (4, 20, 2)],
)
def test_there_are_as_many_decks_as_seats_and_hands_need(seats, hand_size, decks):
    rules = rules_from({"preset": "clasic", "hand_size": hand_size})
    assert len(deck_for(rules, seats)) == 108 * decks


@given(st.integers(2, 40), st.binary(max_size=3), st.integers(0, 39))
def test_a_deal_gives_every_seat_its_hand_and_starts_with_a_card_that_may(seats, seed, dealer):
    state = deal(MAS_UNO, seats, dealer % seats, SeededChance(seed))
    assert [len(hand) for hand in state.hands] == [7] * seats
    assert NAMES[state.table] not in ("WD", "WH", "W1", "W2", "W3", "WM")
    assert Counter([*state.draw, state.table, *(card for hand in state.hands for card in hand)]) == Counter(
        deck_for(MAS_UNO, seats)
    )


def test_cards_go_round_from_the_seat_after_the_dealer():
    state, _ = dealt("R1 R2 R3 B5", dealer=1)
    assert [NAMES[hand[0]] for hand in state.hands] == ["R2", "R3", "R1"]
    assert (NAMES[state.table], state.turn, state.direction) == ("B5", 2, 1)


def test_a_first_card_that_may_not_lie_is_shuffled_in_again():
    state, chance = dealt("R1 R2 R3 WD", "WH", "B5")
    assert chance.labels == ["deck0", "first1", "first2"]
    assert NAMES[state.table] == "B5"
    assert len(state.draw) == 109 - 3 - 1


@pytest.mark.parametrize(
    ("first", "turn", "direction", "attack"),
    [("B5", 1, 1, 0), ("BS", 2, 1, 0), ("BR", 0, -1, 0), ("BD", 1, 1, 2), ("WC", 1, 1, 0), ("B7", 1, 1, 0)],
)
def test_the_first_card_has_its_effect(first, turn, direction, attack):
    state, _ = dealt(f"R1 R2 R3 {first}")
    assert (state.turn, state.direction, state.attack) == (turn, direction, attack)


def test_a_colour_change_first_leaves_the_colour_open():
    state, _ = dealt("R1 R2 R3 WC")
    assert state.colour == 4


@pytest.mark.parametrize(("seats", "dealer"), [(1, 0), (0, 0), (3, 3), (3, -1)])
def test_a_round_needs_two_seats_and_one_of_them_to_deal(seats, dealer):
    with pytest.raises(ValueError, match="two seats"):
        deal(MAS_UNO, seats, dealer, SeededChance(b""))
