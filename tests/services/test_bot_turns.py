"""A strong bot's turn is thought about outside the table, and done only if the table still waits for it."""

import time
from collections.abc import Iterator
from concurrent.futures import Future
from datetime import datetime, timedelta

import pytest
from django.db import connection

from games.bots import sensible
from games.engine.commands import DRAW, Command
from games.engine.visible import visible
from games.models import Due, Move, Player, Round
from games.services import bot_turns, clock, rounds, seating, tables, waiting
from games.services.bot_turns import BotTurns
from games.services.thinker import Question
from games.services.thinking import Thinkers
from tests.services.table import NOON, Hand, fresh, lay, open_table

pytestmark = pytest.mark.django_db


class Slow(Thinkers):
    """Thinks until it is told what it thought."""

    def __init__(self) -> None:
        super().__init__(1)
        self.questions: list[Question] = []
        self.answers: list[Future[Command | None]] = []

    def ask(self, question: Question) -> Future[Command | None]:
        self.questions.append(question)
        self.answers.append(Future())
        return self.answers[-1]


@pytest.fixture
def turns() -> Iterator[BotTurns]:
    with Slow() as slow:
        yield BotTurns(slow)


def slow(turns: BotTurns) -> Slow:
    assert isinstance(turns.thinkers, Slow)
    return turns.thinkers


def with_bot(ana: Player, strength: str) -> Round:
    """A round that waits for a bot of this strength, with cards that were really dealt."""
    match = open_table(ana)
    seating.add_bot(match=match, by=ana, strength=strength, now=NOON)
    round_ = tables.start_match(match=match, by=ana, now=NOON)
    round_.state |= {"turn": 1, "attack": 0}
    state = rounds.state_of(round_)
    round_.clock = waiting.first_clock(round_.match, list(round_.match.seats.all()), state)
    round_.save()
    waiting.schedule(round_, state)
    return round_


def row() -> Due:
    return Due.objects.get(kind="bot")


def bot_time() -> datetime:
    return row().due_at


def test_a_strong_bots_turn_is_asked_and_done_when_it_is_answered(ana: Player, turns: BotTurns) -> None:
    round_, now = with_bot(ana, "strong"), bot_time()
    assert clock.take_due(now, turns) == 1
    clock.do_thought_about(turns, now)
    assert not Move.objects.exists()
    assert slow(turns).questions[0].view == visible(rounds.state_of(round_), 1)
    slow(turns).answers[0].set_result(DRAW)
    clock.do_thought_about(turns, now)
    assert [(move.seat, move.text) for move in Move.objects.all()] == [(1, "draw")]


def test_meanwhile_the_row_is_leased_and_nothing_is_locked(ana: Player, turns: BotTurns) -> None:
    with_bot(ana, "strong")
    now = bot_time()
    clock.take_due(now, turns)
    assert clock.take_due(now + timedelta(seconds=5), turns) == 0
    assert row().leased_until == now + clock.LEASE


def test_other_tables_go_on_meanwhile(ana: Player, bogdan: Player, turns: BotTurns) -> None:
    with_bot(ana, "strong")
    other = with_bot(bogdan, "sensible")
    clock.take_due(max(due.due_at for due in Due.objects.filter(kind="bot")), turns)
    assert [move.round for move in Move.objects.all()] == [other]
    assert len(slow(turns).questions) == 1


def test_an_answer_that_comes_too_late_for_its_position_is_forgotten(ana: Player, turns: BotTurns) -> None:
    round_ = with_bot(ana, "strong")
    clock.take_due(bot_time(), turns)
    Hand(ana, round_).send("leave", after=0, seconds=2)
    slow(turns).answers[0].set_result(DRAW)
    clock.do_thought_about(turns, NOON + timedelta(seconds=3))
    assert [move.text for move in Move.objects.all()] == ["leave"]


@pytest.mark.parametrize("failed", [False, True])
def test_without_an_answer_the_bot_plays_sensibly(ana: Player, turns: BotTurns, failed: bool) -> None:
    round_, now = with_bot(ana, "strong"), bot_time()
    clock.take_due(now, turns)
    if failed:
        slow(turns).answers[0].set_exception(OSError("gone"))
    else:
        slow(turns).answers[0].set_result(None)
    clock.do_thought_about(turns, now)
    assert fresh(round_).version == 1


def test_a_turn_that_no_worker_takes_up_is_played_sensibly(
    ana: Player, turns: BotTurns, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_, now = with_bot(ana, "strong"), bot_time()
    clock.take_due(now, turns)
    monkeypatch.setattr(bot_turns, "LONGEST_WAIT_SECONDS", -1)
    clock.do_thought_about(turns, now)
    assert fresh(round_).version == 1


def test_a_real_process_thinks_outside_every_transaction(ana: Player) -> None:
    round_, now = with_bot(ana, "strong"), bot_time()
    with Thinkers(1) as thinkers:
        turns = BotTurns(thinkers)
        clock.take_due(now, turns)
        assert len(connection.savepoint_ids) == 0
        until = time.monotonic() + 30
        while not Move.objects.exists() and time.monotonic() < until:
            clock.do_thought_about(turns, now)
            time.sleep(0.02)
    assert fresh(round_).version == 1


@pytest.mark.parametrize("strength", ["beginner", "sensible"])
def test_cheap_bots_act_at_once(ana: Player, turns: BotTurns, strength: str) -> None:
    round_ = with_bot(ana, strength)
    clock.take_due(bot_time(), turns)
    assert slow(turns).questions == []
    assert fresh(round_).version == 1


def test_without_a_clock_of_its_own_a_strong_bot_thinks_on_the_spot(ana: Player) -> None:
    round_ = with_bot(ana, "strong")
    clock.take_due(bot_time())
    assert fresh(round_).version == 1


@pytest.mark.parametrize(("strength", "least", "most"), [("sensible", 600, 1200), ("beginner", 2400, 4800)])
def test_a_beginner_says_it_late_and_can_be_caught(ana: Player, strength: str, least: int, most: int) -> None:
    round_ = with_bot(ana, strength)
    lay(round_, hands=["R9 G9 Y1", "R7"], table="R3", draw="B1 B2 B3 B4 B5", turn=0)
    state = rounds.state_of(round_)
    state.owes = {1: 1000}
    act = waiting.next_bot_act(round_, state)
    assert act is not None
    assert least <= act.at - 1000 <= most


def test_who_plays_for_somebody_plays_sensibly(ana: Player) -> None:
    round_ = with_bot(ana, "strong")
    assert [waiting.strength(round_, seat) for seat in (0, 1)] == ["sensible", "strong"]
    assert sensible.choose(visible(rounds.state_of(round_), 1), clock.chance) is not None
