"""The queue and a table on offer outlive the server that made them."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from games.models import Heartbeat, Match, Offer, Player, RankedRecord, Ticket
from games.services import offers, queueing
from tests.servers import Site
from tests.site.clocks import looked_at_everything


@pytest.fixture
def sites(transactional_db: None) -> Iterator[list[Site]]:
    started: list[Site] = []
    yield started
    for site in started:
        if site.process.poll() is None:
            site.stop()


def a_minute_passes() -> None:
    """As if the server had been down for longer than an offer, or an absence, lasts."""
    minute = timedelta(minutes=1)
    Heartbeat.objects.update(beat_at=F("beat_at") - minute)
    Offer.objects.update(expires_at=F("expires_at") - minute)
    Ticket.objects.update(seen_at=F("seen_at") - minute)


def test_a_killed_server_costs_nobody_a_place_or_a_table(sites: list[Site]) -> None:
    ana, bogdan, carmen = (Player.objects.create_user(name) for name in ("ana", "bogdan", "carmen"))
    sites.append(Site())
    sites[0].ready()
    looked_at_everything()
    for person, preset in ((ana, "mas"), (bogdan, "mas"), (carmen, "clasic")):
        queueing.join(player=person, ladder="duel", preset=preset)
    offers.accept(player=ana)
    sites[0].kill()
    a_minute_passes()
    sites.append(Site())
    sites[1].ready()
    looked_at_everything()
    assert Ticket.objects.count() == 3
    assert Offer.objects.get().expires_at > timezone.now() + timedelta(seconds=20)
    match = offers.accept(player=bogdan)
    assert match == Match.objects.get()
    assert not RankedRecord.objects.filter(strikes__gt=0).exists()
