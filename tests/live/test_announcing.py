"""An announcement that cannot be made costs time and nothing else: what it tells of is stored."""

import asyncio

import pytest
from channels.layers import get_channel_layer

from games import live
from games.models import Player
from tests.services.table import Hand, fresh, lay, start

NOT_ANNOUNCED = "was not announced"


async def fail(*_message: object) -> None:
    raise OSError("Redis is gone")


def moved(ana: Player, bogdan: Player) -> bool:
    played = lay(start(ana, bogdan), hands=["R5 R6 R7", "B1 B2 B3"], table="R3")
    return Hand(ana, played).send("play R5", after=0).number == 1 and fresh(played).version == 1


def test_a_move_is_made_where_nobody_can_be_told(
    ana: Player, bogdan: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(get_channel_layer(), "group_send", fail)
    assert moved(ana, bogdan)
    assert NOT_ANNOUNCED in caplog.text


async def test_the_loop_that_serves_the_sockets_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Told on that loop by another thread, and noted there where it fails."""
    channel = await live.listen("ABC234")
    await asyncio.to_thread(live.announce, "ABC234", 200001)
    assert not await asyncio.wait_for(live.hear(channel), 20)
    monkeypatch.setattr(get_channel_layer(), "group_send", fail)
    await asyncio.to_thread(live.announce, "ABC234", 200002)
    while NOT_ANNOUNCED not in caplog.text:
        await asyncio.sleep(0)
    assert "200002" in caplog.text


def test_a_loop_that_has_ended_is_no_loop_to_tell(caplog: pytest.LogCaptureFixture) -> None:
    async def listen() -> str:
        return await live.listen("ABC234")

    asyncio.run(listen())
    live.announce("ABC234", 200003)
    assert NOT_ANNOUNCED not in caplog.text


async def test_who_announces_on_a_loop_of_their_own_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A thread that runs another loop cannot wait: it is noted, and the move stands."""
    monkeypatch.setattr(live, "_loop", None)
    live.announce("ABC234", 200004)
    assert NOT_ANNOUNCED in caplog.text
