"""The noise of the formats judged by real results: which would have foretold them best?

Every ladder is folded again with a format's noise a little lower and higher, and its duels are foretold
before each table (prequential log-loss). The best factor is a proposal; nothing is changed. Worth asking once
a quarter, when a format has hundreds of tables.
"""

from collections import defaultdict
from collections.abc import Iterator
from math import log
from typing import Final, NamedTuple

from games import queries_ledger as queries
from games.models import Ladder
from games.ratings.book import Book, Line, Table
from games.services.ledger import Format
from games.services.ledger_replay import table_of

FACTORS: Final = (0.5, 0.6, 0.7, 0.85, 1.0, 1.2, 1.4, 1.7, 2.0)
ENOUGH_TABLES: Final = 200


class Refit(NamedTuple):
    """A format's noise as it is, what would have foretold its duels best, and both log-losses a duel."""

    format: Format
    tables: int
    noise: float
    best: float
    loss: float
    best_loss: float


def refit(*, enough: int = ENOUGH_TABLES) -> Iterator[Refit]:
    """Propose a noise for each format with `enough` tables in the ledger."""
    for ladder in Ladder.values:
        tables = list(_tables(ladder))
        counts: defaultdict[Format, int] = defaultdict(int)
        for format_, _ in tables:
            counts[format_] += 1
        for format_, count in sorted(counts.items()):
            if count >= enough:
                yield _best(tables, format_, count)


def _tables(ladder: str) -> Iterator[tuple[Format, Table]]:
    for settlement in queries.settlements_from(ladder, 1):
        if settlement.undone_at is None:
            yield Format(settlement.preset, settlement.seats, settlement.ending), table_of(settlement)


def _best(tables: list[tuple[Format, Table]], format_: Format, count: int) -> Refit:
    losses = {factor: _loss(tables, format_, factor) for factor in FACTORS}
    factor = min(losses, key=losses.__getitem__)
    noise = format_.noise
    assert noise is not None, "a format that was rated once keeps a noise"
    return Refit(format_, count, noise, noise * factor, losses[1.0], losses[factor])


def _loss(tables: list[tuple[Format, Table]], judged: Format, factor: float) -> float:
    """The mean log-loss of the judged format's duels, its noise multiplied by `factor`."""
    book, losses = Book(), []
    for format_, table in tables:
        noise = table.noise * factor if format_ == judged else table.noise
        lines = book.settle(table._replace(noise=noise))
        if format_ == judged:
            losses += _losses(lines)
    return sum(losses) / len(losses) if losses else 0.0


def _losses(lines: list[Line]) -> list[float]:
    """A tie counts as half of a duel won and half of one lost."""
    return [
        -(duel.outcome / 2 * log(duel.expected) + (1 - duel.outcome / 2) * log(1 - duel.expected))
        for line in lines
        if not line.seat.left
        for duel in line.duels
    ]
