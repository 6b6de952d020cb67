"""Standings, results and entrants as tables of text for CSV and JSON."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from leagues.engine.scoring import Scoring, shown
from leagues.engine.standings import in_force
from leagues.presenters.season import worth_of

BOM: Final = "\ufeff"
# What a spreadsheet takes for a formula when a cell begins with it.
RISKY: Final = ("=", "+", "-", "@", "\t", "\r", "\n")

type Rows = list[dict[str, Any]]


def safe(value: Any) -> Any:
    """A cell that no spreadsheet runs: text that looks like a formula begins with an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.lstrip(" ").startswith(RISKY) else value


def as_csv(fields: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """The rows with their heads, as spreadsheets open them in any language."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(fields)
    for row in rows:
        writer.writerow([safe(row[field]) for field in fields])
    return BOM + out.getvalue()


def as_json(rows: Rows) -> str:
    return json.dumps(rows, ensure_ascii=False, indent=1)


STANDINGS: Final = ("division", "after_round", "rank", "name", "points", "points_5040", "played", "figures")
ENTRANTS: Final = ("name", "state", "division", "joined_round", "left_round", "applied_at")
RESULTS: Final = (
    *("division", "round", "table", "state", "kind", "revision", "name", "place", "came", "match_points"),
    *("cards_left", "points", "points_5040"),
)


def standings(found: Iterable[Any], order: Sequence[str], times: int = 10) -> tuple[tuple[str, ...], Rows]:
    """Heads and rows; every tie-break of the season's order has its column, as an exact fraction."""
    kinds = [kind.value for kind in in_force(order)[1:]]
    heads = (*STANDINGS[:-1], *kinds, "decided_by")
    rows = [
        {
            "division": row.division.level,
            "after_round": row.after_round,
            "rank": row.rank if row.figures.get("ranked", True) else "",
            "name": row.entrant.name,
            "points": shown(row.points, times),
            "points_5040": row.points,
            "played": row.figures.get("played", 0),
            **{kind: row.figures.get(kind, "") for kind in kinds},
            "decided_by": row.figures.get("decided_by", ""),
        }
        for row in found
    ]
    return heads, rows


def entrants(found: Iterable[Any]) -> tuple[tuple[str, ...], Rows]:
    rows = [
        {
            "name": one.name,
            "state": one.state,
            "division": one.division.level if one.division else "",
            "joined_round": one.joined_round,
            "left_round": one.left_round or "",
            "applied_at": one.applied_at.isoformat(timespec="seconds"),
        }
        for one in found
    ]
    return ENTRANTS, rows


def results(found: Iterable[Any], names: Mapping[int, str], scoring: Scoring) -> tuple[tuple[str, ...], Rows]:
    """A row for each who sat at a table, with the league's points of it."""
    rows: Rows = []
    for result in found:
        came = [line for line in result.lines if line["came"]]
        by = worth_of(came, scoring)
        day = result.table.matchday
        for line in result.lines:
            value = by.get(line["entrant"], 0)
            rows.append(
                {
                    "division": day.division.level,
                    "round": day.number,
                    "table": result.table.number,
                    "state": result.state,
                    "kind": result.kind,
                    "revision": result.revision,
                    "name": names.get(line["entrant"], ""),
                    "place": line["place"] if line["came"] else "",
                    "came": int(line["came"]),
                    "match_points": line["points"],
                    "cards_left": line["cards"],
                    "points": shown(value, scoring.times),
                    "points_5040": value,
                }
            )
    return RESULTS, rows
