"""What runs in a process of its own and looks at a finished round: `python -m games.services.analyst FD`.

It reads one question from the socket it was given, answers finding by finding, and ends. It knows the game
and nothing else: no Django, no database. Everything else on the machine comes before it.
"""

import os
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Final, NamedTuple

from games.analysis.rounds import A_ROUND, Played, analyse

HUMBLEST: Final = 19  # niceness


class Question(NamedTuple):
    """A round, the first position that is wanted (from 0), and how many playouts the whole round may cost."""

    played: Played
    first: int = 0
    playouts: int = A_ROUND


def step_back() -> None:
    """Run only on what the other processes leave: of a busy core next to nothing."""
    os.nice(HUMBLEST)
    if hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):  # a container may forbid it; niceness is left
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def main() -> None:
    step_back()
    with Connection(int(sys.argv[1])) as line, suppress(EOFError, OSError):  # the other side is gone
        question: Question = line.recv()
        for finding in analyse(question.played, question.first, question.playouts):
            line.send(finding)


if __name__ == "__main__":
    main()
