"""Ladder seasons: who is called to a table, which scores count, how long one may not queue (§2.4)."""

from leagues.engine.ladder import Waiting, ban_minutes, best_of, called
from leagues.engine.scoring import POINT


def waiting(*ratings: int, waited: int = 20, **more) -> list[Waiting]:
    return [Waiting(number, rating, waited, {}, **more) for number, rating in enumerate(ratings)]


def test_equals_are_called_together() -> None:
    tables = called(waiting(1500, 1900, 1510, 1890, 1490, 1905, 1505, 1910), 4, 3, "s")
    assert sorted(map(sorted, tables)) == [[0, 2, 4, 6], [1, 3, 5, 7]]


def test_nobody_is_called_while_too_few_wait() -> None:
    assert called(waiting(1500, 1500), 4, 3, "s") == ()
    assert called([], 4, 2, "s") == ()


def test_a_table_is_never_smaller_than_the_least_and_who_came_last_waits() -> None:
    queue = [Waiting(number, 1500, 100 - number, {}) for number in range(5)]
    assert sorted(map(sorted, called(queue, 4, 3, "s"))) == [[0, 1, 2, 3]]
    assert sum(map(len, called(queue, 4, 2, "s"))) == 5


def test_who_met_in_the_last_game_is_called_to_another_table() -> None:
    queue = waiting(*[1500] * 8)
    met = [
        Waiting(one.entrant, 1500, 20, {}, frozenset(range(4)) - {one.entrant}) if one.entrant < 4 else one
        for one in queue
    ]
    tables = called(met, 4, 3, "s")
    assert [sum(one < 4 for one in seats) for seats in tables] == [2, 2]


def test_meetings_of_the_day_part_equals() -> None:
    queue = [Waiting(number, 1500, 20, {number ^ 1: 2}) for number in range(4)]
    assert all({0, 1} != set(seats) for seats in called(queue, 2, 2, "s"))


def test_the_same_queue_and_seed_call_the_same_tables() -> None:
    queue = waiting(*range(1300, 1800, 30))
    assert called(queue, 4, 3, "s") == called(queue[::-1], 4, 3, "s")


def test_the_best_ten_count_and_fewer_than_five_are_not_ranked() -> None:
    scores = [POINT // 3 * (number % 4) for number in range(12)]
    found = best_of(scores)
    assert found.points == sum(sorted(scores)[-10:])
    assert len(found.counting) == 10
    assert found.ranked
    assert not best_of(scores[:4]).ranked
    assert best_of(scores[:4]).points == sum(scores[:4])


def test_leaving_costs_five_minutes_then_twice_as_long_up_to_a_day() -> None:
    assert [ban_minutes(times) for times in (0, 1, 2, 3, 9, 10, 50)] == [0, 5, 10, 20, 1280, 1440, 1440]
