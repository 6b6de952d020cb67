"""Slow lines for tests: a relay in front of a server that delays every byte each way."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float) -> None:
    """Hand on what comes in, each piece so much later than it came."""
    loop = asyncio.get_running_loop()
    waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def deliver() -> None:
        while True:
            due, data = await waiting.get()
            await asyncio.sleep(max(0.0, due - loop.time()))
            writer.write(data)
            await writer.drain()

    delivering = asyncio.create_task(deliver())
    with suppress(OSError):
        while data := await reader.read(65536):
            waiting.put_nowait((loop.time() + seconds, data))
    delivering.cancel()
    writer.close()


@asynccontextmanager
async def slow_line(port: int, seconds: float) -> AsyncIterator[int]:
    """Give the port of a relay to a server's port that takes so many seconds each way."""
    carrying: list[asyncio.Task[None]] = []

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
        carrying.append(asyncio.create_task(_carry(reader, far_writer, seconds)))
        carrying.append(asyncio.create_task(_carry(far_reader, writer, seconds)))

    relay = await asyncio.start_server(connected, "127.0.0.1", 0)
    try:
        yield relay.sockets[0].getsockname()[1]
    finally:
        relay.close()
        for task in carrying:
            task.cancel()
