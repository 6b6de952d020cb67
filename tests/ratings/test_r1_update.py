"""R1: one duel is what openskill makes of it, and no table is unjust to equals."""

from datetime import UTC, datetime
from math import isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from games.ratings.book import Book, Seat, Table
from games.ratings.standing import START, Standing, day_of, idle, idle_days, is_provisional, label, shown
from games.ratings.update import KAPPA, TAU, Entry, information, meeting_weight, rate, share_of_beaten
from tests.ratings.population import FULL

ROUNDING = 1e-9


standings = st.builds(Standing, st.floats(-20, 70), st.floats(0.5, 9))


@given(standings, standings, st.floats(1, 40), st.sampled_from([(1, 2), (2, 1), (1, 1)]))
@settings(max_examples=3_000 if FULL else 300, deadline=None)
def test_a_duel_is_rated_as_openskill_does(
    one: Standing, other: Standing, noise: float, places: tuple[int, int]
) -> None:
    oracle = BradleyTerryFull(beta=noise, kappa=KAPPA, tau=TAU, gamma=lambda *_, **__: 1.0)
    teams = [[oracle.rating(mu=standing.mu, sigma=standing.sigma)] for standing in (one, other)]
    theirs = oracle.rate(teams, ranks=list(places))
    ours = rate([Entry(one, places[0]), Entry(other, places[1])], noise)
    for outcome, [rating] in zip(ours, theirs, strict=True):
        assert isclose(outcome.standing.mu, rating.mu, abs_tol=ROUNDING)
        assert isclose(outcome.standing.sigma, rating.sigma, abs_tol=ROUNDING)


places = st.lists(st.integers(1, 10), min_size=2, max_size=10)


@settings(deadline=None)
@given(places, st.floats(-10, 60), st.floats(0.5, 9), st.floats(1, 40))
def test_of_equals_the_better_place_never_gets_less_and_a_tie_gets_the_same(
    places: list[int], mu: float, sigma: float, noise: float
) -> None:
    outcomes = rate([Entry(Standing(mu, sigma), place) for place in places], noise)
    for place, outcome in zip(places, outcomes, strict=True):
        for other_place, other in zip(places, outcomes, strict=True):
            if place < other_place:
                assert outcome.standing.mu >= other.standing.mu - ROUNDING
            elif place == other_place:
                assert isclose(outcome.standing.mu, other.standing.mu, abs_tol=ROUNDING)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 50), st.integers(1, 10)), min_size=2, max_size=10),
    st.floats(0.5, 9),
    st.floats(1, 40),
)
def test_among_equally_sure_ratings_nothing_is_won_that_is_not_lost(
    players: list[tuple[float, int]], sigma: float, noise: float
) -> None:
    outcomes = rate([Entry(Standing(mu, sigma), place) for mu, place in players], noise)
    assert isclose(sum(outcome.standing.mu for outcome in outcomes), sum(mu for mu, _ in players), abs_tol=1e-7)


def test_equal_losers_lose_equally() -> None:
    first, *losers = rate([Entry(START, 1), Entry(START, 2), Entry(START, 2), Entry(START, 2)], 9.66)
    assert len({loser.standing for loser in losers}) == 1
    assert first.standing.mu > START.mu > losers[0].standing.mu


@pytest.mark.parametrize("players", range(2, 11))
def test_a_doubt_only_shrinks_by_playing_and_never_to_nothing(players: int) -> None:
    standing = START
    for _ in range(50):
        after = rate([Entry(standing, k + 1) for k in range(players)], 0.01)[0].standing
        assert 0 < after.sigma < standing.sigma or standing.sigma < 1
        standing = after


def test_a_ranking_tells_less_a_duel_the_more_players_it_has() -> None:
    weights = [round(information(players), 3) for players in range(2, 11)]
    assert weights == [1.0, 0.778, 0.639, 0.543, 0.473, 0.420, 0.377, 0.343, 0.314]


def test_who_meet_often_count_less() -> None:
    weights = [round(meeting_weight(earlier), 3) for earlier in (0, 1, 2, 3, 5, 11, 29)]
    assert weights == [1.0, 1.0, 1.0, 0.523, 0.21, 0.044, 0.006]


def test_the_parts_of_a_change_are_the_whole_of_it() -> None:
    entries = [Entry(Standing(20.0 + 3 * k, 3.0 + k), place) for k, place in enumerate([2, 1, 2, 4])]
    for entry, outcome in zip(entries, rate(entries, 9.66), strict=True):
        gains = sum(duel.gain for duel in outcome.reasons)
        assert isclose(outcome.standing.mu, entry.standing.mu + gains, abs_tol=ROUNDING)
        assert [duel.other for duel in outcome.reasons] == [k for k in range(4) if entries[k] is not entry]


def test_a_table_score_is_the_share_of_opponents_beaten() -> None:
    entries = [Entry(START, 1), Entry(START, 2), Entry(START, 2), Entry(START, 4, left=True)]
    assert [share_of_beaten(entries, k) for k in range(4)] == [5040, 2520, 2520, 0]


def test_a_rating_begins_at_1500_and_doubtful() -> None:
    assert (label(*START), label(25.96, 4.17), shown(24.0)) == ("1500?", "1523", 1476)


def test_a_year_without_a_game_brings_the_question_mark_back() -> None:
    assert not is_provisional(idle(Standing(30.0, 2.5), 363).sigma)
    assert is_provisional(idle(Standing(30.0, 2.5), 366).sigma)
    assert idle(Standing(30.0, 2.5), 100_000) == Standing(30.0, START.sigma)
    assert idle(Standing(30.0, 2.5), 0) == Standing(30.0, 2.5)


def test_idle_are_the_days_on_which_nothing_was_rated() -> None:
    monday = day_of(datetime(2026, 11, 30, 9, tzinfo=UTC))
    assert [idle_days(monday, monday + later) for later in (0, 0.5, 1, 1.6, 1.7, 2, 366)] == [0, 0, 0, 0, 1, 1, 365]
    assert idle_days(monday + 0.5, monday) == 0, "who settles later may have looked at the clock before"


def test_who_plays_every_day_grows_no_more_doubtful_than_by_the_tables() -> None:
    daily, at_once = Book(), Book()
    for match in range(30):
        table = Table(match + match % 2 * 0.9, 9.66, (Seat(1, 1), Seat(2, 2)))
        assert daily.settle(table) == at_once.settle(table._replace(day=0.0))
