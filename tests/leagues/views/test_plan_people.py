"""The plan of a season is tried out with those who have entered, or with as many as are expected."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from leagues.models import Season
from leagues.services import entrants
from tests.leagues.services.league import NOON, player, season_of
from tests.leagues.views.conftest import As
from tests.leagues.views.test_new import NEW, sent

pytestmark = pytest.mark.django_db
PLAN = "/liga/liga-de-marti/birou/plan/"


def planned(as_: As, count: int, **plan: Any) -> Any:
    """The page of a season that so many are in, as it is opened."""
    season_of(count, **{"opens_at": timezone.now() + timedelta(days=7)} | plan)
    return as_("olga").get(PLAN)


def tried(as_: As, **asked: Any) -> Any:
    return as_("olga").post(PLAN, sent(**asked, **{"try": "1"}), headers={"hx-request": "true"})


def people(page: Any) -> tuple[int, int]:
    """How many it was tried out with, and how many have entered."""
    return page.context["trial"].people, page.context["form"].entered


def test_a_plan_is_tried_out_with_those_who_are_accepted(as_: As) -> None:
    page = planned(as_, 8)
    assert people(page) == (8, 8)
    assert page.context["trial"].sizes == ((2, 4),)
    assert page.context["form"]["expected"].value() == 8
    assert "Tried out with the 8 players who are accepted." in page.text


def test_who_is_not_accepted_yet_is_not_in(as_: As) -> None:
    season = season_of(0, opens_at=timezone.now() + timedelta(days=7))
    for number in range(8):
        entrants.apply(season=season, player=player(f"a{number}"))
    assert people(as_("olga").get(PLAN)) == (24, 0)


def test_before_each_division_has_a_table_it_is_as_many_as_are_expected(as_: As) -> None:
    page = planned(as_, 7, divisions_wanted=2)
    assert people(page) == (24, 7)
    assert "Tried out with 24 players, as expected. So far 7 players are accepted." in page.text


def test_of_two_divisions_one_is_tried_out_and_all_are_told(as_: As) -> None:
    page = planned(as_, 8, divisions_wanted=2)
    assert (people(page), page.context["trial"].entrants) == ((8, 8), 4)


@pytest.mark.parametrize(
    ("expected", "taken", "told"),
    [
        (16, 16, "Tried out with 16 players, as expected. So far 8 players are accepted."),
        (5, 8, "Tried out with the 8 players who are accepted."),
        ("", 8, "Tried out with the 8 players who are accepted."),
    ],
)
def test_the_organizer_may_expect_more_than_are_in_and_not_fewer(
    as_: As, expected: object, taken: int, told: str
) -> None:
    season_of(8)
    page = tried(as_, expected=expected)
    assert people(page) == (taken, 8)
    assert told in page.text


def test_what_is_expected_must_be_a_number_of_players(as_: As) -> None:
    season_of(8)
    assert tried(as_, expected=500).context["trial"] is None


def test_the_format_by_the_number_of_players_goes_by_those_who_are_in(as_: As) -> None:
    season_of(41)
    assert as_("olga").post(PLAN, sent(format="auto", expected=8)).status_code == 302
    assert Season.objects.get().format == Season.Format.SWISS


def test_a_plan_whose_first_date_has_passed_is_tried_out_too(as_: As) -> None:
    assert people(planned(as_, 8, opens_at=NOON - timedelta(days=2))) == (8, 8)


def test_a_new_league_has_nobody_yet_and_says_nothing_of_it(as_: As) -> None:
    page = as_("olga").get(NEW)
    assert people(page) == (24, 0)
    assert "Tried out with" not in page.text


def test_a_few_people_in_many_divisions_break_nothing(as_: As) -> None:
    season_of(2)
    assert tried(as_, expected=2, divisions=20).status_code == 200
