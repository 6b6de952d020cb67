"""S1: what a table is worth, exactly."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.engine.scoring import POINT, Preset, Scoring, bye_value, requested_value, shares, shown, whole

PLACES = st.lists(st.integers(1, 5), min_size=2, max_size=10)
WAYS = st.sampled_from([Scoring(), Scoring(Preset.PLACES), Scoring(Preset.WINNER)])


@given(PLACES)
def test_a_share_is_what_was_beaten_and_half_of_what_was_tied(places: list[int]) -> None:
    for place, got in zip(places, shares(places), strict=True):
        behind = sum(other > place for other in places)
        tied = places.count(place) - 1
        assert whole(got) == (behind + Fraction(tied, 2)) / (len(places) - 1)


@given(PLACES)
def test_the_mean_share_is_a_half_at_every_size(places: list[int]) -> None:
    assert sum(shares(places)) * 2 == POINT * len(places)


@given(PLACES, WAYS)
def test_a_better_place_never_scores_less_and_equal_places_the_same(places: list[int], scoring: Scoring) -> None:
    got = scoring.table(places)
    for one, mine in zip(places, got, strict=True):
        for other, theirs in zip(places, got, strict=True):
            assert (one == other) <= (mine == theirs)
            assert (one < other) <= (mine >= theirs)


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ([1, 2, 3, 4], [5, 3, 2, 1]),
        ([3, 1, 2], [1, 5, 3]),
        ([1, 1, 3, 4], [4, 4, 2, 1]),
        ([1, 2, 2], [5, 2, 2]),
        ([1, 2], [5, 1]),
        ([1, 2, 3, 4, 5], [6, 4, 3, 2, 1]),
    ],
)
def test_tied_places_share_their_points(places: list[int], points: list[int]) -> None:
    assert Scoring(Preset.PLACES).table(places) == [POINT * one for one in points]


def test_winner_takes_three_and_shared_firsts_one() -> None:
    assert Scoring(Preset.WINNER).table([2, 1, 3]) == [0, 3 * POINT, 0]
    assert Scoring(Preset.WINNER).table([1, 1, 3]) == [POINT, POINT, 0]


def test_own_lists_hold_for_their_size_and_are_fitted_to_others() -> None:
    scoring = Scoring.from_mapping({"preset": "own", "lists": {"4": [10, 6, 3, 1], "3": [8, 4, 1]}})
    assert scoring.table([1, 2, 3, 4]) == [10 * POINT, 6 * POINT, 3 * POINT, POINT]
    assert scoring.table([1, 2, 3]) == [8 * POINT, 4 * POINT, POINT]
    assert scoring.table([1, 2]) == [8 * POINT, 4 * POINT]
    assert scoring.table([1, 2, 3, 4, 5])[-1] == 0


@pytest.mark.parametrize(
    "values",
    [
        {"preset": "luck"},
        {"preset": "own"},
        {"preset": "own", "lists": {"4": [3, 2, 1]}},
        {"preset": "own", "lists": {"1": [3]}},
        {"preset": "share", "lists": {"2": [3, 1]}},
        {"preset": "own", "lists": {"2": ["x", 1]}},
    ],
)
def test_what_cannot_be_scored_is_refused(values: dict) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Scoring.from_mapping(values)


def test_no_word_means_shares() -> None:
    assert Scoring.from_mapping({}) == Scoring()


def test_byes_are_worth_three_quarters_or_a_duel_won_and_one_asked_for_half_once() -> None:
    assert bye_value(Scoring(), 4) == POINT * 3 // 4
    assert bye_value(Scoring(), 2) == POINT
    assert bye_value(Scoring(Preset.PLACES), 4) == 5 * POINT * 3 // 4
    assert [requested_value(Scoring(), 4, earlier) for earlier in (0, 1, 2)] == [POINT // 2, 0, 0]


def test_points_are_shown_ten_times_with_two_decimals() -> None:
    assert [shown(points) for points in (0, POINT, POINT // 3, -POINT // 2, POINT * 2)] == [
        "0.00", "10.00", "3.33", "-5.00", "20.00"
    ]  # fmt: skip


def test_a_table_of_one_is_worth_nothing() -> None:
    assert Scoring().table([1]) == [0]
    assert Scoring().table([]) == []
