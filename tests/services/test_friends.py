"""Friends: asked, agreed, refused, parted; and what a block does to it."""

from datetime import timedelta
from typing import Any

import pytest

from games import queries_people
from games.models import Friendship, Player
from games.services import company, friends, guests
from games.services.errors import NotAllowed, Reason
from tests.services.table import NOON, player, start

pytestmark = pytest.mark.django_db


def grown(name: str) -> Player:
    return Player.objects.create(username=name, age_band="16plus")


@pytest.fixture
def dana() -> Player:
    return grown("dana")


@pytest.fixture
def emil() -> Player:
    return grown("emil")


def refused(act: Any, **who: Any) -> Reason:
    with pytest.raises(NotAllowed) as no:
        act(**who)
    return no.value.reason


def befriend(one: Player, other: Player) -> None:
    friends.ask(player=one, other=other, now=NOON)
    friends.accept(player=other, other=one, now=NOON)


def test_a_yes_makes_friends_of_both(dana: Player, emil: Player) -> None:
    friends.ask(player=dana, other=emil)
    assert (queries_people.asks_to(emil), queries_people.asks_by(dana)) == ([dana], [emil])
    assert queries_people.friends_of(dana) == []
    friends.accept(player=emil, other=dana)
    assert (queries_people.friends_of(dana), queries_people.friends_of(emil)) == ([emil], [dana])
    assert (queries_people.asks_to(emil), queries_people.asks_by(dana)) == ([], [])


def test_asking_twice_is_asking_once(dana: Player, emil: Player) -> None:
    friends.ask(player=dana, other=emil)
    friends.ask(player=dana, other=emil)
    assert Friendship.objects.count() == 1


def test_who_asks_the_one_who_asked_says_yes(dana: Player, emil: Player) -> None:
    friends.ask(player=dana, other=emil)
    friends.ask(player=emil, other=dana)
    assert queries_people.friends_of(dana) == [emil]


def test_a_no_is_not_told_and_stands_for_a_while(dana: Player, emil: Player) -> None:
    friends.ask(player=dana, other=emil, now=NOON)
    friends.refuse(player=emil, other=dana, now=NOON)
    assert (queries_people.asks_to(emil), queries_people.friends_of(emil)) == ([], [])
    assert refused(friends.ask, player=dana, other=emil, now=NOON + timedelta(days=29)) == Reason.NO_FRIEND
    assert refused(friends.remove, player=dana, other=emil) == Reason.NO_FRIENDS
    friends.ask(player=dana, other=emil, now=NOON + timedelta(days=31))
    assert queries_people.asks_to(emil) == [dana]


def test_who_said_no_may_ask_after_all(dana: Player, emil: Player) -> None:
    friends.ask(player=dana, other=emil)
    friends.refuse(player=emil, other=dana)
    friends.ask(player=emil, other=dana)
    assert queries_people.friends_of(dana) == [emil]


@pytest.mark.parametrize("first", [True, False])
def test_either_of_two_may_part(dana: Player, emil: Player, first: bool) -> None:
    befriend(dana, emil)
    friends.remove(player=dana if first else emil, other=emil if first else dana)
    assert not Friendship.objects.exists()


def test_what_was_asked_can_be_taken_back(dana: Player, emil: Player) -> None:
    friends.ask(player=dana, other=emil)
    assert refused(friends.remove, player=emil, other=dana) == Reason.NO_FRIENDS
    friends.remove(player=dana, other=emil)
    assert queries_people.asks_to(emil) == []


def test_nobody_answers_what_was_not_asked(dana: Player, emil: Player) -> None:
    for act in (friends.accept, friends.refuse):
        assert refused(act, player=dana, other=emil) == Reason.NOT_ASKED
    friends.ask(player=dana, other=emil)
    assert refused(friends.accept, player=dana, other=emil) == Reason.NOT_ASKED


def test_a_block_ends_a_friendship_and_forbids_another(dana: Player, emil: Player) -> None:
    befriend(dana, emil)
    company.block(player=emil, other=dana, on=True)
    assert not Friendship.objects.exists()
    for one, other in ((dana, emil), (emil, dana)):
        assert refused(friends.ask, player=one, other=other) == Reason.NO_FRIEND


def test_nobody_asks_themselves_or_a_guest_or_who_is_gone(dana: Player, emil: Player) -> None:
    guest = guests.make()
    assert refused(friends.ask, player=dana, other=dana) == Reason.ONESELF
    assert refused(friends.ask, player=dana, other=guest) == Reason.NO_SUCH_PLAYER
    assert refused(friends.ask, player=guest, other=dana) == Reason.GUEST
    Player.objects.filter(pk=emil.pk).update(is_active=False)
    emil.refresh_from_db()
    assert refused(friends.ask, player=dana, other=emil) == Reason.NO_SUCH_PLAYER


@pytest.mark.parametrize("age", ["under16", "unknown"])
def test_a_child_is_asked_only_by_who_has_played_with_it(dana: Player, age: str) -> None:
    child = Player.objects.create(username="copil", age_band=age)
    assert refused(friends.ask, player=dana, other=child) == Reason.NO_SUCH_PLAYER
    start(dana, child)
    assert friends.ask(player=dana, other=child).accepted_at is None


def test_so_many_questions_may_wait_and_no_more(dana: Player) -> None:
    for number in range(friends.MOST_ASKS):
        friends.ask(player=dana, other=grown(f"p{number:03}"))
    assert refused(friends.ask, player=dana, other=grown("another")) == Reason.TOO_MANY_ASKS


def test_so_many_friends_and_no_more(dana: Player, emil: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MOST_FRIENDS", 1)
    befriend(dana, emil)
    assert refused(friends.ask, player=dana, other=grown("florin")) == Reason.TOO_MANY_FRIENDS
    gabi = grown("gabi")
    friends.ask(player=gabi, other=dana)
    assert refused(friends.accept, player=dana, other=gabi) == Reason.TOO_MANY_FRIENDS


def test_who_sees_whose_page(dana: Player) -> None:
    child, mate, friend = (player(name) for name in ("copil", "coleg", "prieten"))
    start(mate, child)
    Friendship.objects.create(asker=friend, other=child, accepted_at=NOON)
    sees = {who: queries_people.may_see(who, child) for who in (None, dana, child, mate, friend)}
    assert sees == {None: False, dana: False, child: True, mate: True, friend: True}
    assert queries_people.may_see(None, dana)
    company.block(player=child, other=mate, on=True)
    assert not queries_people.may_see(mate, child)


def test_a_seat_at_an_open_table_shows_no_childs_page(dana: Player) -> None:
    from games.services import seating
    from tests.services.table import open_table

    child = player("copil")
    seating.take_seat(match=open_table(child), player=dana)
    assert not queries_people.may_see(dana, child)
