"""`python -m pytest tests/bench/leagues_pages.py -s`: what the pages of a league of 200 over 12 rounds cost.

Prints milliseconds (the median of five) and queries of every page; the queries are held to twelve by
tests/leagues/views/test_query_counts.py.
"""

import statistics
import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues.models import Entrant, Season
from tests.leagues.full import full_season
from tests.leagues.services.league import player
from tests.leagues.views.test_query_counts import addresses
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db
TIMES = 5


def test_pages_of_a_league_of_two_hundred_over_twelve_rounds() -> None:
    division = full_season(200, 12, venue=Season.Venue.BOTH)
    client = signed_in(player("p5"), "ro")
    for name, address in addresses(division, Entrant.objects.get(season=division.season, name="p5")).items():
        times = []
        for _ in range(TIMES):
            with CaptureQueriesContext(connection) as asked:
                begun = time.perf_counter()
                answer = client.get(address)
                times.append((time.perf_counter() - begun) * 1000)
        size = len(answer.content) / 1024
        print(f"{name:20} {statistics.median(times):7.1f} ms   {len(asked):2} queries (must 12)   {size:6.1f} KiB")
