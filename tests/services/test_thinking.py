"""The processes that think for strong bots: what they know, and what happens when they fail."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from games.engine.ruleset import MAS_UNO
from games.engine.visible import visible
from games.services import thinking
from games.services.simulation import play_round
from games.services.thinker import Question, think
from games.services.thinking import Thinkers, Worker


def a_question(seed: int = 7) -> Question:
    state = play_round(seats=4, rules=MAS_UNO, seed="s").start
    return Question(visible(state, state.turn), 1000, seed, playouts=60)


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting a process may take longer than a table would wait for it, and so may a thought."""
    monkeypatch.setattr(thinking, "PATIENCE_SECONDS", 60.0)


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.stop()


def pid(worker: Worker) -> int:
    assert worker.process is not None
    return worker.process.pid


def test_a_worker_starts_when_it_is_asked_and_answers_like_anybody_else(worker: Worker) -> None:
    assert worker.process is None
    assert worker.ask(a_question()) == think(a_question())
    assert worker.ask(a_question(8)) == think(a_question(8))


def test_a_worker_that_died_leaves_no_answer_and_the_next_one_starts_afresh(worker: Worker) -> None:
    worker.ask(a_question())
    os.kill(pid(worker), signal.SIGKILL)
    assert worker.ask(a_question()) is None
    assert worker.ask(a_question()) == think(a_question())


def test_a_worker_that_hangs_is_given_up(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    worker.ask(a_question())
    hung = pid(worker)
    os.kill(hung, signal.SIGSTOP)
    monkeypatch.setattr(thinking, "PATIENCE_SECONDS", 0.1)
    assert worker.ask(a_question()) is None
    with pytest.raises(ProcessLookupError):
        os.kill(hung, 0)


def test_a_worker_goes_when_its_owner_is_gone(worker: Worker) -> None:
    worker.ask(a_question())
    assert worker.process is not None
    assert worker.line is not None
    worker.line.close()
    assert worker.process.wait(60) == 0


def test_a_worker_knows_the_game_and_no_framework() -> None:
    words = "import sys, games.services.thinker; print(sorted({'django', 'channels'} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert answer.stdout == "[]\n"


def test_several_questions_are_thought_about_at_once_and_all_processes_end() -> None:
    with Thinkers(2) as thinkers:
        answers = [thinkers.ask(a_question(seed)) for seed in range(4)]
        assert [answer.result(60) for answer in answers] == [think(a_question(seed)) for seed in range(4)]
        processes = [worker.process for worker in thinkers.workers]
    assert all(process is not None and process.returncode is not None for process in processes)


def test_the_end_does_not_wait_for_a_thought() -> None:
    with Thinkers(1) as thinkers:
        thinkers.ask(a_question()).result(60)
        os.kill(pid(thinkers.workers[0]), signal.SIGSTOP)
        thinkers.ask(a_question())
        began = time.monotonic()
    assert time.monotonic() - began < thinking.PATIENCE_SECONDS / 2
