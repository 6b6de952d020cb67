"""The same hour on later days, where clocks go forward and back: a rule for every time of a league."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from leagues.presenters.ladder import opens_next
from leagues.services.ladders import is_shut
from leagues.wall_clock import days_later, moment_at, moved, shown, standstill

HERE = "Europe/Bucharest"
# The clocks of Bucharest go forward at three on the 28th of March 2027, and back at four on the 31st of October.
MISSING, TWICE = "2027-03-28 03:30", "2027-10-31 03:30"


def at(wall: str, zone: str = HERE) -> datetime:
    return moment_at(datetime.fromisoformat(wall), zone)


def told(moment: datetime, zone: str = HERE) -> str:
    return f"{shown(moment, zone):%Y-%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("zone", "first"),
    [
        (HERE, "2027-03-23 19:00"),
        (HERE, "2027-10-26 19:00"),
        ("America/New_York", "2027-03-10 00:30"),
        ("Australia/Lord_Howe", "2027-03-30 23:45"),
    ],
)
def test_a_week_later_the_clocks_show_the_same_hour(zone: str, first: str) -> None:
    later = days_later(at(first, zone), 7, zone)
    assert shown(later, zone) - shown(at(first, zone), zone) == timedelta(days=7)
    assert later - at(first, zone) != timedelta(days=7)
    assert days_later(later, -7, zone) == at(first, zone)


def test_an_hour_that_is_left_out_is_so_much_later_and_only_on_that_day() -> None:
    assert told(at(MISSING)) == "2027-03-28 04:30"
    days = [days_later(at("2027-03-27 03:30"), count, HERE) for count in range(3)]
    assert [told(day) for day in days] == ["2027-03-27 03:30", "2027-03-28 04:30", "2027-03-29 03:30"]


def test_of_an_hour_that_is_shown_twice_it_is_the_first() -> None:
    first = datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    assert at(TWICE) == first
    days = [days_later(at("2027-10-30 03:30"), count, HERE) for count in range(3)]
    assert days[1] == first
    assert [told(day) for day in days] == ["2027-10-30 03:30", "2027-10-31 03:30", "2027-11-01 03:30"]


def test_what_begins_in_the_second_of_two_equal_hours_begins_then() -> None:
    second = datetime(2027, 10, 31, 1, 30, tzinfo=UTC)
    assert days_later(second, 0, HERE) == second
    assert told(days_later(second, 1, HERE)) == "2027-11-01 03:30"


def test_after_a_standstill_of_days_it_is_the_same_hour_and_after_one_of_hours_so_much_later() -> None:
    days = standstill(at("2027-03-20 12:00"), at("2027-04-03 12:00"), HERE)
    assert days == (14, timedelta())
    assert told(moved(at("2027-03-23 19:00"), days, HERE)) == "2027-04-06 19:00"
    night = standstill(at("2027-03-27 20:00"), at("2027-03-28 10:00"), HERE)
    assert night == (0, timedelta(hours=13))
    assert moved(at("2027-03-27 20:30"), night, HERE) == at("2027-03-28 10:30")


@pytest.mark.parametrize("until", ["2027-03-28 02:30", MISSING, "2027-10-31 02:59", TWICE, "2027-10-31 04:10"])
def test_what_was_ahead_of_a_standstill_is_ahead_after_it(until: str) -> None:
    for hours in (1, 5, 24, 49):
        since = at(until) - timedelta(hours=hours)
        still = standstill(since, at(until), HERE)
        assert moved(since, still, HERE) == at(until)
        assert still.rest >= timedelta()


def kept(*hours: list[int]) -> SimpleNamespace:
    return SimpleNamespace(open_hours=list(hours), league=SimpleNamespace(zone=HERE))


@pytest.mark.parametrize("first", ["2027-03-27 20:00", "2027-10-30 20:00"])
@pytest.mark.parametrize("hours", [[6 * 48 + 7, 6 * 48 + 9], [6 * 48 + 5, 6 * 48 + 7], [6 * 48 + 38, 6 * 48 + 44]])
def test_a_ladder_that_is_shut_says_when_it_really_opens(first: str, hours: list[int]) -> None:
    season, now = kept(hours), at(first)
    for minutes in range(0, 12 * 60, 10):
        moment = now + timedelta(minutes=minutes)
        if is_shut(season, moment):
            later = (moment + timedelta(minutes=10 * step) for step in range(1, 2000))
            assert opens_next(season, moment) == next(one for one in later if not is_shut(season, one))


def test_a_ladder_whose_only_hour_is_left_out_opens_a_week_later() -> None:
    season = kept([6 * 48 + 6, 6 * 48 + 8])  # on Sundays from 3 to 4
    opens = opens_next(season, at("2027-03-27 20:00"))
    assert opens is not None
    assert told(opens) == "2027-04-04 03:00"
