"""`make bench-live`: fifty live tables of four on a site of its own, command → last of the four screens.

Run as it is the site is the embedded default (SQLite, layers in memory, one process); with DATABASE_URL and
REDIS_URL set (`sh .ci/with-servers make bench-live`) it is PostgreSQL and Redis. First all tables play on as fast
as they can, then at so many moves a second all told. Printed are the server's CPU a move, moves a second, how long
a command took, the size of a screen, the memory of an open socket, and what must be reached. Who plays is in
another process: its CPU is not counted, but on two cores it is felt.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tests.bench.live_tables import SEATS, Table, seat_people
from tests.servers import Site

TICKS: Final = os.sysconf("SC_CLK_TCK")
MUST: Final = {
    "CPU a move": "L-a: 3 ms at most on PostgreSQL",
    "moves a second": "L-d: 250 at least on SQLite",
    "p99": "L-c: 30 ms at most at 100 moves a second",
    "screen": "L-f: 8 KiB at most",
    "socket": "L-h: 80 KB at most",
}


SETTINGS: Final = "masuno_site.settings"


class Server(Site):
    """The program of `make run` with the site's own settings, and what it costs."""

    def __init__(self) -> None:
        super().__init__(DJANGO_SETTINGS_MODULE=SETTINGS, MASUNO_WORKER="off", MASUNO_BETWEEN_ROUNDS_MS="0")

    def cpu(self) -> float:
        """Seconds of CPU until now."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Bytes that are held now."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def play(tables: list[Table], seconds: float, rate: float | None, server: Server) -> tuple[float, float]:
    """Play for a while; give moves a second and the server's ms of CPU a move."""
    for table in tables:
        table.took.clear()
    began, cpu = time.perf_counter(), server.cpu()
    await asyncio.gather(*[_play_on(table, began + seconds, rate and rate / len(tables)) for table in tables])
    moves = sum(len(table.took) for table in tables)
    return moves / (time.perf_counter() - began), (server.cpu() - cpu) * 1000 / moves


async def _play_on(table: Table, until: float, rate: float | None) -> None:
    due = time.perf_counter() + (table.chance.random() / rate if rate else 0)
    while max(due, time.perf_counter()) < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await table.move()
        due = max(due + 1 / rate, time.perf_counter()) if rate else time.perf_counter()


def told(tables: list[Table], name: str, figures: tuple[float, float]) -> None:
    took = sorted(ms for table in tables for ms in table.took)
    at = {share: took[len(took) * share // 100] for share in (50, 95, 99)}
    moves, cpu = figures
    print(
        f"{name:>12}: {moves:6.0f} moves/s, CPU {cpu:.2f} ms a move, "
        f"command → four screens median {at[50]:.1f} ms, p95 {at[95]:.1f}, p99 {at[99]:.1f} of {len(took)}",
        flush=True,
    )


async def bench(seatings: list[tuple[str, list[str]]], seconds: float, rate: float) -> None:
    server = Server()
    host = urlsplit(server.ready()).netloc
    try:
        async with AsyncExitStack() as stack:
            tables = [Table(number, *seating) for number, seating in enumerate(seatings)]
            await tables[0].sit_down(host, stack)
            before = server.memory()
            for table in tables[1:]:
                await table.sit_down(host, stack)
            each = (server.memory() - before) / SEATS / max(1, len(tables) - 1) / 1000
            await play(tables, 3, None, server)  # what is loaded at first use is loaded
            told(tables, "all they can", await play(tables, seconds, None, server))
            told(tables, f"{rate:.0f} a second", await play(tables, seconds, rate, server))
            sizes = [size for table in tables for seat in table.seats for size in seat.sizes]
            refusals = [no for table in tables for seat in table.seats for no in seat.refusals]
    finally:
        server.stop()
    print(f"a screen: median {statistics.median(sizes) / 1024:.1f} KiB, largest {max(sizes) / 1024:.1f}")
    print(f"an open socket: {each:.0f} KB; refused commands: {len(refusals)}")
    print("\n".join(f"{name}: {bound}" for name, bound in MUST.items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=100)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"MASUNO_VAR": folder, "DJANGO_SETTINGS_MODULE": SETTINGS}
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        call_command("migrate", verbosity=0)
        seatings = [seat_people(number) for number in range(options.tables)]
        connections.close_all()
        asyncio.run(bench(seatings, options.seconds, options.rate))


if __name__ == "__main__":
    main()
