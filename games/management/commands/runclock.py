"""`manage.py runclock`: the clock as a process of its own, beside several web processes."""

import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.services.clock import run_clock


class Command(BaseCommand):
    help = "Runs the clock: turns that run out, bots, the next round. Any number may run at once."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.REDIS_URL:
            raise CommandError("Without REDIS_URL nobody would hear this clock: the server runs one by itself.")
        asyncio.run(_run())


async def _run() -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop.set)
    await run_clock(stop)
