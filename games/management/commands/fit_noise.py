"""Measure how much luck is in the ranked formats, and propose their noise."""

from concurrent.futures import ProcessPoolExecutor
from itertools import product
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.engine.ruleset import PRESETS
from games.ratings.noise import noise_of
from games.services.noise_fit import Fit, fit
from games.services.noise_refit import refit


class Command(BaseCommand):
    help = (
        "Proposes the noise of formats for games/ratings/noise.py, from games of bots or from results; changes nothing."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--preset", choices=sorted(PRESETS), nargs="+", default=sorted(PRESETS))
        parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 5, 6])
        parser.add_argument("--target", type=int, default=500, help="the points that a match goes to")
        parser.add_argument("--deals", type=int, default=2_000, help="played for each preset and number of seats")
        parser.add_argument("--matches", type=int, default=5_000, help="put together from these deals")
        parser.add_argument("--seed", default="0")
        parser.add_argument("--jobs", type=int, default=1, help="processes")
        parser.add_argument("--ledger", action="store_true", help="ask the results of real matches instead of the bots")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["ledger"]:
            self._ask_the_ledger()
        else:
            self._ask_the_bots(options)
        self.stdout.write("A proposal: nothing was changed.")

    def _ask_the_ledger(self) -> None:
        self.stdout.write("format                   tables    now    best   loss a duel now, then")
        for found in refit():
            name = f"{found.format.preset} {found.format.seats} {found.format.ending}"
            figures = f"{found.noise:6.2f}  {found.best:6.2f}   {found.loss:.4f} {found.best_loss:.4f}"
            self.stdout.write(f"{name:24} {found.tables:6} {figures}")

    def _ask_the_bots(self, options: dict[str, Any]) -> None:
        common = {name: options[name] for name in ("target", "deals", "matches", "seed")}
        formats = list(product(options["preset"], options["seats"]))
        self.stdout.write("format                     gap   noise   ±      now")
        with ProcessPoolExecutor(options["jobs"]) as pool:
            runs = [pool.submit(fit, preset=preset, seats=seats, **common) for preset, seats in formats]
            for run in runs:
                for found in run.result():
                    self.stdout.write(line(found))


def line(found: Fit) -> str:
    """Write a proposal beside what the table has."""
    known = noise_of(found.preset, found.seats, found.ending)
    name = f"{found.preset} {found.seats} {found.ending}"
    now = "unrated" if known is None else f"{known:.2f}"
    return f"{name:24} {found.gap:5.2f}  {found.noise:6.2f}  {found.error:5.2f}  {now}"
