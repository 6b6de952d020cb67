"""Settle a season of invented results, and say how well the ratings found the strengths out and stood abuse."""

import time
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.services import season_abuse
from games.services.ledger_replay import rebuild
from games.services.season_share import foretold_by_book, shares_of
from games.services.season_simulation import WAITING, Figures, Season, play_season

LARGEST_TABLE: Final = 6
PACES: Final = (1 / 2, 1, 4, 20)  # matches a day
ACCOMPLICES: Final = 20  # pairs
SHARE: Final = {"duel": 0.73, "table": 0.70}  # R2; `games.services.season_share` says how it is measured
# So many that the mean is known to 0.001: a single season's share of duels strays by 0.006, that of tables by 0.003.
SEASONS: Final = {"duel": 64, "table": 4}
SAME: Final = 1e-9  # sums in another order
RIGHT: Final = {20: 0.70, 160: 0.95}  # correlation, by games
# At this many results a player and ladder the bounds are meant; with fewer the figures are only told.
MEANT_FROM: Final = 40


class Row(NamedTuple):
    """A figure, and whether it is what it has to be."""

    name: str
    figure: str
    bound: str
    holds: bool


class Command(BaseCommand):
    help = (
        "Plays a season on a database made for it and thrown away, settled by the ledger, and more of them by the book"
        " alone, for a share that chance does not decide; prints the figures."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=500)
        parser.add_argument("--results", type=int, default=20_000, help="on each ladder")
        parser.add_argument("--seed", default="0")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["players"] < max(WAITING * LARGEST_TABLE, 3 * ACCOMPLICES) or options["results"] < 1:
            raise CommandError(f"there are at least {3 * ACCOMPLICES} players and one result")
        own = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            missed = self._play(options)
        finally:
            connection.creation.destroy_test_db(own, verbosity=0)
        if missed and options["results"] >= MEANT_FROM * options["players"]:
            raise CommandError(f"missed: {', '.join(missed)}")

    def _play(self, options: dict[str, Any]) -> list[str]:
        """Print all figures; give the names of those that are not what they have to be."""
        season = play_season(players=options["players"], results=options["results"], seed=options["seed"])
        told = []
        for ladder, figures in sorted(season.figures.items()):
            self.stdout.write(spent(ladder, figures))
            told += list(foretold(ladder, figures.share, options))
            told += list(figures_of(ladder, figures))
        told += list(abuse(season, options["seed"]))
        told.append(folded())
        for row in told:
            self.stdout.write(f"{'ok  ' if row.holds else 'MISS'} {row.name:44} {row.figure:>18}  ({row.bound})")
        return [row.name for row in told if not row.holds]


def spent(ladder: str, figures: Figures) -> str:
    """Say what a ladder's season took, and how sure it has become."""
    games, state = max(figures.states.items())
    return (
        f"{ladder}: {figures.tables} tables, {games} games a player, {1000 * figures.seconds / figures.tables:.1f} ms"
        f" a settlement; at the end correlation {state.correlation:.3f}, {state.provisional:.1%} provisional"
    )


def foretold(ladder: str, settled: float, options: dict[str, Any]) -> Iterator[Row]:
    """R2's share of a ladder in the mean of seasons, the first of which was settled, with this share."""
    seeds = [options["seed"], *[f"{options['seed']} {number}" for number in range(1, SEASONS[ladder])]]
    size = {"players": options["players"], "results": options["results"]}
    found = [foretold_by_book(ladder=ladder, seed=seed, **size) for seed in seeds]
    apart = abs(found[0] - settled)
    yield Row(
        f"R2 {ladder}: of a season settled and in the book", f"{settled:.4f} {apart:.0e}", "apart < 1e-9", apart < SAME
    )
    shares, least = shares_of(found), SHARE[ladder]
    figure = f"{shares.mean:.4f} +-{shares.error:.4f}"
    name = f"R2 {ladder}: share foretold, {shares.seasons} seasons"
    yield Row(name, figure, f">= {least} within 2 standard errors", shares.reach(least))


def figures_of(ladder: str, figures: Figures) -> Iterator[Row]:
    """R2's order and R4 of a ladder. A season that ends before the last mark is held to it at its end."""
    last = max(figures.states)
    for games, right in RIGHT.items():
        at = min(games, last)
        found = figures.states[at].correlation
        yield Row(f"R2 {ladder}: correlation after {at} games", f"{found:.3f}", f">= {right}", found >= right)
    at = min(40, last)
    covered = figures.states[at].covered
    holds = 0.88 <= covered <= 0.98
    yield Row(f"R4 {ladder}: within 2 sigma after {at} games", f"{covered:.1%}", "88-98 %", holds)


def abuse(season: Season, seed: str) -> Iterator[Row]:
    """R3 and A1, in a season that was played."""
    found = season_abuse.abuse(season, pairs=ACCOMPLICES, paces=PACES, seed=seed)
    pairs = found.pairs
    rate = f"{pairs.honest_flagged} of {pairs.honest}"
    yield Row("A1 honest pairs flagged", rate, "<= 1 in 2000", pairs.honest_flagged <= max(1, pairs.honest / 2000))
    rate = f"{pairs.planted_flagged} of {pairs.planted}"
    yield Row("A1 accomplices flagged", rate, ">= 80 %", pairs.planted_flagged >= 0.8 * pairs.planted)
    for preset, gains in found.farmed.items():
        told = " ".join(f"{gain:+}" for gain in gains)
        yield Row(f"R3 {preset}: 100 tables farmed at 1/2 1 4 20 a day", told, "< +120", max(gains) < 120)


def folded() -> Row:
    """The ledger folded again, by the same ledger."""
    began = time.perf_counter()
    differences = len(rebuild(check=True))
    name = f"folded again in {time.perf_counter() - began:.1f} s: differences"
    return Row(name, str(differences), "0", not differences)
