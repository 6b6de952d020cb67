"""`make bench`: the engine against RLCard, in short alternating turns of one run.

Prints, for each row, our commands a CPU second over RLCard's (median of the turns, lowest and
highest), and what must be reached. RLCard is installed into an environment of its own.
"""

import argparse
import random
import statistics
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

from games.engine.commands import Command
from games.engine.notation import text
from games.engine.ruleset import MAS_UNO
from games.engine.state import State
from tests.bench.playing import play_round
from tests.bench.rows import ROWS

HERE = Path(__file__).parent
PEER = "rlcard==1.2.0"
MUST = {
    "T1": (3.5, 5.5),
    "T2": (2.0, 3.5),
    "T3": (5.0, 7.5),
    "T5 2 seats": (3.0, 5.0),
    "T5 10 seats": (3.0, 5.0),
    "T7": (2.5, 4.0),
}
OF_TEN_SEATS = (0.7, 0.9)  # what 20 and 40 seats must reach of 10 seats' rate, must and goal


class Side:
    """A process that plays for as many seconds as it is told."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path.cwd())

    def rate(self, seconds: float) -> float:
        """Give commands a CPU second over one turn."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        commands, cpu = self.process.stdout.readline().split()
        return int(commands) / float(cpu)

    def stop(self) -> None:
        self.process.communicate()


def peer_python(folder: Path) -> str:
    """Give the Python of RLCard's environment, made on the first run."""
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", PEER], check=True)
    return str(python)


def spread(values: list[float]) -> str:
    return f"{statistics.median(values):6.2f}  ({min(values):.2f}–{max(values):.2f})"


def compare(turns: int, seconds: float) -> None:
    """Run every row against RLCard, turn by turn."""
    peer = Side(peer_python(Path("var/bench/rlcard")), str(HERE / "peers" / "rlcard_uno.py"))
    ours = {name: Side(sys.executable, "-m", "tests.bench.rows", name) for name in ROWS}
    rates: dict[str, list[float]] = {name: [] for name in ROWS}
    peers: list[float] = []
    for _ in range(turns):
        peers.append(peer.rate(seconds))
        for name, side in ours.items():
            rates[name].append(side.rate(seconds))
    for side in (peer, *ours.values()):
        side.stop()
    print(f"RLCard UnoEnv, 4 seats: {statistics.median(peers):,.0f} commands a CPU second = 1")
    for name, (must, goal) in MUST.items():
        ratios = [rate / base for rate, base in zip(rates[name], peers, strict=True)]
        print(f"{name:12} {spread(ratios)}   must {must}, goal {goal}")
    for name in ("T5 20 seats", "T5 40 seats"):
        ratios = [rate / ten for rate, ten in zip(rates[name], rates["T5 10 seats"], strict=True)]
        print(f"{name:12} {spread(ratios)} of 10 seats   must {OF_TEN_SEATS[0]}, goal {OF_TEN_SEATS[1]}")


def copying() -> None:
    """Time the copy of a game after 20 commands (T4)."""
    state, _ = play_round(MAS_UNO, 4, random.Random(3), most=20)
    times = []
    for _ in range(9):
        began = time.process_time()
        for _ in range(10_000):
            state.copy()
        times.append((time.process_time() - began) * 100)
    print(f"{'T4':12} {spread(times)} µs a copy   must 15, goal 5")


def memory() -> None:
    """Weigh live rounds with their logs, as text and as commands (T6)."""
    for name, keep in (("text", as_text), ("commands", as_commands)):
        chance = random.Random(4)
        tracemalloc.start()
        kept = [keep(*play_round(MAS_UNO, 4, chance)) for _ in range(300)]
        kilobytes = tracemalloc.get_traced_memory()[0] / len(kept) / 1000
        tracemalloc.stop()
        print(f"{'T6':12} {kilobytes:6.2f} kB a round, log as {name}   must 12, goal 6")


def as_text(state: State, log: list[tuple[int, Command, int]]) -> tuple[State, list[str]]:
    return state, [f"{seat} {text(command, at)}" for seat, command, at in log]


def as_commands(state: State, log: list[tuple[int, Command, int]]) -> tuple[State, list[tuple[int, Command, int]]]:
    return state, log


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.6, help="CPU seconds a turn and side")
    options = parser.parse_args()
    compare(options.turns, options.seconds)
    copying()
    memory()


if __name__ == "__main__":
    main()
