"""A round's draft before its organizer: reasons, report, changing places; then results and the hall."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import TestCase
from django.utils import timezone

from leagues.models import League, LeagueTable, Matchday, Role, Season
from leagues.presenters import board, reasons
from leagues.services import clock, publishing, results
from tests.leagues.services.league import (
    NOON,
    begun,
    day_of,
    decide_all,
    ids,
    in_order,
    names,
    player,
    published,
    tables_of,
)
from tests.leagues.views.conftest import As

pytestmark = pytest.mark.django_db
SLUG = "liga-de-marti"
BOARD = f"/liga/{SLUG}/etapa/1/propunere/"


def do(client: Any, verb: str, **data: Any) -> Any:
    with TestCase.captureOnCommitCallbacks(execute=True):
        return client.post(f"{BOARD}{verb}/", data)


def result_of(table: LeagueTable) -> str:
    return f"/liga/{SLUG}/masa/{table.pk}/rezultat/"


def lines_of(table: LeagueTable, **more: Any) -> dict[str, Any]:
    """A form in which they came in as they sit."""
    places = {f"place{one}": place for place, one in enumerate(ids(table), start=1)}
    return {"revision": 0, "kind": "played"} | places | more


def test_a_draft_says_what_to_look_at_and_why_each_table_sits_so(as_: As) -> None:
    day = begun(10).matchdays.get(number=1)
    page = as_("olga").get(BOARD)
    assert page.context["tables"][0].why[0] == "From the schedule made before the season."
    told = {line.text: line.good for line in page.context["report"]}
    assert told["Nobody meets anybody again."]
    assert told["6 players sit at short tables."]
    assert told["Everybody has a table."]
    assert day.state == Matchday.State.DRAFT


def test_reasons_are_told_with_names() -> None:
    who = {1: "Ana", 2: "Dan", 3: "Ina"}
    data = [
        {"kind": "points", "low": 2520, "high": 5040},
        {"kind": "again", "pairs": [[1, 2, 1], [1, 3, 2]]},
        {"kind": "short", "size": 3, "full": 4},
        {"kind": "apart", "pairs": [[2, 3]]},
        {"kind": "of a later version"},
    ]
    assert reasons.sentences(data, who) == [
        "Close in points: 5.00 to 10.00.",
        "Have met before: Ana – Dan, Ana – Ina (2 times).",
        "A short table: 3 players instead of 4.",
        "Should be kept apart: Dan – Ina.",
    ]


def test_the_report_puts_faults_first() -> None:
    found = {"repeats": [[1, 2, 1]], "short": [1], "second_short": [1], "apart": [[1, 2]], "dense": True}
    lines = board.report(found, {1: "Ana", 2: "Dan"}, [board.Out(3, "Ina", "", "7.50", True)], swiss=True)
    assert [line.good for line in lines] == [False, False, False, False, True, True]
    assert "Without a table: Ina." in [line.text for line in lines]


def test_two_taps_let_two_change_places_without_a_script(as_: As) -> None:
    day = begun(8).matchdays.get(number=1)
    one, other = tables_of(day)
    first, second = ids(one)[0], ids(other)[2]
    olga = as_("olga")
    page = olga.get(BOARD, {"ales": first})
    assert page.context["chosen"] == first
    assert f'name="one" value="{first}"' in page.text
    do(olga, "schimba", one=first, other=second)
    assert (ids(one)[0], ids(other)[2]) == (second, first)
    assert "Changed by hand." in olga.get(BOARD).context["tables"][0].why


def test_only_the_tables_that_a_change_touched_say_so(as_: As) -> None:
    day = begun(16).matchdays.get(number=1)
    before = [table.reasons for table in tables_of(day)]
    _, one, _, other = tables_of(day)
    olga = as_("olga")
    do(olga, "schimba", one=ids(one)[0], other=ids(other)[0])
    why = [table.why for table in olga.get(BOARD).context["tables"]]
    assert ["Changed by hand." in lines for lines in why] == [False, True, False, True]
    after = [table.reasons for table in tables_of(day)]
    assert (after[0], after[2]) == (before[0], before[2])


def test_a_script_gets_the_board_alone_and_a_refusal_on_it(as_: As) -> None:
    day = begun(8).matchdays.get(number=1)
    same = ids(tables_of(day)[0])[0]
    answer = as_("olga").post(f"{BOARD}schimba/", {"one": same, "other": same}, headers={"hx-request": "true"})
    assert "<html" not in answer.text
    assert "They do not play in this round." in answer.text


def test_while_tables_are_made_the_board_looks_again_by_itself(as_: As) -> None:
    begun(8).matchdays.filter(number=1).update(state=Matchday.State.DRAFTING)
    olga = as_("olga")
    assert 'hx-trigger="every 2s"' in olga.get(BOARD).text
    Matchday.objects.filter(number=1).update(state=Matchday.State.DRAFT)
    assert 'hx-trigger="every 2s"' not in olga.get(BOARD, headers={"hx-request": "true"}).text


def test_no_page_of_an_organizer_reads_more_for_more_entrants(as_: As, django_assert_max_num_queries: Any) -> None:
    day = published(60)
    olga = as_("olga")
    desk = f"/liga/{SLUG}/birou/"
    pages = ["", "jucatori/", "plan/", "administrare/", "jurnal/"]
    for page in [*[desk + one for one in pages], BOARD, result_of(tables_of(day)[0]), f"/liga/{SLUG}/sala/"]:
        with django_assert_max_num_queries(12):
            assert olga.get(page).status_code == 200


def test_a_draft_is_published_thrown_away_or_made_anew(as_: As) -> None:
    division = begun(8)
    olga = as_("olga")
    do(olga, "refa")
    assert day_of(division, 1).state == Matchday.State.DRAFT
    do(olga, "renunta")
    assert day_of(division, 1).state == Matchday.State.PLANNED
    do(olga, "cere")
    do(olga, "publica")
    assert day_of(division, 1).state == Matchday.State.PUBLISHED
    do(olga, "retrage", reason="Wrong day")
    assert day_of(division, 1).state == Matchday.State.PLANNED


def test_closing_leads_to_the_next_tables_and_a_round_is_opened_again(as_: As) -> None:
    day = published(8)
    olga = as_("olga")
    assert do(olga, "inchide").url == f"/liga/{SLUG}/etapa/2/propunere/?sezon=1&divizia=1"
    assert day_of(day.division, 1).state == Matchday.State.COMPLETED
    assert day_of(day.division, 2).state == Matchday.State.DRAFT
    do(olga, "redeschide", reason="A sheet was found")
    assert day_of(day.division, 1).state == Matchday.State.CLOSING


def test_thirty_two_are_paired_published_and_go_on_in_few_clicks(as_: As) -> None:
    """U1, counted from the desk: home, new league, open and accept all are four clicks more."""
    division = begun(32)
    olga = as_("olga")
    desk = olga.get(f"/liga/{SLUG}/birou/")
    assert olga.get(desk.context["step"].link).context["draft"]
    do(olga, "publica")
    board_two = do(olga, "inchide").url
    assert olga.get(board_two).context["draft"]
    assert division.matchdays.get(number=2).tables.count() == 8


def test_an_organizer_enters_a_result_and_corrects_it_with_a_reason(as_: As) -> None:
    day = published(8)
    table = tables_of(day)[0]
    olga = as_("olga")
    order = ids(table)
    assert olga.get(result_of(table)).status_code == 200
    olga.post(result_of(table), lines_of(table, **{f"cards{order[1]}": "7 S WD", f"points{order[0]}": "120"}))
    lines = {line["entrant"]: line for line in table.results.get().lines}
    assert (lines[order[0]]["points"], lines[order[1]]["cards"]) == (120, 77)
    turned = {f"place{one}": place for place, one in enumerate(reversed(order), start=1)}
    assert olga.post(result_of(table), lines_of(table, revision=1, **turned)).status_code == 400
    assert table.results.count() == 1
    olga.post(result_of(table), lines_of(table, revision=1, reason="Read from below", **turned))
    assert table.results.get(current=True).lines[0]["place"] == 4


def test_a_result_that_was_changed_meanwhile_is_not_written_over(as_: As) -> None:
    table = tables_of(published(8))[0]
    olga = as_("olga")
    olga.post(result_of(table), lines_of(table))
    again = olga.post(result_of(table), lines_of(table, reason="x"))
    assert again.status_code == 409
    assert again.context["revision"] == 1
    assert table.results.count() == 1


def test_what_was_typed_stays_when_it_cannot_be(as_: As) -> None:
    table = tables_of(published(8))[0]
    page = as_("olga").post(result_of(table), lines_of(table, **{f"place{ids(table)[0]}": "2"}))
    assert page.status_code == 400
    assert [line["place"] for line in page.context["lines"]] == ["2", "2", "3", "4"]
    assert not table.results.exists()


def test_too_few_came_and_an_assistant_may_say_so(as_: As) -> None:
    table = tables_of(published(8))[0]
    Role.objects.create(league=League.objects.get(), player=player("ina"), kind="assistant")
    absent = {f"place{one}": 0 for one in ids(table)[1:]}
    ina = as_("ina")
    ina.post(result_of(table), lines_of(table, kind="forfeit", reason="Only one came", **absent))
    assert table.results.get().kind == "forfeit"
    corrected = ina.post(result_of(table), lines_of(table, revision=1, reason="No"))
    assert corrected.status_code == 403


def test_a_table_plays_later(as_: As) -> None:
    table = tables_of(published(8))[0]
    as_("olga").post(f"/liga/{SLUG}/masa/{table.pk}/amana/", {"reason": "Ill"})
    table.refresh_from_db()
    assert table.postponed


def test_what_was_claimed_is_confirmed_by_an_organizer(as_: As) -> None:
    table = tables_of(published(8))[0]
    results.claim(table=table, by=player(names(table)[0]), lines=in_order(table))
    olga = as_("olga")
    assert "It is right" in olga.get(result_of(table)).text
    olga.post(result_of(table), {"revision": 1, "confirm": "1"})
    assert table.results.get().state == "confirmed"


def test_tables_of_other_leagues_and_drafts_have_no_result_page(as_: As) -> None:
    table = tables_of(begun(8).matchdays.get(number=1))[0]
    olga = as_("olga")
    assert olga.get(result_of(table)).status_code == 404
    assert olga.get(f"/liga/{SLUG}/masa/999999/rezultat/").status_code == 404


def test_the_hall_shows_the_tables_to_everybody_and_renews_itself(client: Any) -> None:
    day = published(8, venue=Season.Venue.BOTH)
    decide_all(day, day.opens_at)
    page = client.get(f"/liga/{SLUG}/sala/", headers={"accept-language": "en"})
    assert page.status_code == 200
    assert "<svg" in page.text
    assert all(name in page.text for name in names(tables_of(day)[0]))
    part = client.get(f"/liga/{SLUG}/sala/", headers={"hx-request": "true"})
    assert part.text.strip().startswith('<div id="hall"')


def test_a_draft_is_not_in_the_hall(client: Any) -> None:
    begun(8)
    assert client.get(f"/liga/{SLUG}/sala/").context["rooms"] == []


def test_the_hall_of_a_private_league_is_for_its_people(as_: As, client: Any) -> None:
    published(8)
    League.objects.update(visibility="private")
    hall = f"/liga/{SLUG}/sala/"
    assert [as_(name).get(hall).status_code for name in ("e1", "olga", "zoe")] == [200, 200, 404]
    assert client.get(hall).status_code == 404


def test_who_runs_the_league_does_not_see_other_drafts_as_an_assistant(as_: As) -> None:
    division = begun(8)
    Role.objects.create(league=League.objects.get(), player=player("ina"), kind="assistant")
    ina = as_("ina")
    assert ina.get(BOARD).status_code == 403
    publishing.publish(day=division.matchdays.get(number=1), by=player("olga"))
    page = ina.get(BOARD)
    assert page.status_code == 200
    assert "Close the round" not in page.text


def test_a_later_draft_shows_who_has_met_whom_so_far(as_: As) -> None:
    day = published(8, rounds=3, looking="always")
    decide_all(day, NOON)
    olga = as_("olga")
    page = olga.get(f"/liga/{day.division.season.league.slug}/etapa/2/propunere/")
    meetings = page.context["meetings"]
    assert meetings.distribution == ((0, 16), (1, 12))
    assert [name for name, _ in meetings.rows] == [f"e{number}" for number in range(1, 9)]
    assert "Who has met whom so far" in page.text


def test_who_waits_too_long_for_the_tables_throws_the_pairing_away(as_: As) -> None:
    day = begun(8).matchdays.get(number=1)
    Matchday.objects.filter(pk=day.pk).update(state=Matchday.State.DRAFTING)
    olga = as_("olga")
    assert f'action="{BOARD}renunta/' in olga.get(BOARD).text
    do(olga, "renunta")
    day.refresh_from_db()
    assert day.state == Matchday.State.PLANNED


def evening(**plan: Any) -> Matchday:
    """The draft of an evening that is planned for a week later."""
    at = (timezone.now() + timedelta(days=7)).replace(minute=0, second=0, microsecond=0)
    return begun(8, round_days=0, pace="fixed", opens_at=at, **plan).matchdays.get(number=1)


def test_an_evening_published_a_week_before_begins_when_it_was_planned(as_: As) -> None:
    day = evening()
    planned = day.opens_at
    olga = as_("olga")
    page = olga.get(BOARD)
    assert page.context["begins"] == planned
    assert "Everybody sees the tables now; the evening begins on" in page.text
    do(olga, "publica")
    day.refresh_from_db()
    assert (day.state, day.opens_at, day.deadline_at) == ("published", planned, planned + timedelta(days=1))
    clock.take_due(timezone.now())
    assert day_of(day.division, 1).state == "published"
    clock.take_due(planned + timedelta(seconds=1))
    assert day_of(day.division, 1).state == "in_play"


def test_an_evening_begins_earlier_where_the_button_says_so(as_: As) -> None:
    day = evening()
    olga = as_("olga")
    assert "Publish and begin now (planned: <time>" in olga.get(BOARD).text
    do(olga, "publica", acum="1")
    clock.take_due(timezone.now())
    assert day_of(day.division, 1).state == "in_play"
    do(olga, "inchide")
    second = f"/liga/{SLUG}/etapa/2/propunere/"
    assert olga.get(second).context["begins"] is None
    olga.post(f"{second}publica/")
    assert day_of(day.division, 2).opens_at <= timezone.now()


def test_a_round_of_days_has_one_button_and_its_own_dates(as_: As) -> None:
    begun(8, opens_at=timezone.now() + timedelta(days=7))
    assert "publish-now" not in as_("olga").get(BOARD).text
