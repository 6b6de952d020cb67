"""What runs beside the server as long as it runs: the clock in its loop, the worker as its child."""

import asyncio
import logging
import os
import sys
from asyncio.subprocess import Process, create_subprocess_exec
from collections.abc import Awaitable, Callable
from contextlib import suppress

from django.conf import settings
from django_ox.supervisor import SUPERVISOR_PID_ENV

logger = logging.getLogger("masuno_site.companions")

AGAIN_AFTER_SECONDS = 2
LAST_TASK_SECONDS = 10

Companion = Callable[[asyncio.Event], Awaitable[None]]


async def run_companions(stop: asyncio.Event) -> None:
    companions = [run for run, wanted in ((clock, settings.CLOCK), (worker, settings.WORKER)) if wanted]
    await asyncio.gather(*(keep_running(run, stop) for run in companions))


async def keep_running(companion: Companion, stop: asyncio.Event) -> None:
    """Start it again whenever it ends by itself: a site without its clock would stand still unnoticed."""
    while not stop.is_set():
        try:
            await companion(stop)
        except Exception:
            logger.exception("The %s failed.", companion.__name__)
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), AGAIN_AFTER_SECONDS)


async def clock(stop: asyncio.Event) -> None:
    from games.services.clock import run_clock

    await run_clock(stop)


async def worker(stop: asyncio.Event) -> None:
    process = await create_subprocess_exec(
        # Two at a time: letters go on while a round is analysed.
        *(sys.executable, str(settings.BASE_DIR / "manage.py"), "ox_worker", "--concurrency", "2", "--verbosity", "0"),
        # It ends by itself when this process is gone, however that happened.
        env=os.environ | {SUPERVISOR_PID_ENV: str(os.getpid())},
        # Ctrl-C is for the server, which then ends its worker in order.
        start_new_session=True,
    )
    ended, stopped = asyncio.ensure_future(process.wait()), asyncio.ensure_future(stop.wait())
    await asyncio.wait((ended, stopped), return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    if not ended.done():
        await finish(process)


async def finish(process: Process) -> None:
    process.terminate()
    try:
        await asyncio.wait_for(process.wait(), LAST_TASK_SECONDS)
    except TimeoutError:
        process.kill()
        await process.wait()
