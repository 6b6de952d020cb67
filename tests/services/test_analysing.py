"""A finished round is analysed once, bit by bit, in a process of its own; nothing of a running one ever."""

import os
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import CASCADE
from django.utils import timezone
from django_ox.models import OxTask

from games.analysis import rounds as analysis
from games.analysis.findings import from_mapping, to_mapping
from games.engine.ruleset import rules_from
from games.models import Analysis, Move, Player, Round
from games.services import analysing, analyst, analysts, clock, farewell, own_data
from games.services.analyst import Question
from games.services.errors import NotAllowed, Reason
from tests.services.quick_analyst import unhurried
from tests.services.table import fresh, player, start
from tests.services.test_conflicts import at_once
from tests.services.test_matches import bots_only, play_out

pytestmark = pytest.mark.django_db
FEW = 600  # playouts a round
RULES = rules_from({"mas_grace_ms": 1500, "combos": "off", "ending": "single"})


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    unhurried(monkeypatch)


@pytest.fixture
def played(ana: Player, bogdan: Player) -> Round:
    return play_out(bots_only(ana, bogdan, bots=2, rules=RULES)).rounds.get()


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Counts the jobs that are asked for and does none."""
    asked: list[int] = []
    monkeypatch.setattr(type(analysing.go_on), "enqueue", lambda *_: asked.append(1))
    return asked


def whole(played: Round) -> list[dict[str, Any]]:
    """What a whole analysis finds, reckoned in this process."""
    return [to_mapping(finding) for finding in analysis.analyse(analysing.played_of(played), playouts=FEW)]


def refusal(asker: Player, played: Round, **times: Any) -> Reason | None:
    try:
        analysing.request(player=asker, played=played, **times)
    except NotAllowed as no:
        return no.reason
    return None


def test_it_is_asked_for_done_and_kept(ana: Player, played: Round) -> None:
    asked = analysing.request(player=ana, played=played)
    assert (asked.state, asked.done, asked.total) == ("waiting", 0, played.version + 1)
    while fresh_one().state in analysing.UNFINISHED:
        assert analysing.work(playouts=FEW)
    assert fresh_one().findings == whole(played)
    assert fresh_one().done == asked.total
    assert fresh_one().version == analysis.VERSION
    assert fresh_one().finished_at is not None


def fresh_one() -> Analysis:
    return Analysis.objects.get()


def test_nothing_is_written_but_the_analysis(ana: Player, played: Round) -> None:
    before = Round.objects.values().get(), list(Move.objects.values())
    analysing.request(player=ana, played=played)
    analysing.work(playouts=FEW)
    assert (Round.objects.values().get(), list(Move.objects.values())) == before


def test_who_asks_again_gets_the_same(
    ana: Player, bogdan: Player, played: Round, django_capture_on_commit_callbacks: Any, jobs: list[int]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        one, other = (analysing.request(player=person, played=played) for person in (ana, bogdan))
    assert one == other
    assert other.asked_by == ana
    assert jobs == [1]


def test_a_running_round_is_never_analysed(ana: Player, bogdan: Player) -> None:
    running = start(ana, bogdan)
    assert refusal(ana, running) == Reason.ROUND_RUNNING
    with pytest.raises(NotAllowed):
        analysing.played_of(running)
    # Even a row that came from elsewhere finds nothing of it.
    Analysis.objects.create(round=running, version=analysis.VERSION, total=1)
    analysing.work(playouts=FEW)
    assert (fresh_one().state, fresh_one().findings) == ("failed", [])


def test_a_round_broken_off_can_be_analysed(ana: Player, bogdan: Player) -> None:
    from tests.services.table import Hand

    running = start(ana, bogdan)
    Hand(ana, running).send("leave", after=0)
    over = fresh(running)
    assert over.revealed
    assert refusal(ana, over) is None
    while fresh_one().state in analysing.UNFINISHED:
        assert analysing.work(playouts=FEW)
    assert fresh_one().state == "done"


def test_guests_ask_for_none_but_see_what_there_is(ana: Player, played: Round) -> None:
    guest = Player.objects.create(username="oaspete", is_guest=True)
    assert refusal(guest, played) == Reason.GUEST
    analysing.request(player=ana, played=played)
    assert refusal(guest, played) is None


def many(count: int, asker: Player, state: str, played: Round, **values: Any) -> None:
    """As many analyses of this player, of rounds that differ in number only."""
    for number in range(100, 100 + count):
        copy = Round.objects.get(pk=played.pk)
        copy.pk, copy.number, copy._state.adding = None, number, True
        copy.save()
        Analysis.objects.create(round=copy, asked_by=asker, state=state, version=1, total=1, **values)


@pytest.mark.parametrize(
    ("count", "state"), [(analysing.WAITING, "running"), (analysing.A_DAY, "done"), (analysing.A_DAY, "failed")]
)
def test_one_account_asks_for_so_many(ana: Player, bogdan: Player, played: Round, count: int, state: str) -> None:
    many(count - 1, ana, state, played)
    (last,) = Round.objects.filter(number=1)
    assert refusal(ana, last) is None
    Analysis.objects.filter(round=last).update(state=state)
    many_more = Round.objects.get(pk=last.pk)
    many_more.pk, many_more.number, many_more._state.adding = None, 99, True
    many_more.save()
    assert refusal(ana, many_more) == Reason.TOO_MANY_ANALYSES
    assert refusal(ana, last) == (Reason.TOO_MANY_ANALYSES if state == "failed" else None)
    assert refusal(bogdan, many_more) is None


def test_a_day_later_one_may_ask_again(ana: Player, played: Round) -> None:
    many(analysing.A_DAY, ana, "done", played, asked_at=timezone.now() - timedelta(hours=23))
    assert refusal(ana, played) == Reason.TOO_MANY_ANALYSES
    assert refusal(ana, played, now=timezone.now() + timedelta(hours=2)) is None


def test_the_site_holds_so_many(ana: Player, bogdan: Player, played: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysing, "WAITING_OF_ALL", 2)
    many(2, bogdan, "waiting", played)
    assert refusal(ana, played) == Reason.TOO_MANY_ANALYSES


# The work


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bit ends with its first finding."""
    monkeypatch.setattr(analysing, "A_BIT", 0.0)


def test_bits_add_up_to_the_whole(ana: Player, played: Round, short: None) -> None:
    analysing.request(player=ana, played=played)
    seen = [0]
    while fresh_one().state in analysing.UNFINISHED:
        analysing.work(playouts=FEW)
        seen.append(fresh_one().done)
    assert seen == sorted(set(seen)), "every bit got on"
    assert len(seen) > 3
    assert fresh_one().findings == whole(played)


def test_after_a_dead_worker_another_goes_on_where_it_was(
    ana: Player, played: Round, short: None, jobs: list[int]
) -> None:
    analysing.request(player=ana, played=played)
    analysing.work(playouts=FEW)
    held = analysing._hold()
    assert held is not None
    done = held.done
    assert done > 0
    # It died here. Until its time is up nobody takes it; then the clock asks for a job.
    analysing.work(playouts=FEW)
    assert fresh_one().done == done
    assert analysing.ask_again(timezone.now() + analysing.LATE) == 0
    later = timezone.now() + analysing.HELD + analysing.LATE
    assert (clock.each_second[0](later), jobs) == (1, [1])
    assert analysing.ask_again(later + analysing.LATE / 2) == 0
    Analysis.objects.update(due_at=timezone.now())
    analysing.work(playouts=FEW)
    assert fresh_one().done > done
    # What the dead one would bring now is dropped.
    held.findings = [{"number": 0}] * 99
    assert analysing._store(held, timezone.now()) == 0
    assert fresh_one().findings == whole(played)[: fresh_one().done]


def test_no_job_is_asked_for_while_one_is_on_its_way(ana: Player, played: Round, jobs: list[int]) -> None:
    """A worker that is down for a day finds one job, not one for every second."""
    analysing.request(player=ana, played=played)
    now = timezone.now()
    job = OxTask.objects.create(task_path=analysing.go_on.module_path, backend_name="default", enqueued_at=now)
    later = now + analysing.LATE * 3
    assert (analysing.ask_again(later), jobs) == (0, [])
    job.status, job.finished_at = "SUCCESSFUL", now
    job.save()
    assert (analysing.ask_again(later), jobs) == (1, [1])
    clock.sweep(now)
    assert OxTask.objects.exists()
    clock.sweep(now + 2 * analysing.JOBS_KEPT)
    assert not OxTask.objects.exists()


def test_a_job_asks_for_the_next_while_there_is_work(
    ana: Player, played: Round, short: None, jobs: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysing, "A_ROUND", FEW)
    analysing.request(player=ana, played=played)
    analysing.go_on.call()
    assert jobs == [1]
    Analysis.objects.update(state="done")
    analysing.go_on.call()
    assert jobs == [1]


def test_the_oldest_comes_first(ana: Player, played: Round, short: None) -> None:
    many(2, ana, "waiting", played)
    old = Analysis.objects.latest("pk")
    Analysis.objects.filter(pk=old.pk).update(asked_at=timezone.now() - timedelta(hours=1), total=500)
    analysing.work(playouts=FEW)
    assert [one.pk for one in Analysis.objects.filter(done__gt=0)] == [old.pk]


def test_a_machine_does_one_at_a_time(ana: Player, played: Round) -> None:
    analysing.request(player=ana, played=played)
    with analysing._alone() as alone:
        assert alone
        assert not analysing.work(playouts=FEW)
    assert fresh_one().done == 0
    assert analysing.work(playouts=FEW)


def test_it_stops_with_its_match(ana: Player, played: Round) -> None:
    analysing.request(player=ana, played=played)
    held = analysing._hold()
    assert held is not None
    assert Analysis._meta.get_field("round").remote_field.on_delete is CASCADE
    Analysis.objects.all().delete()
    assert analysing._store(held, timezone.now()) == 0
    assert analysing.work(playouts=FEW)
    assert not Analysis.objects.exists()


@pytest.mark.parametrize("values", [{"rules_version": 99}, {"dealer": 77}])
def test_a_round_that_cannot_be_folded_fails_and_can_be_asked_again(
    ana: Player, played: Round, values: dict[str, int], capfd: pytest.CaptureFixture[str]
) -> None:
    Round.objects.update(**values)
    analysing.request(player=ana, played=played)
    for _bit in range(analysing.STALLS + 1):
        analysing.work(playouts=FEW)
    assert fresh_one().state == "failed"
    Round.objects.update(rules_version=played.rules_version, dealer=played.dealer)
    assert analysing.request(player=ana, played=played).state == "waiting"
    while fresh_one().state in analysing.UNFINISHED:
        analysing.work(playouts=FEW)
    assert fresh_one().findings == whole(played)


def test_what_an_older_analysis_found_is_not_mixed_with_the_new(ana: Player, played: Round, short: None) -> None:
    analysing.request(player=ana, played=played)
    Analysis.objects.update(version=0, done=3, findings=[{"old": 1}] * 3)
    analysing.work(playouts=FEW)
    assert (fresh_one().version, fresh_one().findings[0]) == (analysis.VERSION, whole(played)[0])


# The process


def test_its_process_comes_after_all_others_and_ends(played: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysts, "MODULE", analyst.__name__)
    with analysts.asked(Question(analysing.played_of(played), playouts=FEW)) as line:
        assert from_mapping(to_mapping(line.recv())).number == 0
        (pid,) = children()
        assert os.getpriority(os.PRIO_PROCESS, pid) == 19
        assert os.sched_getscheduler(pid) == os.SCHED_IDLE
    assert children() == []


def children() -> list[int]:
    """The processes of this one that look at rounds."""
    with open(f"/proc/self/task/{os.getpid()}/children") as file:  # noqa: PTH123
        pids = [int(pid) for pid in file.read().split()]
    return [pid for pid in pids if b"games.services.analyst" in command_line(pid)]


def command_line(pid: int) -> bytes:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:  # noqa: PTH123
            return file.read()
    except OSError:
        return b""


def test_who_finds_nothing_in_time_is_not_waited_for(played: Round) -> None:
    began = time.monotonic()
    assert list(analysts.findings(Question(analysing.played_of(played)), seconds=0, patience=0)) == []
    assert time.monotonic() - began < 10


# Accounts


def test_who_asked_is_in_their_own_data_and_goes_with_the_account(ana: Player, played: Round) -> None:
    analysing.request(player=ana, played=played)
    (told,) = own_data.account(player=ana)["analyses"]
    assert (told["round__match__code"], told["round__number"], told["state"]) == (played.match.code, 1, "waiting")
    farewell.delete_account(player=ana)
    assert fresh_one().asked_by is None


# Several at once


@pytest.mark.django_db(transaction=True)
def test_several_workers_do_no_round_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of several machines: nothing but the database keeps them apart."""
    ana = player("ana")
    match = play_out(bots_only(ana, bots=3, rules=rules_from({"mas_grace_ms": 1500, "ending": "rounds 2"})))
    for nth in match.rounds.all():
        Analysis.objects.create(round=nth, version=analysis.VERSION, total=nth.version + 1)
    monkeypatch.setattr(analysing, "_do", lambda held, _playouts: done.append((held.pk, held.step)))
    done: list[tuple[int, int]] = []
    monkeypatch.setattr(analysing.fcntl, "flock", lambda *_: None)
    at_once(*[lambda: analysing.work(playouts=FEW)] * 4)
    assert sorted(done) == [(one.pk, 1) for one in Analysis.objects.order_by("pk")]


@pytest.mark.django_db(transaction=True)
def test_a_round_asked_for_at_once_is_analysed_once(jobs: list[int]) -> None:
    people = [player(name) for name in ("ana", "bogdan", "carmen")]
    played = play_out(bots_only(*people, rules=RULES)).rounds.get()
    found = at_once(*[lambda person=person: analysing.request(player=person, played=played) for person in people])
    assert {one.pk for one in found} == {fresh_one().pk}
    assert jobs
