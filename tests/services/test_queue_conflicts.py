"""Several clocks and clicks in the queue at once, as threads with connections of their own."""

from collections.abc import Callable

import pytest

from games.models import Match, Offer, Player, Seat, Ticket
from games.ratings import gathering
from games.services import offers, queueing
from games.services.errors import NotAllowed
from tests.services.queue import people, strikes_of, wait
from tests.services.table import at
from tests.services.test_conflicts import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def told[T](call: Callable[[], T]) -> Callable[[], T | str]:
    """The call, with a refusal as its answer."""

    def run() -> T | str:
        try:
            return call()
        except NotAllowed as no:
            return str(no.reason)

    return run


def joining(person: Player, seconds: float = 0, preset: str = "mas") -> Callable[[], object]:
    return told(lambda: queueing.join(player=person, ladder="duel", preset=preset, now=at(seconds)))


def yes(person: Player, seconds: float = 1) -> Callable[[], object]:
    return told(lambda: offers.accept(player=person, now=at(seconds)))


def seated_once() -> None:
    seats = list(Seat.objects.values_list("player", flat=True))
    assert len(seats) == len(set(seats))


def test_several_matchers_never_seat_one_player_twice(db: None) -> None:
    """Each offers to whom it locked; together they leave nobody at two tables, and fewer than a table without one."""
    everybody = people(24)
    for ladder, group in (("duel", everybody[:12]), ("table", everybody[12:])):
        Ticket.objects.bulk_create(
            [
                Ticket(player=one, ladder=ladder, preset="mas", mu=25, sigma=8, joined_at=at(0), seen_at=at(0))
                for one in group
            ]
        )
    at_once(*[lambda: queueing.tick(at(1))] * 4)
    queueing.tick(at(2))
    waiting = Ticket.objects.filter(offer=None)
    assert not waiting.filter(ladder="duel").exists()
    # Two may lock seven and five of the twelve: the seventh has nobody to sit with yet.
    assert waiting.count() < gathering.TABLE.enough
    sizes = sorted(offer.tickets.count() for offer in Offer.objects.all())
    assert sum(sizes) + waiting.count() == 24
    assert sizes[:6] == [2] * 6
    assert sizes[6] >= gathering.TABLE.enough


def test_everybody_who_joins_and_says_yes_at_once_sits_at_one_table(db: None) -> None:
    for nth in range(3):
        six = [Player.objects.create(username=f"six{nth}{k}") for k in range(6)]
        at_once(*[joining(one) for one in six], lambda: queueing.tick(at(0)))
        queueing.tick(at(1))
        at_once(*[yes(one) for one in six], *[yes(one) for one in six], lambda: queueing.tick(at(1)))
        assert not Ticket.objects.filter(player__in=six).exists()
        assert Seat.objects.filter(player__in=six).count() == 6
    assert Match.objects.count() == 9
    seated_once()


def test_the_same_click_twice_is_one_place(db: None) -> None:
    (one,) = people(1)
    at_once(*[joining(one) for _ in range(4)])
    assert Ticket.objects.count() == 1


def test_who_is_just_seated_does_not_queue_anew(db: None) -> None:
    for nth in range(5):
        one, other = (Player.objects.create(username=f"pair{nth}{k}") for k in range(2))
        wait(one, other)
        offers.accept(player=one, now=at(1))
        at_once(yes(other), joining(one, 1), joining(other, 1, "clasic"), joining(other, 1))
        assert not Ticket.objects.filter(player__in=(one, other)).exists()
    seated_once()


def test_a_yes_and_the_end_of_its_time_are_one_of_both(db: None) -> None:
    for nth in range(5):
        one, other = (Player.objects.create(username=f"pair{nth}{k}") for k in range(2))
        wait(one, other)
        offers.accept(player=one, now=at(1))
        before = Match.objects.count()
        at_once(yes(other, 20), lambda: offers.expire(at(20)), lambda: offers.expire(at(20)))
        begun = Match.objects.count() - before
        assert begun == Seat.objects.filter(player=other).count() == 1 - strikes_of(other)
        assert Ticket.objects.filter(player=one).exists() is (begun == 0)
        Ticket.objects.all().delete()


def test_a_no_of_two_at_once_costs_each_once_at_most(db: None) -> None:
    for nth in range(5):
        pair = [Player.objects.create(username=f"pair{nth}{k}") for k in range(2)]
        wait(*pair)
        at_once(*[lambda one=one: queueing.leave_queue(player=one, now=at(2)) for one in pair * 2])  # type: ignore[misc]
        # The first no ends the offer; the other was in the queue again and simply left.
        assert [strikes_of(one) for one in pair] in ([0, 1], [1, 0])
        assert not Offer.objects.exists()
        assert not Ticket.objects.exists()
