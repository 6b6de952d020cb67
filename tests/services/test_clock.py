"""What happens by itself. No test waits: the time is given."""

import asyncio
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async

from games.engine.ruleset import rules_from
from games.models import Due, Heartbeat, Match, Move, Player, Round
from games.services import clock, seating, standing_up
from games.services.answers import COMMAND_ID
from tests.services.table import NOON, Hand, at, fresh, lay, open_table, start

pytestmark = pytest.mark.django_db

HANDS = ["R5 R7 B1 B2", "R9 G9 Y1 Y2", "B9 B8 B7 B6"]
DRAW = "G1 G2 G3 G4 G5 G6 G7 G8 G9 G0 Y3 Y4 Y5 Y6"


@pytest.fixture
def round_(ana: Player, bogdan: Player, carmen: Player) -> Round:
    return lay(start(ana, bogdan, carmen), hands=HANDS, table="R3", draw=DRAW)


def texts() -> list[str]:
    return list(Move.objects.order_by("pk").values_list("text", flat=True))


def due(kind: str) -> Due:
    return Due.objects.get(kind=kind)


def test_a_turn_runs_out_after_its_own_time_and_the_bank(round_: Round) -> None:
    assert due("clock").due_at == at(90)
    assert clock.take_due(at(89.9)) == 0
    assert clock.take_due(at(90)) == 1
    assert texts() == ["timeout"]
    assert fresh(round_).clock["bank"] == [0, 60_000, 60_000]


def test_the_bank_pays_only_what_goes_beyond_the_turn(ana: Player, bogdan: Player, round_: Round) -> None:
    Hand(ana, round_).send("play R5", after=0, seconds=29)
    Hand(bogdan, round_).send("play R9", after=1, seconds=29 + 42)
    assert fresh(round_).clock["bank"] == [60_000, 48_000, 60_000]
    assert due("clock").due_at == at(29 + 42 + 90)


def test_looking_at_a_drawn_card_takes_time_from_the_same_turn(ana: Player, round_: Round) -> None:
    lay(round_, hands=HANDS, table="G3", draw=DRAW)
    Hand(ana, round_).send("draw", after=0, seconds=20)
    assert fresh(round_).state["phase"] == "drawn"
    assert due("clock").due_at == at(90)
    Hand(ana, round_).send("pass", after=1, seconds=40)
    assert fresh(round_).clock["bank"][0] == 50_000


def test_a_call_of_another_seat_gives_no_time(ana: Player, bogdan: Player, carmen: Player, round_: Round) -> None:
    lay(round_, hands=["R5 R7", "R9 G9 Y1", "B9 B8"], table="R3", draw=DRAW)
    Hand(ana, round_).send("play R5", after=0, seconds=1)
    Hand(carmen, round_).send("catch 0", after=1, seconds=10)
    assert clock.take_due(at(10.02)) == 1
    row = due("clock")
    assert (row.due_at, row.number) == (at(91), 2)


def test_a_row_of_an_earlier_position_does_nothing(ana: Player, round_: Round) -> None:
    stale = due("clock")
    Hand(ana, round_).send("play R5", after=0, seconds=89)
    stale.save()  # as if it had been read before the move was stored
    assert clock.take_due(at(91)) == 1
    assert texts() == ["play R5"]


def test_a_row_written_anew_after_it_was_leased_is_left_alone(ana: Player, round_: Round) -> None:
    leased = clock._lease(at(90))
    Hand(ana, round_).send("play R5", after=0, seconds=90)
    clock.do(leased[0], at(90))
    assert texts() == ["play R5"]
    assert due("clock").leased_until is None


def test_a_row_is_leased_to_one_clock_and_comes_back_if_that_one_dies(round_: Round) -> None:
    assert len(clock._lease(at(90))) == 1
    assert clock._lease(at(90)) == []
    assert len(clock._lease(at(101))) == 1


def test_a_row_that_fails_does_not_stop_the_others(
    ana: Player, bogdan: Player, round_: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_table(ana)

    def fail(*args: object) -> None:
        raise RuntimeError("no luck")

    monkeypatch.setattr(clock, "_in_round", fail)
    assert clock.take_due(at(1801)) == 2
    assert Match.objects.filter(state="cancelled").count() == 1


def test_the_clock_uses_ids_that_no_player_can_use_up(round_: Round) -> None:
    clock.take_due(at(90))
    assert COMMAND_ID.fullmatch(Move.objects.get().command_id) is None


def test_after_two_missed_turns_a_bot_plays_until_the_player_is_back(ana: Player, round_: Round) -> None:
    def whole_table_misses() -> None:
        for _ in range(3):
            clock.take_due(due("clock").due_at)

    whole_table_misses()
    assert fresh(round_).clock["stand_ins"] == []
    clock.take_due(due("clock").due_at)
    assert fresh(round_).clock["stand_ins"] == [0]
    for _ in range(2):
        clock.take_due(due("clock").due_at)
    bot = due("bot")
    assert fresh(round_).clock["stand_ins"] == [0, 1, 2]
    # A refused command is a sign of life as well.
    seconds = (bot.due_at - NOON) / timedelta(seconds=1)
    Hand(ana, round_).send("pass", after=6, seconds=seconds - 0.1)
    assert fresh(round_).clock["stand_ins"] == [1, 2]
    clock.take_due(bot.due_at)
    assert len(texts()) == 6


def test_one_long_turn_is_one_missed_turn(round_: Round) -> None:
    for seconds in (90, 100, 150, 179.9):
        clock.take_due(at(seconds))
    assert texts() == ["timeout"]
    assert (fresh(round_).clock["missed"], fresh(round_).clock["stand_ins"]) == ([1, 0, 0], [])


LEAVING: dict[str, tuple[str, list[tuple[int, str]]]] = {
    "turn": ("R5 R7", []),
    "drawn": ("B5 B7", [(0, "draw")]),
    "race": ("WM R5", [(0, "play WM:B"), (1, "shout")]),
    "honour": ("W1 R5", [(0, "play W1:B"), (1, "confirm")]),
}


@pytest.mark.parametrize("phase", LEAVING)
def test_whoever_leaves_while_choosing_the_table_goes_on_by_itself(
    phase: str, ana: Player, bogdan: Player, carmen: Player
) -> None:
    rules = rules_from({"mas_uno_card": True, "custom_rules": [['honour "cântă"']]})
    hand, steps = LEAVING[phase]
    round_ = start(ana, bogdan, carmen, rules=rules)
    lay(round_, hands=[f"{hand} B1 B2", "B9 G9 Y1", "B9 B8 Y2"], table="R3", draw="R4 G5 G6 G7 G8 G9")
    for number, (seat, text) in enumerate(steps):
        Hand((ana, bogdan, carmen)[seat], round_).send(text, after=number, seconds=1 + number)
    assert fresh(round_).state["phase"] == phase
    standing_up.leave_table(match=round_.match, player=ana, now=at(5))
    row = due("clock")
    assert row.number == fresh(round_).version == len(steps) + 1
    clock.take_due(row.due_at)
    assert fresh(round_).version == len(steps) + 2
    assert fresh(round_).state["turn"] in (1, 2)
    assert due("clock").number == len(steps) + 2


def test_any_command_wipes_the_missed_turns_away(ana: Player, round_: Round) -> None:
    for _ in range(3):
        clock.take_due(due("clock").due_at)
    seconds = (due("clock").due_at - NOON) / timedelta(seconds=1) - 1
    Hand(ana, round_).send("draw", after=3, seconds=seconds)
    assert fresh(round_).clock["missed"] == [0, 1, 1]


def test_a_race_closes_by_itself_and_the_silent_draw(ana: Player, bogdan: Player, carmen: Player) -> None:
    rules = rules_from({"mas_uno_card": True, "race_ms": 5000})
    round_ = lay(start(ana, bogdan, carmen, rules=rules), hands=["WM R1 R2", "R9 G9", "B9 B8"], table="R3", draw=DRAW)
    Hand(ana, round_).send("play WM:B", after=0, seconds=1)
    Hand(ana, round_).send("shout", after=1, seconds=2)
    assert due("clock").due_at == at(6.42)
    clock.take_due(at(6.42))
    assert texts()[-1] == "close"
    assert [len(hand.split()) for hand in fresh(round_).state["hands"]] == [2, 4, 4]
    assert fresh(round_).clock["missed"] == [0, 0, 0]


def test_an_honour_rule_waits_twenty_seconds(ana: Player, bogdan: Player) -> None:
    rules = rules_from({"custom_rules": [['honour "cântă"']]})
    round_ = lay(start(ana, bogdan, rules=rules), hands=["W1 R1 R2", "R9 G9"], table="R3", draw=DRAW)
    Hand(ana, round_).send("play W1:B", after=0, seconds=1)
    Hand(ana, round_).send("confirm", after=1, seconds=3)
    assert due("clock").due_at == at(21)
    clock.take_due(at(21))
    assert (texts()[-1], fresh(round_).state["turn"]) == ("close", 1)


def test_a_bot_plays_shouts_and_confirms(ana: Player) -> None:
    rules = rules_from({"mas_uno_card": True, "custom_rules": [['honour "cântă"']]})
    round_ = start(ana, bots=2, rules=rules)
    lay(round_, hands=["WM W1 R1", "B9 G9 B1", "B9 B8 B2"], table="R3", draw=DRAW)
    Hand(ana, round_).send("play WM:B", after=0, seconds=1)
    Hand(ana, round_).send("shout", after=1, seconds=1.2)
    while fresh(round_).state["phase"] == "race":
        clock.take_due(due("bot").due_at)
    assert texts()[:4] == ["play WM:B", "shout", "shout", "shout"]
    lay(fresh(round_), hands=["WM W1 R1", "B9 G9 B1", "B9 B8 B2"], table="R3", draw=DRAW)
    Hand(ana, round_).send("play W1:B", after=fresh(round_).version, seconds=11)
    Hand(ana, round_).send("confirm", after=0, seconds=11.2)
    while fresh(round_).state["phase"] == "honour":
        clock.take_due(due("bot").due_at)
    assert texts()[-4:] == ["play W1:B", "confirm", "confirm", "confirm"]
    clock.take_due(due("bot").due_at)
    assert texts()[-1] != "confirm"


def test_a_round_of_an_earlier_version_goes_on(ana: Player, bogdan: Player, round_: Round) -> None:
    def as_before_held_catches() -> None:
        kept = fresh(round_).clock
        del kept["lag"], kept["held"]
        Round.objects.filter(pk=round_.pk).update(clock=kept)

    as_before_held_catches()
    clock.take_due(due("clock").due_at)
    as_before_held_catches()
    assert Hand(bogdan, round_).send("play R9", after=1, seconds=91).number == 2
    as_before_held_catches()
    assert Hand(ana, round_).send("mas", after=2, seconds=92).key == "owes_nothing"
    assert texts() == ["timeout", "play R9"]


def test_bots_shout_in_time_however_short_the_race_and_late_the_clock(ana: Player) -> None:
    rules = rules_from({"mas_uno_card": True, "race_ms": 100})
    round_ = lay(start(ana, bots=2, rules=rules), hands=["WM R1 R2", "B9 G9 B1", "B9 B8 B2"], table="R3", draw=DRAW)
    Hand(ana, round_).send("play WM:B", after=0, seconds=1)
    assert due("bot").due_at == at(1.1)
    for _ in range(2):
        clock.take_due(at(1.5))
    assert texts() == ["play WM:B", "shout", "shout"]
    clock.take_due(due("clock").due_at)
    assert [len(hand.split()) for hand in fresh(round_).state["hands"]] == [4, 3, 3]


def test_no_bot_acts_early_in_the_place_of_one_that_is_needed_no_more(
    ana: Player, bogdan: Player, caplog: pytest.LogCaptureFixture
) -> None:
    round_ = lay(start(ana, bogdan, bots=1), hands=["R5 R7", "R9 G9 Y1", "B9 B8 B7"], table="R3", draw=DRAW)
    round_.clock["stand_ins"] = [1]
    round_.save()
    Hand(ana, round_).send("play R5", after=0, seconds=1)
    moves_at = due("bot").due_at
    assert moves_at < at(3)
    Hand(bogdan, round_).send("pass", after=1, seconds=1.5)
    clock.take_due(moves_at)
    assert texts() == ["play R5"]
    assert at(3) <= due("bot").due_at <= at(5.5)
    clock.take_due(due("bot").due_at)
    assert texts() == ["play R5", "catch 0"]
    assert caplog.records == []


def test_bots_pause_like_people(ana: Player, round_: Round) -> None:
    lone = lay(start(ana, bots=1), hands=["R5 R7 B1", "R9 G9 Y1"], table="R3", draw=DRAW)
    Due.objects.exclude(match=lone.match).delete()
    Hand(ana, lone).send("play R5", after=0, seconds=1)
    pause = due("bot").due_at - at(1)
    assert timedelta(milliseconds=900) <= pause <= timedelta(milliseconds=1620)


def test_a_bot_catches_after_the_grace_and_a_human_delay(ana: Player, bogdan: Player) -> None:
    round_ = lay(start(ana, bogdan, bots=1), hands=["R5 R7", "R9 G9 Y1", "B9 B8 B7"], table="R3", draw=DRAW)
    Hand(ana, round_).send("play R5", after=0, seconds=1)
    delay = due("bot").due_at - at(1)
    assert timedelta(seconds=3) <= delay <= timedelta(seconds=4.5)
    clock.take_due(due("bot").due_at)
    assert texts()[-1] == "catch 0"


def test_a_bot_says_it_after_a_swap_that_left_it_with_one(ana: Player) -> None:
    round_ = lay(start(ana, bots=1), hands=["WH R7", "R9 G9 Y1"], table="R3", draw=DRAW)
    Hand(ana, round_).send("play WH:B>1", after=0, seconds=1)
    clock.take_due(due("bot").due_at)
    assert texts()[-1] == "mas"


def test_time_that_nobody_had_is_given_back_with_twenty_seconds_more(ana: Player, round_: Round) -> None:
    Hand(ana, round_).send("play R5", after=0, seconds=10)
    clock.beat(at(10))
    # Killed at 10 s, started again at 1,010 s.
    assert clock.beat(at(1010)) == timedelta(seconds=1020)
    assert clock.take_due(at(1010)) == 0
    assert due("clock").due_at == at(10 + 90 + 1020)
    clock.take_due(at(1119.9))
    assert texts() == ["play R5"]


def test_a_command_after_a_standstill_counts_from_where_time_stood(ana: Player, bogdan: Player, round_: Round) -> None:
    clock.beat(NOON)
    Hand(ana, round_).send("play R5", after=0, seconds=10)
    clock.beat(at(1000))
    Hand(bogdan, round_).send("play R9", after=1, seconds=1005)
    assert list(Move.objects.values_list("at", flat=True)) == [10_000, 10_000]
    assert fresh(round_).clock["bank"][1] == 60_000


def test_two_clocks_that_start_at_once_shift_once(round_: Round) -> None:
    clock.beat(NOON)
    assert [bool(clock.beat(at(600))) for _ in range(2)] == [True, False]
    assert due("clock").due_at == at(90 + 620)


def test_a_short_gap_is_no_gap(round_: Round) -> None:
    assert not clock.beat(NOON)
    assert not clock.beat(at(3))
    assert Heartbeat.objects.get().beat_at == at(3)
    assert due("clock").due_at == at(90)


def test_a_clock_set_back_moves_everything_back_with_it(round_: Round) -> None:
    clock.beat(NOON)
    clock.beat(at(-7200))
    assert due("clock").due_at == at(90 - 7200 + 20)


def test_an_open_table_that_nobody_touches_closes(ana: Player, bogdan: Player) -> None:
    match = open_table(ana)
    seating.take_seat(match=match, player=bogdan, now=at(600))
    clock.take_due(at(1801))
    assert fresh(match).state == "open"
    clock.take_due(at(600 + 1800))
    assert fresh(match).state == "cancelled"
    assert not Due.objects.exists()


def test_answers_are_kept_for_a_day_after_the_match(ana: Player, bogdan: Player, round_: Round) -> None:
    Hand(bogdan, round_).send("pass", after=0)
    Match.objects.update(finished_at=NOON)
    assert clock.sweep(at(24 * 3600)) == 0
    assert clock.sweep(at(24 * 3600 + 1)) == 1


def test_the_loop_beats_before_it_takes_what_is_due(round_: Round) -> None:
    ticker = clock.Ticker()
    ticker.tick(NOON)
    # A machine that slept for an hour wakes up.
    ticker.tick(at(3600))
    assert texts() == []
    assert due("clock").due_at == at(90 + 3600 + 20)


@pytest.mark.django_db(transaction=True)
async def test_the_loop_runs_until_it_is_stopped() -> None:
    stop = asyncio.Event()
    running = asyncio.create_task(clock.run_clock(stop))
    while not await database_sync_to_async(Heartbeat.objects.exists)():
        await asyncio.sleep(0.01)
    stop.set()
    await asyncio.wait_for(running, 10)


@pytest.mark.django_db(transaction=True)
async def test_the_loop_outlives_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    faults = []

    def fail(*args: object) -> None:
        faults.append(args)
        raise RuntimeError("the database is away")

    monkeypatch.setattr(clock, "take_due", fail)
    stop = asyncio.Event()
    running = asyncio.create_task(clock.run_clock(stop))
    while len(faults) < 2:
        await asyncio.sleep(0.01)
    stop.set()
    await asyncio.wait_for(running, 10)
