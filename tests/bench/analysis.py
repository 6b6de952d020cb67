"""`make bench-analysis`: what the analysis of a round costs, and what it costs a table where people play meanwhile.

First whole rounds of four sensible bots are analysed by the process that does it on a site, one after the
other: printed are the CPU seconds, which do not depend on what else the machine does, and the playouts.
Then two people play on a site of its own (SQLite) whose worker analyses rounds; in every other turn of half a
second that process is halted. Printed is how long a command takes beside it and without it, and the median of
the turns' ratios (must: 1.3 at most).
"""

import argparse
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from games.analysis.findings import Finding
from games.services import analysts
from games.services.analyst import Question
from tests.analysis.rounds import a_round

MUST: Final = 1.3
WAITING_ROUNDS: Final = 400
A_TURN: Final = 0.5  # s


def rounds(count: int, preset: str) -> None:
    """Analyse so many rounds and print what they took."""
    cpu, positions, playouts = [], [], []
    for number in range(count):
        played, _planted = a_round(number, preset)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        found = list(analysts.findings(Question(played), seconds=3600, patience=3600))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert len(found) == played.positions
        cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        positions.append(len(found))
        playouts.append(sum(map(compared, found)))
    print(
        f"{preset:7} {count} rounds of 4: {statistics.median(positions):.0f} positions (most {max(positions)}), "
        f"{statistics.median(playouts):,.0f} playouts beside the bot's (most {max(playouts):,}), "
        f"CPU {statistics.median(cpu):.1f} s (most {max(cpu):.1f})",
        flush=True,
    )


def compared(finding: Finding) -> int:
    return finding.chances.tried + (2 * finding.choice.tried if finding.choice else 0)


class Worker:
    """A site's own worker with many analyses that wait; its process that looks at rounds is halted and let go."""

    def __init__(self) -> None:
        from games.services import analysing

        analysing.go_on.enqueue()
        options = ["--concurrency", "2", "--verbosity", "0", "--interval", "0.2"]
        self.process = subprocess.Popen([sys.executable, "manage.py", "ox_worker", *options])
        while not self.analysts():
            time.sleep(0.1)

    def analysts(self) -> list[int]:
        found = subprocess.run(
            ["pgrep", "-P", str(self.process.pid), "-f", "games.services.analyst"],
            capture_output=True,
            text=True,
            check=False,
        )
        return [int(pid) for pid in found.stdout.split()]

    def let(self, run: bool) -> list[int]:
        """Halt or let go whoever looks at rounds now; gives their processes."""
        pids = self.analysts()
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT if run else signal.SIGSTOP)
        return pids

    def stop(self) -> None:
        self.let(True)
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(30)
        self.process.kill()

    @staticmethod
    def done() -> int:
        from django.db.models import Sum

        from games.models import Analysis

        return Analysis.objects.aggregate(done=Sum("done"))["done"] or 0


class Table:
    """Two people who play, match after match."""

    def __init__(self, people: Sequence[Any]) -> None:
        self.people, self.count = people, 0
        self.deal()

    def deal(self) -> None:
        from django.utils import timezone

        from games.engine.ruleset import rules_from
        from games.services import seating, tables

        ana, dan = self.people
        rules = rules_from({"preset": "clasic", "ending": "rounds 999"})
        now = timezone.now()
        clocks = {"turn_ms": 120_000, "bank_ms": 600_000}
        match = tables.open_table(host=ana, rules=rules, now=now, size=2, public=False, **clocks)
        seating.take_seat(match=match, player=dan, now=now)
        tables.set_ready(match=match, player=dan, ready=True, now=now)
        self.round = tables.start_match(match=match, by=ana, now=now)

    def command(self) -> float:
        """Do what a sensible player does; give the milliseconds it took the site."""
        from random import Random

        from games.bots import sensible
        from games.engine.notation import text
        from games.engine.state import OVER
        from games.engine.visible import visible
        from games.models import Round
        from games.services import play, rounds

        fresh = Round.objects.select_related("match").get(pk=self.round.pk)
        state = rounds.state_of(fresh)
        if state.phase is OVER:
            self.deal()
            return self.command()
        seat = next(iter(state.owes), state.turn)
        chosen = sensible.choose(visible(state, seat), Random(self.count))
        assert chosen is not None
        self.count += 1
        began = time.perf_counter()
        play.submit(
            match_code=fresh.match.code,
            player_id=fresh.roster[seat]["player"],
            text=text(chosen),
            after=fresh.version,
            command_id=f"bench-{self.count}",
        )
        return (time.perf_counter() - began) * 1000


def live(turns: int) -> None:
    """Play with and without analyses in short turns and print how long commands took."""
    from django.core.management import call_command

    from games.models import Player

    call_command("migrate", verbosity=0)
    table = Table([Player.objects.create(username=name) for name in ("ana", "dan")])
    fill()
    worker = Worker()
    times: dict[bool, list[float]] = {False: [], True: []}
    ratios: list[float] = []
    try:
        while len(ratios) < turns:
            pair = {busy: turn(table, worker, busy) for busy in (len(ratios) % 2 == 0, len(ratios) % 2 == 1)}
            if not (pair[False] and pair[True]):
                continue  # a process ended and another began: neither with nor without
            for busy, mine in pair.items():
                times[busy] += mine
            ratios.append(statistics.median(pair[True]) / statistics.median(pair[False]))
        positions = worker.done()
    finally:
        worker.stop()
    for busy, told in ((False, "alone"), (True, "beside analyses")):
        ordered = sorted(times[busy])
        print(
            f"a command {told:16} median {statistics.median(ordered):6.2f} ms, "
            f"p95 {ordered[len(ordered) * 95 // 100]:6.2f}, p99 {ordered[len(ordered) * 99 // 100]:6.2f} "
            f"of {len(ordered)}"
        )
    quarter = statistics.quantiles(ratios, n=4)
    print(
        f"ratio {statistics.median(ratios):.2f} (half of {turns} turns: {quarter[0]:.2f}–{quarter[2]:.2f}), "
        f"must {MUST}; {positions} positions were looked at",
        flush=True,
    )


def turn(table: Table, worker: Worker, busy: bool) -> list[float]:
    """Play for a short while; nothing where the process that was let go or halted was not there all the time."""
    before = worker.let(busy)
    until, mine = time.monotonic() + A_TURN, []
    while time.monotonic() < until or not mine:
        mine.append(table.command())
        time.sleep(0.005)
    return mine if before and worker.analysts() == before else []


def fill() -> None:
    """Store many long rounds, each with an analysis that waits."""
    from games.models import Analysis, Player, Round
    from tests.services.stored_rounds import store

    store(Player.objects.create(username="mia"), WAITING_ROUNDS)
    Analysis.objects.bulk_create(
        Analysis(round=played, version=1, total=played.version + 1) for played in Round.objects.exclude(revealed="")
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--turns", type=int, default=60)
    options = parser.parse_args()
    for preset in ("mas", "clasic") if options.rounds else ():
        rounds(options.rounds, preset)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"MASUNO_VAR": folder, "DATABASE_URL": "", "REDIS_URL": ""}
        os.environ["DJANGO_SETTINGS_MODULE"] = "masuno_site.settings"
        import django

        django.setup()
        assert Path.cwd().joinpath("manage.py").exists(), "run it where manage.py is"
        live(options.turns)


if __name__ == "__main__":
    main()
