"""A ladder's table that is ready tells its players: by letter and on the own device, and nobody else."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.test import TestCase, override_settings
from django.urls import reverse

from games.services import push_keys
from leagues.models import LadderTicket, LeagueTable, MailChoice
from leagues.services import clock, ladders
from tests.leagues.services.league import after
from tests.leagues.services.test_ladders import ladder, table, wait
from tests.leagues.test_letters import IN_MEMORY, with_address
from tests.push_service import PushService

pytestmark = pytest.mark.django_db
READY = "masa ta e gata"


@pytest.fixture(autouse=True)
def kept_letters() -> Iterator[None]:
    with override_settings(MAILERS=IN_MEMORY):
        yield


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    settings.PUSH_PRIVATE_KEY = push_keys.new_private_key()
    settings.PUSH_CONTACT = "mailto:admin@example.org"
    settings.PUSH_TO_ANY_ADDRESS = True
    running = PushService()
    yield running
    running.close()


def called() -> None:
    """Three of four wait, and the next tick calls them."""
    division = ladder()
    wait(division, "e1", "e2", "e3", now=after(minutes=1))
    mail.outbox.clear()
    with TestCase.captureOnCommitCallbacks(execute=True):
        clock.take_due(after(minutes=1, seconds=20))


def written_to() -> list[str]:
    return sorted(letter.to[0] for letter in mail.outbox if READY in letter.subject.lower())


def test_who_is_called_is_written_to_and_who_is_not_is_not() -> None:
    people = [with_address(name) for name in ("e1", "e2", "e4")]
    called()
    assert written_to() == [people[0].email, people[1].email]


def test_who_switched_that_kind_off_is_not_written_to() -> None:
    MailChoice.objects.create(player=with_address("e1"), kind="call")
    with_address("e2")
    called()
    assert written_to() == ["e2@example.org"]


def test_a_device_that_asked_for_it_shows_the_table_and_opens_it(service: PushService) -> None:
    mine, others = service.browser("mine"), service.browser("others")
    mine.subscribed(with_address("e1"))
    others.subscribed(with_address("e4"))
    called()
    ((headers, body),) = service.got
    league = table().matchday.division.season.league
    told = mine.opened(body)
    assert told["body"] == "Your table is ready: sit down."
    assert told["url"] == reverse("leagues:table", args=[league.slug, table().pk])
    assert headers["Topic"] == told["tag"] == f"league-{table().pk}"


def test_a_site_without_a_key_sends_letters_only(service: PushService, settings: Any) -> None:
    service.browser().subscribed(with_address("e1"))
    settings.PUSH_PRIVATE_KEY = ""
    called()
    assert service.got == []
    assert written_to() == ["e1@example.org"]


def test_a_tick_that_comes_to_nothing_tells_nobody() -> None:
    """The clock's process dies before it is stored: nobody was called."""
    with_address("e1")
    division = ladder()
    wait(division, "e1", "e2", "e3", now=after(minutes=1))
    mail.outbox.clear()

    def dies() -> None:
        with transaction.atomic():
            ladders.tick(division, after(minutes=1, seconds=20))
            raise KeyboardInterrupt

    with TestCase.captureOnCommitCallbacks(execute=True), pytest.raises(KeyboardInterrupt):
        dies()
    assert written_to() == []
    assert not LeagueTable.objects.exists()
    assert LadderTicket.objects.count() == 3
