"""A season as files, and entrants from one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Player
from leagues import queries_open
from leagues.presenters import files
from leagues.presenters.importing import FAULTS
from leagues.refusals import sentence
from leagues.services import importing, records
from leagues.services.errors import NotAllowed
from leagues.services.rights import Act
from leagues.views_clocks import render
from leagues.views_guard import desk_of
from leagues.views_visit import Visit, visit_of

PASTED = "nume"


@require_safe
def export(request: HttpRequest, slug: str, what: str, kind: str) -> HttpResponse:
    """Standings, results or entrants, as CSV or JSON."""
    visit = visit_of(request, slug)
    if what not in WHAT or kind not in {"csv", "json"}:
        raise Http404
    heads, rows = WHAT[what](visit)
    if kind == "json":
        answer = HttpResponse(files.as_json(rows), content_type="application/json; charset=utf-8")
    else:
        answer = HttpResponse(files.as_csv(heads, rows), content_type="text/csv; charset=utf-8")
    name = f"{visit.league.slug}-{visit.season.number}-{what}.{kind}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _standings(visit: Visit) -> tuple[tuple[str, ...], files.Rows]:
    scoring = records.scoring_of(visit.season)
    return files.standings(queries_open.standings_of(visit.season), visit.season.tie_breaks, scoring.times)


def _results(visit: Visit) -> tuple[tuple[str, ...], files.Rows]:
    found, names = queries_open.results_of(visit.season), queries_open.names_in(visit.season)
    return files.results(found, names, records.scoring_of(visit.season))


def _entrants(visit: Visit) -> tuple[tuple[str, ...], files.Rows]:
    return files.entrants(queries_open.entrants_of(visit.season))


WHAT = {"clasament": _standings, "rezultate": _results, "jucatori": _entrants}


@require_http_methods(["GET", "POST"])
@login_required
def take_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Entrants from a file or from a list that was pasted; a fault is told by its line, and then nobody is in."""
    desk = desk_of(request, slug, Act.ENTRANTS)
    assert isinstance(request.user, Player)
    wrong: list[tuple[int, str, str]] = []
    status, data = 200, b""
    if request.method == "POST":
        data = _sent(request)
        try:
            taken = importing.take_in(season=desk.season, by=request.user, data=data)
        except NotAllowed as no:
            messages.error(request, sentence(no.reason))
            status = 422
        else:
            if not taken.wrong:
                told = ngettext("%(count)d player was let in.", "%(count)d players were let in.", taken.count)
                messages.success(request, told % {"count": taken.count})
                return redirect("leagues:desk_entrants", slug=slug)
            wrong, status = [(one.line, one.text, str(FAULTS[one.fault])) for one in taken.wrong], 422
    context = {
        "league": desk.league,
        "season": desk.season,
        "wrong": wrong,
        "pasted": _to_mend(data) if wrong else request.POST.get(PASTED, "")[: importing.LARGEST],
    }
    return render(request, "leagues/import.html", context, zone=desk.league.zone, status=status)


def _to_mend(data: bytes) -> str:
    """The names as they came, a line each, so that one wrong line is put right here and not in the file."""
    return "\n".join(name for _line, name in importing.read(data))


def _sent(request: HttpRequest) -> bytes:
    """The file, or what was pasted."""
    file = request.FILES.get("fisier")
    if file is not None:
        return file.read(importing.LARGEST + 1)
    return request.POST.get(PASTED, "").encode()
