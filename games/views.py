"""The pages around the table: guard, form, service, render."""

from typing import Any

from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render, resolve_url
from django.templatetags.static import static
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from games import queries, queries_people, queries_queue, queries_ranked
from games.forms import JoinForm, OpenTableForm
from games.models import Match, Player
from games.presenters import friends, pages
from games.presenters import queue as queues
from games.presenters.rules import presets_table
from games.presenters.wording import reason_sentence
from games.services import estimates, tables
from games.services.errors import NotAllowed, Reason
from games.signals import calls_sought, code_sought

THEMES = ("auto", "light", "dark")
YEAR = 365 * 24 * 3600


def player_of(request: HttpRequest) -> Player | None:
    return request.user if isinstance(request.user, Player) else None


def number_in(request: HttpRequest, name: str) -> int:
    """The number of a page that an address asks for; 1 for what is none."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 1


def match_or_404(code: str) -> Match:
    match = queries.match_by_code(code)
    if match is None:
        raise Http404(_("There is no table with this code."))
    return match


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    player = player_of(request)
    context: dict[str, object] = {"tables": pages.open_tables(queries.open_tables()[:50]), "form": JoinForm()}
    context["invitations"] = friends.invitations(queries_people.invitations_to(player)) if player else []
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "games/home.html#tables", context)
    context["newcomer"] = player is None or not queries.has_finished(player)
    if player:
        calls = context["calls"] = _calls(player)
        called = {call.code for call in calls}
        mine = pages.games_of(player.pk, queries.unfinished_matches_of(player))
        context["mine"] = [game for game in mine if game.code not in called]
        context["queued"] = queues.note(queries_queue.ticket_of(player))
    return render(request, "games/home.html", context)


def _calls(player: Player) -> list[Any]:
    """What waits for a player beyond the tables of this app."""
    answers = calls_sought.send(sender=None, player=player, now=timezone.now())
    return [call for _heard, calls in answers for call in calls]


@require_http_methods(["GET", "POST"])
@login_required
def open_table(request: HttpRequest) -> HttpResponse:
    form = OpenTableForm(request.POST or None)
    player = player_of(request)
    if player and form.is_valid():
        match = _opened(player, form)
        if match:
            return redirect("games:table", code=match.code)
    minutes = _minutes(form if form.is_bound else OpenTableForm(_initial(form)))
    status = 422 if form.is_bound else 200
    return render(request, "games/open_table.html", {"form": form, "minutes": minutes}, status=status)


def _opened(host: Player, form: OpenTableForm) -> Match | None:
    asked = form.cleaned_data
    clocks = {"turn_ms": asked["turn"] * 1000, "bank_ms": asked["bank"] * 1000}
    played = {"rules": asked["rules"], "sentences": asked["sentences"]}
    try:
        return tables.open_table(host=host, size=asked["size"], public=asked["public"], **played, **clocks)
    except NotAllowed as no:
        form.add_error(None, reason_sentence(no.reason))
        return None


@require_safe
def estimate(request: HttpRequest) -> HttpResponse:
    """How long a match by these options will last: a fragment of the form's page."""
    return render(request, "games/open_table.html#length", {"minutes": _minutes(OpenTableForm(request.GET))})


def _initial(form: OpenTableForm) -> dict[str, object]:
    return {name: field.initial for name, field in form.fields.items() if field.initial is not None}


def _minutes(form: OpenTableForm) -> int | None:
    if not form.is_valid():
        return None
    return estimates.expected_minutes(form.cleaned_data["rules"], form.cleaned_data["size"])


@require_safe
def join(request: HttpRequest) -> HttpResponse:
    """Finds by its code a table, where taking a seat is done, or whatever else it opens."""
    form = JoinForm(request.GET or None)
    if form.is_valid():
        match = queries.match_by_code(form.cleaned_data["code"])
        if match:
            return redirect("games:table", code=match.code)
        # As often as the codes of leagues may be tried anywhere else.
        if not ratelimit.consume(request, action="league_code"):
            return render(request, "429.html", status=429)
        answers = code_sought.send(sender=None, code=form.cleaned_data["code"])
        if address := next((address for _heard, address in answers if address), None):
            return redirect(address)
        form.add_error("code", reason_sentence(Reason.NO_SUCH_TABLE))
    return render(request, "games/join.html", {"form": form}, status=422 if form.is_bound else 200)


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """The score of a match; whoever has its address may read it, as every play was public."""
    found = match_or_404(code)
    if found.state == Match.State.OPEN:
        return redirect("games:table", code=found.code)
    player = player_of(request)
    told = pages.result(found, list(queries.rounds_of(found)), player.pk if player else None)
    told = pages.with_profiles(told, queries_people.profiles_at(found, player))
    told = pages.with_ratings(told, queries_ranked.changes_at(found))
    seated = player is not None and queries.seat_of(found, player.pk) is not None
    context = {"match": told, "seated": seated, "ranked": found.kind == Match.Kind.RANKED}
    return render(request, "games/match.html", context)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rule book: long prose, so a template for each language."""
    language = "ro" if get_language() == "ro" else "en"
    return render(request, f"games/rules_{language}.html", {"options": presets_table()})


@require_GET
def manifest(request: HttpRequest) -> JsonResponse:
    """What a phone needs to put the site on its home screen."""
    icons = [
        {"src": static(f"icons/{name}.png"), "sizes": size, "type": "image/png", "purpose": purpose}
        for name, size, purpose in (
            ("icon-192", "192x192", "any"),
            ("icon-512", "512x512", "any"),
            ("maskable-512", "512x512", "maskable"),
        )
    ]
    told = {
        "id": "/",
        "name": "MAS UNO",
        "short_name": "MAS UNO",
        "description": _("Play MAS UNO and classic Uno live with friends, strangers and bots."),
        "lang": get_language(),
        "start_url": resolve_url("games:home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#1b110e",
        "theme_color": "#1b110e",
        "icons": icons,
    }
    return JsonResponse(told, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Light, dark or as the device: kept in a cookie of this browser."""
    onward = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(onward, {request.get_host()}, require_https=request.is_secure()):
        onward = resolve_url("games:home")
    response = redirect(onward)
    chosen = request.POST.get("theme")
    if chosen in THEMES:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie("theme", chosen, max_age=YEAR, secure=secure, httponly=True, samesite="Lax")
    return response
