"""What runs in a process of its own and thinks for strong bots: `python -m games.services.thinker FD`.

It reads questions from the socket it was given and answers them until the other side is gone. It knows
the game and nothing else: no Django, no database.
"""

import os
import sys
import time
from multiprocessing.connection import Connection
from random import Random  # noqa: TID251  (only for what bots choose)
from typing import Final, NamedTuple

from games.bots import strong
from games.engine.commands import Command
from games.engine.visible import View

LONGEST_SECONDS: Final = 1.0  # a net for a machine that is overwhelmed; the budget is counted in playouts
POLITE: Final = 5  # niceness: pages and moves come first


class Question(NamedTuple):
    """What a seat sees, when, the seed of its choice and its budget."""

    view: View
    at: int
    seed: int
    playouts: int = strong.PLAYOUTS


def think(question: Question) -> Command | None:
    """Choose a strong bot's command within its budget."""
    until = time.monotonic() + LONGEST_SECONDS
    chance = Random(question.seed)  # noqa: S311
    return strong.choose(
        question.view, chance, question.at, playouts=question.playouts, stop=lambda: time.monotonic() > until
    )


def main() -> None:
    os.nice(POLITE)
    with Connection(int(sys.argv[1])) as line:
        while True:
            try:
                question = line.recv()
            except (EOFError, OSError):
                return
            line.send(think(question))


if __name__ == "__main__":
    main()
