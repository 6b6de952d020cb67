"""The desk of who runs a league: what its buttons do."""

import pytest
from django.test import TestCase

from leagues.models import Dispute, Entrant, League, News, Penalty, Role, Season
from leagues.services import disputes, entrants, leagues, matchdays, results, seasons
from leagues.services.plan import Plan
from tests.leagues.services.league import in_order, names, player, published, season_of, tables_of
from tests.leagues.views.conftest import As
from tests.leagues.views.desk import DESK, LOG, PEOPLE, RUNNING, SLUG, do, texts

pytestmark = pytest.mark.django_db


def test_all_applicants_are_accepted_with_one_button(as_: As) -> None:
    season = season_of(4)
    for name in ("zoe", "iulia"):
        entrants.apply(season=season, player=player(name))
    olga = as_("olga")
    page = olga.get(DESK)
    assert texts(page) == ["2 players want to enter."]
    assert do(olga, "accepta-toti").url == f"{DESK}?sezon=1"
    assert texts(olga.get(DESK)) == []
    assert season.entrants.filter(state="accepted").count() == 6


@pytest.mark.parametrize(("who", "state"), [("olga", "accepted"), ("dan", "accepted"), ("ina", "applied")])
def test_who_runs_a_league_enters_it_with_one_button(as_: As, who: str, state: str) -> None:
    season = season_of(4)
    for name, kind in (("dan", "director"), ("ina", "assistant")):
        leagues.appoint(league=season.league, by=player("olga"), player=player(name), kind=kind)
    League.objects.update(visibility="private")
    client = as_(who)
    assert 'id="play-too"' in client.get(DESK).text
    assert do(client, "joc").url == f"{DESK}?sezon=1"
    entrant = season.entrants.get(player=player(who))
    assert entrant.state == state
    page = client.get(DESK)
    assert 'id="play-too"' not in page.text
    assert texts(page) == []  # nobody has to accept themselves; and who helps accepts nobody
    again = client.post(f"{DESK}fa/joc/", follow=True)
    assert "already" in again.text
    assert season.entrants.filter(player=player(who)).count() == 1


def test_a_season_with_too_few_does_not_begin(as_: As) -> None:
    season_of(1)
    olga = as_("olga")
    assert olga.get(DESK).context["step"].idle
    page = olga.post(f"{DESK}fa/incepe/", follow=True)
    assert "too few" in page.text
    assert Season.objects.get().state == "registration"


def test_of_two_who_press_the_second_sees_the_page_as_it_is_with_409(as_: As) -> None:
    day = published(8)
    answer = as_("olga").post(f"/liga/{SLUG}/etapa/1/propunere/publica/")
    assert answer.status_code == 409
    assert "a moment before you" in answer.text
    assert answer.context["day"] == day


def test_disputes_and_appeals_are_decided(as_: As) -> None:
    day = published(4, table_size=4)
    table = tables_of(day)[0]
    results.claim(table=table, by=player("olga"), lines=in_order(table))
    dispute = disputes.dispute(table=table, by=player(names(table)[1]), kind="result", text="Am fost primul.")
    entrant = Entrant.objects.get(name="e1")
    penalty = disputes.penalize(entrant=entrant, by=player("olga"), value=2520, reason="Late")
    disputes.appeal(penalty=penalty, by=player("e1"), text="No")
    olga = as_("olga")
    assert len(texts(olga.get(DESK))) == 2
    assert "Am fost primul." in olga.get(RUNNING).text
    do(olga, "decide", dispute=dispute.pk, upheld="0", reason="The sheet says so")
    do(olga, "decide-apel", penalty=penalty.pk, upheld="1", reason="Right")
    assert Dispute.objects.get().state == "rejected"
    assert Penalty.objects.get().appeal == "upheld"
    assert texts(olga.get(DESK)) == []


def test_points_are_taken_off_as_they_are_shown(as_: As) -> None:
    published(4)
    olga = as_("olga")
    entrant = Entrant.objects.get(name="e2")
    do(olga, "penalizeaza", entrant=entrant.pk, points=5, reason="Words")
    assert Penalty.objects.get().value == 2520
    assert "5.00" in olga.get(RUNNING).text


@pytest.mark.parametrize("state", ["applied", "waitlisted"])
def test_who_comes_too_late_for_a_running_season_is_told_no(as_: As, state: str) -> None:
    day = published(4, rounds=3)
    late = Entrant.objects.create(season=day.division.season, player=player("zoe"), name="zoe", state=state)
    olga = as_("olga")
    assert f'value="{late.pk}"' in olga.get(PEOPLE).text.partition(f"{DESK}fa/refuza/")[2]
    do(olga, "refuza", entrant=late.pk, reason="It has begun")
    late.refresh_from_db()
    assert late.state == "declined"
    playing = Entrant.objects.get(name="e1")
    do(olga, "refuza", entrant=playing.pk, reason="No")
    playing.refresh_from_db()
    assert playing.state == "active"


def test_entrants_are_taken_in_out_and_back(as_: As) -> None:
    season = season_of(6)
    olga = as_("olga")
    waiting = entrants.apply(season=season, player=player("zoe"))
    do(olga, "refuza", entrant=waiting.pk, reason="No place")
    assert Entrant.objects.get(pk=waiting.pk).state == "declined"
    do(olga, "accepta", entrant=waiting.pk)
    assert Entrant.objects.get(pk=waiting.pk).state == "accepted"
    do(olga, "adauga", name="Moș Ion")
    assert season.entrants.get(name="Moș Ion").player is None
    with TestCase.captureOnCommitCallbacks(execute=True):
        seasons.begin(season=season, by=player("olga"))
    do(olga, "descalifica", entrant=waiting.pk, reason="")
    assert Entrant.objects.get(pk=waiting.pk).state == "active"
    do(olga, "descalifica", entrant=waiting.pk, reason="Cheated")
    assert Entrant.objects.get(pk=waiting.pk).state == "disqualified"
    do(olga, "reprimeste", entrant=waiting.pk, reason="Was somebody else")
    assert Entrant.objects.get(pk=waiting.pk).state == "active"
    page = olga.get(PEOPLE)
    assert [group.state for group in page.context["groups"]] == ["active"]


def test_nobody_of_another_league_is_touched(as_: As) -> None:
    season_of(4)
    other = leagues.open_league(owner=player("ion"), name="Liga lui Ion", plan=Plan(), visibility="public")
    seasons.open_registration(season=other, by=player("ion"))
    stranger = entrants.apply(season=other, player=player("zoe"))
    do(as_("olga"), "accepta", entrant=stranger.pk)
    assert Entrant.objects.get(pk=stranger.pk).state == "applied"


def test_helpers_are_appointed_dismissed_and_the_league_handed_over(as_: As) -> None:
    season_of(4)
    player("dan"), player("ina")
    olga = as_("olga")
    do(olga, "numeste", name="dan", kind="director")
    do(as_("dan"), "numeste", name="ina", kind="assistant")
    do(as_("dan"), "numeste", name="zoe", kind="director")
    assert dict(Role.objects.values_list("player__username", "kind")) == {"dan": "director", "ina": "assistant"}
    assert do(as_("ina"), "demite", name="ina").url == "/"
    do(olga, "preda", name="dan")
    assert League.objects.get().owner.username == "dan"
    assert as_("ina").get(DESK).status_code == 403


def test_a_season_is_paused_resumed_and_called_off(as_: As) -> None:
    published(8)
    olga = as_("olga")
    for verb, state in (("pauza", "paused"), ("reia", "running"), ("anuleaza", "cancelled")):
        do(olga, verb, reason="Snow")
        assert Season.objects.get().state == state


def test_a_season_ends_and_the_next_has_its_plan(as_: As) -> None:
    day = published(4, table_size=4, rounds=1)
    matchdays.close_now(day=day, by=player("olga"))
    olga = as_("olga")
    assert olga.get(DESK).context["step"].verb == "incheie"
    do(olga, "incheie")
    do(olga, "arhiveaza")
    plan = do(olga, "urmatorul").url
    assert plan == f"{DESK}plan/?sezon=2"
    assert olga.get(plan).context["form"]["matchdays"].value() == 1
    assert [one.state for one in Season.objects.order_by("number")] == ["archived", "draft"]
    assert olga.get(DESK).context["step"].verb == "deschide"


def test_a_prepared_season_is_deleted_after_a_confirmation_and_the_desk_shows_the_one_before(as_: As) -> None:
    leagues.copy_season(season=season_of(4), by=player("olga"))
    olga = as_("olga")
    page = olga.get(RUNNING).content.decode()
    assert "cannot be taken back" in page
    assert "/birou/fa/anuleaza/" not in page
    assert do(olga, "sterge", sezon=2).url == DESK
    assert olga.get(DESK).context["season"].number == 1
    assert "deleted a season" in olga.get(LOG).content.decode()
    assert "/birou/fa/sterge/" not in olga.get(RUNNING).content.decode()


def test_only_the_owner_is_offered_to_delete_a_prepared_season(as_: As) -> None:
    season = season_of(4)
    leagues.copy_season(season=season, by=player("olga"))
    Role.objects.create(league=season.league, player=player("dan"), kind=Role.Kind.DIRECTOR)
    dan = as_("dan")
    assert "/birou/fa/sterge/" not in dan.get(RUNNING).content.decode()
    assert do(dan, "sterge", sezon=2).status_code == 403
    assert Season.objects.count() == 2


def test_news_go_to_everybody(as_: As) -> None:
    season_of(4)
    do(as_("olga"), "anunta", text="Ne vedem la șapte.")
    assert News.objects.get().text == "Ne vedem la șapte."


def test_the_league_describes_itself_anew_and_keeps_its_address(as_: As) -> None:
    season_of(4)
    olga = as_("olga")
    do(olga, "descrie", name="Liga de joi", visibility="private", place="Cluj", about="Aduceți ceai.")
    league = League.objects.get()
    assert (league.name, league.visibility, league.place, league.slug) == ("Liga de joi", "private", "Cluj", SLUG)
    assert league.language == "ro"
    do(olga, "descrie", name="x", visibility="public")
    assert League.objects.get().name == "Liga de joi"


def test_a_league_may_speak_another_language_from_now_on(as_: As) -> None:
    season_of(4)
    olga = as_("olga")
    said = {"name": "Liga de marți", "visibility": "public"}
    assert '<option value="ro" lang="ro" selected>' in olga.get(RUNNING).content.decode()
    do(olga, "descrie", language="en", **said)
    assert League.objects.get().language == "en"
    assert '<option value="en" lang="en" selected>' in olga.get(RUNNING).content.decode()
    do(olga, "descrie", language="tlh", **said)
    assert League.objects.get().language == "en"
