"""What a move costs in questions to the database, whatever the table and the length of its log."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import screens
from games.models import Player
from tests.services.table import Hand, fresh, lay, start

pytestmark = pytest.mark.django_db

MOST_A_MOVE = 6
MOST_A_SCREEN = 3
DRAW = "G1 G2 G4 G5 G6 G7 G8 G9 G0 Y4 Y5 Y6"


def statements(queries: CaptureQueriesContext) -> list[str]:
    """The questions themselves; opening and closing a transaction is none."""
    words = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return [query["sql"] for query in queries.captured_queries if not query["sql"].startswith(words)]


@pytest.mark.parametrize("bots", [0, 6])
def test_a_move_asks_little_and_no_more_as_the_round_grows(ana: Player, bogdan: Player, bots: int) -> None:
    round_ = start(ana, bogdan, bots=bots, size=8)
    hands = ["R1 R2 R4", "R5 R6 R7"] + ["B1 B2"] * bots
    lay(round_, hands=hands, table="R3", draw=DRAW)
    counts = []
    people = [ana, bogdan]
    for after in range(8):
        turn = fresh(round_).state["turn"]
        if turn > 1:
            break
        with CaptureQueriesContext(connection) as queries:
            assert Hand(people[turn], round_).send("draw", after=after, seconds=after + 1).refusal is None
        counts.append(len(statements(queries)))
    assert max(counts) <= MOST_A_MOVE, statements(queries)
    assert len(set(counts)) == 1


def test_a_screen_asks_little(ana: Player, bogdan: Player) -> None:
    round_ = start(ana, bogdan)
    screens.read(round_.match.code)
    Hand(ana if fresh(round_).state["turn"] == 0 else bogdan, round_).send("draw", after=0)
    with CaptureQueriesContext(connection) as queries:
        screen = screens.read(round_.match.code)
        assert screen is not None
        for person in (ana, bogdan):
            screens.whole(screen, person.pk, "ro")
    assert len(statements(queries)) <= MOST_A_SCREEN, statements(queries)
