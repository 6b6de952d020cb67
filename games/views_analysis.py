"""The analysis of a finished round: asked for, waited for, read. The same address with and without a script."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games import queries, queries_analysis
from games.models import Analysis, Match, Round
from games.presenters import analysis as analyses
from games.presenters import replay as replays
from games.presenters.wording import reason_sentence
from games.services import analysing
from games.services.errors import NotAllowed
from games.views import match_or_404, player_of
from games.views_replay import film_of, over_or_404


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """For everybody who may see the round's hands; to ask for it one must be signed in."""
    found = match_or_404(code)
    played = over_or_404(found, number)
    if request.method == "POST":
        return _ask(request, found, played)
    analysis = queries_analysis.analysis_of(played)
    context = {"code": found.code, "round": number, "rounds": queries.rounds_of(found), "analysis": analysis}
    if analysis is not None and analysis.state == Analysis.State.DONE:
        film = film_of(found, played)
        context["report"] = analyses.report(film, replays.position(film, 0).steps, analysis.findings)
    elif analysis is not None and analysis.state == Analysis.State.WAITING:
        context["before"] = queries_analysis.before(analysis)
    part = "#state" if request.htmx else ""  # type: ignore[attr-defined]
    return render(request, f"games/analysis.html{part}", context)


def _ask(request: HttpRequest, found: Match, played: Round) -> HttpResponse:
    player = player_of(request)
    if player is None:
        return redirect_to_login(request.path)
    try:
        analysing.request(player=player, played=played)
    except NotAllowed as no:
        messages.error(request, reason_sentence(no.reason))
    return redirect("games:analysis", code=found.code, number=played.number)
