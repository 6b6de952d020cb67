"""Several processes at one table, as threads with connections of their own."""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import connection, transaction

from games.models import Due, Match, Move, Player, Round
from games.services import clock, rounds, seating, standing_up, tables
from games.services.errors import NotAllowed, Reason
from games.services.play import Answer, locked_table, submit
from tests.services.table import at, fresh, lay, open_table, player, start

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = ["R5 R7 B1 B2", "R9 G9 Y1 Y2", "B9 B8 B7 B6"]


@pytest.fixture
def people() -> list[Player]:
    return [player(name) for name in ("ana", "bogdan", "carmen")]


@pytest.fixture
def round_(people: list[Player]) -> Round:
    return lay(start(*people), hands=HANDS, table="R3", draw="G1 G2 G3 G4 G5 G6 G7 G8 G9 G0")


def at_once[T](*calls: Callable[[], T]) -> list[T]:
    """Do all calls at the same moment; their results in order."""
    barrier = Barrier(len(calls))
    results: dict[int, T] = {}

    def run(k: int) -> None:
        try:
            connection.ensure_connection()
            barrier.wait()
            results[k] = calls[k]()
        except BaseException:
            barrier.abort()  # where one gets no connection the others must not wait for it for ever
            raise
        finally:
            connection.close()

    threads = [Thread(target=run, args=(k,)) for k in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [results[k] for k in range(len(calls))]


def sender(round_: Round, person: Player, text: str, command_id: str, after: int = 0) -> Callable[[], Answer]:
    def send() -> Answer:
        return submit(
            match_code=round_.match.code,
            player_id=person.pk,
            text=text,
            after=after,
            command_id=command_id,
            now=at(1),
        )

    return send


def test_of_conflicting_moves_exactly_one_wins(people: list[Player], round_: Round) -> None:
    for nth in range(10):
        round_ = lay(fresh(round_), hands=HANDS, table="R3", draw="G1 G2 G3 G4 G5 G6 G7 G8 G9 G0")
        version = round_.version
        texts = ("play R5", "play R7", "draw", "play R5 R7")
        calls = [sender(round_, people[0], text, f"try-{nth}-{k}-xx", version) for k, text in enumerate(texts)]
        answers = at_once(*calls)
        assert sorted(answer.key for answer in answers) == ["", "stale", "stale", "stale"]
        assert fresh(round_).version == version + 1
    assert list(Move.objects.order_by("number").values_list("number", flat=True)) == list(range(1, 11))


def test_the_same_command_at_once_is_done_once(people: list[Player], round_: Round) -> None:
    answers = at_once(*[sender(round_, people[0], "draw", "same-command") for _ in range(4)])
    assert {answer.number for answer in answers} == {1}
    assert Move.objects.count() == 1


def test_a_refused_command_at_once_is_refused_once(people: list[Player], round_: Round) -> None:
    answers = at_once(*[sender(round_, people[1], "draw", "same-command") for _ in range(4)])
    assert {answer.key for answer in answers} == {"not_your_turn"}


def test_a_turn_that_runs_out_while_its_player_moves_is_one_move(people: list[Player], round_: Round) -> None:
    for nth in range(5):
        round_ = lay(fresh(round_), hands=HANDS, table="R3", draw="G1 G2 G3 G4 G5 G6 G7 G8 G9 G0")
        version = round_.version
        Due.objects.filter(kind="clock").update(due_at=at(0))

        def tick() -> Answer:
            clock.take_due(at(1))
            return Answer("clock")

        at_once(sender(round_, people[0], "play R5", f"try-{nth}-xxx", version), tick, tick)
        assert fresh(round_).version == version + 1


def test_several_clocks_do_each_thing_once(people: list[Player]) -> None:
    for _ in range(12):
        lay(start(*people), hands=HANDS, table="R3", draw="G1 G2 G3 G4 G5 G6")
    at_once(*[lambda: clock.take_due(at(100)) for _ in range(3)])
    clock.take_due(at(100))
    assert list(Move.objects.values_list("number", flat=True)) == [1] * 12


def test_several_clocks_deal_the_next_round_once(people: list[Player]) -> None:
    for _ in range(4):
        round_ = lay(start(*people), hands=["R5", "R9 G9", "B9 B8"], table="R3", draw="G1 G2 G3")
        assert sender(round_, people[0], "play R5", f"ending-{round_.pk}")().number == 1
    at_once(*[lambda: clock.take_due(at(20)) for _ in range(3)])
    clock.take_due(at(20))
    assert sorted(Round.objects.values_list("number", flat=True)) == [1] * 4 + [2] * 4


def test_the_last_free_seat_is_taken_once(people: list[Player]) -> None:
    match = open_table(people[0], size=2)

    def sit(person: Player) -> Callable[[], object]:
        def take() -> object:
            try:
                return seating.take_seat(match=match, player=person).number
            except NotAllowed as refused:
                return refused.reason

        return take

    assert set(at_once(sit(people[1]), sit(people[2]))) == {1, Reason.TABLE_FULL}


def test_everyone_leaving_at_once_leaves_no_lock_behind(people: list[Player], round_: Round) -> None:
    def leave(person: Player) -> Callable[[], None]:
        return lambda: standing_up.leave_table(match=round_.match, player=person, now=at(2))

    at_once(*[leave(person) for person in people[:2]])
    assert fresh(round_.match).state == "finished"


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
def test_who_waits_for_a_table_while_it_is_dealt_gets_it_with_its_round(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = open_table(*people)
    for person in people[1:]:
        tables.set_ready(match=match, player=person, ready=True, now=at(0))
    lock, dealt = rounds.locked_match, False

    def dealt_meanwhile(pk: int) -> Match:
        nonlocal dealt
        if not dealt:
            dealt = True
            at_once(lambda: tables.start_match(match=match, by=people[0], now=at(1)))
        return lock(pk)

    monkeypatch.setattr(rounds, "locked_match", dealt_meanwhile)
    with transaction.atomic():
        held, round_ = locked_table(match.pk)
    assert held.state == Match.State.PLAYING
    assert round_ is not None
    assert round_.match_id == held.pk
