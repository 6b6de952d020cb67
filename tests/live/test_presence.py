"""Absence and return as the others see them, through real sockets."""

import asyncio
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from games import attendance
from games.models import Connection, Player, Round
from games.services import clock
from tests.live.table import PATIENCE_SECONDS, Phone, number_of


async def later(seconds: float) -> None:
    await database_sync_to_async(clock.take_due)(timezone.now() + timedelta(seconds=seconds))


async def test_the_others_see_who_goes_and_who_is_back(ana: Player, bogdan: Player, playing: Round) -> None:
    async with Phone(playing.match, ana) as one:
        number = number_of(await one.table())
        async with Phone(playing.match, bogdan) as two:
            await two.table()
        await later(5)
        frame = await one.table(number + 1)
        assert "chip--away" in frame
        await later(70)
        while "A bot plays for bogdan until they are back" not in frame:
            frame = await one.table(number_of(frame) + 1)
        async with Phone(playing.match, bogdan):
            while "A bot plays for" in frame:
                frame = await one.table(number_of(frame) + 1)
        assert "chip--away" not in frame


async def test_pages_are_counted_and_vouched_for(ana: Player, playing: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "VOUCH_SECONDS", 0.05)
    async with Phone(playing.match, ana) as one, Phone(playing.match, ana) as two:
        await one.table()
        await two.table()
        await one.ask(ask="time", sent="1")
        await two.ask(ask="time", sent="1")
        assert await Connection.objects.acount() == 2
        await Connection.objects.filter().adelete()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await Connection.objects.acount() != 2:
                await one.ask(ask="time", sent="1")
    assert await Connection.objects.acount() == 0


def test_a_page_that_polls_is_counted(ana: Player, bogdan: Player, playing: Round) -> None:
    phone = Phone(playing.match, ana)
    phone.log_in()
    phone.client.get(f"/t/{playing.match.code}/stare/")
    phone.client.get(f"/t/{playing.match.code}/stare/")
    assert list(Connection.objects.values_list("player", flat=True)) == [ana.pk]


def test_looking_at_the_page_takes_the_seat_back(ana: Player, playing: Round) -> None:
    playing.clock["stand_ins"] = [0]
    playing.save()
    phone = Phone(playing.match, ana)
    phone.log_in()
    page = phone.client.get(f"/t/{playing.match.code}/").content.decode()
    assert 'id="back"' not in page
    playing.refresh_from_db()
    assert playing.clock["stand_ins"] == []
