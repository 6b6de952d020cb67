"""Single elimination with tables of any size: stages, seeding, who goes on."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from leagues.engine.sizes import table_sizes
from leagues.engine.swiss import serpentine


@dataclass(frozen=True, slots=True)
class Stage:
    """One round of a knockout: `byes` go on unplayed, `through` of each table and `best` of the others too.

    The final has one table and nobody goes on.
    """

    entrants: int
    sizes: tuple[int, ...]
    byes: int
    through: int
    best: int

    @property
    def final(self) -> bool:
        return not self.onward

    @property
    def onward(self) -> int:
        """Give how many go on."""
        return self.byes + self.through * len(self.sizes) + self.best


def plan(entrants: int, table: int) -> tuple[Stage, ...]:
    """Plan the stages down to one final of at most `table`, each with fewer entrants than the one before."""
    stages = []
    while entrants > table:
        stage = _duels(entrants) if table == 2 else _stage(entrants, table)
        stages.append(stage)
        entrants = stage.onward
    return (*stages, Stage(entrants, tuple(table_sizes(entrants, table)), 0, 0, 0))


def _duels(entrants: int) -> Stage:
    """Come down to a power of two; the top seeds need not play for it."""
    onward = 2
    while onward * 2 < entrants:
        onward *= 2
    played = entrants - onward
    return Stage(entrants, (2,) * played, entrants - 2 * played, 1, 0)


def _stage(entrants: int, table: int) -> Stage:
    sizes = tuple(table_sizes(entrants, table))
    onward = _target(entrants, len(sizes), table)
    through = min(onward // len(sizes), min(sizes) - 1)
    return Stage(entrants, sizes, 0, through, onward - through * len(sizes))


def _target(entrants: int, tables: int, table: int) -> int:
    """Give how many go on: such a number that later stages can halve evenly, table * (table / half) ** n.

    It is the largest that half of each table comes to, but never less than every table's first; and
    at least a third go out.
    """
    half = table // 2
    most = max(tables * half, table)
    target = Fraction(table)
    while int(target * table / half) <= most or int(target) < tables:
        target = target * table / half
    if 3 * int(target) <= 2 * entrants:
        return int(target)
    return max(tables, min(tables * half, 2 * entrants // 3))


@dataclass(frozen=True, slots=True)
class Finish:
    """How one ended at a table of a stage; `merit` are tie-breaks behind the share, more is better."""

    entrant: int
    seed: int
    table: int
    place: int
    share: int
    merit: tuple[Fraction, ...] = ()


def seeded(stage: Stage, seeds: Sequence[int]) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Deal entrants, best seed first, to and fro over the tables; give who need not play, then the tables."""
    if len(seeds) != stage.entrants:
        raise ValueError(f"{len(seeds)} entrants for a stage of {stage.entrants}")
    free, play = seeds[: stage.byes], seeds[stage.byes :]
    dealt = serpentine(len(play), len(stage.sizes))
    return tuple(free), tuple(tuple(play[number] for number in table) for table in dealt)


def going_on(stage: Stage, finishes: Sequence[Finish], free: Sequence[tuple[int, int]] = ()) -> list[int]:
    """Give who goes on, the best seed first; `free` are (seed, entrant) of those who did not have to play.

    First the first of each table, then the best of all others by share of opponents beaten and
    tie-breaks. Who is equal at a cut goes by seed (Carcassonne's rule).
    """
    straight: list[Finish] = []
    others: list[Finish] = []
    for table in sorted({finish.table for finish in finishes}):
        order = sorted((one for one in finishes if one.table == table), key=lambda one: (one.place, one.seed))
        straight += order[: stage.through]
        others += order[stage.through :]
    others.sort(key=lambda one: (-one.share, [-part for part in one.merit], one.seed))
    through = [(one.seed, one.entrant) for one in straight + others[: stage.best]]
    return [entrant for _, entrant in sorted([*free, *through])]


def alternates(stage: Stage, finishes: Sequence[Finish]) -> list[int]:
    """Give who went out, the best first: the first of them stands in for one who does not come."""
    on = set(going_on(stage, finishes))
    out = [one for one in finishes if one.entrant not in on]
    out.sort(key=lambda one: (-one.share, [-part for part in one.merit], one.seed))
    return [one.entrant for one in out]
