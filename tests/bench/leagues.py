"""`python -m tests.bench.leagues [swiss|standings|oracle ...]`: how fast leagues are paired and ranked, and how well.

`swiss` gives CPU seconds of rounds, repeats and spreads; `standings` a table of 200 entrants
after 9 rounds and a correction with a replay of 5,000 rated tables; `oracle` compares pods
with an exact solver, which is installed into an environment of its own.
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from games.ratings.update import START, Entry, rate
from leagues.engine.results import Line, Outcome, Record
from leagues.engine.rounds import Round
from leagues.engine.scoring import POINT
from leagues.engine.snapshot import Snapshot
from leagues.engine.standings import standings
from leagues.engine.swiss import WORK, in_order
from leagues.engine.weights import levels, pair_costs, weights_for
from tests.leagues.seasons import Season

HERE = Path(__file__).parent
SOLVER = "ortools==9.15.6755"
NO_REPEATS = [(50, 4, 7), (64, 4, 8), (100, 4, 8), (200, 4, 9), (200, 8, 8)]
MOST_SPREAD = {(64, 4, 8): 0.6, (100, 4, 8): 0.3}
ORACLE = [(16, 4), (18, 3), (20, 4), (24, 3), (24, 4), (27, 3), (28, 4)]


def swiss(rounds: int) -> None:
    """Time rounds of every size: must be under 2 CPU seconds, median of the rounds."""
    for size in NO_REPEATS:
        times, repeats, spreads = played(*size)
        most = MOST_SPREAD.get(size)
        print(
            f"P4 {size!s:13} {timing(times)}   repeats {repeats} (must 0)   "
            f"spread {statistics.mean(spreads):.2f}" + (f" (must {most})" if most else "")
        )
    for table in range(2, 11):
        for entrants in (10, 40, 90, 140, 200):
            times, repeats, spreads = played(entrants, table, rounds)
            print(
                f"P4 ({entrants}, {table}, {rounds}) {timing(times)}   "
                f"repeats {repeats}   spread {statistics.mean(spreads):.2f}"
            )


def timing(times: list[float]) -> str:
    return f"median {statistics.median(times):.2f} s, slowest {max(times):.2f} s (must 2)"


def played(entrants: int, table: int, rounds: int) -> tuple[list[float], int, list[float]]:
    times, spreads, repeats = [], [], 0
    season = Season(entrants, table, rounds, seed=1, work=WORK).play()
    while True:
        began = time.process_time()
        try:
            _, draft = next(season)
        except StopIteration:
            return times, repeats, spreads
        times.append(time.process_time() - began)
        spreads.append(draft.report.mean_spread / POINT)
        repeats += len(draft.report.repeats)


def ranking() -> None:
    """Time a table of standings and a correction."""
    chance = random.Random(1)
    outcomes = [
        Outcome(number, table, tuple(Line(one, place, chance.randrange(500), chance.randrange(60))
                                     for place, one in enumerate(seats, 1)))
        for number in range(1, 10)
        for table, seats in enumerate(zip(*[iter(chance.sample(range(200), 200))] * 4, strict=True), 1)
    ]  # fmt: skip
    record = Record(tuple(range(200)), tuple(outcomes))
    times = [ranked_in(record) for _ in range(9)]
    print(f"S2 standings of 200 x 9: median {statistics.median(times):.3f} s (must 0.3)")
    began = time.process_time()
    for number in range(1, 10):
        standings(record.until(number), table=4, seed="s")
    replay(chance)
    print(f"S2 correction, 9 tables of standings and 5,000 rated tables: {time.process_time() - began:.2f} s (must 5)")


def ranked_in(record: Record) -> float:
    began = time.process_time()
    standings(record, table=4, seed="s")
    return time.process_time() - began


def replay(chance: random.Random) -> None:
    held = dict.fromkeys(range(200), START)
    for _ in range(5_000):
        seats = chance.sample(range(200), 4)
        entries = [Entry(held[one], place, left=False, games=30) for place, one in enumerate(seats, 1)]
        for one, outcome in zip(seats, rate(entries, 9.66), strict=True):
            held[one] = outcome.standing


def oracle(seasons: int) -> None:
    """Compare pods with CP-SAT: as many repeats, distance within 5 %."""
    python = solver_python(Path("var/bench/ortools"))
    gaps = []
    for entrants, table in ORACLE:
        for seed in range(seasons):
            for snapshot, tables in problems(entrants, table, seed):
                order = in_order(snapshot)
                weights = weights_for(snapshot, max(levels(snapshot, order)))
                costs = pair_costs(snapshot, order, weights)
                number = {entry.entrant: place for place, entry in enumerate(order)}
                ours = sum(costs[number[a]][number[b]] for seats in tables for a, b in combinations(seats, 2))
                best, proved = solved(python, costs, table, weights.in_a_row)
                gap = compared(ours, best, weights.again, weights.in_a_row)
                gaps.append(gap)
                print(
                    f"P5 ({entrants}, {table}) round {snapshot.round}: repeats {ours // weights.again} "
                    f"of {best // weights.again}, distance {gap:+.1%}{'' if proved else ' (not proved)'}",
                    flush=True,
                )
    print(f"P5 {len(gaps)} rounds, {sum(gap <= 0 for gap in gaps)} equal, worst {max(gaps):+.1%} (must 5 %)")


def problems(entrants: int, table: int, seed: int) -> Iterator[tuple[Snapshot, Round]]:
    """Play to where repeats are near; the last two rounds are compared."""
    rounds = max(4, (entrants - 1) * 6 // (10 * (table - 1)) + 1)
    for snapshot, draft in Season(entrants, table, rounds, seed, work=WORK).play():
        if snapshot.round > rounds - 2:
            yield snapshot, draft.round


def compared(ours: int, best: int, again: int, in_a_row: int) -> float:
    """Give by how much our distance is above the solver's; repeats must be the same."""
    assert ours // again == best // again, "more repeats than need be"
    own, least = ours % again % in_a_row, best % again % in_a_row
    return (own - least) / max(least, 1)


def solved(python: str, costs: list[list[int]], table: int, in_a_row: int) -> tuple[int, bool]:
    asked = json.dumps({"costs": costs, "table": table})
    told = subprocess.run(
        [python, HERE / "peers" / "leagues_solver.py"], input=asked, capture_output=True, text=True, check=True
    )
    answer = json.loads(told.stdout)
    return answer["cost"], answer["proved"]


def solver_python(folder: Path) -> str:
    """Give the Python of the solver's environment, made on the first run."""
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", SOLVER], check=True)
    return str(python)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=["swiss", "standings"], help="swiss, standings, oracle")
    parser.add_argument("--rounds", type=int, default=4, help="rounds of each size of the sweep")
    parser.add_argument("--seasons", type=int, default=1, help="seasons of each size for the oracle")
    options = parser.parse_args()
    if "swiss" in options.what:
        swiss(options.rounds)
    if "standings" in options.what:
        ranking()
    if "oracle" in options.what:
        oracle(options.seasons)


if __name__ == "__main__":
    main()
