"""What waits for the database at the same moment goes there together.

While one command is written others arrive, of other tables. They are handed over in one go, which spares each the way
to the database's thread and back, and on SQLite they are committed in one transaction: there a commit, which waits
until it is on the disk, is the most of what a move costs. Each is a savepoint, so that one's fault is its own. On
PostgreSQL each is its own transaction: there two processes that lock several tables could wait for each other.
"""

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.db import connection, transaction

AT_ONCE = 16  # so that the first does not wait long for the last

type Job = Callable[[], Any]
type Go = Callable[[list[Job]], list[Outcome]]


class Outcome(NamedTuple):
    """What a job gave, or what it raised."""

    value: Any = None
    fault: Exception | None = None


class Queue:
    """The jobs of one kind that wait in one event loop."""

    def __init__(self, go: Go) -> None:
        self.go = go
        self.waiting: list[tuple[Job, asyncio.Future[Outcome]]] = []
        self.task: asyncio.Task[None] | None = None

    async def do(self, job: Job) -> Any:
        """Have it done with whatever else waits; gives what it gives, raises what it raises."""
        done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self.waiting.append((job, done))
        if self.task is None:
            self.task = asyncio.create_task(self.run())
        outcome = await done
        if outcome.fault is not None:
            raise outcome.fault
        return outcome.value

    async def run(self) -> None:
        while self.waiting:
            taken, self.waiting = self.waiting[:AT_ONCE], self.waiting[AT_ONCE:]
            try:
                outcomes = await database_sync_to_async(self.go)([job for job, _done in taken])
            except Exception as fault:  # of the commit: none of them is stored
                outcomes = [Outcome(fault=fault)] * len(taken)
            for (_job, done), outcome in zip(taken, outcomes, strict=True):
                if not done.done():  # whose socket is gone waits no more
                    done.set_result(outcome)
        self.task = None


def _one_by_one(jobs: list[Job]) -> list[Outcome]:
    return [_tried(job) for job in jobs]


def _tried(job: Job) -> Outcome:
    try:
        return Outcome(job())
    except Exception as fault:
        return Outcome(fault=fault)


def _committed(jobs: list[Job]) -> list[Outcome]:
    if len(jobs) == 1 or connection.vendor != "sqlite":
        return _one_by_one(jobs)
    with transaction.atomic():
        return _one_by_one([transaction.atomic(job) for job in jobs])


_reading: WeakKeyDictionary[asyncio.AbstractEventLoop, Queue] = WeakKeyDictionary()
_writing: WeakKeyDictionary[asyncio.AbstractEventLoop, Queue] = WeakKeyDictionary()


async def read(job: Job) -> Any:
    """Do what only reads, with whatever else waits to be read."""
    loop = asyncio.get_running_loop()
    return await _reading.setdefault(loop, Queue(_one_by_one)).do(job)


async def write(job: Job) -> Any:
    """Do what writes, with whatever else waits to be written; when it has been done it is committed."""
    loop = asyncio.get_running_loop()
    return await _writing.setdefault(loop, Queue(_committed)).do(job)
