"""The turns of strong bots: thought about outside every transaction, done once the answer is there.

Until then the due row stays leased, so a clock that dies gives the turn back with it. The answer counts
only if the row still names the position that is there (services/clock.py).
"""

import secrets
import time
from concurrent.futures import Future

from games.bots.strengths import SLOW
from games.engine.commands import Command
from games.engine.visible import visible
from games.models import Due, Round
from games.services import rounds, waiting
from games.services.thinker import Question
from games.services.thinking import Thinkers

LONGEST_WAIT_SECONDS = 4.0  # for a free worker; with what it needs itself still within a lease
SEED_BITS = 64

type Asked = tuple[Due, Future[Command | None], float]


def question(due: Due) -> Question | None:
    """What is to be thought about for this row; None for a stale one, and for what a cheap bot does at once."""
    round_ = _round_with_slow_bots(due)
    if round_ is None:
        return None
    state = rounds.state_of(round_)
    act = waiting.next_bot_act(round_, state)
    if act is None or act.command is not None or waiting.strength(round_, act.seat) not in SLOW:
        return None
    return Question(visible(state, act.seat), act.at, secrets.randbits(SEED_BITS))


def _round_with_slow_bots(due: Due) -> Round | None:
    there = Round.objects.filter(match=due.match_id, number=due.round_number, version=due.number)
    playing = there.filter(finished_at__isnull=True, match__seats__bot__in=SLOW)
    return playing.select_related("match").first()


class BotTurns:
    """The turns that are being thought about for one clock."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self.asked: list[Asked] = []

    def ask(self, due: Due, question: Question) -> None:
        self.asked.append((due, self.thinkers.ask(question), time.monotonic()))

    def answered(self) -> list[tuple[Due, Command | None]]:
        """Take out the turns that can be done now; None stands for a turn nobody found an answer to."""
        self.asked, before = [], self.asked
        ready = []
        for due, answer, since in before:
            late = time.monotonic() - since > LONGEST_WAIT_SECONDS and answer.cancel()
            if late or answer.done():
                ready.append((due, _result(answer)))
            else:
                self.asked.append((due, answer, since))
        return ready


def _result(answer: Future[Command | None]) -> Command | None:
    return None if answer.cancelled() or answer.exception() is not None else answer.result()
