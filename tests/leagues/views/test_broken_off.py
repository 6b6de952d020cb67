"""How many rounds of a season were broken off is for everybody to see."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match
from games.services import endings, rounds
from leagues.models import LeagueTable
from tests.leagues.services.league import published, tables_of
from tests.services.table import at, player, start

pytestmark = pytest.mark.django_db


def test_the_page_of_a_league_counts_them_among_all_that_are_over() -> None:
    day = published(8)
    slug = day.division.season.league.slug
    anybody = Client(headers={"accept-language": "en"})
    address = reverse("leagues:league", args=[slug])
    assert "Rounds broken off" not in anybody.get(address).content.decode()
    for nth, table in enumerate(tables_of(day)):
        played = start(player(f"one{nth}"), player(f"two{nth}"))
        LeagueTable.objects.filter(pk=table.pk).update(match=played.match)
    broken, running = Match.objects.order_by("pk")[:2]
    endings.cancel(rounds.locked_match(broken.pk), at(5))
    assert "1 of 1" in anybody.get(address).content.decode()
    Match.objects.get(pk=running.pk).rounds.update(finished_at=at(9), outcome="won")
    assert "1 of 2" in anybody.get(address).content.decode()
