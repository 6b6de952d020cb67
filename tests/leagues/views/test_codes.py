"""A code that was read out opens what it is of: a table, else a league."""

import pytest
from django.test import Client

from leagues.models import League
from tests.leagues.services.league import season_of

pytestmark = pytest.mark.django_db
JOIN = "/intra/"


def test_a_leagues_code_typed_among_those_of_tables_opens_the_league(client: Client) -> None:
    season_of(0)
    League.objects.update(visibility="private")
    code = League.objects.get().code
    answer = client.get(JOIN, {"code": f" {code[:3].lower()}-{code[3:]}"}, follow=True)
    assert [address for address, _ in answer.redirect_chain] == [f"/ligi/cod/{code}/", "/liga/liga-de-marti/"]
    assert answer.status_code == 200


def test_a_code_of_nothing_is_still_refused(client: Client) -> None:
    season_of(0)
    answer = client.get(JOIN, {"code": "ZZZZZZ"})
    assert answer.status_code == 422
    assert "code" in answer.context["form"].errors
