"""A league is opened on one page, and tried out there before."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games import queries
from games.engine.ruleset import rules_from
from games.queries import Measured
from games.services.estimates import ENOUGH_ROUNDS, expected_minutes
from leagues.models import League, Season
from leagues.presenters.dryrun import BETWEEN
from tests.leagues.services.league import player
from tests.leagues.views.conftest import As

pytestmark = pytest.mark.django_db
NEW = "/liga/noua/"


def sent(**more: Any) -> dict[str, Any]:
    """What the form sends with nothing changed but the name."""
    plain = {
        "name": "Liga de marți",
        "venue": "online",
        "table_size": 4,
        "matchdays": 6,
        "expected": 24,
        "length": "week",
        "days": 14,
        "first": (timezone.now() + timedelta(days=7)).strftime("%Y-%m-%dT19:00"),
        "preset": "mas",
        "ending": "target",
        "target": 500,
        "rounds": 3,
        "entry": "unlisted",
        "zone": "Europe/Bucharest",
        "format": "auto",
        "looking": "first",
        "most_entrants": 200,
        "divisions": 1,
        "turn": 30,
        "bank": 60,
        "approval": "asked",
    }
    return plain | more


def test_one_button_opens_the_league_and_its_registration(as_: As) -> None:
    answer = as_("olga").post(NEW, sent())
    season = Season.objects.select_related("league").get()
    assert answer.url == f"/liga/{season.league.slug}/birou/"
    assert (season.state, season.format, season.table_size, season.rounds) == ("registration", "round_robin", 4, 6)
    assert (season.round_days, season.pace, season.approval) == (7, "agreed", True)
    assert season.league.visibility == League.Visibility.UNLISTED


@pytest.mark.parametrize("entry", League.Visibility.values)
@pytest.mark.parametrize(("approval", "asked"), [("at_once", False), ("asked", True)])
def test_who_sees_a_league_and_who_is_let_in_are_two_choices(
    as_: As, entry: str, approval: str, *, asked: bool
) -> None:
    as_("olga").post(NEW, sent(entry=entry, approval=approval))
    season = Season.objects.get()
    assert (season.league.visibility, season.approval) == (entry, asked)
    plan = as_("olga").get(f"/liga/{season.league.slug}/birou/plan/").context["form"]
    assert plan["approval"].value() == approval


def test_the_organizer_is_asked_about_each_player_unless_they_want_none_of_it(as_: As) -> None:
    form = as_("olga").get(NEW).context["form"]
    assert (form["entry"].value(), form["approval"].value()) == ("unlisted", "asked")
    assert "approval" not in [field.name for field in form.folded()]


def test_the_desk_tells_who_sees_a_league_in_the_words_of_its_form(as_: As) -> None:
    olga = as_("olga")
    olga.post(NEW, sent(entry="private"))
    page = olga.get(f"/liga/{League.objects.get().slug}/birou/administrare/").text
    assert 'value="private" checked><span class="choice__name">Only whoever has the code' in page
    assert page.count('name="visibility"') == len(League.Visibility.values)


@pytest.mark.parametrize("language", ["ro", "en"])
def test_the_language_is_chosen_and_finds_the_league(as_: As, language: str) -> None:
    as_("olga").post(NEW, sent(entry="public", language=language))
    league = League.objects.get()
    assert league.language == language
    for asked in ("ro", "en"):
        listed = as_("ana").get("/ligi/", {"limba": asked}).content.decode()
        assert (league.name in listed) == (asked == language)


def test_the_language_is_at_first_that_of_the_page(as_: As) -> None:
    form = as_("olga").get(NEW).context["form"]
    assert "language" in [field.name for field in form.folded()]
    assert form["language"].value() == "en"
    as_("olga").post(NEW, sent(language="tlh"))
    assert not League.objects.exists()


def test_the_first_date_is_meant_where_the_league_is(as_: As) -> None:
    as_("olga").post(NEW, sent(zone="America/New_York", first="2031-07-01T19:00"))
    assert Season.objects.get().opens_at.isoformat() == "2031-07-01T23:00:00+00:00"


def test_an_evening_has_rounds_one_after_the_other(as_: As) -> None:
    as_("olga").post(NEW, sent(length="evening", venue="club"))
    season = Season.objects.get()
    assert (season.round_days, season.pace, season.grace_minutes) == (0, "fixed", 10)


def test_many_players_meet_their_equals(as_: As) -> None:
    as_("olga").post(NEW, sent(expected=64))
    assert Season.objects.get().format == Season.Format.SWISS


def test_the_page_shows_how_the_season_will_go_before_anything_is_filled_in(as_: As) -> None:
    page = as_("olga").get(NEW)
    trial = page.context["trial"]
    assert (trial.sizes, trial.meets_least, trial.repeats) == (((6, 4),), 18, 0)
    assert trial.last - trial.first == timedelta(days=42)


def test_a_try_opens_nothing_and_says_how_it_goes(as_: As) -> None:
    page = as_("olga").post(NEW, sent(name="", expected=10, **{"try": "1"}), headers={"hx-request": "true"})
    assert page.status_code == 200
    assert "<html" not in page.text
    assert page.context["trial"].sizes == ((1, 4), (2, 3))
    assert not League.objects.exists()


def test_a_try_without_a_script_keeps_what_was_filled_in(as_: As) -> None:
    page = as_("olga").post(NEW, sent(name="", expected=10, **{"try": "1"}))
    assert page.status_code == 200
    assert "Something is not right" not in page.text
    assert page.context["form"]["expected"].value() == "10"


@pytest.mark.parametrize(
    "wrong",
    [{"name": "x"}, {"table_size": 11}, {"first": "soon"}, {"length": "own", "days": ""}, {"most_entrants": 3}],
)
def test_what_cannot_be_is_said_at_its_field(as_: As, wrong: dict[str, Any]) -> None:
    page = as_("olga").post(NEW, sent(**wrong))
    assert page.status_code == 422
    assert set(page.context["form"].errors) <= {*wrong, "days"}
    assert not League.objects.exists()


def test_divisions_and_a_knockout_are_chosen_in_the_fold(as_: As) -> None:
    as_("olga").post(NEW, sent(format="knockout", divisions=2))
    season = Season.objects.get()
    assert (season.format, season.divisions_wanted) == ("knockout", 2)


def test_more_divisions_than_tables_are_refused(as_: As) -> None:
    page = as_("olga").post(NEW, sent(most_entrants=8, divisions=5))
    assert page.status_code == 422
    assert "do not go together" in page.text


def test_a_guest_is_told_to_make_an_account(as_: As) -> None:
    guest = player("oaspete")
    guest.is_guest = True
    guest.save()
    page = as_("oaspete").post(NEW, sent())
    assert page.status_code == 422
    assert not League.objects.exists()


def test_a_league_called_as_an_address_of_the_site_gets_another(as_: As) -> None:
    as_("olga").post(NEW, sent(name="Nouă"))
    assert League.objects.get().slug.startswith("noua-")


def test_the_plan_is_changed_until_the_season_begins(as_: As) -> None:
    client = as_("olga")
    client.post(NEW, sent())
    season = Season.objects.select_related("league").get()
    address = f"/liga/{season.league.slug}/birou/plan/"
    assert client.get(address).context["form"]["matchdays"].value() == 6
    assert client.post(address, sent(matchdays=9)).status_code == 302
    season.refresh_from_db()
    assert season.rounds == 9
    Season.objects.update(state=Season.State.RUNNING)
    assert client.post(address, sent(matchdays=3)).status_code == 422
    season.refresh_from_db()
    assert season.rounds == 9


COUNTING = {
    "scoring": "own",
    "own_points": "4: 7 4 2 0\n3: 6-3-0",
    "best": 4,
    "bye": "2",
    "asked_off": "1",
    "late": 0,
    "substitutes": "on",
    "divisions": 2,
    "promotion": "fixed",
    "moving": 3,
    "tie_1": "wins",
    "tie_2": "cards",
    "tie_3": "",
    "tie_4": "",
    "tie_5": "",
    "tie_6": "",
}


def test_what_results_are_worth_is_chosen_in_the_fold_and_comes_back_to_be_changed(as_: As) -> None:
    client = as_("olga")
    assert client.post(NEW, sent(**COUNTING)).status_code == 302
    season = Season.objects.select_related("league").get()
    assert season.points == {"preset": "own", "lists": {"4": [7, 4, 2, 0], "3": [6, 3, 0]}}
    assert (season.bye_value, season.requested_bye_value) == (7 * 5040 // 2, 7 * 5040 // 4)
    assert (season.best_results, season.last_joining_round, season.substitutes_score) == (4, 0, True)
    assert season.promotion == {"kind": "fixed", "count": 3}
    assert season.tie_breaks == ["points", "wins", "cards", "lot"]
    form = client.get(f"/liga/{season.league.slug}/birou/plan/").context["form"]
    shown = {name: form[name].value() for name in COUNTING}
    assert shown == COUNTING | {"own_points": "4: 7 4 2 0\n3: 6 3 0", "substitutes": True}


def test_who_opens_no_fold_has_the_usual_plan(as_: As) -> None:
    as_("olga").post(NEW, sent())
    season = Season.objects.get()
    assert season.tie_breaks[:3] == ["points", "head_to_head", "wins"]
    assert (season.bye_value, season.requested_bye_value, season.best_results) == (None, None, None)
    assert season.points == {"preset": "share"}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"scoring": "own", "own_points": ""}, "own_points"),
        ({"scoring": "own", "own_points": "4: 5 3 2"}, "own_points"),
        ({"scoring": "own", "own_points": "4: 1 2 3 4"}, "own_points"),
        ({"scoring": "own", "own_points": "3: 5 3 1"}, "own_points"),
        ({"scoring": "own", "own_points": "patru"}, "own_points"),
        ({"scoring": "own", "own_points": "4: 0 0 0 0"}, "own_points"),
        ({"best": 7}, "best"),
        ({"late": 7}, "late"),
        ({"promotion": "fixed", "moving": ""}, "moving"),
        ({"tie_1": "wins", "tie_2": "wins"}, "tie_2"),
        ({"format": "ladder", "venue": "club"}, "venue"),
        ({"format": "ladder", "divisions": 2}, "divisions"),
        ({"format": "ladder", "least_table": 5}, "least_table"),
        ({"format": "ladder", "enough": 5, "best": 3}, "enough"),
        ({"format": "ladder", "open_from": "20:00"}, "open_until"),
        ({"format": "ladder", "open_from": "20:00", "open_until": "19:00"}, "open_until"),
    ],
)
def test_what_does_not_go_together_is_said_at_its_field(as_: As, wrong: dict[str, Any], field: str) -> None:
    page = as_("olga").post(NEW, sent(**wrong))
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    assert not League.objects.exists()


def test_a_ladder_is_opened_with_its_hours_and_they_come_back(as_: As) -> None:
    client = as_("olga")
    asked = {"open_from": "18:00", "open_until": "00:00", "open_days": ["4", "5"], "ladder_days": 21}
    client.post(NEW, sent(format="ladder", **asked))
    season = Season.objects.select_related("league").get()
    assert (season.format, season.rounds, season.round_days, season.pace) == ("ladder", 1, 21, "fixed")
    assert season.open_hours == [[4 * 48 + 36, 5 * 48], [5 * 48 + 36, 6 * 48]]
    assert (season.best_results, season.least_results) == (10, 5)
    form = client.get(f"/liga/{season.league.slug}/birou/plan/").context["form"]
    assert (form["open_days"].value(), str(form["open_from"].value())) == (["4", "5"], "18:00:00")


def test_the_rules_page_says_in_words_what_was_chosen(as_: As) -> None:
    client = as_("olga")
    client.post(NEW, sent(**COUNTING, entry="public"))
    slug = League.objects.get().slug
    facts = {fact.name: fact.value for fact in client.get(f"/liga/{slug}/reguli/").context["facts"]}
    assert facts["Points"] == "table of 4: 7.00 · 4.00 · 2.00 · 0.00; table of 3: 6.00 · 3.00 · 0.00"
    assert facts["Results that count"] == "only the best 4"
    assert facts["A round without a table"] == "3.50"
    assert facts["First round off, if asked for"] == "1.75"
    assert facts["Joining late"] == "nobody, once it has begun"
    assert facts["Next season"] == "3 go up and 3 go down between neighbouring divisions"


def tried(as_: As, **more: Any) -> Any:
    answer = as_("olga").post(NEW, sent(**more, **{"try": "1"}), headers={"hx-request": "true"})
    assert answer.status_code == 200
    return answer.context["trial"], answer.text


@pytest.mark.parametrize("format_", ["round_robin", "swiss", "knockout", "ladder"])
def test_every_format_is_tried_out_with_its_meetings_and_its_end(as_: As, format_: str) -> None:
    trial, page = tried(as_, format=format_, expected=16, matchdays=4)
    assert sum(pairs for _, pairs in trial.meetings.distribution) == 120
    assert len(trial.meetings.rows) == 16
    assert page.count('<th scope="row">') >= 16
    days = {"round_robin": 28, "swiss": 28, "knockout": 21, "ladder": 28}[format_]
    assert trial.last - trial.first == timedelta(days=days)
    assert len(trial.days) == {"knockout": 3, "ladder": 0}.get(format_, 4)


def test_of_many_people_only_how_often_pairs_meet_is_shown(as_: As) -> None:
    trial, page = tried(as_, format="swiss", expected=200)
    assert trial.meetings.rows == ()
    assert "too large to read" in page


def test_too_many_swiss_rounds_are_warned_of_before_the_league_opens(as_: As) -> None:
    assert "in the end some must meet again" in tried(as_, format="swiss", expected=12, matchdays=8)[1]
    assert "in the end some must meet again" not in tried(as_, format="swiss", expected=64, matchdays=6)[1]


def test_of_several_divisions_one_is_tried_out(as_: As) -> None:
    trial, _ = tried(as_, expected=40, divisions=4, format="round_robin")
    assert (trial.divisions, trial.entrants) == (4, 10)


def test_too_few_rounds_to_tell_all_apart_are_warned_of(as_: As) -> None:
    trial, page = tried(as_, expected=40, matchdays=2, format="swiss")
    assert trial.few == 3
    assert "several may win all their tables" in page
    assert tried(as_, expected=40, matchdays=3, format="swiss")[0].few == 0


def test_a_season_cannot_begin_in_the_past(as_: As) -> None:
    client = as_("olga")
    page = client.post(NEW, sent(first="2020-03-01T19:00"))
    assert page.status_code == 422
    assert page.context["form"].errors["first"] == ["This time is over. Choose one that is still to come."]
    assert not League.objects.exists()


def test_a_season_may_begin_now(as_: As) -> None:
    here = timezone.now().astimezone(ZoneInfo("Europe/Bucharest"))
    as_("olga").post(NEW, sent(first=(here - timedelta(minutes=20)).strftime("%Y-%m-%dT%H:%M")))
    assert League.objects.exists()


def test_a_date_that_passed_while_people_entered_does_not_keep_the_plan_from_being_changed(as_: As) -> None:
    client = as_("olga")
    client.post(NEW, sent())
    Season.objects.update(opens_at=datetime.fromisoformat("2020-03-01T17:00Z"))
    address = f"/liga/{League.objects.get().slug}/birou/plan/"
    assert client.post(address, sent(matchdays=9, first="2020-03-01T19:00")).status_code == 302
    assert Season.objects.get().rounds == 9
    assert client.post(address, sent(first="2020-03-02T19:00")).status_code == 422


def evening(as_: As, **more: Any) -> tuple[Any, str]:
    """A dry run of an evening that begins at 19:00, and the text of its panel."""
    trial, page = tried(as_, **{"length": "evening", "expected": 16, "matchdays": 5, **more})
    return trial, page


def test_a_plan_of_an_evening_tells_how_long_it_lasts_and_when_it_ends(as_: As) -> None:
    trial, page = evening(as_)
    minutes = expected_minutes(rules_from({}), 4)
    whole = 5 * minutes + 4 * BETWEEN
    assert trial.length.round == str(minutes)
    assert timedelta(0) <= trial.length.ends - trial.first - timedelta(minutes=whole) < timedelta(minutes=5)
    assert f"5 rounds of about {minutes} min, {BETWEEN} min between them" in page
    assert timezone.localtime(trial.length.ends, ZoneInfo("Europe/Bucharest")).strftime("%H:%M") in page
    assert trial.length.lasts in page


def test_the_length_of_an_evening_follows_from_the_matches_that_it_has(as_: As) -> None:
    whole = evening(as_, ending="target", target=500)[0]
    single, page = evening(as_, ending="single")
    assert single.length.ends < whole.length.ends
    assert single.length.lasts in page


def test_a_round_of_an_evening_is_as_long_as_its_slowest_size_of_table(as_: As) -> None:
    trial, _ = evening(as_, expected=7, table_size=4)
    assert trial.seats == {3, 4}
    assert trial.length.round == str(max(expected_minutes(rules_from({}), size) for size in (3, 4)))


def test_the_length_of_an_evening_is_measured_where_rounds_were_played(as_: As, monkeypatch: Any) -> None:
    monkeypatch.setattr(queries, "measured_rounds", lambda preset, seats: Measured(ENOUGH_ROUNDS, 48_000, 100.0))
    trial, _ = evening(as_, ending="single")
    assert trial.length.round == "1"  # 48 s, and the pause after it
    assert trial.length.lasts == "about 25 min"


def test_rounds_down_to_a_final_are_told_from_the_shortest_to_the_longest(as_: As) -> None:
    trial, page = evening(as_, format="knockout", expected=13)
    least, most = sorted(expected_minutes(rules_from({}), size) for size in (3, 4))
    assert trial.length.round == f"{least}–{most}"
    assert f"3 rounds of about {least}–{most} min" in page


def test_an_evening_that_nobody_could_sit_through_is_warned_of(as_: As) -> None:
    long = "That is long for one evening."
    assert long not in evening(as_)[1]
    trial, page = evening(as_, preset="clasic", matchdays=6)
    assert trial.length.long
    assert long in page


@pytest.mark.parametrize(("venue", "told"), [("online", False), ("club", True), ("both", True)])
def test_who_deals_paper_cards_is_told_that_the_site_has_no_measure_for_it(as_: As, venue: str, *, told: bool) -> None:
    assert ("With paper cards" in evening(as_, venue=venue)[1]) is told


def test_without_right_rules_an_evening_has_no_length_but_its_rounds(as_: As) -> None:
    trial, page = evening(as_, ending="target", target="")
    assert trial.length is None
    assert "the same evening: 5 rounds one after the other" in page


def test_a_league_without_a_name_yet_is_told_the_length_of_its_evening(as_: As) -> None:
    assert evening(as_, name="")[0].length is not None


def test_weeks_have_no_length_of_an_evening(as_: As) -> None:
    assert evening(as_, length="week")[0].length is None


def test_the_plan_of_a_season_tells_the_length_of_its_evening_too(as_: As) -> None:
    as_("olga").post(NEW, sent(length="evening"))
    page = as_("olga").get(f"/liga/{League.objects.get().slug}/birou/plan/")
    assert page.context["trial"].length.lasts in page.content.decode()
