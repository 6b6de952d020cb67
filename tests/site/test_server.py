"""The guard in front of every socket, met by a real client at a real server."""

import asyncio
import json
import signal
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, suppress
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from masuno_site.guard import FRAME_BYTES, MESSAGE_BURST
from tests.servers import Site

PATIENCE_SECONDS = 60  # for what comes at last, on a busy machine too


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A server whose only socket answers each message with what the guard knows of it."""
    running = Site("tests.site.echo")
    running.ready()
    yield running
    running.stop()


@asynccontextmanager
async def opened(site: Site, **options: Any) -> AsyncIterator[ClientConnection]:
    async with connect(
        socket_url(site), **{"origin": site.ready(), "open_timeout": PATIENCE_SECONDS} | options
    ) as client:
        yield client


def socket_url(site: Site) -> str:
    return f"{site.ready().replace('http', 'ws')}/echo"


async def closing_code(client: ClientConnection) -> int | None:
    """Read on until the server ends it; the code it says."""
    with suppress(ConnectionClosed):
        async with asyncio.timeout(PATIENCE_SECONDS):
            async for _ in client:
                pass
    return client.close_code


async def test_messages_pass_until_the_budget_is_spent(site: Site) -> None:
    async with opened(site) as client:
        for _ in range(MESSAGE_BURST):
            await client.send("x")
            await client.recv()
        # However slowly these went to and fro, and the budget grew meanwhile: as many again at once are too many.
        with suppress(ConnectionClosed):
            for _ in range(2 * MESSAGE_BURST):
                await client.send("x")
        assert await closing_code(client) == 1008


async def test_the_budget_refills(site: Site) -> None:
    async with opened(site) as client:
        for _ in range(MESSAGE_BURST):
            await client.send("x")
        answers = [json.loads(await client.recv())["text"] for _ in range(MESSAGE_BURST)]
        await asyncio.sleep(1)  # from when the server has counted the last of them
        await client.send("y")
        assert [*answers, json.loads(await client.recv())["text"]] == ["x"] * MESSAGE_BURST + ["y"]


async def test_a_binary_frame_is_refused(site: Site) -> None:
    async with opened(site) as client:
        await client.send(b"\x00")
        assert await closing_code(client) == 1003


async def test_an_oversized_frame_is_refused(site: Site) -> None:
    async with opened(site) as client:
        await client.send("x" * (FRAME_BYTES + 1))
        assert await closing_code(client) == 1009


async def test_a_message_of_many_frames_counts_as_one(site: Site) -> None:
    async with opened(site) as client:
        await client.send(iter(["x" * 1000] * 5))
        assert await closing_code(client) == 1009


async def test_what_the_server_sends_may_be_larger(site: Site) -> None:
    async with opened(site) as client:
        await client.send("long")
        assert len(await client.recv()) == 2 * FRAME_BYTES


async def test_the_largest_message_passes(site: Site) -> None:
    async with opened(site) as client:
        await client.send("x" * FRAME_BYTES)
        assert json.loads(await client.recv())["text"] == "x" * FRAME_BYTES


async def test_a_reader_that_takes_nothing_is_let_go(site: Site) -> None:
    async with opened(site, max_queue=1) as client:
        await client.send("flood")
        assert await closing_code(client) == 4008


async def test_lag_is_known_after_the_first_answer(site: Site) -> None:
    async with opened(site) as client:
        lags, began = [], time.monotonic()
        for _ in range(3):
            await client.send("x")
            lags.append(json.loads(await client.recv())["lag"])
            await asyncio.sleep(0.05)
        assert lags[0] is None
        assert 0 < lags[2] < time.monotonic() - began


async def test_a_message_says_when_it_arrived(site: Site) -> None:
    async with opened(site) as client:
        began = time.monotonic()
        await client.send("x")
        assert 0 <= json.loads(await client.recv())["waited"] < time.monotonic() - began


@pytest.mark.parametrize("origin", ["http://localhost:9999", "null", None])
async def test_a_foreign_page_opens_no_socket(site: Site, origin: Any) -> None:
    with pytest.raises(InvalidStatus, match=r"HTTP 40[03]"):
        await connect(socket_url(site), origin=origin)


async def test_sockets_are_told_of_a_restart() -> None:
    site = Site("tests.site.echo")
    site.ready()
    async with opened(site) as client:
        site.process.send_signal(signal.SIGTERM)
        assert await closing_code(client) == 1012
    assert await asyncio.to_thread(site.wait) == 0


def test_a_taken_port_is_said_in_one_sentence(transactional_db: None) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        site = Site(MASUNO_PORT=str(port))
        assert site.wait() == 1
        assert f"port {port} is taken" in site.output
