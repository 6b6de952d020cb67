"""What pages say of times over a change of the clocks is what the season then does."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from leagues.models import League, LeagueDue, LeagueTable, Matchday, Season
from leagues.presenters.dryrun import Trial
from leagues.services import clock, entrants, seasons
from tests.leagues.services.league import after, names, player, published, tables_of
from tests.leagues.test_wall_clock import at, shown, told
from tests.leagues.views.conftest import As
from tests.leagues.views.test_new import NEW, sent

pytestmark = pytest.mark.django_db
ASKED = {"expected": 8, "matchdays": 4, "format": "round_robin"}


def tried(as_: As, **asked: Any) -> Trial:
    page = as_("olga").post(NEW, sent(**asked, **{"try": "1"}), headers={"hx-request": "true"})
    trial: Trial = page.context["trial"]
    return trial


def played(as_: As, **asked: Any) -> list[Matchday]:
    """The rounds of the season that the same form opens, with eight players."""
    as_("olga").post(NEW, sent(**asked, approval="at_once", entry="public"))
    season = Season.objects.select_related("league").get()
    for number in range(8):
        entrants.apply(season=season, player=player(f"e{number}"))
    seasons.begin(season=season, by=player("olga"))
    return list(Matchday.objects.order_by("number"))


@pytest.mark.parametrize(
    "asked",
    [
        {"first": "2027-03-23T19:00"},
        {"first": "2027-10-26T19:00"},
        {"first": "2027-03-09T20:15", "zone": "America/New_York"},
        {"first": "2027-03-27T03:30", "length": "own", "days": 1},
        {"first": "2027-03-28T03:30", "length": "own", "days": 1},
        {"first": "2027-10-30T03:30", "length": "own", "days": 1},
        {"first": "2027-10-31T03:30"},
        {"first": "2027-03-23T19:00", "format": "knockout"},
    ],
    ids=lambda asked: asked["first"] + asked.get("format", ""),
)
def test_a_dry_run_tells_the_times_that_the_season_then_has(as_: As, asked: dict[str, Any]) -> None:
    trial, days = tried(as_, **ASKED | asked), played(as_, **ASKED | asked)
    assert [(day.opens, day.closes) for day in trial.days] == [(day.opens_at, day.deadline_at) for day in days]
    assert (trial.first, trial.last) == (days[0].opens_at, days[-1].deadline_at)


def test_a_ladder_is_tried_out_until_the_hour_at_which_it_then_ends(as_: As) -> None:
    asked = ASKED | {"format": "ladder", "ladder_days": 10, "first": "2027-03-23T19:00"}
    trial, (day,) = tried(as_, **asked), played(as_, **asked)
    assert (trial.first, trial.last) == (day.opens_at, day.deadline_at)
    assert told(trial.last) == "2027-04-02 19:00"


@pytest.mark.parametrize("first", ["2027-03-27T23:00", "2027-10-30T23:00"])
def test_a_long_night_lasts_as_long_as_it_lasts(as_: As, first: str) -> None:
    asked = ASKED | {"length": "evening", "preset": "clasic"}
    usual, night = tried(as_, **asked | {"first": "2027-03-05T23:00"}), tried(as_, **asked | {"first": first})
    assert usual.length is not None
    assert night.length is not None
    assert night.length.ends - at(first) == usual.length.ends - usual.first > timedelta(hours=5)


@pytest.mark.parametrize(("written", "opens"), [("2027-03-28T03:30", "01:30"), ("2027-10-31T03:30", "00:30")])
def test_both_pages_read_an_hour_alike_that_is_left_out_or_comes_twice(as_: As, written: str, opens: str) -> None:
    client = as_("olga")
    client.post(NEW, sent(first=written))
    meant = datetime.fromisoformat(f"{written[:10]}T{opens}+00:00")
    assert Season.objects.get().opens_at == meant
    address = f"/liga/{League.objects.get().slug}/birou/plan/"
    assert client.get(address).context["form"]["first"].value() == shown(meant, "Europe/Bucharest")
    assert client.post(address, sent(first="2027-03-01T19:00")).status_code == 302
    assert client.post(address, sent(first=written)).status_code == 302
    assert Season.objects.get().opens_at == meant


def table(**plan: object) -> LeagueTable:
    """A table of a round that is open for months."""
    day = published(4, **{"venue": Season.Venue.ONLINE} | plan)
    clock.take_due(after(minutes=1))
    Matchday.objects.update(deadline_at=after(days=3650))
    return tables_of(day)[0]


@pytest.mark.parametrize(("written", "meant"), [("04:30", (1, 30)), ("03:30", (1, 30)), ("02:30", (0, 30))])
def test_an_organizers_time_has_its_reminder_two_hours_before(as_: As, written: str, meant: tuple[int, int]) -> None:
    row = table()
    cand = f"2027-03-28T{written}"
    as_("olga").post(f"/liga/liga-de-marti/masa/{row.pk}/birou/ora/", {"cand": cand, "reason": "So"})
    row.refresh_from_db()
    assert row.play_at == datetime(2027, 3, 28, *meant, tzinfo=UTC)
    reminded = LeagueDue.objects.get(kind=LeagueDue.Kind.REMIND, key=row.pk).due_at
    assert row.play_at - reminded == timedelta(hours=2)


def test_a_grace_follows_an_organizers_time_by_its_minutes(as_: As) -> None:
    row = table(pace=Season.Pace.FIXED, grace_minutes=60)
    as_("olga").post(f"/liga/liga-de-marti/masa/{row.pk}/birou/ora/", {"cand": "2027-03-28T02:30", "reason": "So"})
    row.refresh_from_db()
    assert row.play_at is not None
    assert LeagueDue.objects.get(kind=LeagueDue.Kind.VACATE, key=row.pk).due_at - row.play_at == timedelta(hours=1)


def test_a_time_that_players_propose_is_read_in_the_same_way(as_: As) -> None:
    row = table()
    as_(names(row)[0]).post(f"/liga/liga-de-marti/masa/{row.pk}/fa/propune/", {"cand": "2027-03-28T03:30"})
    assert told(row.times.get().starts_at) == "2027-03-28 04:30"
