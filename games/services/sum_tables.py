"""Tables of sums: rows named by a key, to which what was played adds. One way to add for all of them."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.db.models import Model

from games.engine.tally import Feats
from games.models import MonthSums, SiteCount, SiteDay, Sums
from games.services import statements

FEATS: Final = tuple(Feats.__slots__)
RESULTS: Final = MonthSums.COUNTED
MOST: Final = frozenset({"longest_combo"})
LEAST: Final = frozenset({"fastest_ms"})

type Values = Mapping[str, int | None]
type Key = tuple[Any, ...]


class SumTable(NamedTuple):
    """A model of sums: the columns that name a row, and those that are added up."""

    model: type[Model]
    key: tuple[str, ...]
    counted: tuple[str, ...]


SIZES: Final = SumTable(Sums, ("player_id", "seats"), ("matches_left", *RESULTS, *FEATS))
MONTHS: Final = SumTable(MonthSums, ("player_id", "month", "preset"), RESULTS)
DAYS: Final = SumTable(SiteDay, ("day", "preset", "seats"), SiteDay.COUNTED)
COUNTS: Final = SumTable(SiteCount, ("what", "key"), ("rounds",))
# Locked in this order, and the rows of each in that of their keys, so that two ends never wait for each other.
TABLES: Final = (SIZES, MONTHS, DAYS, COUNTS)

type More = Mapping[SumTable, Mapping[Key, Values]]


def add(more: More) -> None:
    """Add to the stored rows; those that are not there yet begin at nothing. Inside a caller's transaction."""
    for table in TABLES:
        if more.get(table):
            _add(table, more[table])


def _add(table: SumTable, more: Mapping[Key, Values]) -> None:
    rows = []
    for key in sorted(more):
        counted = {name: more[key].get(name, None if name in LEAST else 0) for name in table.counted}
        rows.append(dict(zip(table.key, key, strict=True)) | counted)
    statements.upsert(table.model, rows, table.key, {name: _together(name) for name in table.counted})


def _together(name: str) -> str:
    """As `together`, in SQL."""
    if name in LEAST:
        return "CASE WHEN {old} IS NULL OR {new} < {old} THEN {new} ELSE {old} END"
    return "CASE WHEN {new} > {old} THEN {new} ELSE {old} END" if name in MOST else "{old} + {new}"


def made(table: SumTable, key: Key, values: Values) -> Model:
    """A row of a table that is not stored."""
    return table.model(**dict(zip(table.key, key, strict=True)), **values)


def key_of(table: SumTable, row: Model) -> Key:
    return tuple([getattr(row, name) for name in table.key])


def together(name: str, one: int | None, other: int | None) -> int | None:
    """Two values of a sum as one: added, or the greater or smaller where that is what counts."""
    if name in LEAST:
        return min((value for value in (one, other) if value is not None), default=None)
    return max(one or 0, other or 0) if name in MOST else (one or 0) + (other or 0)
