"""The pages of a ladder: the button, the waiting, the tables, and the organizers' page of it."""

from datetime import timedelta

import pytest
from django.test import TestCase
from django.utils import timezone

from leagues.models import Division, Entrant, LadderTicket, LeagueTable, Season
from leagues.services import clock, entrants, ladders, leagues, seasons
from leagues.services.plan import Plan
from tests.leagues.services.league import entrant, names, player
from tests.leagues.views.conftest import As

pytestmark = pytest.mark.django_db
LEAGUE = "/liga/scara-de-iarna/"
SCRIPT = {"hx-request": "true"}


def ladder(people: int = 3, **plan: object) -> Division:
    """A ladder that opened a minute ago, with e1, e2, … in it."""
    now = timezone.now()
    asked = {
        "format": "ladder",
        "venue": "online",
        "round_days": 10,
        "opens_at": now - timedelta(minutes=1),
        "approval": False,
        "best_results": 10,
        "least_results": 5,
    }
    owner = player("olga")
    season = leagues.open_league(
        owner=owner, name="Scara de iarnă", plan=Plan(**(asked | plan)), visibility="public", now=now
    )
    seasons.open_registration(season=season, by=owner)
    for number in range(1, people + 1):
        entrants.apply(season=season, player=player(f"e{number}"))
    (division,) = seasons.begin(season=season, by=owner)
    clock.take_due(timezone.now())
    return division


def call(division: Division) -> LeagueTable:
    """The next tick."""
    ladders.tick(division, timezone.now())
    return LeagueTable.objects.latest("number")


def want(as_: As, *people: str) -> None:
    for name in people:
        as_(name).post(f"{LEAGUE}scara/vreau/")


def test_a_button_puts_one_into_the_queue_and_another_takes_one_out(as_: As) -> None:
    ladder()
    client = as_("e1")
    assert client.get(LEAGUE).context["ladder"].now == "idle"
    assert client.post(f"{LEAGUE}scara/vreau/").url == LEAGUE
    page = client.get(LEAGUE)
    assert (page.context["ladder"].now, page.context["ladder"].waiting) == ("waiting", 1)
    assert "1 player waits" in page.text
    client.post(f"{LEAGUE}scara/nu/")
    assert client.get(LEAGUE).context["ladder"].now == "idle"


def test_the_page_that_waits_keeps_the_place_and_is_taken_to_the_table(as_: As) -> None:
    division = ladder()
    want(as_, "e1", "e2", "e3")
    LadderTicket.objects.update(seen_at=timezone.now() - timedelta(seconds=50))
    for name in ("e1", "e2", "e3"):
        answer = as_(name).post(f"{LEAGUE}scara/aici/", headers=SCRIPT)
        assert "<html" not in answer.text
        assert 'hx-trigger="every 5s"' in answer.text
    table = call(division)
    assert sorted(names(table)) == ["e1", "e2", "e3"]
    answer = as_("e1").post(f"{LEAGUE}scara/aici/", headers=SCRIPT)
    assert answer["HX-Redirect"] == f"{LEAGUE}masa/{table.pk}/"
    page = as_("e1").get(f"{LEAGUE}masa/{table.pk}/")
    assert "Sit down until" in page.text
    assert "I cannot play" not in page.text
    assert as_("e1").post(f"{LEAGUE}scara/aici/").url == f"{LEAGUE}masa/{table.pk}/"


def test_who_may_not_queue_is_told_until_when(as_: As) -> None:
    ladder()
    Entrant.objects.filter(name="e1").update(barred_until=timezone.now() + timedelta(minutes=5))
    page = as_("e1").get(LEAGUE)
    assert page.context["ladder"].now == "barred"
    answer = as_("e1").post(f"{LEAGUE}scara/vreau/", follow=True)
    assert "for a while you cannot queue" in answer.text
    assert not LadderTicket.objects.exists()


def test_nobody_but_who_plays_in_it_has_the_button(as_: As) -> None:
    ladder()
    assert as_("zoe").get(LEAGUE).context["ladder"] is None
    assert as_("zoe").post(f"{LEAGUE}scara/vreau/").status_code == 404
    assert as_("e1").post(f"{LEAGUE}scara/altceva/").status_code == 404
    assert not LadderTicket.objects.exists()


def played(as_: As, division: Division) -> LeagueTable:
    """A table whose result the owner has entered: in the order of the seats."""
    want(as_, "e1", "e2", "e3")
    table = call(division)
    lines = {f"loc{pk}": number for number, pk in enumerate(table.places.values_list("entrant", flat=True), 1)}
    with TestCase.captureOnCommitCallbacks(execute=True):
        from leagues.services import results

        results.claim(
            table=table,
            by=player("olga"),
            lines=[{"entrant": int(key[3:]), "place": place, "points": 0, "cards": 0} for key, place in lines.items()],
        )
    return table


def test_the_tables_are_listed_newest_first_and_ones_own_alone(as_: As) -> None:
    division = ladder(4)
    table = played(as_, division)
    page = as_("e1").get(f"{LEAGUE}etape/")
    assert [one.pk for one in page.context["over"]] == [table.pk]
    fourth = entrant(division, "e4")
    assert as_("e4").get(f"{LEAGUE}etape/?al={fourth.pk}").context["over"] == []
    assert page.status_code == as_("e1").get(f"{LEAGUE}etape/?inainte=1&al=x").status_code == 200


def test_who_has_played_too_little_has_no_place_yet(as_: As) -> None:
    division = ladder()
    played(as_, division)
    page = as_("e1").get(f"{LEAGUE}clasament/")
    assert "a place after 5 tables" in page.text
    first = entrant(division, names(LeagueTable.objects.get())[0])
    sums = as_("e1").get(f"{LEAGUE}clasament/{first.pk}/")
    assert "no place yet" in sums.text
    assert "Table 1: place 1 of 3" in sums.text


def test_what_did_not_count_is_marked_in_the_sum(as_: As) -> None:
    division = ladder(best_results=1, least_results=1)
    played(as_, division)
    played(as_, division)
    best = entrant(division, names(LeagueTable.objects.get(number=1))[0])
    sums = as_("e1").get(f"{LEAGUE}clasament/{best.pk}/")
    terms = sums.context["figures"][0].summands
    assert [term.dropped for term in terms] == [False, True]
    assert sums.context["figures"][0].value == "10.00"
    assert "the sum of the best result" in sums.text


def test_the_desk_shows_who_waits_and_what_was_played(as_: As) -> None:
    division = ladder()
    table = played(as_, division)
    want(as_, "e2")
    page = as_("olga").get(f"{LEAGUE}birou/scara/")
    assert [one.entrant.name for one, _ in page.context["waiting"]] == ["e2"]
    assert [one.pk for one in page.context["over"]] == [table.pk]
    assert f"{LEAGUE}masa/{table.pk}/rezultat/" in page.text
    assert as_("olga").get(f"{LEAGUE}etapa/1/propunere/").url == f"{LEAGUE}birou/scara/?sezon=1"
    assert as_("e1").get(f"{LEAGUE}birou/scara/").status_code == 403
    assert "<html" not in as_("olga").get(f"{LEAGUE}birou/scara/", headers=SCRIPT).text


def test_an_organizer_lets_somebody_queue_again(as_: As) -> None:
    division = ladder()
    Entrant.objects.filter(name="e1").update(abandoned=3, barred_until=timezone.now() + timedelta(minutes=5))
    one = entrant(division, "e1")
    answer = as_("olga").post(f"{LEAGUE}birou/fa/iarta/", {"entrant": one.pk})
    assert answer.url == f"{LEAGUE}birou/scara/?sezon=1"
    one.refresh_from_db()
    assert (one.abandoned, one.barred_until) == (0, None)


def test_an_organizer_ends_the_ladder_early(as_: As) -> None:
    ladder()
    as_("olga").post(f"{LEAGUE}etapa/1/propunere/inchide/?sezon=1&divizia=1")
    assert Season.objects.get().state == Season.State.REVIEW


def test_the_hall_and_the_rules_know_the_ladder(as_: As) -> None:
    division = ladder()
    want(as_, "e1", "e2", "e3")
    call(division)
    assert "Ladder" in as_("olga").get(f"{LEAGUE}sala/").text
    facts = {fact.name: fact.value for fact in as_("olga").get(f"{LEAGUE}reguli/").context["facts"]}
    assert facts["Hours"] == "at any hour"
    assert facts["Results that count"] == "only the best 10"
    assert facts["A place in the standings"] == "after 5 tables"
