"""How a table ended, entered or put right by who runs the league."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from leagues import queries_desk
from leagues.models import LeagueTable, Place, Result
from leagues.presenters import board as told
from leagues.presenters import desk as desk_told
from leagues.presenters import paper
from leagues.services import matchdays, results
from leagues.services.errors import NotAllowed, Reason
from leagues.services.rights import Act, sits_at
from leagues.services.tables import is_open
from leagues.views_guard import Desk, desk_of, done, number_in, shown

ABSENT = "0"


@require_http_methods(["GET", "POST"])
@login_required
def result(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    """The result of a table: written down, confirmed, or corrected with a reason."""
    here = desk_of(request, slug, Act.ENTER)
    row = _table(here, table)
    status = 200
    if request.method == "POST":
        _, status = done(request, lambda: _write(request, here, row))
        if status == 200:
            return redirect(_round(here, row))
        row = _table(here, table)  # as it is now
    return _page(request, here, row, status)


def _table(here: Desk, pk: int) -> LeagueTable:
    row = queries_desk.table_in(here.league, pk)
    if row is None or row.matchday.state not in queries_desk.SHOWN:
        raise Http404
    return row


def _round(here: Desk, row: LeagueTable) -> str:
    return desk_told.board_link(here.league.slug, row.matchday.division.season.number, row.matchday)


def _write(request: HttpRequest, here: Desk, row: LeagueTable) -> None:
    current = _current(row)
    if (current.revision if current else 0) != number_in(request.POST, "revision"):
        raise NotAllowed(Reason.FIRST)
    if "confirm" in request.POST and current is not None:
        results.confirm(table=row, by=here.player, revision=current.revision)
        return
    kind, lines = request.POST.get("kind", ""), _lines(request, row)
    if kind not in Result.Kind.values:
        raise NotAllowed(Reason.LINES)
    if _is_first(row, current) and kind == Result.Kind.PLAYED:
        results.claim(table=row, by=here.player, lines=lines)
    else:
        reason = request.POST.get("reason", "")
        results.correct(table=row, by=here.player, lines=lines, reason=reason, kind=Result.Kind(kind))


def _is_first(row: LeagueTable, current: Result | None) -> bool:
    """Whether a result is only written down: no log of a match has it, and none stands."""
    return row.match is None and (current is None or current.state == Result.State.CLAIMED)


def _current(row: LeagueTable) -> Result | None:
    return next((one for one in row.results.all() if one.current), None)


def _lines(request: HttpRequest, row: LeagueTable) -> list[dict[str, Any]]:
    """What the form says of each who sits there. Raises NotAllowed(LINES)."""
    lines = []
    for place in _sitting(row):
        key = place.entrant_id
        rank = request.POST.get(f"place{key}", "")
        cards = told.hand_worth(request.POST.get(f"cards{key}", ""))
        if cards is None or not rank:
            raise NotAllowed(Reason.LINES)
        came = rank != ABSENT
        points = number_in(request.POST, f"points{key}") if came else 0
        number = number_in({"place": rank}, "place")
        lines.append({"entrant": key, "place": number, "points": points, "cards": cards if came else 0, "came": came})
    return lines


def _sitting(row: LeagueTable) -> list[Place]:
    """Those a result speaks of: a seat that is open goes when one is written."""
    return [place for place in row.places.all() if not is_open(place)]


def _page(request: HttpRequest, here: Desk, row: LeagueTable, status: int) -> HttpResponse:
    current = _current(row)
    season = row.matchday.division.season
    entered = {line["entrant"]: line for line in current.lines} if current else {}
    places = _sitting(row)
    context = {
        "desk": here,
        "may": here.rights(),
        "table": row,
        "day": row.matchday,
        "lines": [_line(request, place, entered.get(place.entrant_id)) for place in places],
        "ranks": range(1, len(places) + 1),
        "revision": current.revision if current else 0,
        "claimed": bool(current and current.state == Result.State.CLAIMED),
        "first": _is_first(row, current),
        "keys": paper.pad_keys(season.preset or "mas"),
        "own": sits_at(here.player, row),
        "back": _round(here, row),
        "kind": request.POST.get("kind") or (current.kind if current else Result.Kind.PLAYED),
        "reason": request.POST.get("reason", ""),
    }
    return shown(request, here.league, "leagues/desk_result.html", context, status)


def _line(request: HttpRequest, place: Any, entered: dict[str, Any] | None) -> dict[str, Any]:
    """A row of the form: what was just sent, or what stands, or nothing."""
    key = place.entrant_id
    kept = entered or {"place": "", "points": "", "cards": ""}
    return {
        "id": key,
        "name": place.entrant.name,
        "substitute": place.substitute,
        "place": request.POST.get(f"place{key}", str(kept["place"])),
        "points": request.POST.get(f"points{key}", kept["points"]),
        "cards": request.POST.get(f"cards{key}", kept["cards"]),
        "pad": f"cards{key}",
    }


@require_POST
@login_required
def postpone(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    """Let a table play after its round."""
    here = desk_of(request, slug, Act.PAIR)
    row = _table(here, table)
    done(request, lambda: matchdays.postpone(table=row, by=here.player, reason=request.POST.get("reason", "")))
    return redirect(_round(here, row))
