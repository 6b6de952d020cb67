"""Who is asked to run a league finds the question where they look, and answers it there."""

import pytest

from leagues.models import League, OwnerOffer, Role
from leagues.services import leagues, succession
from tests.leagues.services.league import player, published
from tests.leagues.views.conftest import As

pytestmark = pytest.mark.django_db
LEAGUE = "/liga/liga-de-marti/"


@pytest.fixture
def offer() -> OwnerOffer:
    league = published(4).division.season.league
    leagues.appoint(league=league, by=player("olga"), player=player("dora"), kind=Role.Kind.DIRECTOR)
    made = succession.search(league, OwnerOffer.Why.VANISHED, league.created_at)
    assert made is not None
    OwnerOffer.objects.update(made_at="2100-01-01T00:00Z", expires_at="2100-01-04T00:00Z")
    return OwnerOffer.objects.get()


@pytest.mark.parametrize("page", ["/ligi/", LEAGUE])
def test_only_who_is_asked_sees_the_question(as_: As, offer: OwnerOffer, page: str) -> None:
    question = "Would you run Liga de marți?"
    assert question in as_("dora").get(page).text
    for other in ("olga", "e1"):
        assert question not in as_(other).get(page).text


def test_a_yes_leads_to_the_desk(as_: As, offer: OwnerOffer) -> None:
    answer = as_("dora").post(f"/ligi/preluare/{offer.pk}/", {"da": "1"})
    assert answer.headers["Location"] == f"{LEAGUE}birou/"
    assert League.objects.get().owner == player("dora")


def test_a_no_changes_nothing_but_the_question(as_: As, offer: OwnerOffer) -> None:
    assert as_("dora").post(f"/ligi/preluare/{offer.pk}/", {"da": "0"}).headers["Location"] == "/ligi/"
    offer.refresh_from_db()
    assert offer.state == OwnerOffer.State.DECLINED
    assert League.objects.get().owner == player("olga")


def test_nobody_answers_for_another(as_: As, offer: OwnerOffer) -> None:
    assert as_("e1").post(f"/ligi/preluare/{offer.pk}/", {"da": "1"}).status_code == 404
    assert League.objects.get().owner == player("olga")


def test_the_owner_is_told_and_stays_with_one_press(as_: As, offer: OwnerOffer) -> None:
    desk = as_("olga").get(f"{LEAGUE}birou/").text
    assert "dora is being asked to take the league over" in desk
    as_("olga").post(f"{LEAGUE}birou/fa/raman/")
    offer.refresh_from_db()
    assert offer.state == OwnerOffer.State.WITHDRAWN


def test_who_deletes_the_account_is_told_of_their_leagues(as_: As, offer: OwnerOffer) -> None:
    assert f'href="{LEAGUE}birou/administrare/#roles-title"' in as_("olga").get("/cont/stergere/").text
    assert "#roles-title" not in as_("e1").get("/cont/stergere/").text
