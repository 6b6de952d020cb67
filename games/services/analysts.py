"""One process beside all others that looks at a finished round, and what it has found so far."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Final

from games.analysis.findings import Finding
from games.services.analyst import Question
from games.services.thinking import started

MODULE: Final = "games.services.analyst"


@contextmanager
def asked(question: Question) -> Iterator[Connection]:
    """Start a process for a question; it ends with this block, whatever it does."""
    process, line = started(MODULE)
    try:
        with line:
            line.send(question)
            yield line
    finally:
        process.kill()
        process.wait()


def findings(question: Question, *, seconds: float, patience: float) -> Iterator[Finding]:
    """Yield what the process finds within so many seconds; for the first finding it gets `patience` seconds.

    Ends early when all is found, and where the process died.
    """
    began = time.monotonic()
    with asked(question) as line:
        until = began + patience
        while line.poll(max(0.0, until - time.monotonic())):
            try:
                finding: Finding = line.recv()
            except (EOFError, OSError):
                return
            yield finding
            until = began + seconds
