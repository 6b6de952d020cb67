"""P10: nobody who earned a place ends lower, nobody is lost or doubled, and once is as good as twice."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.engine.promotion import Levels, Move, Rule, Share, transition
from tests.leagues.seasons import FULL


@pytest.mark.parametrize("block", range(10))
def test_random_seasons_keep_every_promise(block: int) -> None:
    """Ten blocks of 200 seasons: 1 to 6 divisions, up to a quarter leaves."""
    for seed in range(block * 200, block * 200 + (200 if FULL else 60)):
        chance = random.Random(seed)
        numbers = iter(range(10_000))
        divisions = [[next(numbers) for _ in range(chance.randint(8, 20))] for _ in range(chance.randint(1, 6))]
        share = chance.random() / 4
        leavers = {one for ranked in divisions for one in ranked if chance.random() < share}
        newcomers = [next(numbers) for _ in range(chance.randint(0, 12))]
        rule = Rule(chance.choice(list(Share)), chance.randint(0, 5))
        places = transition(divisions, rule=rule, leavers=leavers, newcomers=newcomers)
        staying = [one for ranked in divisions for one in ranked if one not in leavers]
        assert sorted(place.entrant for place in places) == sorted(staying + newcomers)
        assert all(place.level <= place.earned for place in places)
        levels = sorted({place.level for place in places})
        assert levels == list(range(1, len(levels) + 1))
        levelled = Levels().after("season 1", places)
        assert levelled.after("season 1", transition(divisions)) == levelled


def test_sizes_stay_near_the_target() -> None:
    sizes: Counter[int] = Counter()
    for seed in range(1_000 if FULL else 200):
        chance = random.Random(seed)
        divisions = [list(range(16 * level, 16 * level + 16)) for level in range(chance.randint(2, 6))]
        leavers = {one for ranked in divisions for one in ranked if chance.random() < 0.1}
        sizes.update(Counter(place.level for place in transition(divisions, leavers=leavers)).values())
    inside = sum(count for size, count in sizes.items() if 12 <= size <= 20)
    assert inside >= 0.98 * sum(sizes.values())


@given(st.integers(2, 40), st.integers(2, 40), st.sampled_from(Share), st.integers(0, 50))
def test_never_more_than_a_third_changes_place(upper: int, lower: int, share: Share, count: int) -> None:
    assert 0 <= Rule(share, count).moving(upper, lower) <= min(upper, lower) // 3


def test_the_first_go_up_and_the_last_go_down() -> None:
    places = {place.entrant: place for place in transition([list(range(16)), list(range(16, 32))])}
    assert [one for one, place in places.items() if place.move == Move.DOWN] == [13, 14, 15]
    assert [one for one, place in places.items() if place.move == Move.UP] == [16, 17, 18]
    assert Counter(place.level for place in places.values()) == {1: 16, 2: 16}
    assert places[16].level == 1
    assert places[15].level == 2


def test_newcomers_come_last_by_rating_into_a_division_of_their_own_or_the_last() -> None:
    places = transition([list(range(16))], newcomers=range(90, 98))
    assert [place.entrant for place in places][-8:] == list(range(90, 98))
    assert {place.level for place in places[-8:]} == {2}
    assert {place.level for place in transition([list(range(16))], newcomers=[90, 91])} == {1}
    assert places[-1].move == Move.NEW


def test_a_rule_is_read_as_it_is_stored() -> None:
    assert Rule.from_mapping({}) == Rule()
    assert Rule.from_mapping({"kind": "fixed", "count": 3}) == Rule(Share.FIXED, 3)


def test_another_season_moves_everybody_again() -> None:
    first = transition([[1, 2, 3], [4, 5, 6]], rule=Rule(target=3))
    later = Levels().after("season 1", first).after("season 2", ())
    assert later.places == ()
    assert later.done == {"season 1", "season 2"}
