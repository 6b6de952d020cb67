"""When tables play: weeks in everybody's own zone, also where the clocks change; times agreed, and open again."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from leagues.models import LeagueDue, LeagueTable, PlayWeek, Season, TableTime
from leagues.services import clock, substitutes, times, weeks
from leagues.services.errors import Reason
from leagues.services.slots import Week, best_slots, check_week, is_free
from tests.leagues.services.league import after, entrant, ids, names, player, published, refused, tables_of

BUCHAREST = ZoneInfo("Europe/Bucharest")
# The clocks of Bucharest go forward on the 28th of March 2027, a Sunday, at three in the morning.
SATURDAY = datetime(2027, 3, 27, tzinfo=BUCHAREST)
EVENINGS = [[day * 48 + 38, day * 48 + 46] for day in range(7)]  # 19:00 to 23:00


def free_at(week: Week, moment: datetime) -> bool:
    return is_free(week, moment.astimezone(UTC))


def test_an_evening_stays_an_evening_when_the_clocks_change() -> None:
    week = Week("Europe/Bucharest", EVENINGS)
    for day in range(3):
        evening = datetime(2027, 3, 27 + day, 19, tzinfo=BUCHAREST)
        assert free_at(week, evening)
        assert not free_at(week, evening.replace(hour=18, minute=30))
        assert not free_at(week, evening.replace(hour=21, minute=30))
    before, later = (datetime(2027, 3, day, 19, tzinfo=BUCHAREST).astimezone(UTC) for day in (27, 28))
    assert later - before == timedelta(hours=23)


def test_the_same_evening_is_proposed_by_the_clock_before_and_after_the_change() -> None:
    slots = best_slots([Week("Europe/Bucharest", EVENINGS)], SATURDAY, SATURDAY + timedelta(days=2), most=9)
    local = {slot.starts_at.astimezone(BUCHAREST).strftime("%d %H:%M") for slot in slots}
    assert local >= {"27 19:00", "28 19:00"}
    assert all(hour[3:5] in {"19", "20", "21"} for hour in local)


def test_the_hour_that_does_not_exist_is_nobodys() -> None:
    """Who is free until the clocks go forward is free an hour less that night."""
    week = Week("Europe/Bucharest", [[6 * 48, 6 * 48 + 8]])  # Sunday 0:00 to 4:00
    assert free_at(week, datetime(2027, 3, 28, 0, 30, tzinfo=BUCHAREST))
    assert free_at(week, datetime(2027, 3, 28, 1, 0, tzinfo=BUCHAREST))
    assert not free_at(week, datetime(2027, 3, 28, 1, 30, tzinfo=BUCHAREST))
    assert free_at(week, datetime(2027, 3, 21, 1, 30, tzinfo=BUCHAREST))


def test_two_zones_meet_where_both_are_free_while_only_one_has_changed_its_clocks() -> None:
    """New York changed two weeks before Bucharest: six hours lie between them then, not seven."""
    here = Week("Europe/Bucharest", [[38, 46]])  # Monday 19:00 to 23:00
    there = Week("America/New_York", [[24, 34]])  # Monday 12:00 to 17:00
    monday = datetime(2027, 3, 15, tzinfo=UTC)
    (first, *_) = best_slots([here, there], monday, monday + timedelta(days=1))
    assert (first.people, first.starts_at.astimezone(BUCHAREST).hour) == (2, 19)
    assert first.starts_at.astimezone(ZoneInfo("America/New_York")).hour == 13
    (later, *_) = best_slots([here, there], monday + timedelta(days=14), monday + timedelta(days=15))
    assert later.starts_at.astimezone(ZoneInfo("America/New_York")).hour == 12


@pytest.mark.parametrize("free", ["x", [[1]], [[2, 1]], [[0, 337]], [[-1, 3]], [["0", "1"]], [[0, 1]] * 200])
def test_what_is_no_week_is_refused(free: object) -> None:
    with pytest.raises(ValueError, match=r"span|spans"):
        check_week(free)


def agreeing(**plan: object) -> LeagueTable:
    day = published(4, venue=Season.Venue.ONLINE, **plan)
    clock.take_due(after(minutes=1))
    return tables_of(day)[0]


@pytest.mark.django_db
def test_a_time_is_agreed_when_the_last_one_says_yes_and_reminds_two_hours_before() -> None:
    table = agreeing()
    first, *others = names(table)
    start = after(days=2)
    time = times.propose(table=table, by=player(first), starts_at=start, now=after(hours=1))
    said = [times.answer(time=time, by=player(name), yes=True, now=after(hours=1)) for name in others]
    assert said == [False, False, True]
    table.refresh_from_db()
    assert (table.play_at, table.sequence) == (start, 1)
    assert LeagueDue.objects.get(kind=LeagueDue.Kind.REMIND, key=table.pk).due_at == start - timedelta(hours=2)


@pytest.mark.django_db
def test_one_who_cannot_opens_the_time_again_and_calendars_hear_of_it() -> None:
    table = agreeing()
    first, *others = names(table)
    time = times.propose(table=table, by=player(first), starts_at=after(days=2), now=after(hours=1))
    for name in others:
        times.answer(time=time, by=player(name), yes=True, now=after(hours=1))
    times.cannot(table=table, by=player(others[0]))
    table.refresh_from_db()
    assert (table.play_at, table.sequence) == (None, 2)
    reminder = LeagueDue.objects.get(kind=LeagueDue.Kind.REMIND, key=table.pk)
    assert reminder.due_at == table.matchday.deadline_at - timedelta(days=1)
    assert table.times.get().state == TableTime.State.DROPPED


@pytest.mark.django_db
def test_a_table_without_a_time_is_reminded_a_day_before_its_round_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    table = agreeing()
    told: list[tuple[int, str]] = []
    monkeypatch.setattr("leagues.services.notices.tell_table", lambda at, kind, what: told.append((at.pk, what)))
    clock.take_due(after(days=6, minutes=-1))
    assert told == []
    clock.take_due(after(days=6))
    assert told == [(table.pk, "deadline")]


@pytest.mark.django_db
def test_no_time_outside_the_round_or_by_others_is_proposed() -> None:
    table = agreeing()
    one = player(names(table)[0])
    now = after(hours=1)
    refused(Reason.IN_THE_PAST, times.propose, table=table, by=one, starts_at=after(minutes=30), now=now)
    refused(Reason.AFTER_DEADLINE, times.propose, table=table, by=one, starts_at=after(days=8), now=now)
    refused(Reason.NOT_AT_TABLE, times.propose, table=table, by=player("zoe"), starts_at=after(days=1), now=now)


@pytest.mark.django_db
def test_a_week_is_ones_own_to_say() -> None:
    table = agreeing()
    own = entrant(table.matchday.division, names(table)[0])
    weeks.keep(player=own.player, zone="Europe/Bucharest", free=[[0, 10]])
    refused(Reason.SETTINGS, weeks.keep, player=own.player, zone="Mars/Olympus", free=[[0, 20]])
    refused(Reason.SETTINGS, weeks.keep, player=own.player, zone="Europe/Paris", free=[[20, 0]])
    kept = PlayWeek.objects.get()
    assert (kept.player, kept.zone, kept.free) == (own.player, "Europe/Bucharest", [[0, 10]])


@pytest.mark.django_db
def test_the_one_week_is_asked_in_every_league_and_replaces_what_was_said_in_a_season() -> None:
    table = agreeing()
    own = entrant(table.matchday.division, names(table)[0])
    own.zone, own.free_times = "Europe/Paris", [[0, 40]]
    own.save()
    assert weeks.week_of(own, "Europe/Bucharest") == Week("Europe/Paris", [[0, 40]])
    weeks.keep(player=own.player, zone="America/New_York", free=[[24, 34]])
    own = entrant(table.matchday.division, names(table)[0])
    assert weeks.week_of(own, "Europe/Bucharest") == Week("America/New_York", [[24, 34]])
    (slot, *_) = times.proposals(table, after(hours=1))
    assert slot.starts_at.astimezone(ZoneInfo("America/New_York")).strftime("%a %H:%M") == "Mon 12:00"


@pytest.mark.django_db
def test_who_said_nothing_has_no_week_and_the_leagues_clocks() -> None:
    table = agreeing()
    own = entrant(table.matchday.division, names(table)[0])
    assert weeks.week_of(own, "Europe/Chisinau") == Week("Europe/Chisinau", [])
    assert times.proposals(table, after(hours=1)) == []


@pytest.mark.django_db
def test_the_week_of_whom_a_substitute_plays_for_is_not_asked() -> None:
    table = agreeing()
    for name in names(table)[:2]:
        one = entrant(table.matchday.division, name)
        weeks.keep(player=one.player, zone="Europe/Bucharest", free=[[0, 336]])
    place = table.places.get(entrant=ids(table)[0])
    offer = substitutes.offer_to(place=place, by=player("olga"), player=player("zoe"), now=after(hours=1))
    assert times.proposals(table, after(hours=1))[0].people == 2
    substitutes.accept(offer=offer, by=player("zoe"), now=after(hours=2))
    assert times.proposals(table, after(hours=2))[0].people == 1
