"""Each verb of a table × who asks: what somebody may not do changes nothing."""

import pytest
from django.test import Client

from games.models import Match, Player
from games.services import guests, tables
from tests.services.table import fresh, open_table, player, start

pytestmark = pytest.mark.django_db

ROLES = ("anonymous", "guest", "spectator", "seated", "host", "banned")
SIGNED_IN = {"guest", "spectator", "seated", "host"}
AT_TABLE = {"seated", "host"}
OPEN: dict[str, tuple[dict[str, str], set[str]]] = {
    "loc": ({}, {"guest", "spectator"}),
    "pleaca": ({}, AT_TABLE),
    "elibereaza": ({"number": "1"}, {"host"}),
    "robot": ({}, {"host"}),
    "fara-robot": ({"number": "2"}, {"host"}),
    "gata": ({}, AT_TABLE),  # with the terms of the table
    "start": ({}, {"host"}),
    "revansa": ({}, set()),
    "pauza": ({"agree": "1"}, set()),
    "continua": ({}, set()),
    "inapoi": ({}, set()),
    "vorba": ({"phrase": "hello"}, SIGNED_IN),
}
PLAYING: dict[str, tuple[dict[str, str], set[str]]] = {
    "loc": ({}, set()),
    "elibereaza": ({"number": "1"}, set()),
    "robot": ({}, set()),
    "fara-robot": ({"number": "2"}, set()),
    "gata": ({"ready": "1"}, set()),
    "start": ({}, set()),
    "revansa": ({}, set()),
    "pauza": ({"agree": "1"}, AT_TABLE),
    "continua": ({}, set()),
    "inapoi": ({}, set()),
    "comanda": ({"command": "mas", "after": "0", "command_id": "abcdefgh"}, set()),
    "vorba": ({"phrase": "hello"}, SIGNED_IN),
}


def visitor(role: str) -> Client:
    client = Client()
    if role != "anonymous":
        names = {"seated": "bogdan", "host": "ana", "spectator": "carmen", "banned": "dan"}
        person = guests.make() if role == "guest" else Player.objects.get_or_create(username=names[role])[0]
        client.force_login(person)
        if role == "banned":
            Player.objects.filter(pk=person.pk).update(is_active=False)
    return client


def number(match: Match) -> tuple[int, int]:
    match = fresh(match)
    return match.version, match.talk


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("verb", OPEN)
def test_who_may_do_what_at_an_open_table(verb: str, role: str) -> None:
    match = open_table(player("ana"), player("bogdan"), bots=1)
    match.seats.filter(number=1).update(ready=verb == "start")
    values, allowed = OPEN[verb]
    values = {"ready": tables.terms_of(match)} if verb == "gata" else values
    asks(match, verb, values, role, may=role in allowed)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("verb", PLAYING)
def test_who_may_do_what_while_a_round_is_played(verb: str, role: str) -> None:
    match = start(player("ana"), player("bogdan"), bots=1).match
    values, allowed = PLAYING[verb]
    asks(match, verb, values, role, may=role in allowed)


def asks(match: Match, verb: str, values: dict[str, str], role: str, *, may: bool) -> None:
    before, client = number(match), visitor(role)
    assert client.get(f"/t/{match.code}/{verb}/").status_code in (302, 405)
    assert number(match) == before
    response = client.post(f"/t/{match.code}/{verb}/", values)
    assert response.status_code in (200, 302, 401)
    assert (number(match) != before) is may


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("path", ["oameni/liniste/", "oameni/blocheaza/"])
def test_who_may_keep_people_away(path: str, role: str) -> None:
    player("elena")
    client = visitor(role)
    client.post(f"/{path}", {"name": "elena", "on": "1"})
    elena = Player.objects.get(username="elena")
    assert (elena.muted_by.count() + elena.blocked_by.count() == 1) is (role in SIGNED_IN)


@pytest.mark.parametrize("role", ROLES)
def test_who_may_report(role: str) -> None:
    match = open_table(player("ana"), player("bogdan"))
    visitor(role).post(f"/t/{match.code}/raport/", {"name": "ana", "why": "insult"})
    assert match.reports.count() == (role in SIGNED_IN - {"host"})
