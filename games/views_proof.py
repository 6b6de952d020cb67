"""The proof of a deal: a page that checks it in the browser, its file, and the script that checks it elsewhere."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import queries_deals
from games.models import Match, Round
from games.presenters import proof as proofs_shown
from games.services import proofs
from games.views import match_or_404

SCRIPT = "games/verifica.txt"


@require_safe
def proof(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """What was promised and what came of it; of a round that is not over, nothing that is not published yet."""
    found = match_or_404(code)
    played = queries_deals.round_with_promise(found, number)
    deals = list(queries_deals.deals_of(found, number))
    if played is None and not deals:
        raise Http404(_("No round of this number has been promised yet."))
    held = proofs.proof_of(played) if played is not None and played.revealed else None
    shown = proofs_shown.shown(found, number, played, deals, held)
    context = {"shown": shown, "script": script_text(), "language": get_language()}
    return render(request, "games/proof.html", context)


@require_safe
def proof_json(request: HttpRequest, code: str, number: int) -> HttpResponse:
    found = match_or_404(code)
    written = json.dumps(proofs.proof_of(_over_or_404(found, number)), ensure_ascii=False) + "\n"
    name = f"masuno-{found.code}-{number}-proof.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(written, content_type="application/json", headers=headers)


def _over_or_404(found: Match, number: int) -> Round:
    played = queries_deals.round_with_promise(found, number)
    if played is None or not played.revealed:
        raise Http404(_("This round is not over yet, or there is no such round."))
    return played


@require_safe
def script(request: HttpRequest) -> HttpResponse:
    """Ten lines of Python that need nothing else."""
    headers = {"Content-Disposition": 'attachment; filename="verifica.py"'}
    return HttpResponse(script_text(), content_type="text/x-python; charset=utf-8", headers=headers)


def script_text() -> str:
    return render_to_string(SCRIPT)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What a proof proves and what it cannot: prose, so a template for each language."""
    language = "ro" if get_language() == "ro" else "en"
    return render(request, f"games/about_proof_{language}.html")
