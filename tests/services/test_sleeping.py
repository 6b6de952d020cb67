"""A table that everybody has gone from sleeps, whatever its bots and its rules would go on with."""

import pytest

from games.models import Due, Player, Round, Seat
from games.services import clock, presence, sleeping
from tests.services.table import Hand, at, fresh, lay, start

pytestmark = pytest.mark.django_db

HANDS = ["R5 R7 B1 B2", "R9 G9 Y1 Y2"]
DRAW = "G1 G2 G4 G5 G6 G7 G8 G9 G0 Y3 Y4 Y5 Y6"
GONE = 60 + sleeping.DESERTED_AFTER.total_seconds()


@pytest.fixture
def round_(ana: Player, bogdan: Player) -> Round:
    """Ana and Bogdan play; both were seen at the table, and went one second later."""
    round_ = lay(start(ana, bogdan), hands=HANDS, table="R3", draw=DRAW)
    for person in (ana, bogdan):
        presence.arrive(code=round_.match.code, player_id=person.pk, key=person.username, now=at(0))
        presence.depart(key=person.username, now=at(1), lost=True)
    return round_


def look_until(seconds: float) -> None:
    """Look after who is away whenever that is due; nothing else happens meanwhile, so the round stays as it is."""
    while (due := Due.objects.filter(kind="away", due_at__lte=at(seconds)).order_by("due_at").first()) is not None:
        clock.do(due, due.due_at)


def kinds() -> set[str]:
    return set(Due.objects.values_list("kind", flat=True))


def test_a_deserted_table_falls_asleep_in_the_middle_of_a_round(round_: Round) -> None:
    look_until(GONE)
    assert (sleeping.is_asleep(fresh(round_.match)), kinds()) == (True, {"expiry"})
    assert clock.take_due(at(GONE + 86_400)) == 0
    assert fresh(round_).version == 0


def test_a_table_with_somebody_at_it_goes_on(ana: Player, round_: Round) -> None:
    presence.arrive(code=round_.match.code, player_id=ana.pk, key="here", now=at(2))
    look_until(GONE + 600)
    assert not sleeping.is_asleep(fresh(round_.match))
    assert "clock" in kinds()


def test_who_comes_back_finds_as_much_time_as_there_was(ana: Player, round_: Round) -> None:
    ends = Due.objects.get(kind="clock").due_at
    look_until(GONE)
    slept_at = fresh(round_.match).paused_at
    assert slept_at is not None
    back = at(GONE + 86_400)
    presence.arrive(code=round_.match.code, player_id=ana.pk, key="again", now=back)
    assert not sleeping.is_asleep(fresh(round_.match))
    assert Due.objects.get(kind="clock").due_at - back == ends - slept_at
    assert "expiry" not in kinds()
    assert not Seat.objects.get(player=ana).bot_plays


def test_a_command_wakes_the_table_too(ana: Player, round_: Round) -> None:
    look_until(GONE)
    assert Hand(ana, round_).send("play R5", after=0, seconds=GONE + 86_400).number == 1
    assert not sleeping.is_asleep(fresh(round_.match))
    # The time of the round stood still.
    assert fresh(round_).last_at < 1000 * (GONE + 60)


def test_a_table_that_nobody_comes_back_to_is_closed(round_: Round) -> None:
    look_until(GONE)
    assert clock.take_due(at(GONE + 31 * 86_400)) == 1
    assert fresh(round_.match).state == "cancelled"
    assert fresh(round_).outcome == "aborted"
