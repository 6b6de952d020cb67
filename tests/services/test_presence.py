"""Who is there is counted: one page closed is nothing while another is open."""

from datetime import timedelta

import pytest

from games.models import Connection, Due, Match, Move, Player, Round, Seat
from games.services import clock, presence, rounds, tables
from tests.services.table import NOON, Hand, at, fresh, lay, open_table, start

pytestmark = pytest.mark.django_db

HANDS = ["R5 R7 B1 B2", "R9 G9 Y1 Y2", "B9 B8 B7 B6"]
DRAW = "G1 G2 G3 G4 G5 G6 G7 G8 G9 G0 Y3 Y4 Y5 Y6"


@pytest.fixture
def round_(ana: Player, bogdan: Player, carmen: Player) -> Round:
    return lay(start(ana, bogdan, carmen, turn_ms=120_000), hands=HANDS, table="R3", draw=DRAW)


def come(person: Player, match: Match, key: str = "one", seconds: float = 0) -> None:
    presence.arrive(code=match.code, player_id=person.pk, key=key, now=at(seconds))


def go(key: str = "one", seconds: float = 0) -> None:
    presence.depart(key=key, now=at(seconds))


def tick(seconds: float) -> None:
    presence.sweep(at(seconds))
    clock.take_due(at(seconds))


def seat(person: Player) -> Seat:
    return Seat.objects.get(player=person)


def plays_for(round_: Round) -> list[int]:
    stand_ins: list[int] = fresh(round_).clock["stand_ins"]
    return stand_ins


def test_closing_one_of_two_tabs_starts_nothing(ana: Player, round_: Round) -> None:
    come(ana, round_.match, "one")
    come(ana, round_.match, "two")
    go("one", 1)
    assert not Due.objects.filter(kind="away").exists()
    tick(9)
    assert seat(ana).away_since is None


def test_a_late_close_after_a_good_reconnect_does_not_count(ana: Player, round_: Round) -> None:
    come(ana, round_.match, "old")
    come(ana, round_.match, "new", 5)
    go("old", 6)
    tick(12)
    assert seat(ana).away_since is None


def test_a_page_loaded_again_is_never_shown_as_away(ana: Player, round_: Round) -> None:
    come(ana, round_.match, "one")
    go("one", 1)
    come(ana, round_.match, "two", 3)
    tick(6)
    assert seat(ana).away_since is None


def test_who_is_gone_is_shown_within_fifteen_seconds(ana: Player, round_: Round) -> None:
    come(ana, round_.match)
    before = fresh(round_.match).version
    go("one", 1)
    tick(5)
    assert seat(ana).away_since == at(5)
    assert fresh(round_.match).version > before
    assert plays_for(round_) == []


def test_the_pages_of_a_process_that_died_are_gone_within_fifteen_seconds(ana: Player, round_: Round) -> None:
    come(ana, round_.match)
    presence.stay(keys=["one"], now=at(3))
    tick(12.9)
    assert seat(ana).away_since is None
    tick(13.5)
    assert seat(ana).away_since == at(13.5)


def test_a_page_that_was_forgotten_while_its_process_lives_is_told_to_arrive_again(ana: Player, round_: Round) -> None:
    come(ana, round_.match)
    tick(20)
    assert presence.stay(keys=["one"], now=at(21)) == {"one"}
    come(ana, round_.match, "one", 21)
    assert presence.stay(keys=["one"], now=at(22)) == set()
    assert seat(ana).away_since is None


def test_after_a_minute_a_bot_plays_and_gives_back_at_once(ana: Player, bogdan: Player, round_: Round) -> None:
    for key, person in (("one", ana), ("two", bogdan)):
        come(person, round_.match, key)
    go("one", 1)
    tick(5)
    presence.stay(keys=["two"], now=at(60))
    tick(64.9)
    assert plays_for(round_) == []
    tick(65)
    assert plays_for(round_) == [0]
    assert Due.objects.filter(kind="bot").exists()
    tick(75)
    assert Move.objects.count() == 1
    come(ana, round_.match, "three", 76)
    assert plays_for(round_) == []
    assert (seat(ana).away_since, seat(ana).bot_plays) == (None, False)


def test_any_command_takes_the_seat_back(ana: Player, round_: Round) -> None:
    come(ana, round_.match)
    go("one", 1)
    tick(5)
    tick(65)
    assert plays_for(round_) == [0]
    assert Hand(ana, round_).send("pass", after=0, seconds=65.1).number is None
    assert plays_for(round_) == []
    assert seat(ana).bot_plays is False


def test_a_seat_left_between_rounds_is_played_by_a_bot_from_the_next_one(ana: Player, round_: Round) -> None:
    match = round_.match
    Match.objects.filter(pk=match.pk).update(state=Match.State.BETWEEN)
    Round.objects.update(finished_at=NOON, outcome="blocked")
    come(ana, match)
    go("one", 1)
    tick(5)
    tick(65)
    assert seat(ana).bot_plays is True
    second = rounds.deal_round(fresh(match), at(66))
    assert second.clock["stand_ins"] == [0]
    come(ana, match, "two", 67)
    assert fresh(second).clock["stand_ins"] == []


def test_waiting_for_the_others_is_no_absence(ana: Player, bogdan: Player, round_: Round) -> None:
    come(bogdan, round_.match)
    for seconds in range(0, 119, 3):
        presence.stay(keys=["one"], now=at(seconds))
        tick(seconds)
    assert seat(bogdan).away_since is None
    assert plays_for(round_) == []


def test_a_player_who_polls_is_there(ana: Player, round_: Round) -> None:
    for seconds in range(0, 100, 4):
        presence.polled(code=round_.match.code, player_id=ana.pk, now=at(seconds))
        tick(seconds + 1)
    assert Connection.objects.count() == 1
    assert seat(ana).away_since is None


def test_our_own_downtime_makes_nobody_absent(ana: Player, round_: Round) -> None:
    ticker = clock.Ticker()
    ticker.tick(at(0))
    come(ana, round_.match)
    ticker.tick(at(1))
    clock.Ticker().tick(at(200))
    assert seat(ana).away_since is None
    assert Connection.objects.get().seen_at == at(0) + timedelta(seconds=199) + clock.TIME_TO_COME_BACK


def test_a_bot_plays_at_once_for_who_was_banned(ana: Player, bogdan: Player, round_: Round) -> None:
    come(ana, round_.match)
    Player.objects.filter(pk=ana.pk).update(is_active=False)
    assert presence.replace_banned(at(1)) == 1
    assert presence.replace_banned(at(2)) == 0
    assert plays_for(round_) == [0]
    answer = Hand(ana, round_).send("play R5", after=0, seconds=3)
    assert answer.key == "not_seated"
    assert plays_for(round_) == [0]
    tick(20)
    assert Move.objects.get().seat == 0


def test_at_an_open_table_absence_is_shown_and_nothing_else(ana: Player, bogdan: Player) -> None:
    match = open_table(ana, bogdan)
    come(bogdan, match)
    go("one", 1)
    tick(5)
    tick(65)
    assert seat(bogdan).away_since == at(5)
    assert seat(bogdan).bot_plays is False


def test_the_dues_of_absence_survive_the_start(ana: Player, bogdan: Player) -> None:
    match = open_table(ana, bogdan)
    come(bogdan, match)
    go("one", 1)
    match.seats.update(ready=True)
    tables.start_match(match=match, by=ana, now=at(2))
    tick(5)
    assert seat(bogdan).away_since == at(5)
