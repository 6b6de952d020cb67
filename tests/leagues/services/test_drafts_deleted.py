"""A season that was prepared and that nobody could see can be thrown away by the league's owner."""

import pytest

from leagues.models import League, LogEntry, Role, Season
from leagues.services import leagues, seasons
from leagues.services.errors import Reason
from leagues.services.plan import Plan
from tests.leagues.services.league import NOON, player, refused, season_of

pytestmark = pytest.mark.django_db


def prepared() -> Season:
    """The second season of a league, a draft; the first one has its entrants."""
    return leagues.copy_season(season=season_of(4), by=player("olga"), now=NOON)


def test_a_draft_is_gone_and_the_log_says_so_and_what_was_before() -> None:
    draft = prepared()
    copied = leagues.copy_season(season=draft, by=player("olga"), now=NOON)
    leagues.delete_draft(season=draft, by=player("olga"), now=NOON)
    assert list(Season.objects.order_by("number").values_list("number", flat=True)) == [1, 3]
    copied.refresh_from_db()
    assert copied.copied_from is None
    entry = LogEntry.objects.get(action="delete_draft")
    assert (entry.actor_name, entry.season, entry.before) == ("olga", None, {"number": 2})
    assert LogEntry.objects.filter(action="season").count() == 3


def test_what_people_could_enter_is_not_deleted() -> None:
    season = prepared()
    seasons.open_registration(season=season, by=player("olga"), now=NOON)
    refused(Reason.STATE, leagues.delete_draft, season=season, by=player("olga"), now=NOON)
    first = Season.objects.get(number=1)
    refused(Reason.STATE, leagues.delete_draft, season=first, by=player("olga"), now=NOON)
    assert Season.objects.count() == 2


def test_the_only_season_of_a_league_stays() -> None:
    asked = Plan(opens_at=NOON)
    season = leagues.open_league(owner=player("olga"), name="Liga de marți", plan=asked, now=NOON)
    refused(Reason.STATE, leagues.delete_draft, season=season, by=player("olga"), now=NOON)
    assert League.objects.get().seasons.count() == 1


def test_who_does_not_own_the_league_deletes_nothing() -> None:
    draft = prepared()
    Role.objects.create(league=draft.league, player=player("dan"), kind=Role.Kind.DIRECTOR)
    for name in ("dan", "e1"):
        refused(Reason.NOT_YOURS, leagues.delete_draft, season=draft, by=player(name), now=NOON)


def test_the_second_who_deletes_it_is_told_that_it_was_done() -> None:
    draft = prepared()
    leagues.delete_draft(season=Season.objects.get(pk=draft.pk), by=player("olga"), now=NOON)
    refused(Reason.FIRST, leagues.delete_draft, season=draft, by=player("olga"), now=NOON)
