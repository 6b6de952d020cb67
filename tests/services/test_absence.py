"""A ranked seat whose player is gone: the clock plays, no bot does, and after a while the seat leaves."""

from datetime import timedelta

import pytest

from games import screens
from games.models import Due, Match, Move, Player, Round, Seat
from games.services import absence, clock, presence, queueing, rounds
from tests.services.queue import closed_for, in_order, laid, people, seat_of, seated, strikes_of
from tests.services.table import Hand, at, fresh

pytestmark = pytest.mark.django_db

HANDS = ["R5 R7 B1 B2", "R9 G9 Y1 Y2", "B9 B8 B7 B6"]
DRAW = "G1 G2 G3 G4 G5 G6 G7 G8 G9 G0 Y3 Y4 Y5 Y6 Y7 Y8 B3 B4 B5 R1 R2"


@pytest.fixture
def match(db: None) -> Match:
    """Three play a ranked match; the hands are laid."""
    played = seated(*people(3))
    laid(played, HANDS, table="R3", draw=DRAW)
    Round.objects.update(zero_at=at(0), began_at=at(0))
    Due.objects.filter(kind="clock").update(due_at=at(80))
    Due.objects.filter(kind="away").delete()
    return fresh(played)


@pytest.fixture
def trio(match: Match) -> list[Player]:
    return in_order(match)


def come(person: Player, match: Match, seconds: float = 0) -> None:
    presence.arrive(code=match.code, player_id=person.pk, key=person.username, now=at(seconds))


def run(match: Match, until: float, *here: Player, since: float = 0, step: int = 5) -> None:
    """Let the clock run, with these people at their pages."""
    for seconds in range(int(since), int(until) + 1, step):
        for person in here:
            come(person, match, seconds)
        presence.sweep(at(seconds))
        clock.take_due(at(seconds))


def texts(match: Match) -> list[tuple[int, str]]:
    return list(Move.objects.filter(round__match=match).values_list("seat", "text"))


def test_the_clock_plays_and_no_bot(match: Match, trio: list[Player]) -> None:
    run(match, 85, *trio)
    assert texts(match) == [(0, "timeout")]
    assert fresh(match).rounds.get().clock["stand_ins"] == []
    assert not Due.objects.filter(kind="bot").exists()


def test_after_three_missed_turns_in_a_row_the_seat_leaves(match: Match, trio: list[Player]) -> None:
    absent, *others = trio
    for turn in range(3):
        round_ = fresh(match.rounds.get())
        clock.take_due(round_.zero_at + timedelta(milliseconds=round_.clock["until"]))
        if turn == 2:
            break
        for person in others:
            round_ = fresh(match.rounds.get())
            seconds = round_.last_at / 1000 + 1
            assert Hand(person, round_).send("draw", after=round_.version, seconds=seconds).number
            if fresh(round_).clock["seat"] == round_.seat_of(person.pk):
                assert Hand(person, round_).send("pass", after=round_.version + 1, seconds=seconds + 1).number
        assert seat_of(absent).left_order is None
    assert [text for seat, text in texts(match) if seat == 0] == ["timeout", "timeout", "timeout", "leave"]
    assert seat_of(absent).left_order == 1
    assert fresh(match).state == "playing"
    assert strikes_of(absent) == 2
    assert [strikes_of(person) for person in others] == [0, 0]


def test_who_lets_a_turn_run_out_is_told_what_comes_of_it(match: Match, trio: list[Player]) -> None:
    def told() -> list[bool]:
        screen = screens.read(match.code)
        assert screen is not None
        return ["Your time ran out." in screens.whole(screen, person.pk, "en") for person in trio]

    assert told() == [False] * 3
    clock.take_due(at(80))
    assert told() == [True, False, False]
    Hand(trio[0], match.rounds.get()).send("mas", after=0, seconds=81)
    rounds.changed(fresh(match))
    assert told() == [False] * 3


def test_a_turn_that_is_taken_in_between_begins_the_count_anew(match: Match, trio: list[Player]) -> None:
    round_ = match.rounds.get()
    clock.take_due(at(80))
    assert fresh(round_).clock["missed"] == [1, 0, 0]
    Hand(trio[0], round_).send("mas", after=0, seconds=81)
    assert fresh(round_).clock["missed"] == [0, 0, 0]


def test_who_is_away_is_shown_and_leaves_after_two_minutes(match: Match, trio: list[Player]) -> None:
    here = trio[1:]
    Due.objects.filter(kind="clock").update(due_at=at(9_000))
    run(match, 5, *trio)
    presence.depart(key=trio[0].username, now=at(6))
    run(match, 125, *here, since=10)
    assert seat_of(trio[0]).away_since == at(10)
    assert seat_of(trio[0]).left_order is None
    assert texts(match) == []
    run(match, 130, *here, since=130)
    assert texts(match) == [(0, "leave")]
    assert seat_of(trio[0]).left_order == 1
    assert closed_for(trio[0], 130) == timedelta(minutes=5)


def test_who_is_back_in_time_stays(match: Match, trio: list[Player]) -> None:
    Due.objects.filter(kind="clock").update(due_at=at(9_000))
    run(match, 5, *trio)
    presence.depart(key=trio[0].username, now=at(6))
    run(match, 120, *trio[1:], since=10)
    come(trio[0], match, 121)
    run(match, 300, *trio, since=125)
    assert texts(match) == []
    assert seat_of(trio[0]).away_since is None


def test_who_said_yes_and_never_came_leaves_too(db: None) -> None:
    match = seated(*people(2))
    here, missing = in_order(match)
    Due.objects.filter(kind="clock").update(due_at=at(9_000))
    run(match, 130, here)
    assert seat_of(missing).left_order is None
    run(match, 140, here, since=135)
    assert seat_of(missing).left_order == 1
    assert fresh(match).state == "finished"


def test_the_one_who_stays_has_won_and_the_leaver_is_last(db: None) -> None:
    match = seated(*people(2))
    here, missing = in_order(match)
    Seat.objects.filter(player=missing).update(points=400)
    Due.objects.filter(kind="clock").update(due_at=at(9_000))
    run(match, 150, here)
    assert (seat_of(here).place, seat_of(missing).place) == (1, 2)


def test_between_rounds_who_is_away_leaves_as_well(match: Match, trio: list[Player]) -> None:
    Round.objects.update(finished_at=at(0), outcome="blocked")
    Match.objects.update(state="between")
    Due.objects.exclude(kind="away").delete()
    run(match, 5, *trio)
    presence.depart(key=trio[0].username, now=at(6))
    run(match, 140, *trio[1:], since=10)
    assert seat_of(trio[0]).left_order == 1
    assert fresh(match).state == "between"


def test_when_all_are_gone_the_match_ends_and_does_not_sleep(match: Match, trio: list[Player]) -> None:
    Due.objects.filter(kind="clock").update(due_at=at(9_000))
    run(match, 5, *trio)
    for nth, person in enumerate(trio):
        presence.depart(key=person.username, now=at(6 + nth))
    run(match, 150, since=10)
    assert fresh(match).state == "finished"
    assert [seat.left_order for seat in match.seats.order_by("number")] == [1, 2, None]


def test_a_ban_takes_the_seat_out_at_once(match: Match, trio: list[Player]) -> None:
    run(match, 5, *trio)
    Player.objects.filter(pk=trio[1].pk).update(is_active=False)
    assert presence.replace_banned(at(6)) == 1
    assert presence.replace_banned(at(7)) == 0
    assert texts(match) == [(1, "leave")]
    assert fresh(match).rounds.get().clock["stand_ins"] == []


def test_a_ban_between_rounds_does_too(match: Match, trio: list[Player]) -> None:
    Round.objects.update(finished_at=at(0), outcome="blocked")
    Match.objects.update(state="between")
    Player.objects.filter(pk=trio[1].pk).update(is_active=False)
    presence.replace_banned(at(6))
    assert seat_of(trio[1]).left_order == 1


def test_our_own_downtime_makes_nobody_leave(match: Match, trio: list[Player]) -> None:
    ticker = clock.Ticker()
    for second in range(12):
        for person in trio if second < 6 else trio[1:]:
            come(person, match, second)
        ticker.tick(at(second))
        if second == 6:
            presence.depart(key=trio[0].username, now=at(6))
    assert seat_of(trio[0]).away_since == at(10)
    back = clock.Ticker()
    back.tick(at(611))
    gap = timedelta(seconds=600) + clock.TIME_TO_COME_BACK
    assert seat_of(trio[0]).away_since == at(10) + gap
    for second in range(612, 640):
        back.tick(at(second))
    assert [seat.left_order for seat in match.seats.all()] == [None] * 3
    assert texts(match) == []


def test_an_absence_within_the_downtime_is_not_counted_when_another_page_goes(match: Match, trio: list[Player]) -> None:
    """Looking anew may not find the absence longer than it was without our gap."""
    Due.objects.filter(kind="clock").update(due_at=at(90_000))
    run(match, 5, *trio)
    presence.depart(key=trio[0].username, now=at(6))
    run(match, 15, *trio[1:], since=10)
    clock.beat(at(15))
    clock.beat(at(615))
    come(trio[0], match, 616)
    presence.depart(key=trio[0].username, now=at(617))
    run(match, 650, *trio[1:], since=617)
    assert seat_of(trio[0]).left_order is None


def test_a_seat_that_left_is_asked_nothing_more(match: Match, trio: list[Player]) -> None:
    round_ = match.rounds.get()
    absence.leave(fresh(match), fresh(round_), 0, at(3))
    for text in ("draw", "play R5", "mas", "leave"):
        for after in (0, 1, 2):
            assert Hand(trio[0], round_).send(text, after=after, seconds=4).key == "seat_left"
    queueing.tick(at(5))
    assert len(texts(match)) == 1
