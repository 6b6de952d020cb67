import pytest

from games.engine.match import match_over, next_dealer, places
from games.engine.ruleset import Ending

TARGET, ROUNDS, SINGLE = Ending("target", 500), Ending("rounds", 3), Ending("single")


@pytest.mark.parametrize(
    ("ending", "totals", "rounds", "over"),
    [
        (TARGET, [499, 0], 9, False),
        (TARGET, [500, 0], 1, True),
        (ROUNDS, [900, 0], 2, False),
        (ROUNDS, [0, 0], 3, True),
        (SINGLE, [0, 0], 1, True),
    ],
)
def test_a_match_ends_as_agreed(ending, totals, rounds, over):
    assert match_over(ending, totals, rounds) is over


def test_places_go_by_points_and_equal_is_equal():
    assert places(ROUNDS, [120, 300, 120, 0]) == [2, 1, 2, 4]
    assert places(ROUNDS, [300, 300, 10]) == [1, 1, 3]


def test_who_left_is_behind_all_who_stayed_the_earliest_last():
    assert places(TARGET, [400, 500, 0, 450], left=[0, 3]) == [4, 1, 2, 3]


def test_a_single_rounds_winner_is_first_alone_and_the_others_go_by_points_in_hand():
    assert places(SINGLE, [0, 30, 0, 0], winner=1, in_hand=[12, 0, 6, 12]) == [3, 1, 2, 3]
    assert places(SINGLE, [0, 0], winner=0, in_hand=[0, 0]) == [1, 2]


def test_a_blocked_single_goes_by_points_in_hand():
    assert places(SINGLE, [0, 0, 0], winner=None, in_hand=[5, 40, 5]) == [1, 3, 1]


def test_the_deal_goes_to_the_next_seat_still_in_the_match():
    assert next_dealer(0, 4, []) == 1
    assert next_dealer(3, 4, []) == 0
    assert next_dealer(0, 4, [1, 2]) == 3
    assert next_dealer(2, 4, [0, 1, 3]) == 2
