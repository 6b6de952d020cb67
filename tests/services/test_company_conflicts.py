"""Presses at the same moment, on PostgreSQL."""

from functools import partial

import pytest
from django.db import connection

from games.models import Report
from games.services import company
from tests.services.table import at, player, start
from tests.services.test_conflicts import at_once

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one write at a time"),
]


def test_a_player_reported_by_two_presses_at_once_is_reported_once() -> None:
    ana, bogdan = player("ana"), player("bogdan")
    match = start(ana, bogdan).match
    told = at_once(
        *[partial(company.report, match=match, reporter=ana, other=bogdan, why=Report.Why.values[0], now=at(1))] * 4
    )
    assert {report.pk for report in told} == {Report.objects.get().pk}
