"""Who may do what at the desk: every address × every role, by the matrix of the services."""

from typing import Any

import pytest
from django.db import transaction

from games.models import Player
from leagues.models import Role
from leagues.services.rights import MATRIX, Act, Part
from leagues.views_board import VERBS as ROUND_VERBS
from leagues.views_desk_acts import VERBS
from tests.leagues.services.league import begun, player
from tests.leagues.views.conftest import As
from tests.leagues.views.desk import DESK, LOG, PEOPLE, RUNNING, SLUG

pytestmark = pytest.mark.django_db
PEOPLE_BY_PART = {
    Part.OWNER: "olga",
    Part.DIRECTOR: "dan",
    Part.ASSISTANT: "ina",
    Part.STAFF: "chief",
    Part.NOBODY: "e1",
}
PAGES = {
    DESK: Act.SEE_DESK,
    PEOPLE: Act.SEE_DESK,
    RUNNING: Act.SEE_DESK,
    LOG: Act.SEE_DESK,
    f"{DESK}plan/": Act.EDIT,
    f"/liga/{SLUG}/etapa/1/propunere/": Act.PAIR,  # a draft; published tables are for assistants too
}


@pytest.fixture
def company(db: None) -> None:
    """A league with one of each kind."""
    season = begun(8).season
    Role.objects.create(league=season.league, player=player("dan"), kind="director")
    Role.objects.create(league=season.league, player=player("ina"), kind="assistant")
    Player.objects.filter(pk=player("chief").pk).update(is_staff=True)


def permitted(part: Part, act: Act) -> bool:
    return part in MATRIX[act]


def status_of(method: Any, address: str) -> int:
    """What an address answers; whatever was done is undone."""
    with transaction.atomic():
        status: int = method(address).status_code
        transaction.set_rollback(True)
    return status


@pytest.mark.parametrize("part", Part)
def test_each_verb_is_for_its_roles(as_: As, company: None, part: Part) -> None:
    client = as_(PEOPLE_BY_PART[part])
    for verb, known in VERBS.items():
        expected = {302} if permitted(part, known.act) else {403}
        assert status_of(client.post, f"{DESK}fa/{verb}/") in expected, verb
    for verb, known in ROUND_VERBS.items():
        expected = {302, 409} if permitted(part, known.act) else {403}
        assert status_of(client.post, f"/liga/{SLUG}/etapa/1/propunere/{verb}/") in expected, verb


@pytest.mark.parametrize("part", Part)
def test_each_page_is_for_its_roles(as_: As, company: None, part: Part) -> None:
    client = as_(PEOPLE_BY_PART[part])
    for page, act in PAGES.items():
        assert client.get(page).status_code == (200 if permitted(part, act) else 403), page


def test_nobody_signed_out_gets_further_than_the_door(client: Any, company: None) -> None:
    for page in PAGES:
        assert client.get(page).url.startswith("/cont/login/")
    assert client.post(f"{DESK}fa/incepe/").url.startswith("/cont/login/")
    assert client.get("/liga/nicio-liga/birou/").status_code == 302


def test_what_there_is_not_is_not_found(as_: As, company: None) -> None:
    olga = as_("olga")
    assert olga.get("/liga/nicio-liga/birou/").status_code == 404
    assert olga.get(f"{DESK}?sezon=7").status_code == 404
    assert olga.post(f"{DESK}fa/zboara/").status_code == 404
    assert olga.get(f"/liga/{SLUG}/etapa/40/propunere/").status_code == 404
