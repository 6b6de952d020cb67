"""The page of friends, the invitations, and the acts behind their buttons."""

import html

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import queries_people
from games.models import Connection, Friendship, Invitation, Player
from games.services import guests, invitations
from tests.services.table import NOON, open_table, start
from tests.views.conftest import signed_in
from tests.views.people import grown

pytestmark = pytest.mark.django_db
FRIENDS = "/prieteni/"
MOST_QUERIES = 12


@pytest.fixture
def dana() -> Player:
    return grown("dana")


@pytest.fixture
def emil() -> Player:
    return grown("emil")


def befriend(one: Player, other: Player) -> None:
    Friendship.objects.create(asker=one, other=other, accepted_at=NOON)


def text(client: Client, path: str = FRIENDS) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def here(player: Player, code: str) -> None:
    from games.models import Match

    match = Match.objects.get(code=code)
    Connection.objects.create(match=match, player=player, key=player.username, seen_at=timezone.now())


def test_from_asking_to_being_friends(dana: Player, emil: Player) -> None:
    asker, asked = signed_in(dana), signed_in(emil)
    asker.post(reverse("games:friend_ask"), {"name": "emil"})
    assert "emil" in text(asker)
    assert reverse("games:friend_accept") in text(asked)
    asked.post(reverse("games:friend_accept"), {"name": "dana"})
    assert queries_people.friends_of(dana) == [emil]
    asker.post(reverse("games:friend_remove"), {"name": "emil"})
    assert queries_people.friends_of(emil) == []


def test_a_no_leads_back_to_the_page_it_came_from(dana: Player, emil: Player) -> None:
    Friendship.objects.create(asker=dana, other=emil)
    answer = signed_in(emil).post(reverse("games:friend_refuse"), {"name": "dana", "next": "/jucator/dana/"})
    assert answer.headers["Location"] == "/jucator/dana/"
    assert queries_people.asks_to(emil) == []


def test_where_friends_are_is_shown_as_far_as_everybody_may_go_there(dana: Player, emil: Player) -> None:
    florin, gabi = grown("florin"), grown("gabi")
    for friend in (emil, florin, gabi):
        befriend(dana, friend)
    public, private = open_table(emil), open_table(florin, public=False)
    here(emil, public.code)
    here(florin, private.code)
    shown = text(signed_in(dana))
    assert public.code in shown
    assert private.code not in shown
    assert shown.count("waits at an open table") == 2
    assert shown.count("not here now") == 1


@pytest.mark.parametrize("name", ["friend_ask", "friend_accept", "friend_refuse", "friend_remove"])
def test_nobody_acts_without_an_account(name: str, dana: Player) -> None:
    assert Client().post(reverse(f"games:{name}"), {"name": "dana"}).status_code == 302
    signed_in(guests.make()).post(reverse(f"games:{name}"), {"name": "dana"})
    assert not Friendship.objects.exists()
    assert Client().get(reverse(f"games:{name}")).status_code == 405


def test_the_page_is_for_players_with_an_account(dana: Player) -> None:
    assert Client().get(FRIENDS).status_code == 302
    assert signed_in(guests.make()).get(FRIENDS).headers["Location"] == reverse("accounts:keep")


def test_an_invitation_is_on_the_first_page_until_it_is_answered(dana: Player, emil: Player) -> None:
    match = open_table(dana)
    client = signed_in(dana)
    client.post(reverse("games:invite", args=[match.code]), {"name": "emil"})
    invited = signed_in(emil)
    assert "dana asks you to their table" in text(invited, "/")
    assert "dana asks you to their table" in text(invited)
    invited.post(reverse("games:invitation_decline", args=[match.code]))
    assert "asks you to their table" not in text(invited, "/")


def test_a_seat_is_where_one_invites_from(dana: Player, emil: Player) -> None:
    match = open_table(dana)
    address = reverse("games:invite", args=[match.code])
    befriend(dana, emil)
    assert "Invite emil" in text(signed_in(dana), address)
    assert signed_in(emil).get(address).status_code == 403
    assert signed_in(emil).post(address, {"name": "dana"}).status_code == 403
    assert Client().get(address).status_code == 302
    assert not Invitation.objects.exists()


def test_who_is_invited_is_not_offered_again(dana: Player, emil: Player) -> None:
    befriend(dana, emil)
    match = open_table(dana)
    invitations.invite(match=match, by=dana, to=emil)
    shown = text(signed_in(dana), reverse("games:invite", args=[match.code]))
    assert "Invited already" in shown
    assert "Invite emil" not in shown


def test_nobody_is_invited_once_it_is_played(dana: Player, emil: Player) -> None:
    match = start(dana, grown("florin")).match
    address = reverse("games:invite", args=[match.code])
    client = signed_in(dana)
    assert client.get(address).headers["Location"] == reverse("games:table", args=[match.code])
    client.post(address, {"name": "emil"})
    assert not Invitation.objects.exists()


def test_many_friends_take_as_many_queries_as_few(dana: Player) -> None:
    client = signed_in(dana)

    def queries() -> int:
        with CaptureQueriesContext(connection) as log:
            text(client)
        return len(log)

    def more(count: int) -> None:
        for _ in range(count):
            number = Player.objects.count()
            friend, asks, asked = (grown(f"{kind}{number:04}") for kind in ("prieten", "cere", "rugat"))
            befriend(friend, dana)
            Friendship.objects.create(asker=asks, other=dana)
            Friendship.objects.create(asker=dana, other=asked)
            match = open_table(friend)
            here(friend, match.code)
            Invitation.objects.create(match=match, by=friend, to=dana)

    more(1)
    queries()  # some things are looked up once and kept
    few = queries()
    more(10)
    assert queries() == few <= MOST_QUERIES
