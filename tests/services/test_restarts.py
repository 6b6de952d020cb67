"""An announced restart cuts no round in two."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games.models import Due, Match, Player, Restart, Round
from games.services import clock, pauses, restarts, tables, waiting
from games.services.errors import NotAllowed, Reason
from tests.services.table import at, fresh, open_table, start

pytestmark = pytest.mark.django_db


def test_no_round_begins_in_the_last_minute(ana: Player) -> None:
    match = open_table(ana, bots=1)
    restarts.announce(at=at(100))
    with pytest.raises(NotAllowed, match=Reason.RESTART):
        tables.start_match(match=match, by=ana, now=at(41))
    assert tables.start_match(match=match, by=ana, now=at(39)).number == 1


def test_the_next_round_waits_for_the_restart(ana: Player, bogdan: Player) -> None:
    match = start(ana, bogdan).match
    Round.objects.update(finished_at=at(0), outcome="blocked")
    Match.objects.update(state="between")
    Due.objects.all().delete()
    waiting.due_later(match, Due.Kind.NEXT_ROUND, at(50))
    restarts.announce(at=at(100))
    clock.take_due(at(50))
    assert Due.objects.get().due_at == at(120)
    assert fresh(match).state == "between"
    clock.take_due(at(120))
    assert fresh(match).state == "playing"


def test_a_match_is_resumed_after_the_restart(ana: Player) -> None:
    match = start(ana, bots=1).match
    Match.objects.update(state="paused")
    restarts.announce(at=at(30))
    with pytest.raises(NotAllowed, match=Reason.RESTART):
        pauses.resume(match=match, player=ana, now=at(0))


def test_the_command_announces_and_takes_back(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("announce_restart", "--in", "5m")
    assert timedelta(minutes=4) < Restart.objects.get().at - timezone.now() <= timedelta(minutes=5)
    call_command("announce_restart", "--in", "90s")
    assert Restart.objects.count() == 1
    call_command("announce_restart", "--cancel")
    assert not Restart.objects.exists()
    with pytest.raises(CommandError):
        call_command("announce_restart", "--in", "soon")


def test_every_page_says_how_long_is_left(client: Client, ana: Player) -> None:
    match = open_table(ana)
    restarts.announce(at=timezone.now() + timedelta(minutes=5))
    for path in ("/", "/reguli/", "/cont/login/", f"/t/{match.code}/"):
        page = client.get(path).content.decode()
        left = int(page.split('id="restart"')[1].split('data-left="')[1].split('"')[0])
        assert 200_000 < left <= 300_000
