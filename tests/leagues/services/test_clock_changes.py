"""Seasons over a change of the clocks: rounds, deadlines, reminders and pauses stay at their hour."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.services.demo import NAMES, invented
from leagues.models import League, LeagueDue, LeagueTable, Matchday, Season
from leagues.services import clock, demo, publishing, seasons, simulation
from leagues.services.simulation import Wish
from tests.leagues.services.league import NOON, player, published, season_of
from tests.leagues.test_wall_clock import HERE, at, told

pytestmark = pytest.mark.django_db
SPRING, AUTUMN = "2027-03-23 19:00", "2027-10-26 19:00"


def started(first: str, *, zone: str = HERE, count: int = 8, **plan: object) -> list[Matchday]:
    """The rounds of a season that begins at this hour of its league's clocks."""
    season = season_of(count, opens_at=at(first, zone), **plan)
    League.objects.update(zone=zone)
    seasons.begin(season=season, by=season.league.owner, now=NOON)
    return days()


def days() -> list[Matchday]:
    return list(Matchday.objects.order_by("number").select_related("division__season__league__owner"))


def hours(rounds: list[Matchday], zone: str = HERE) -> list[str]:
    """When each round opens, and when the last one closes."""
    return [told(moment, zone) for moment in [*[day.opens_at for day in rounds], rounds[-1].deadline_at]]


@pytest.mark.parametrize(
    ("zone", "first", "rest"),
    [
        (HERE, SPRING, ["2027-03-30 19:00", "2027-04-06 19:00", "2027-04-13 19:00"]),
        (HERE, AUTUMN, ["2027-11-02 19:00", "2027-11-09 19:00", "2027-11-16 19:00"]),
        ("America/New_York", "2027-03-09 20:15", ["2027-03-16 20:15", "2027-03-23 20:15", "2027-03-30 20:15"]),
    ],
)
def test_weekly_rounds_open_and_close_at_the_hour_of_the_first(zone: str, first: str, rest: list[str]) -> None:
    rounds = started(first, zone=zone, rounds=3)
    assert hours(rounds, zone) == [first, *rest]
    assert [day.deadline_at for day in rounds[:-1]] == [day.opens_at for day in rounds[1:]]


def test_a_round_whose_hour_is_left_out_opens_as_the_clocks_go_on_and_the_next_at_its_own() -> None:
    rounds = started("2027-03-27 03:30", rounds=3, round_days=1)
    assert hours(rounds) == ["2027-03-27 03:30", "2027-03-28 04:30", "2027-03-29 03:30", "2027-03-30 03:30"]


def test_a_round_whose_hour_comes_twice_opens_at_the_first() -> None:
    rounds = started("2027-10-30 03:30", rounds=3, round_days=1)
    assert rounds[1].opens_at == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    assert hours(rounds) == ["2027-10-30 03:30", "2027-10-31 03:30", "2027-11-01 03:30", "2027-11-02 03:30"]


def test_a_season_begun_in_the_second_of_two_equal_hours_begins_then() -> None:
    season, now = season_of(8, rounds=2), datetime(2027, 10, 31, 1, 30, tzinfo=UTC)
    seasons.begin(season=season, by=season.league.owner, now=now)
    assert days()[0].opens_at == now
    assert hours(days()) == ["2027-10-31 03:30", "2027-11-07 03:30", "2027-11-14 03:30"]


@pytest.mark.parametrize(("first", "last"), [(SPRING, "2027-04-02 19:00"), (AUTUMN, "2027-11-05 19:00")])
def test_a_ladder_ends_at_the_hour_at_which_it_began(first: str, last: str) -> None:
    plan = {"format": Season.Format.LADDER, "venue": Season.Venue.ONLINE, "round_days": 10}
    assert hours(started(first, count=4, **plan)) == [first, last]


@pytest.mark.parametrize("first", ["2027-03-27 19:00", "2027-10-30 19:00"])
def test_an_evening_is_open_until_the_same_hour_of_the_next_day(first: str) -> None:
    day = published(8, opens_at=at(first), round_days=0, pace=Season.Pace.FIXED)
    assert day.deadline_at is not None
    assert told(day.deadline_at)[11:] == "19:00"


def test_an_evening_that_is_begun_at_once_too() -> None:
    (day,) = started("2027-05-01 19:00", rounds=1, round_days=0, pace=Season.Pace.FIXED)
    clock_ = at("2027-03-27 19:20")
    Matchday.objects.update(state=Matchday.State.DRAFT)
    publishing.publish(day=day, by=player("olga"), at_once=True, now=clock_)
    assert hours(days()) == ["2027-03-27 19:20", "2027-03-28 19:20"]


def test_a_table_without_a_time_is_reminded_at_the_hour_of_the_deadline() -> None:
    day = published(4, venue=Season.Venue.ONLINE, opens_at=at("2027-03-21 19:00"))
    clock.take_due(at("2027-03-21 19:00"))
    assert told(LeagueDue.objects.get(kind=LeagueDue.Kind.REMIND).due_at) == "2027-03-27 19:00"
    assert told(LeagueDue.objects.get(kind=LeagueDue.Kind.DEADLINE, key=day.pk).due_at) == "2027-03-28 19:00"


def paused(since: str, until: str) -> None:
    season, owner = Season.objects.get(), player("olga")
    seasons.pause(season=season, by=owner, reason="Holidays", now=at(since))
    seasons.resume(season=season, by=owner, now=at(until))


def test_a_pause_of_two_weeks_over_the_change_leaves_the_hours_as_they_were() -> None:
    published(8, opens_at=at(SPRING), rounds=2)
    paused("2027-03-20 12:00", "2027-04-03 12:00")
    assert hours(days()) == ["2027-04-06 19:00", "2027-04-13 19:00", "2027-04-20 19:00"]
    assert told(LeagueDue.objects.get(kind=LeagueDue.Kind.OPEN_ROUND).due_at) == "2027-04-06 19:00"


def test_a_pause_before_the_change_leaves_the_hours_of_rounds_that_it_moves_over_it() -> None:
    published(8, opens_at=at(SPRING), rounds=2)
    paused("2027-03-10 12:00", "2027-03-17 12:00")
    assert hours(days()) == ["2027-03-30 19:00", "2027-04-06 19:00", "2027-04-13 19:00"]


def test_what_all_begin_together_moves_with_its_round() -> None:
    day = published(4, venue=Season.Venue.ONLINE, pace=Season.Pace.FIXED, opens_at=at(SPRING))
    LeagueTable.objects.update(play_at=day.opens_at)
    paused("2027-03-20 12:00", "2027-04-03 12:00")
    assert told(LeagueTable.objects.get().play_at) == "2027-04-06 19:00"


@pytest.mark.parametrize("now", ["2027-04-05 12:00", "2027-11-08 12:00"])
def test_the_demo_is_half_way_also_after_a_change(now: str) -> None:
    with time_machine.travel(at(now)):
        demo.add([invented(name) for name in NAMES], at(now))
    rounds = days()
    assert {hour[11:] for hour in hours(rounds)} == {"19:00"}
    assert [day.state for day in rounds] == ["completed", "completed", "completed", "in_play", "planned"]


def test_the_evenings_of_a_simulated_ladder_stay_evenings() -> None:
    wish = Wish(entrants=8, rounds=3, table=4, format=Season.Format.LADDER, trouble=False)
    simulation.run(wish, now=at("2027-10-30 19:00"))
    called = [told(one) for one in LeagueTable.objects.values_list("called_at", flat=True)]
    assert {hour[11:13] for hour in called} <= {"19", "20", "21"}
    assert {hour[:10] for hour in called} == {"2027-10-30", "2027-10-31", "2027-11-01"}


def test_the_grace_is_so_many_minutes_whatever_the_clocks_show() -> None:
    day = published(4, opens_at=at("2027-03-21 02:30"), grace_minutes=60)
    clock.take_due(at("2027-03-21 02:30"))
    clock.take_due(at("2027-03-28 02:30"))
    close = LeagueDue.objects.get(kind=LeagueDue.Kind.CLOSE, key=day.pk).due_at
    assert close - at("2027-03-28 02:30") == timedelta(hours=1)
    assert told(close) == "2027-03-28 04:30"
