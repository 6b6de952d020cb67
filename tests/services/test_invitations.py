"""Invitations: to open tables, by who sits there, to who lets themselves be asked; gone when the table is."""

from typing import Any

import pytest

from games import queries_people
from games.models import Friendship, Invitation, Match, Player
from games.services import company, endings, guests, invitations, rounds, seating, tables
from games.services.errors import NotAllowed, Reason
from tests.services.table import NOON, open_table

pytestmark = pytest.mark.django_db


def grown(name: str, invites: str = "everyone") -> Player:
    return Player.objects.create(username=name, age_band="16plus", invites=invites)


@pytest.fixture
def dana() -> Player:
    return grown("dana")


@pytest.fixture
def emil() -> Player:
    return grown("emil")


@pytest.fixture
def table(dana: Player) -> Match:
    return open_table(dana, size=3)


def refused(**who: Any) -> Reason:
    with pytest.raises(NotAllowed) as no:
        invitations.invite(**who)
    return no.value.reason


def befriend(one: Player, other: Player) -> None:
    Friendship.objects.create(asker=one, other=other, accepted_at=NOON)


def test_an_invitation_is_shown_to_whom_it_is_for(table: Match, dana: Player, emil: Player) -> None:
    invitations.invite(match=table, by=dana, to=emil)
    invitations.invite(match=table, by=dana, to=emil)
    assert [(one.match, one.by) for one in queries_people.invitations_to(emil)] == [(table, dana)]
    assert queries_people.invited_to(table) == [emil]
    assert queries_people.invitations_to(dana) == []


def test_only_who_sits_there_invites(table: Match, emil: Player) -> None:
    assert refused(match=table, by=emil, to=grown("florin")) == Reason.NOT_SEATED


@pytest.mark.parametrize(
    ("invites", "friend", "may"),
    [
        ("everyone", False, True),
        ("friends", False, False),
        ("friends", True, True),
        ("nobody", True, False),
    ],
)
def test_everybody_says_by_whom_they_may_be_asked(
    table: Match, dana: Player, invites: str, friend: bool, may: bool
) -> None:
    other = grown("florin", invites)
    if friend:
        befriend(dana, other)
    assert invitations.may_invite(dana, other) is may
    if not may:
        assert refused(match=table, by=dana, to=other) == Reason.NO_INVITATION


@pytest.mark.parametrize("age", ["under16", "unknown"])
def test_no_stranger_invites_a_child(table: Match, dana: Player, age: str) -> None:
    child = Player.objects.create(username="copil", age_band=age)
    assert refused(match=table, by=dana, to=child) == Reason.NO_INVITATION
    befriend(dana, child)
    assert invitations.invite(match=table, by=dana, to=child).to == child


def test_a_block_is_told_by_nothing(table: Match, dana: Player, emil: Player) -> None:
    florin = grown("florin")
    company.block(player=emil, other=dana, on=True)
    assert refused(match=table, by=dana, to=emil) == Reason.NO_INVITATION
    seating.take_seat(match=table, player=florin)
    company.block(player=florin, other=grown("gabi"), on=True)
    assert refused(match=table, by=dana, to=Player.objects.get(username="gabi")) == Reason.NO_INVITATION


def test_a_block_takes_an_invitation_back(table: Match, dana: Player, emil: Player) -> None:
    invitations.invite(match=table, by=dana, to=emil)
    company.block(player=dana, other=emil, on=True)
    assert not Invitation.objects.exists()


def test_nobody_is_invited_where_they_sit_or_as_a_guest(table: Match, dana: Player, emil: Player) -> None:
    seating.take_seat(match=table, player=emil)
    for other in (dana, emil, guests.make()):
        assert refused(match=table, by=dana, to=other) == Reason.NO_INVITATION


def test_a_full_table_invites_nobody(dana: Player, emil: Player) -> None:
    assert refused(match=open_table(dana, bots=1, size=2), by=dana, to=emil) == Reason.TABLE_FULL


def test_so_many_wait_at_a_table_and_no_more(table: Match, dana: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MOST", 2)
    for name in ("florin", "gabi"):
        invitations.invite(match=table, by=dana, to=grown(name))
    assert refused(match=table, by=dana, to=grown("horia")) == Reason.TOO_MANY_INVITATIONS


def test_an_invitation_goes_with_a_no_and_with_a_seat(table: Match, dana: Player, emil: Player) -> None:
    invitations.invite(match=table, by=dana, to=emil)
    invitations.decline(match=table, player=emil)
    assert not Invitation.objects.exists()
    invitations.invite(match=table, by=dana, to=emil)
    seating.take_seat(match=table, player=emil)
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("end", ["start", "close"])
def test_an_invitation_goes_with_the_table(table: Match, dana: Player, emil: Player, end: str) -> None:
    invitations.invite(match=table, by=dana, to=emil)
    if end == "start":
        seating.add_bot(match=table, by=dana)
        tables.start_match(match=table, by=dana)
    else:
        endings.cancel(rounds.locked_match(table.pk), NOON)
    assert not Invitation.objects.exists()
    assert refused(match=table, by=dana, to=emil) == Reason.NOT_OPEN
