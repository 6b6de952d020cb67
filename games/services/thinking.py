"""Processes that think for strong bots, so that no table and no page waits for them.

They are started when first asked and end with their owner: each holds one end of a pair of sockets and
goes when the other end is closed, however the owner died. (An executor's processes would import the
program that started them, Django and all, and outlive one that was killed.)
"""

import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from queue import SimpleQueue
from typing import Self

from games.engine.commands import Command
from games.services.thinker import Question

WORKERS = 2
PATIENCE_SECONDS = 3.0
ROOT = Path(__file__).resolve().parent.parent.parent


def started(module: str) -> tuple[subprocess.Popen[bytes], Connection]:
    """Start a process that runs a module of ours; give it with our end of the line to it."""
    ours, theirs = Pipe()
    with theirs:
        words = [sys.executable, "-m", module, str(theirs.fileno())]
        process = subprocess.Popen(  # noqa: S603  (our own words)
            words, cwd=ROOT, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL
        )
    return process, ours


class Worker:
    """One process; asked by one thread at a time."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.line: Connection | None = None

    def ask(self, question: Question) -> Command | None:
        """Give the process's choice; None where it died or took too long, and then the next one starts afresh."""
        with suppress(OSError, EOFError):
            line = self.line or self._start()
            line.send(question)
            if line.poll(PATIENCE_SECONDS):
                answer: Command | None = line.recv()
                return answer
        self.stop()
        return None

    def _start(self) -> Connection:
        self.process, self.line = started("games.services.thinker")
        return self.line

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()

    def stop(self) -> None:
        self.kill()
        if self.process is not None:
            self.process.wait()
        if self.line is not None:
            self.line.close()
        self.process = self.line = None


class Thinkers:
    """A few workers, and a thread for each that waits for it."""

    def __init__(self, workers: int = WORKERS) -> None:
        self.workers = [Worker() for _ in range(workers)]
        self.idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in self.workers:
            self.idle.put(worker)
        self.threads = ThreadPoolExecutor(workers, "thinking")

    def ask(self, question: Question) -> Future[Command | None]:
        """Have a question thought about; the answer is None where nothing came of it."""
        return self.threads.submit(self._ask, question)

    def _ask(self, question: Question) -> Command | None:
        worker = self.idle.get()
        try:
            return worker.ask(question)
        finally:
            self.idle.put(worker)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End the processes, whatever they think about, and wait for their threads."""
        self.threads.shutdown(wait=False, cancel_futures=True)
        for worker in self.workers:
            worker.kill()
        self.threads.shutdown()
        for worker in self.workers:
            worker.stop()
