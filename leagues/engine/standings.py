"""Who stands where, and which tie-break said so."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final

from leagues.engine.figures import Figure, TieBreak
from leagues.engine.results import Record
from leagues.engine.scoring import Scoring
from leagues.engine.tiebreaks import Sums

TIE_BREAKS: Final = (
    TieBreak.POINTS,
    TieBreak.HEAD_TO_HEAD,
    TieBreak.WINS,
    TieBreak.OPPONENTS,
    TieBreak.DIFFERENCE,
    TieBreak.CARDS,
    TieBreak.LOT,
)
"""The default order. Points always come first and the lot last; what is between is the organizer's."""
FEWER_IS_BETTER: Final = {TieBreak.CARDS, TieBreak.LOT}


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant's line. `points` are 5040ths; `decided_by` says what put them below the one above."""

    rank: int
    entrant: int
    points: int
    played: int
    figures: Mapping[TieBreak, Figure]
    decided_by: TieBreak | None
    gone: bool = False
    ranked: bool = True
    """Whether enough was played to have a rank; who is not stands after all who are."""

    def texts(self) -> dict[str, str]:
        """Give the figures as they are stored: exact fractions as text."""
        return {kind.value: str(figure.value) for kind, figure in self.figures.items()}


def standings(
    record: Record,
    *,
    table: int,
    seed: str,
    scoring: Scoring | None = None,
    order: Iterable[str] = TIE_BREAKS,
    gone: Collection[int] = (),
    best: int | None = None,
    least: int = 0,
) -> tuple[Row, ...]:
    """Rank everybody: the order is applied to each group still tied, without starting anew after a split.

    `table` is the season's size of tables, `gone` who has withdrawn: they stand after all others.
    So many results count as `best` says, and who has played fewer tables than `least` has no rank yet.
    """
    sums = Sums(record, scoring or Scoring(), table, seed, best)
    kinds = in_force(order)
    enough = {entrant for entrant in sums.entrants if len(sums.played[entrant]) >= least}
    parts = [
        [entrant for entrant in sums.entrants if entrant not in gone and entrant in enough],
        [entrant for entrant in sums.entrants if entrant not in gone and entrant not in enough],
        [entrant for entrant in sums.entrants if entrant in gone],
    ]
    figures: dict[int, dict[TieBreak, Figure]] = {entrant: {} for entrant in sums.entrants}
    placed = [row for part in parts for row in _ranked(part, kinds, sums, figures)]
    return tuple(
        Row(
            rank,
            entrant,
            sums.total(entrant),
            len(sums.played[entrant]),
            figures[entrant],
            decided,
            entrant in gone,
            entrant in enough,
        )
        for rank, (entrant, decided) in enumerate(placed, 1)
    )


def in_force(order: Iterable[str]) -> tuple[TieBreak, ...]:
    """Give an organizer's order with points before and the lot after it; ValueError for an unknown word."""
    ends = {TieBreak.POINTS, TieBreak.LOT}
    between = dict.fromkeys(TieBreak(kind) for kind in order)
    return (TieBreak.POINTS, *(kind for kind in between if kind not in ends), TieBreak.LOT)


type Placed = list[tuple[int, TieBreak | None]]


def _ranked(
    entrants: Sequence[int], kinds: Sequence[TieBreak], sums: Sums, figures: dict[int, dict[TieBreak, Figure]]
) -> Placed:
    """Split the tied by each kind in turn; note every figure on the way."""
    groups: list[tuple[list[int], TieBreak | None]] = [(list(entrants), None)] if entrants else []
    for kind in kinds:
        parted: list[tuple[list[int], TieBreak | None]] = []
        for group, decided in groups:
            for entrant in group:
                figure = sums.figure(kind, entrant, group)
                if figure:
                    figures[entrant][kind] = figure
            parts = _parted(group, kind, figures)
            parted += [(part, kind if number else decided) for number, part in enumerate(parts)]
        groups = parted
    return [(entrant, decided) for group, decided in groups for entrant in group]


def _parted(group: list[int], kind: TieBreak, figures: dict[int, dict[TieBreak, Figure]]) -> list[list[int]]:
    sign = -1 if kind in FEWER_IS_BETTER else 1

    def merit(entrant: int) -> Fraction:
        figure = figures[entrant].get(kind)
        return -sign * figure.value if figure else Fraction()

    return [list(part) for _, part in groupby(sorted(group, key=merit), key=merit)]
