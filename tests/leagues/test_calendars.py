"""Calendar files: the same entry for ever, a higher number with every change, the right moment on every clock."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
import pytest
from django.test import Client, TestCase
from django.urls import reverse

from games.models import Player
from leagues.calendars import Entry, calendar
from leagues.models import LeagueDue, LeagueTable, Matchday, Season
from leagues.services import clock, leaving, pairing, publishing, seasons, substitutes, times
from leagues.views_feeds import token_of
from tests.leagues.services.league import NOON, after, day_of, entrant, names, player, published, tables_of
from tests.views.conftest import signed_in

BUCHAREST = ZoneInfo("Europe/Bucharest")


def entry(**changed: object) -> Entry:
    given = {
        "table": 7,
        "summary": "Liga de marți: etapa 2, masa 1",
        "starts_at": datetime(2027, 3, 29, 19, tzinfo=BUCHAREST),
        "sequence": 1,
        "cancelled": False,
        "text": "Ana, Bogdan",
        "address": "https://example.org/liga/x/masa/7/",
        "changed_at": datetime(2027, 3, 20, 12, tzinfo=UTC),
    }
    return Entry(**given | changed)


def events(body: bytes) -> list[icalendar.Event]:
    return list(icalendar.Calendar.from_ical(body).walk("VEVENT"))


def test_a_calendar_says_the_same_moment_on_both_sides_of_a_clock_change() -> None:
    before = entry(table=1, starts_at=datetime(2027, 3, 27, 19, tzinfo=BUCHAREST))
    one, other = events(calendar("Liga", [before, entry(table=2)], "example.org"))
    assert one["DTSTART"].dt == datetime(2027, 3, 27, 17, tzinfo=UTC)
    assert other["DTSTART"].dt == datetime(2027, 3, 29, 16, tzinfo=UTC)
    assert other["DTSTART"].dt.astimezone(BUCHAREST).hour == 19


def test_a_refreshed_calendar_has_the_same_entry_once_with_a_higher_number() -> None:
    (first,) = events(calendar("Liga", [entry()], "example.org"))
    moved = entry(starts_at=entry().starts_at + timedelta(days=1), sequence=2)
    (later,) = events(calendar("Liga", [moved], "example.org"))
    assert first["UID"] == later["UID"] == "league-table-7@example.org"
    assert int(later["SEQUENCE"]) > int(first["SEQUENCE"])


def test_what_people_wrote_cannot_break_out_of_its_line() -> None:
    body = calendar("Liga", [entry(text="Ana\r\nEND:VEVENT\nBEGIN:VEVENT;x,y")], "example.org")
    (event,) = events(body)
    assert "BEGIN:VEVENT;x,y" in str(event["DESCRIPTION"])


def agreed() -> LeagueTable:
    day = published(4, venue=Season.Venue.ONLINE)
    clock.take_due(after(minutes=1))
    (table,) = tables_of(day)
    first, *others = names(table)
    time = times.propose(table=table, by=player(first), starts_at=after(days=2), now=after(hours=1))
    for name in others:
        times.answer(time=time, by=player(name), yes=True, now=after(hours=1))
    return table


def feed(who: Player) -> list[icalendar.Event]:
    answer = Client().get(reverse("leagues:feed_personal", args=[token_of(who)]))
    assert answer["Content-Type"].startswith("text/calendar")
    return events(answer.content)


@pytest.mark.django_db
def test_ones_own_feed_needs_no_session_and_follows_every_change() -> None:
    table = agreed()
    who = player(names(table)[0])
    (event,) = feed(who)
    assert (event["STATUS"], int(event["SEQUENCE"]), event["DTSTART"].dt) == ("CONFIRMED", 1, after(days=2))
    times.cannot(table=table, by=who)
    (gone,) = feed(who)
    assert (gone["UID"], gone["STATUS"], int(gone["SEQUENCE"])) == (event["UID"], "CANCELLED", 2)
    assert feed(player("zoe")) == []


@pytest.mark.django_db
def test_a_table_that_is_called_off_is_cancelled_in_the_calendars() -> None:
    table = agreed()
    LeagueTable.objects.filter(pk=table.pk).update(state=LeagueTable.State.VOID)
    (event,) = feed(player(names(table)[0]))
    assert (event["STATUS"], int(event["SEQUENCE"])) == ("CANCELLED", 2)


@pytest.mark.django_db
def test_a_forged_or_outdated_address_shows_nothing() -> None:
    who = player("ana")
    good = token_of(who)
    who.set_password("another one, longer")
    who.save()
    for token in (good, good[:-1] + "x", "1-2-3", "x"):
        assert Client().get(reverse("leagues:feed_personal", args=[token])).status_code == 404


@pytest.mark.django_db
def test_a_leagues_feed_has_every_table_with_a_time() -> None:
    table = agreed()
    league = table.matchday.division.season.league
    (event,) = events(Client().get(reverse("leagues:feed_league", args=[league.slug])).content)
    assert all(name in str(event["DESCRIPTION"]) for name in names(table))


def league_feed(table: LeagueTable) -> list[icalendar.Event]:
    slug = table.matchday.division.season.league.slug
    return events(Client().get(reverse("leagues:feed_league", args=[slug])).content)


def told(event: icalendar.Event) -> tuple[str, int]:
    return str(event["STATUS"]), int(event["SEQUENCE"])


@pytest.mark.django_db
def test_a_pairing_that_is_taken_back_is_cancelled_in_all_calendars() -> None:
    table = agreed()
    day, who = table.matchday, player(names(table)[0])
    (before,) = feed(who)
    publishing.withdraw_pairing(day=day, by=player("olga"), reason="Wrong", now=after(hours=2))
    for (gone,) in (feed(who), league_feed(table)):
        assert (gone["UID"], gone["DTSTART"].dt) == (before["UID"], after(days=2))
        assert told(gone) == ("CANCELLED", int(before["SEQUENCE"]) + 1)


@pytest.mark.django_db
def test_a_draft_that_nobody_saw_is_in_no_calendar() -> None:
    day = published(4, venue=Season.Venue.ONLINE, pace=Season.Pace.FIXED)
    (table,) = tables_of(day)
    publishing.withdraw_pairing(day=day, by=player("olga"), reason="Wrong", now=NOON)
    with TestCase.captureOnCommitCallbacks(execute=True):
        pairing.request(division=day.division, by=player("olga"), now=NOON)
    pairing.discard(day=day_of(day.division, 1), by=player("olga"), now=NOON)
    (gone,) = feed(player("e1"))
    assert gone["UID"].startswith(f"league-table-{table.pk}@")


@pytest.mark.django_db
def test_the_pairing_made_anew_is_a_new_entry_beside_the_cancelled_one() -> None:
    day = published(4, venue=Season.Venue.ONLINE, pace=Season.Pace.FIXED)
    who = player("e1")
    (first,) = feed(who)
    publishing.withdraw_pairing(day=day, by=player("olga"), reason="Wrong", now=NOON)
    with TestCase.captureOnCommitCallbacks(execute=True):
        pairing.request(division=day.division, by=player("olga"), now=NOON)
    publishing.publish(day=day_of(day.division, 1), by=player("olga"), now=NOON)
    new, gone = feed(who)
    assert (told(new)[0], told(gone)[0], gone["UID"]) == ("CONFIRMED", "CANCELLED", first["UID"])
    assert new["UID"] != first["UID"]


@pytest.mark.django_db
def test_a_round_that_all_begin_together_is_in_the_calendar_as_soon_as_it_is_published() -> None:
    day = published(4, venue=Season.Venue.ONLINE, pace=Season.Pace.FIXED, opens_at=after(days=3))
    (event,) = feed(player("e1"))
    assert (told(event), event["DTSTART"].dt) == (("CONFIRMED", 0), after(days=3))
    seasons.pause(season=day.division.season, by=player("olga"), reason="Snow", now=NOON)
    seasons.resume(season=day.division.season, by=player("olga"), now=after(days=2))
    (moved,) = feed(player("e1"))
    assert (told(moved), moved["DTSTART"].dt) == (("CONFIRMED", 1), after(days=5))
    assert moved["UID"] == event["UID"]


@pytest.mark.django_db
def test_an_agreed_time_that_passed_in_a_pause_is_open_again_and_one_ahead_stays() -> None:
    table = agreed()
    season, who = table.matchday.division.season, player(names(table)[0])
    seasons.pause(season=season, by=player("olga"), reason="Snow", now=after(hours=3))
    seasons.resume(season=season, by=player("olga"), now=after(days=1))
    (event,) = feed(who)
    assert (told(event), event["DTSTART"].dt) == (("CONFIRMED", 1), after(days=2))
    assert LeagueDue.objects.get(kind="remind", key=table.pk).due_at == after(days=2, hours=-2)
    seasons.pause(season=season, by=player("olga"), reason="Snow", now=after(days=1, hours=1))
    seasons.resume(season=season, by=player("olga"), now=after(days=6))
    assert told(feed(who)[0]) == ("CANCELLED", 2)


@pytest.mark.django_db
def test_who_leaves_the_season_has_the_table_cancelled_and_the_others_keep_it() -> None:
    table = agreed()
    leaver, stays, *_ = names(table)
    leaving.withdraw(entrant=entrant(table.matchday.division, leaver), by=player(leaver), now=after(hours=2))
    (gone,), (kept,) = feed(player(leaver)), feed(player(stays))
    assert (told(gone), told(kept), gone["UID"]) == (("CANCELLED", 2), ("CONFIRMED", 2), kept["UID"])
    assert leaver not in str(kept["DESCRIPTION"])


@pytest.mark.django_db
def test_the_last_one_at_a_table_has_it_cancelled_too() -> None:
    day = published(2, venue=Season.Venue.ONLINE, pace=Season.Pace.FIXED, table_size=2, opens_at=after(days=3))
    leaving.withdraw(entrant=entrant(day.division, "e1"), by=player("e1"), now=NOON)
    for who in ("e1", "e2"):
        (event,) = feed(player(who))
        assert event["STATUS"] == "CANCELLED"


@pytest.mark.django_db
def test_a_substitute_has_the_table_in_the_calendar_and_whom_they_replace_has_it_cancelled() -> None:
    table = agreed()
    absent = player(names(table)[0])
    place = table.places.get(entrant__player=absent)
    offer = substitutes.offer_to(place=place, by=player("olga"), player=player("zoe"), now=after(hours=2))
    assert told(feed(absent)[0]) == ("CONFIRMED", 1)
    substitutes.accept(offer=offer, by=player("zoe"), now=after(hours=3))
    assert told(feed(absent)[0])[0] == "CANCELLED"
    assert told(feed(player("zoe"))[0]) == ("CONFIRMED", 2)
    place.refresh_from_db()
    substitutes.take_back(place=place, by=player("olga"), now=after(hours=4))
    back, gone = feed(absent)[0], feed(player("zoe"))[0]
    assert told(back)[0] == "CONFIRMED"
    assert told(gone) == ("CANCELLED", int(back["SEQUENCE"]))
    assert int(back["SEQUENCE"]) > 2


@pytest.mark.parametrize(
    ("day", "utc_hour"),
    [
        (datetime(2027, 3, 27, tzinfo=BUCHAREST), 17),
        (datetime(2027, 3, 28, tzinfo=BUCHAREST), 16),  # the clocks went forward at three in the morning
        (datetime(2027, 10, 30, tzinfo=BUCHAREST), 16),
        (datetime(2027, 10, 31, tzinfo=BUCHAREST), 17),  # and back at four
    ],
)
@pytest.mark.django_db
def test_a_time_typed_on_bucharests_clocks_is_that_time_before_and_after_they_change(
    day: datetime, utc_hour: int
) -> None:
    """Proposed in the browser at 19:00; the calendar and the page say 19:00 too, and New York its own hour."""
    opens = day.replace(hour=0) - timedelta(days=3)
    season_day = published(2, venue=Season.Venue.ONLINE, table_size=2, opens_at=opens)
    Matchday.objects.filter(pk=season_day.pk).update(
        opens_at=opens, deadline_at=opens + timedelta(days=7), state=Matchday.State.IN_PLAY
    )
    (table,) = tables_of(season_day)
    here, there = (entrant(season_day.division, name) for name in names(table))
    there.zone = "America/New_York"
    there.save()
    starts = datetime.fromisoformat(f"{day:%Y-%m-%d}T19:00").replace(tzinfo=ZoneInfo("Europe/Bucharest"))
    time = times.propose(table=table, by=here.player, starts_at=starts, now=opens)
    times.answer(time=time, by=there.player, yes=True, now=opens)
    (event,) = feed(there.player)
    assert event["DTSTART"].dt == datetime(day.year, day.month, day.day, utc_hour, tzinfo=UTC)
    pages = {
        one: signed_in(one.player).get(reverse("leagues:table", args=["liga-de-marti", table.pk])).text
        for one in (here, there)
    }
    local = event["DTSTART"].dt.astimezone(ZoneInfo("America/New_York"))
    assert "7 p.m." in pages[here] or "19:00" in pages[here]
    assert f"{local:%H:%M}" in pages[there]


@pytest.mark.django_db
def test_the_hour_that_comes_twice_is_told_apart() -> None:
    """At half past three of the night on which the clocks go back there are two such times; the feed knows which."""
    first = datetime(2027, 10, 31, 3, 30, tzinfo=BUCHAREST)
    one, other = events(
        calendar("Liga", [entry(table=1, starts_at=first), entry(table=2, starts_at=first.replace(fold=1))], "x.org")
    )
    assert other["DTSTART"].dt - one["DTSTART"].dt == timedelta(hours=1)
