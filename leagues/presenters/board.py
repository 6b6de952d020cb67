"""A round's tables as its organizer sees them: the draft with its reasons and report, then the results."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from leagues.engine.paper import Refused, points_of, read_hand
from leagues.presenters import reasons
from leagues.presenters.ranking import points

TABLE_STATES: dict[str, str | Promise] = {
    "seated": gettext_lazy("not begun"),
    "started": gettext_lazy("being played"),
    "finished": gettext_lazy("finished"),
    "partial": gettext_lazy("broken off"),
    "decided": gettext_lazy("entered by hand"),
    "forfeit": gettext_lazy("nobody to play with"),
    "void": gettext_lazy("does not count"),
}
DAY_STATES: dict[str, str | Promise] = {
    "planned": gettext_lazy("planned"),
    "drafting": gettext_lazy("tables are being made"),
    "draft": gettext_lazy("to be looked at"),
    "published": gettext_lazy("published"),
    "in_play": gettext_lazy("being played"),
    "closing": gettext_lazy("closing"),
    "completed": gettext_lazy("over"),
    "void": gettext_lazy("does not count"),
}
BYES: dict[str, str | Promise] = {
    "pairing": gettext_lazy("no table this time"),
    "requested": gettext_lazy("asked this round off"),
    "late": gettext_lazy("entered later"),
    "absent": gettext_lazy("away"),
    "withdrawn": gettext_lazy("has left"),
}


@dataclass(frozen=True, slots=True)
class Sitter:
    id: int
    name: str
    place: int  # 0: none yet, or did not come
    came: bool
    points: int | None
    substitute: str  # who sits in, or that somebody is asked


@dataclass(frozen=True, slots=True)
class Table:
    id: int
    number: int
    state: str
    told: str
    paper: bool
    sitters: tuple[Sitter, ...]
    why: tuple[str, ...]
    revision: int  # of the current result, 0 without
    claimed: bool
    postponed: bool
    code: str  # of its match

    @property
    def open(self) -> bool:
        return self.state in {"seated", "started"}


@dataclass(frozen=True, slots=True)
class Out:
    """Somebody without a table."""

    id: int
    name: str
    told: str
    worth: str
    movable: bool


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report: good news or what to look at."""

    good: bool
    text: str


def names_of(tables: Iterable[Any], byes: Iterable[Any]) -> dict[int, str]:
    sitting = {place.entrant_id: place.entrant.name for table in tables for place in table.places.all()}
    return sitting | {bye.entrant_id: bye.entrant.name for bye in byes}


def tables(rows: Iterable[Any], names: Mapping[int, str], times: int = 10) -> list[Table]:
    return [_table(row, names, times) for row in rows]


def _table(row: Any, names: Mapping[int, str], times: int) -> Table:
    current = next((result for result in row.results.all() if result.current), None)
    lines = {line["entrant"]: line for line in current.lines} if current else {}
    sitters = [_sitter(place, lines.get(place.entrant_id)) for place in row.places.all()]
    if current:
        sitters.sort(key=lambda one: (not one.came, one.place))
    return Table(
        row.pk,
        row.number,
        row.state,
        str(_("to be confirmed") if current and current.state == "claimed" else TABLE_STATES[row.state]),
        row.paper,
        tuple(sitters),
        tuple(reasons.sentences(row.reasons, names, times)),
        current.revision if current else 0,
        bool(current and current.state == "claimed"),
        row.postponed,
        row.match.code if row.match else "",
    )


def _sitter(place: Any, line: Mapping[str, Any] | None) -> Sitter:
    substitute = place.substitute.username if place.substitute else ""
    if line is None:
        if place.role == "open":
            substitute = _("has left; a substitute is asked")
        return Sitter(place.entrant_id, place.entrant.name, 0, place.role != "vacated", None, substitute)
    return Sitter(place.entrant_id, place.entrant.name, line["place"], line["came"], line["points"], substitute)


def outs(byes: Iterable[Any], times: int = 10) -> list[Out]:
    return [
        Out(bye.entrant_id, bye.entrant.name, str(BYES[bye.kind]), points(bye.value, times), bye.kind == "pairing")
        for bye in byes
        if bye.kind != "late"
    ]


def report(found: Mapping[str, Any], names: Mapping[int, str], out: Iterable[Out], *, swiss: bool) -> list[Finding]:
    """What an organizer looks at before publishing, worst first. A schedule's density is no warning: it was tried."""
    if not found:
        return []
    byes = [one.name for one in out if one.movable]
    lines = [
        _apart(found, names),
        _repeats(found, names),
        *_short(found, names),
        _byes(byes),
        *(_dense(found) if swiss else []),
    ]
    return sorted(lines, key=lambda line: line.good)


def _apart(found: Mapping[str, Any], names: Mapping[int, str]) -> Finding:
    if not found["apart"]:
        return Finding(True, _("Nobody sits with somebody they should be kept apart from."))
    return Finding(False, _("Should be kept apart: %(pairs)s.") % {"pairs": reasons.pairs(found["apart"], names)})


def _repeats(found: Mapping[str, Any], names: Mapping[int, str]) -> Finding:
    again = found["repeats"]
    if not again:
        return Finding(True, _("Nobody meets anybody again."))
    told = ngettext("%(count)d pair meets again: %(pairs)s.", "%(count)d pairs meet again: %(pairs)s.", len(again))
    return Finding(False, told % {"count": len(again), "pairs": reasons.pairs_met(again, names)})


def _short(found: Mapping[str, Any], names: Mapping[int, str]) -> list[Finding]:
    if not found["short"]:
        return [Finding(True, _("All tables are of the same size."))]
    told = ngettext(
        "%(count)d player sits at a short table.", "%(count)d players sit at short tables.", len(found["short"])
    )
    lines = [Finding(True, told % {"count": len(found["short"])})]
    if found["second_short"]:
        who = ", ".join(names.get(one, "?") for one in found["second_short"])
        lines.append(Finding(False, _("At a short table more often than others: %(names)s.") % {"names": who}))
    return lines


def _byes(names: list[str]) -> Finding:
    if not names:
        return Finding(True, _("Everybody has a table."))
    return Finding(False, _("Without a table: %(names)s.") % {"names": ", ".join(names)})


def _dense(found: Mapping[str, Any]) -> list[Finding]:
    if not found["dense"]:
        return []
    return [Finding(True, _("So many rounds for so few players: in the end some must meet again."))]


def hand_worth(told: str) -> int | None:
    """What was left in a hand, in points: a number, or cards as the pad writes them; None for what is neither."""
    if not told.strip():
        return 0
    try:
        return points_of(read_hand(int(told) if told.strip().isdigit() else told))
    except (Refused, ValueError):
        return None
