"""Several processes at one shuffle, as threads with connections of their own: each thing happens once."""

from collections.abc import Callable

import pytest

from games.models import Contribution, Deal, Match, Player, Round, SealedPromise, Secret
from games.services import clock, tables
from games.services.errors import NotAllowed, Reason
from tests.services.shuffle import bound, come, commit, nonce_of, promised, say
from tests.services.table import NOON, at, fresh, open_table, player
from tests.services.test_conflicts import at_once

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 5


@pytest.fixture
def people() -> list[Player]:
    return [player(name) for name in ("ana", "bogdan", "carmen")]


def begun(people: list[Player]) -> Match:
    match = open_table(*people)
    come(match, *people)
    for person in people[1:]:
        tables.set_ready(match=match, player=person, ready=True, now=NOON)
    tables.start_match(match=match, by=people[0], now=NOON)
    return fresh(match)


def saying(match: Match, person: Player, step: str, value: str, seconds: float) -> Callable[[], str]:
    promise = promised(match).commit

    def call() -> str:
        try:
            say(match, person, step, value, promise=promise, seconds=seconds)
        except NotAllowed as refused:
            return refused.reason.value
        return ""

    return call


def test_all_who_send_at_once_are_listed_and_the_round_is_dealt_once(people: list[Player]) -> None:
    for nth in range(1, TIMES + 1):
        match = begun(people)
        sent = [saying(match, person, "commit", bound(match, person), 1) for person in people]
        assert at_once(*sent, *sent) == [""] * 6
        assert promised(match).stage == "open"
        opened = [saying(match, person, "open", nonce_of(person), 2) for person in people]
        # The second copy of the last one may come when the cards are dealt already.
        assert set(at_once(*opened, *opened)) <= {"", Reason.STALE}
        assert Round.objects.get(match=match).nonces == [nonce_of(person) for person in people]
        assert (Round.objects.count(), Secret.objects.count(), Deal.objects.count()) == (nth, nth, nth)


def test_two_different_parts_of_one_seat_at_once_are_one(people: list[Player]) -> None:
    for _ in range(TIMES):
        match = begun(people)
        values = [bound(match, people[0], byte * 32) for byte in ("aa", "bb", "cc")]
        answers = at_once(*[saying(match, people[0], "commit", value, 1) for value in values])
        assert sorted(answers) == ["", Reason.DEAL_OTHER, Reason.DEAL_OTHER]
        assert Contribution.objects.filter(deal=promised(match)).count() == 1


def test_several_clocks_and_the_last_opening_deal_once(people: list[Player]) -> None:
    for _ in range(TIMES):
        match = begun(people)
        commit(match, *people)
        for person in people[:2]:
            say(match, person, "open", nonce_of(person), seconds=2)
        last = saying(match, people[2], "open", nonce_of(people[2]), 3)

        def tick() -> str:
            clock.take_due(at(3))
            return ""

        answer = at_once(last, tick, tick)[0]
        clock.take_due(at(3))
        played = Round.objects.get(match=match)
        in_time = played.nonces[2] != ""
        assert answer == ("" if in_time else Reason.STALE)
        assert played.nonces == [nonce_of(people[0]), nonce_of(people[1]), nonce_of(people[2]) if in_time else ""]
        assert Contribution.objects.exclude(withheld_at=None).count() == 0 or not in_time
        Contribution.objects.update(withheld_at=None)
    assert not SealedPromise.objects.exists()
