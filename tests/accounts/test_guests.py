"""Guests play at once, and keep everything when they make an account."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.ruleset import rules_from
from games.models import Match, Player
from games.services import guests, tables
from games.services.errors import NotAllowed, Reason
from tests.services.table import open_table, player, start

pytestmark = pytest.mark.django_db

ACCOUNT = {"username": "mara", "password": "un arici pe drum", "age_band": "under16"}


def visit(client: Client, name: str = "", onward: str = "") -> Player:
    client.post("/oaspete/", {"name": name, "next": onward})
    return Player.objects.get(is_guest=True)


def test_a_guest_gets_a_funny_name_and_takes_a_seat(client: Client) -> None:
    match = open_table(player("ana"))
    response = client.post("/oaspete/", {"next": f"/t/{match.code}/"})
    assert response["Location"] == f"/t/{match.code}/"
    client.post(f"/t/{match.code}/loc/")
    guest = Player.objects.get(is_guest=True)
    assert guest.username.rsplit("-", 1)[0] in guests.NAMES
    assert (guest.age_band, guest.has_usable_password()) == ("unknown", False)
    assert match.seats.filter(player=guest).exists()
    assert client.session.get_expire_at_browser_close()


@pytest.mark.parametrize("name", ["ana", "Ana", "admin", "bot-7", "ă", "x", "a" * 21, "аdmin"])
def test_a_nickname_keeps_the_rules_of_names(client: Client, name: str) -> None:
    player("ana")
    assert client.post("/oaspete/", {"name": name}).status_code == 422
    assert not Player.objects.filter(is_guest=True).exists()


def test_a_guest_opens_tables_for_friends_but_no_public_ones(client: Client) -> None:
    guest = visit(client, "mara-g")
    options = {"host": guest, "rules": rules_from({}), "size": 4, "turn_ms": 30_000, "bank_ms": 0}
    with pytest.raises(NotAllowed, match=Reason.GUEST):
        tables.open_table(public=True, **options)
    assert tables.open_table(public=False, **options).host == guest


def test_the_account_made_later_is_the_same_player_with_the_same_games(client: Client) -> None:
    guest = visit(client, "mara-g")
    match = start(player("ana"), guest).match
    page = client.post("/cont/pastreaza/", ACCOUNT | {"next": f"/t/{match.code}/"})
    assert page.status_code == 200
    kept = Player.objects.get(pk=guest.pk)
    assert (kept.username, kept.is_guest, kept.age_band) == ("mara", False, "under16")
    assert kept.recovery_hash
    assert match.seats.get(player=kept).number == 1
    assert client.get("/jocurile-mele/").status_code == 200
    assert Client().login(username="mara", password=ACCOUNT["password"])
    assert client.get("/cont/pastreaza/").status_code == 302


@pytest.mark.parametrize("name", ["ana", "admin", "a b", ""])
def test_an_account_needs_a_free_name(client: Client, name: str) -> None:
    player("ana")
    visit(client, "mara-g")
    assert client.post("/cont/pastreaza/", ACCOUNT | {"username": name}).status_code == 422
    assert Player.objects.filter(username="mara-g", is_guest=True).exists()


def test_a_guest_keeps_the_nickname_as_the_accounts_name(client: Client) -> None:
    visit(client, "mara-g")
    assert client.post("/cont/pastreaza/", ACCOUNT | {"username": "mara-g"}).status_code == 200
    assert Player.objects.get(username="mara-g").is_guest is False


@pytest.mark.parametrize("path", ["email/", "password/change/", "2fa/", "cod/", "signup/"])
def test_the_pages_of_an_account_lead_a_guest_to_making_one(client: Client, path: str) -> None:
    visit(client)
    assert client.get(f"/cont/{path}")["Location"] == "/cont/pastreaza/"
    assert client.get("/cont/setari/").status_code == 200


def test_guests_of_one_network_are_limited(client: Client) -> None:
    codes = [Client().post("/oaspete/").status_code for _ in range(42)]
    assert codes[:40] == [302] * 40
    assert codes[-1] == 429


def test_guests_who_never_played_are_forgotten_after_a_week() -> None:
    idle, played, fresh = (guests.make() for _ in range(3))
    start(player("ana"), played)
    waiting = guests.make()
    table = tables.open_table(host=waiting, rules=rules_from({}), size=2, public=False, turn_ms=30_000, bank_ms=0)
    Match.objects.filter(pk=table.pk).update(state="cancelled", created_at=timezone.now() - timedelta(days=8))
    Player.objects.exclude(pk=fresh.pk).update(date_joined=timezone.now() - timedelta(days=8))
    assert guests.sweep() == 2
    assert set(Player.objects.filter(is_guest=True)) == {played, fresh}
    assert idle.pk not in Player.objects.values_list("pk", flat=True)
