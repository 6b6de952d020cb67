"""What a table's page says of its disputes, and what those of the table and the voters do about them."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Player
from leagues import queries_open
from leagues.models import Result
from leagues.presenters import objections
from leagues.services import disputes, juries
from leagues.services.errors import NotAllowed, Reason
from leagues.views_sitting import Sitting

MOST_POINTS = 100_000


def told(sitting: Sitting, result: Result | None) -> dict[str, Any]:
    """Part of the page's context: the disputes, and what can be done about them by who reads it."""
    found = queries_open.disputes_at(sitting.table) if result else []
    reader = sitting.player
    voting = {one.pk for one in found if one.state == "open" and juries.may_vote(one, reader)} if reader else set()
    names = {place.entrant_id: place.entrant.name for place in sitting.places}
    me = reader.pk if reader else None
    return {
        "objections": objections.objections(found, names, disputes.DECIDED_WITHIN, voting, me),
        "may_dispute": bool(result and sitting.plays and _in_time(result)),
        "dispute_kinds": objections.kinds(sitting.table.match_id is not None),
        "stands": {line["entrant"]: line for line in result.lines} if result else {},
    }


def _in_time(result: Result) -> bool:
    return timezone.now() - result.made_at <= disputes.OPEN_FOR


def dispute(request: HttpRequest, sitting: Sitting, player: Player) -> None:
    """Say what is wrong; of a wrong result also what it should be, where that was filled in."""
    kind = request.POST.get("fel", "")
    text = request.POST.get("text", "")[:500]
    disputes.dispute(table=sitting.table, by=player, kind=kind, text=text, lines=_lines(request, sitting, kind))
    messages.success(request, _("It is on this page for all to read. Those whose vote counts are asked now."))


def _lines(request: HttpRequest, sitting: Sitting, kind: str) -> list[dict[str, Any]]:
    """The result as the claimant says that it was; cards left stay as they were written down."""
    result = queries_open.result_of(sitting.table)
    if kind != "result" or result is None or not any(name.startswith("drept") for name in request.POST):
        return []
    lines = []
    for line in result.lines:
        key = line["entrant"]
        place, points = _number(request, f"drept{key}"), _number(request, f"dreptpuncte{key}")
        kept = {"came": True, "points": points} if place else {"came": False, "points": 0, "cards": 0}
        lines.append(line | {"place": place} | kept)
    return lines


def _number(request: HttpRequest, name: str) -> int:
    asked = request.POST.get(name, "").strip() or "0"
    if not (asked.isascii() and asked.isdigit()) or int(asked[:7]) > MOST_POINTS:
        raise NotAllowed(Reason.LINES)
    return int(asked)


def vote(request: HttpRequest, sitting: Sitting, player: Player) -> None:
    """Say whether the claimant is right."""
    asked = request.POST.get("contestatie", "")
    found = queries_open.dispute_at(sitting.table, int(asked)) if asked.isdigit() and len(asked) < 19 else None
    if found is None or request.POST.get("da") not in {"0", "1"}:
        raise NotAllowed(Reason.STATE)
    if disputes.vote(dispute=found, by=player, upheld=request.POST["da"] == "1"):
        messages.success(request, _("With your vote it is decided."))
    else:
        messages.success(request, _("Your vote counts. You can change it until the dispute is decided."))
