"""A season's dry run says before publishing what the season will be."""

import pytest

from leagues.engine.dryrun import Day, days_of, knockout, ladder, round_robin, swiss
from leagues.engine.fixed import schedule
from leagues.engine.seats import seated


def test_a_round_robin_is_laid_out_exactly_as_it_will_be_played() -> None:
    found = round_robin(16, 4, 5, "s")
    assert found.schedule == seated(schedule(16, 4, 5, "s"))
    assert found.repeats == found.unavoidable == 0
    assert found.fewest_met == 15
    assert all(sum(row) == 15 and row[number] == 0 for number, row in enumerate(found.matrix))


def test_the_meetings_matrix_is_symmetric() -> None:
    matrix = round_robin(15, 4, 5, "s").matrix
    assert all(matrix[one][two] == matrix[two][one] for one in range(15) for two in range(15))


def test_byes_and_short_tables_are_told() -> None:
    assert set(round_robin(7, 2, 7, "s").byes) == {1}
    found = round_robin(15, 4, 5, "s")
    assert set(found.byes) == {0}
    assert sum(found.short) == 15
    assert found.short_spread <= 1


def test_a_swiss_season_is_played_with_results_by_lot() -> None:
    found = swiss(21, 2, 5, "s")
    assert len(found.schedule) == 5
    assert sum(found.byes) == 5
    assert found == swiss(21, 2, 5, "s")
    assert found.schedule != swiss(21, 2, 5, "t").schedule


def test_too_many_rounds_are_told_as_dense_with_the_repeats_that_must_be() -> None:
    found = round_robin(16, 4, 6, "s")
    assert found.dense
    assert found.unavoidable == 24
    assert found.repeats >= found.unavoidable


def test_days_follow_from_the_start_and_the_length_of_a_round() -> None:
    assert days_of(100, 3, 7) == (Day(1, 100, 107), Day(2, 107, 114), Day(3, 114, 121))
    assert days_of(100, 2, 7, between=3)[1] == Day(2, 110, 117)


def test_an_evening_a_round_opens_and_ends_the_same_day() -> None:
    assert days_of(100, 2, 0) == (Day(1, 100, 100), Day(2, 101, 101))


def test_a_dry_run_carries_its_days() -> None:
    days = days_of(5, 5, 7)
    assert round_robin(16, 4, 5, "s", days).days == days


def test_a_knockout_comes_down_to_one_final_with_fewer_each_round() -> None:
    found = knockout(37, 4, "s")
    seated = [sum(sizes) for sizes in found.tables]
    assert seated == [37, 16, 8, 4]
    assert len(found.tables[-1]) == 1
    assert found == knockout(37, 4, "s")


def test_a_ladder_lets_everybody_play_about_as_often_as_was_said() -> None:
    found = ladder(24, 4, 3, 10, "s")
    played = [0] * 24
    for tables in found.schedule:
        for one in (one for seats in tables for one in seats):
            played[one] += 1
    assert 230 <= sum(played) <= 260
    assert min(played) >= 6


def test_the_distribution_counts_every_pair_once() -> None:
    found = round_robin(16, 4, 6, "s")
    assert sum(pairs for _, pairs in found.distribution) == 16 * 15 // 2
    assert sum(times * pairs for times, pairs in found.distribution) == 6 * 4 * 6


@pytest.mark.parametrize("entrants", [100, 200])
def test_a_large_swiss_season_is_tried_out_too(entrants: int) -> None:
    found = swiss(entrants, 4, 6, "s")
    assert len(found.schedule) == 6
    assert found.repeats == 0
