"""What waits for the database at the same moment: done together, each with its own end."""

import asyncio
import threading
from functools import partial
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import together
from games.models import Player
from games.together import Outcome, Queue
from tests.services.table import player

pytestmark = pytest.mark.django_db(transaction=True)


def register(name: str, fault: Exception | None = None) -> str:
    player(name)
    if fault is not None:
        raise fault
    return name


def names() -> set[str]:
    return set(Player.objects.values_list("username", flat=True))


class Gate:
    """A job that stays in the database's thread until all others wait behind it."""

    def __init__(self) -> None:
        self.is_in, self.may_go = threading.Event(), threading.Event()

    def __call__(self) -> str:
        self.is_in.set()
        assert self.may_go.wait(20)
        return "gate"


async def behind(gate: Gate, *jobs: Any) -> list[Any]:
    """Let these be asked for while the first is under way; what each gives or raises."""
    first = asyncio.create_task(together.write(gate))
    await asyncio.to_thread(gate.is_in.wait, 20)
    others = [asyncio.create_task(together.write(job)) for job in jobs]
    await asyncio.sleep(0)  # each has taken its place
    gate.may_go.set()
    return list(await asyncio.gather(first, *others, return_exceptions=True))


async def test_ones_fault_is_its_own() -> None:
    fault = ValueError("no")
    jobs = [partial(register, "ana"), partial(register, "bogdan", fault), partial(register, "carmen")]
    assert await behind(Gate(), *jobs) == ["gate", "ana", fault, "carmen"]
    stored = await database_sync_to_async(names)()
    # On PostgreSQL each job has its own transactions, so what this one wrote before its fault is its own affair.
    assert stored - {"bogdan"} == {"ana", "carmen"}
    assert ("bogdan" in stored) == (connection.vendor != "sqlite")


async def test_what_waits_is_committed_once_on_sqlite() -> None:
    capture: list[CaptureQueriesContext] = []

    def begin() -> str:
        capture.append(CaptureQueriesContext(connection))
        capture[0].__enter__()
        return "begun"

    await together.write(begin)
    jobs = [partial(register, f"player{letter}") for letter in "abcdef"]
    given = await behind(Gate(), *jobs)

    def end() -> list[str]:
        capture[0].__exit__(None, None, None)
        return [one["sql"] for one in capture[0].captured_queries]

    asked = await database_sync_to_async(end)()
    assert given == ["gate", *[f"player{letter}" for letter in "abcdef"]]
    assert len(await database_sync_to_async(names)()) == 6
    if connection.vendor == "sqlite":
        assert sum(sql.startswith("BEGIN") for sql in asked) == 1, asked


async def test_who_has_gone_holds_up_nobody() -> None:
    gate = Gate()
    first = asyncio.create_task(together.write(gate))
    await asyncio.to_thread(gate.is_in.wait, 20)
    gone = asyncio.create_task(together.write(partial(register, "ana")))
    stays = asyncio.create_task(together.write(partial(register, "bogdan")))
    await asyncio.sleep(0)
    first.cancel()
    gone.cancel()
    gate.may_go.set()
    assert await stays == "bogdan"
    assert await together.write(partial(register, "carmen")) == "carmen"
    assert await database_sync_to_async(names)() == {"ana", "bogdan", "carmen"}  # it was on its way


async def test_where_nothing_could_be_committed_all_are_told_and_the_next_are_done() -> None:
    broken = True

    def go(jobs: list[Any]) -> list[Outcome]:
        if broken:
            raise OSError("the disk is full")
        return [Outcome(job()) for job in jobs]

    queue = Queue(go)
    given = await asyncio.gather(queue.do(lambda: 1), queue.do(lambda: 2), return_exceptions=True)
    assert [type(one) for one in given] == [OSError, OSError]
    broken = False
    assert await queue.do(lambda: 3) == 3


async def test_no_more_are_taken_at_once_than_the_first_can_wait_for() -> None:
    sizes: list[int] = []

    def go(jobs: list[Any]) -> list[Outcome]:
        sizes.append(len(jobs))
        return [Outcome(job()) for job in jobs]

    queue = Queue(go)
    count = 2 * together.AT_ONCE + 3
    given = await asyncio.gather(*[queue.do(partial(int, number)) for number in range(count)])
    assert given == list(range(count))
    assert sizes == [together.AT_ONCE, together.AT_ONCE, 3]
