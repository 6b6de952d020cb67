"""Pairs that may be helping each other, as moderators read them: the numbers, and what they mean in words."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.names import shown_name
from games.ratings.collusion import FEWEST_TABLES, NEVER

LISTED = 20

DECISIONS: dict[str, str | Promise] = {
    "nothing": gettext_lazy("Nothing to object to"),
    "watch": gettext_lazy("Keep an eye on them"),
    "staff": gettext_lazy("Hand to the administrators"),
}
HELPS: dict[str, str | Promise] = {
    "nothing": gettext_lazy("They are shown again when they have shared eight more tables."),
    "watch": gettext_lazy("They stay in the list, with your note."),
    "staff": gettext_lazy("Only they can take matches out of the ledger."),
}
DECIDED: dict[str, str | Promise] = {
    "nothing": gettext_lazy("nothing to object to"),
    "watch": gettext_lazy("is being watched"),
    "staff": gettext_lazy("with the administrators"),
}


class Row(NamedTuple):
    """A pair in the list."""

    helper: int
    helped: int
    helper_name: str
    helped_name: str
    tables: int
    z: str
    is_open: bool
    decided: str


class Decision(NamedTuple):
    """What a moderator decided."""

    made_at: datetime
    by: str
    told: str
    note: str
    helper: int
    helped: int
    names: str


class Shared(NamedTuple):
    """A table that both sat at."""

    code: str
    ended_at: datetime | None
    helper_place: int
    helped_place: int
    favour: str


def rows(reports: Iterable[Any], decisions: Mapping[tuple[int, int], Any], viewer: Any) -> tuple[list[Row], list[Row]]:
    """Those to look at, and the next in line; none that the viewer is one of."""
    told = [
        _row(one, decisions.get((one.helper.pk, one.helped.pk)))
        for one in reports
        if viewer not in (one.helper, one.helped)
    ]
    return [row for row in told if row.is_open], [row for row in told if not row.is_open][:LISTED]


def _row(report: Any, decision: Any) -> Row:
    found = report.suspicion
    fresh = decision is None or (decision.kind != "staff" and found.tables >= decision.tables + FEWEST_TABLES)
    return Row(
        report.helper.pk,
        report.helped.pk,
        shown_name(report.helper.username),
        shown_name(report.helped.username),
        found.tables,
        _number(found.z),
        found.is_flagged and (fresh or decision.kind == "watch"),
        str(DECIDED[decision.kind]) if decision else "",
    )


def words(evidence: Any, helper: str, helped: str) -> list[str]:
    """Say what the tables of a pair add up to."""
    found = evidence.suspicion
    tables = ngettext("They shared %(n)d rated table.", "They shared %(n)d rated tables.", found.tables)
    names = {"helper": shown_name(helper), "helped": shown_name(helped)}
    lines = [
        tables % {"n": found.tables},
        _("%(helped)s beat %(over)s opponents there beyond what the ratings foretold.")
        % {**names, "over": _signed(evidence.helped_over)},
        _("%(helper)s, not counting %(helped)s: %(over)s.") % {**names, "over": _signed(evidence.helper_over)},
        _("The difference is %(favour)s. Between honest players it strays by %(strays)s.")
        % {"favour": _signed(found.favour), "strays": _number(found.strays)},
        _chance(found),
    ]
    if found.tables < FEWEST_TABLES:
        lines.append(_("That is too few tables to say anything."))
    return lines


def _chance(found: Any) -> str:
    if found.z <= 1:
        return _("Chance brings as much all the time.")
    if found.one_in >= NEVER:
        return _("Chance does not bring that.")
    return _("Chance brings as much, or more, with one of %(many)s honest pairs.") % {
        "many": number_format(found.one_in, force_grouping=True)
    }


def tables(evidence: Any) -> list[Shared]:
    """The tables of a pair, the latest first."""
    return [
        Shared(one.match.code, one.match.finished_at, one.helper_place, one.helped_place, _signed(one.favour))
        for one in evidence.tables
    ]


def decision(one: Any) -> Decision:
    """Say what a moderator decided."""
    names = f"{shown_name(one.helper.username)} → {shown_name(one.helped.username)}"
    told = str(DECIDED[one.kind])
    return Decision(one.made_at, shown_name(one.by.username), told, one.note, one.helper_id, one.helped_id, names)


def choices() -> list[tuple[str, str, str]]:
    """What may be decided: what the form sends, what it is called, what it brings."""
    return [(kind, str(name), str(HELPS[kind])) for kind, name in DECISIONS.items()]


def _number(value: float) -> str:
    return number_format(value, decimal_pos=1)


def _signed(value: float) -> str:
    return ("+" if value >= 0 else "−") + _number(abs(value))
