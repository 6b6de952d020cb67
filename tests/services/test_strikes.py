"""What leaving and missing costs: figures, and how they are forgotten."""

from datetime import timedelta

import pytest

from games.models import Player, RankedRecord
from games.services import queueing, standing_up, strikes
from tests.services.queue import closed_for, say_yes, seated, strikes_of, wait
from tests.services.table import at

pytestmark = pytest.mark.django_db

DAY = 24 * 3600


@pytest.mark.parametrize(
    ("count", "minutes"),
    [(0, 0), (1, 0), (2, 5), (3, 10), (4, 20), (5, 40), (6, 80), (7, 160), (8, 320), (9, 640), (10, 1280), (11, 1440)],
)
def test_the_first_strike_is_free_and_each_further_one_doubles_to_a_day(count: int, minutes: int) -> None:
    assert strikes.block(count) == timedelta(minutes=minutes)


def test_the_first_missed_table_closes_nothing_the_second_does(ana: Player, bogdan: Player) -> None:
    for begin, closed in ((0, None), (100, timedelta(minutes=5))):
        wait(ana, bogdan, seconds=begin)
        say_yes(ana, seconds=begin + 1)
        queueing.tick(at(begin + 20))
        queueing.leave_queue(player=ana, now=at(begin + 21))
        assert closed_for(bogdan, begin + 20) == closed
    assert strikes_of(ana) == 0


def test_leaving_a_match_closes_the_queue_at_once_and_longer_each_time(ana: Player, bogdan: Player) -> None:
    begin = 0.0
    for minutes in (5, 10, 20, 40):
        match = seated(ana, bogdan, seconds=begin)
        standing_up.leave_table(match=match, player=bogdan, now=at(begin + 2))
        assert closed_for(bogdan, begin + 2) == timedelta(minutes=minutes)
        begin += 2 + minutes * 60
    assert strikes_of(ana) == 0


def test_leaving_between_rounds_is_leaving(ana: Player, bogdan: Player) -> None:
    match = seated(ana, bogdan)
    match.rounds.update(finished_at=at(2), outcome="blocked")
    type(match).objects.update(state="between")
    standing_up.leave_table(match=match, player=bogdan, now=at(3))
    assert closed_for(bogdan, 3) == timedelta(minutes=5)


def test_a_match_played_to_its_end_takes_one_away(ana: Player, bogdan: Player) -> None:
    RankedRecord.objects.create(player=ana, strikes=4, struck_at=at(0))
    match = seated(ana, bogdan)
    standing_up.leave_table(match=match, player=bogdan, now=at(3))
    assert (strikes_of(ana), strikes_of(bogdan)) == (3, 2)


def test_each_day_without_a_new_one_takes_one_away(ana: Player) -> None:
    record = RankedRecord.objects.create(player=ana, strikes=4, struck_at=at(0))
    told = [strikes.standing_strikes(record, at(days * DAY)) for days in (0, 0.9, 1, 2.5, 4, 99)]
    assert told == [4, 4, 3, 2, 0, 0]
    strikes.left_match(player_id=ana.pk, now=at(2.5 * DAY))
    assert (strikes_of(ana), closed_for(ana, 2.5 * DAY)) == (3, timedelta(minutes=10))


def test_a_day_and_a_match_do_not_count_one_strike_twice(ana: Player) -> None:
    record = RankedRecord.objects.create(player=ana, strikes=5, struck_at=at(0))
    strikes.played_out(players=[ana.pk], now=at(1.5 * DAY))
    record.refresh_from_db()
    assert record.strikes == 3
    assert strikes.standing_strikes(record, at(1.9 * DAY)) == 3
    assert strikes.standing_strikes(record, at(2.1 * DAY)) == 2


def test_more_than_a_day_is_never_closed(ana: Player) -> None:
    for _ in range(40):
        strikes.left_match(player_id=ana.pk, now=at(0))
    assert closed_for(ana, 0) == timedelta(hours=24)
    assert strikes_of(ana) == strikes.MOST


def test_a_shorter_block_never_takes_the_place_of_a_longer_one(ana: Player) -> None:
    RankedRecord.objects.create(player=ana, strikes=0, blocked_until=at(DAY))
    strikes.left_match(player_id=ana.pk, now=at(0))
    assert closed_for(ana, 0) == timedelta(days=1)
