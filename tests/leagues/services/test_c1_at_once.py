"""C1: of twenty who press the same button at once one does it; the others are shown what the first one did.

Each press is a whole request of a browser of its own, in a thread with a database connection of its own.
"""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from leagues.models import Bye, LogEntry, Matchday, Place, Result, Season
from leagues.services import matchdays, pairing, results
from leagues.services.errors import NotAllowed
from tests.leagues.seasons import FULL
from tests.leagues.services.league import NOON, begun, day_of, decide_all, in_order, player, published, tables_of
from tests.services.test_conflicts import at_once
from tests.views.conftest import signed_in

PRESSED = 20
RUNS = 25 if FULL else 1
SLUG = "liga-de-marti"

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one write at a time"),
    pytest.mark.parametrize("run", range(RUNS)),
]


@pytest.fixture(autouse=True)
def room_for_all() -> Iterator[None]:
    """A site's process keeps fewer connections open than here press at once."""
    options = connection.settings_dict["OPTIONS"]
    usual = options["pool"]
    connection.close_pool()
    options["pool"] = {**usual, "max_size": PRESSED + 2}
    yield
    connection.close()
    connection.close_pool()
    options["pool"] = usual


def press(address: str) -> list[int]:
    """The owner's twenty browsers press; the answers' numbers, in order."""
    browsers: list[Client] = [signed_in(player("olga")) for _ in range(PRESSED)]

    def pressed(browser: Client) -> HttpResponse:
        return browser.post(f"/liga/{SLUG}/{address}")

    return sorted(answer.status_code for answer in at_once(*[partial(pressed, one) for one in browsers]))


ONE_DID_IT = [302, *[409] * (PRESSED - 1)]


def test_pair_next_round_pressed_by_twenty_at_once_pairs_once(run: int) -> None:
    day = published(12, rounds=3, looking=Season.Looking.ALWAYS)
    decide_all(day, NOON)
    following = day_of(day.division, 2)
    pairing.discard(day=following, by=player("olga"), now=NOON)
    assert press("etapa/2/propunere/cere/") == ONE_DID_IT
    following.refresh_from_db()
    assert following.state == Matchday.State.DRAFT
    assert Place.objects.filter(matchday=following).count() == 12
    assert following.tables.count() == 3


def test_publish_pressed_by_twenty_at_once_publishes_once(run: int) -> None:
    division = begun(12)
    assert press("etapa/1/propunere/publica/") == ONE_DID_IT
    assert day_of(division, 1).state == Matchday.State.PUBLISHED
    assert LogEntry.objects.filter(action="publish").count() == 1


def test_close_pressed_by_twenty_at_once_closes_once(run: int) -> None:
    published(8, rounds=2)
    assert press("etapa/1/propunere/inchide/") == ONE_DID_IT
    assert Result.objects.count() == 2
    assert LogEntry.objects.filter(action="completed").count() == 1
    assert Matchday.objects.get(number=1).state == Matchday.State.COMPLETED


def test_finalize_pressed_by_twenty_at_once_finalizes_once(run: int) -> None:
    day = published(8, rounds=1)
    decide_all(day, NOON)
    assert press("birou/fa/incheie/") == ONE_DID_IT
    assert Season.objects.get().state == Season.State.FINAL
    assert LogEntry.objects.filter(action="state", after__state="final").count() == 1


def outcome(verb: Callable[[], object]) -> Callable[[], str]:
    def did() -> str:
        try:
            verb()
        except NotAllowed as no:
            return str(no.reason)
        return "done"

    return did


def test_a_result_and_the_deadline_at_once_leave_one_result(run: int) -> None:
    """Whichever comes first, the table has one result, the round is over, and who came second is told so."""
    day, owner = published(4, rounds=1), player("olga")
    (table,) = tables_of(day)
    lines = in_order(table)
    claimed, closed = at_once(
        outcome(lambda: results.claim(table=table, by=owner, lines=lines, now=NOON)),
        outcome(lambda: matchdays.close_now(day=day, by=owner, now=NOON)),
    )
    result = Result.objects.get(table=table, current=True)
    assert (claimed, closed, result.kind) in {
        ("done", "first", Result.Kind.PLAYED),
        ("state", "done", Result.Kind.FORFEIT),
    }
    assert day_of(day.division, 1).state == Matchday.State.COMPLETED
    assert not Bye.objects.exists()
