"""A round that goes on while a table of the one before plays later: pages show the round first."""

import pytest
from django.test import TestCase

from leagues.services import matchdays, publishing, results
from tests.leagues.services.league import NOON, day_of, in_order, names, player, published, tables_of
from tests.leagues.views.conftest import As
from tests.leagues.views.desk import DESK, SLUG

pytestmark = pytest.mark.django_db


def test_a_league_s_pages_are_about_the_round_that_is_played(as_: As) -> None:
    day = published(8, rounds=3)
    late, other = tables_of(day)
    matchdays.postpone(table=late, by=player("olga"), reason="Ill", now=NOON)
    with TestCase.captureOnCommitCallbacks(execute=True):
        results.claim(table=other, by=player("olga"), lines=in_order(other), now=NOON)
    second = day_of(day.division, 2)
    publishing.publish(day=second, by=player("olga"), now=NOON)
    page = as_(names(late)[0]).get(f"/liga/{SLUG}/")
    assert [shown.number for shown in page.context["days"]] == [2]
    assert page.context["place"].matchday == second
    step = as_("olga").get(DESK).context["step"]
    assert step.text.startswith("Round 2: ")
