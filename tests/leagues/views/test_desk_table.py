"""What an organizer does about one table: its time, its substitutes; and rounds off, from the list of players."""

import re
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.core.files.base import ContentFile

from leagues.models import Entrant, LeagueDue, LeagueTable, LogEntry, Season, SubstituteOffer, TableTime
from leagues.presenters.desk import ACTIONS
from leagues.services import clock, entrants, seasons, times
from leagues.services.errors import Reason
from tests.leagues.services.league import (
    NOON,
    after,
    decide_all,
    names,
    player,
    published,
    refused,
    season_of,
    tables_of,
)
from tests.leagues.views.conftest import As

pytestmark = pytest.mark.django_db
BUCHAREST = ZoneInfo("Europe/Bucharest")


def online(**plan: object) -> LeagueTable:
    day = published(4, **{"venue": Season.Venue.ONLINE} | plan)
    clock.take_due(after(minutes=1))
    return tables_of(day)[0]


def at(table: LeagueTable, verb: str = "") -> str:
    return f"/liga/liga-de-marti/masa/{table.pk}/birou/{verb}"


def set_time(table: LeagueTable, starts_at: object, **given: object) -> None:
    defaults = {"by": player("olga"), "reason": "The club is shut", "now": after(hours=1)}
    times.set_by_hand(table=table, starts_at=starts_at, **defaults | given)


def test_an_organizers_time_stands_over_what_the_table_proposed() -> None:
    table = online()
    asked = times.propose(table=table, by=player(names(table)[0]), starts_at=after(days=2), now=after(hours=1))
    set_time(table, after(days=3))
    table.refresh_from_db()
    asked.refresh_from_db()
    assert (table.play_at, table.sequence, asked.state) == (after(days=3), 1, TableTime.State.DROPPED)
    assert LeagueDue.objects.get(kind="remind", key=table.pk).due_at == after(days=3, hours=-2)
    entry = LogEntry.objects.get(action="time")
    assert (entry.public, entry.reason, entry.about) == (True, "The club is shut", {"round": 1, "table": 1})
    set_time(table, None)
    table.refresh_from_db()
    assert (table.play_at, table.sequence) == (None, 2)


def test_where_all_begin_together_the_grace_follows_the_organizers_time() -> None:
    table = online(pace=Season.Pace.FIXED, grace_minutes=10)
    set_time(table, after(days=3))
    assert LeagueDue.objects.get(kind="vacate", key=table.pk).due_at == after(days=3, minutes=10)
    refused(Reason.STATE, set_time, table=table, starts_at=None)


def test_no_time_without_reason_outside_the_round_or_by_players_is_set() -> None:
    table = online()
    refused(Reason.NO_REASON, set_time, table=table, starts_at=after(days=3), reason=" ")
    refused(Reason.IN_THE_PAST, set_time, table=table, starts_at=after(minutes=10))
    refused(Reason.AFTER_DEADLINE, set_time, table=table, starts_at=after(days=8))
    refused(Reason.NOT_YOURS, set_time, table=table, starts_at=after(days=3), by=player("e1"))


def test_the_time_is_typed_on_the_leagues_clocks(as_: As) -> None:
    table = online()
    LeagueTable.objects.filter(pk=table.pk).update(play_at=None)
    day = table.matchday
    day.deadline_at = after(days=3650)
    day.save()
    local = "2035-03-26T19:00"
    as_("olga").post(at(table, "ora/"), {"cand": local, "reason": "So"})
    table.refresh_from_db()
    assert table.play_at is not None
    assert table.play_at.astimezone(BUCHAREST).strftime("%Y-%m-%dT%H:%M") == local
    assert 'value="2035-03-26T19:00"' in as_("olga").get(at(table)).text
    before = table.play_at
    for wrong in ("x", "2035-13-01T00:00", "1999-01-01T10:00"):
        as_("olga").post(at(table, "ora/"), {"cand": wrong, "reason": "So"})
        table.refresh_from_db()
        assert table.play_at == before


def test_an_organizer_asks_who_stands_by_then_somebody_by_name_and_takes_it_back(as_: As) -> None:
    table = online()
    olga, place = as_("olga"), table.places.first()
    assert place is not None
    assert "Nobody stands by" in olga.post(at(table, "cauta/"), {"loc": place.pk}, follow=True).text
    player("zoe")
    assert "zoe is asked" in olga.post(at(table, "cere/"), {"loc": place.pk, "name": "zoe"}, follow=True).text
    assert SubstituteOffer.objects.get().state == SubstituteOffer.State.OFFERED
    olga.post(at(table, "inapoi/"), {"loc": place.pk})
    assert SubstituteOffer.objects.get().state == SubstituteOffer.State.WITHDRAWN
    other = published(4, owner="otto").tables.first()
    stranger = other.places.first()
    olga.post(at(table, "cere/"), {"loc": stranger.pk, "name": "zoe"})
    stranger.refresh_from_db()
    assert not stranger.offers.exists()


def test_at_a_table_with_paper_cards_who_is_there_sits_in_at_once(as_: As) -> None:
    table = tables_of(published(4))[0]
    place = table.places.first()
    assert place is not None
    player("zoe")
    as_("olga").post(at(table, "cere/"), {"loc": place.pk, "name": "zoe"})
    place.refresh_from_db()
    assert place.substitute == player("zoe")
    as_("olga").post(at(table, "cere/"), {"loc": table.places.last().pk, "name": "zoe"})
    assert table.places.filter(substitute=player("zoe")).count() == 1
    assert as_("e1").get(at(table)).status_code == 403
    assert as_("e1").post(at(table, "inapoi/"), {"loc": place.pk}).status_code == 403


def test_a_round_off_is_given_from_the_list_of_players_and_taken_back(as_: As) -> None:
    published(8, rounds=4)
    one = Entrant.objects.get(name="e1")
    act = "/liga/liga-de-marti/birou/fa/scuteste/"
    as_("olga").post(act, {"entrant": one.pk, "etapa": "3"})
    one.refresh_from_db()
    assert one.away == {"3": "requested"}
    page = as_("olga").get("/liga/liga-de-marti/birou/jucatori/").text
    assert '<option value="1">1</option>' not in page
    assert '<option value="3">3</option>' in page
    as_("olga").post(act, {"entrant": one.pk, "etapa": "1"})
    as_("olga").post(act, {"entrant": one.pk, "etapa": "99"})
    one.refresh_from_db()
    assert one.away == {"3": "requested"}
    as_("olga").post(act, {"entrant": one.pk, "etapa": "3", "off": "0"})
    one.refresh_from_db()
    assert one.away == {}


def test_before_a_season_begins_every_round_can_be_given_off(as_: As) -> None:
    season = season_of(4, rounds=3)
    page = as_("olga").get("/liga/liga-de-marti/birou/jucatori/").text
    assert all(f'<option value="{number}">{number}</option>' in page for number in (1, 2, 3))
    entrants.ask_off(entrant=season.entrants.get(name="e2"), by=player("olga"), number=1, now=NOON)
    assert season.entrants.get(name="e2").away == {"1": "requested"}


def test_every_act_of_the_log_is_told_in_words() -> None:
    source = "".join(path.read_text() for path in Path(settings.BASE_DIR, "leagues", "services").glob("*.py"))
    acts = set(re.findall(r'action="([a-z_]+)"', source))
    acts |= {
        act
        for call in re.findall(r"(?<!log\.)\b_?note\((?!self)([^)]*)", source)
        for act in re.findall(r'"([a-z_]+)"', call)
    }
    acts |= {"withdrawn", "disqualified"}
    assert acts - {"round", "table", "lines", "kind", "names", "state"} <= set(ACTIONS)
    assert len(acts) > 40


def test_a_season_that_is_over_offers_nothing_that_would_be_refused_and_shows_who_won(as_: As) -> None:
    day = published(4, rounds=1)
    people = "/liga/liga-de-marti/birou/jucatori/"
    buttons = ("fa/adauga/", "/import/", "fa/retrage/", "fa/descalifica/", "fa/desparte/")
    during = as_("olga").get(people).text
    assert all(button in during for button in buttons)
    decide_all(day, NOON)
    seasons.finalize(season=Season.objects.get(), by=player("olga"), now=NOON)
    final = as_("olga").get(people).text
    assert not [button for button in buttons if button in final]
    (table,) = tables_of(day)
    first, second, third, last = names(table)
    page = as_(last).get("/liga/liga-de-marti/").text
    told = page[page.index('id="final"') : page.index("All the standings")]
    assert [told.index(name) for name in (first, second, third)] == sorted(
        told.index(name) for name in (first, second, third)
    )
    assert f"<b>{last}" not in told
    assert "Your place: 4." in told


def test_a_wrong_line_of_a_file_is_put_right_on_the_page(as_: As) -> None:
    season_of(2)
    file = ContentFile("Nume;Telefon\nŞtefan;07\nIna;08\nIna;09\n".encode("cp1250"), name="x.csv")
    page = as_("olga").post("/liga/liga-de-marti/import/", {"fisier": file})
    assert page.status_code == 422
    assert page.context["pasted"] == "Ștefan\nIna\nIna"
    as_("olga").post("/liga/liga-de-marti/import/", {"nume": "Ștefan\nIna"})
    assert Entrant.objects.filter(name__in=["Ștefan", "Ina"]).count() == 2
