"""A match as a file: written, read and looked at, described. What is read is not stored."""

import json
from typing import Any

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from games.file_forms import OpenFileForm, seal
from games.presenters import replay as replays
from games.presenters.file_faults import told
from games.services.exports import match_file, match_text
from games.views import match_or_404


@require_safe
def export_json(request: HttpRequest, code: str) -> HttpResponse:
    found = match_file(match_or_404(code))
    written = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
    return _file(written, "application/json", f"masuno-{found['match']}.json")


@require_safe
def export_text(request: HttpRequest, code: str) -> HttpResponse:
    match = match_or_404(code)
    return _file(match_text(match), "text/plain; charset=utf-8", f"masuno-{match.code}.txt")


def _file(written: str, kind: str, name: str) -> HttpResponse:
    return HttpResponse(written, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@require_http_methods(["GET", "HEAD", "POST"])
def open_file(request: HttpRequest) -> HttpResponse:
    """Each step sends the text again: the page is made of it alone."""
    if request.method != "POST":
        return render(request, "games/open_file.html", {"form": OpenFileForm()})
    if not ratelimit.consume(request, action="open_file"):
        return render(request, "429.html", status=429)
    form = OpenFileForm(
        request.POST, request.FILES, may_replay=lambda: ratelimit.consume(request, action="open_file_new")
    )
    if not form.is_valid() or form.bad:
        if form.bad:
            form.add_error(None, told(form.bad))
        return render(request, "games/open_file.html", {"form": form}, status=422)
    match, text = form.cleaned_data["match"], form.cleaned_data["text"]
    round_, move, seat = _asked(request, match)
    shown = replays.position(replays.film_of_file(match, match["rounds"][round_]), move, seat)
    context = {"code": match["match"], "shown": shown, "round": round_}
    context["rounds"] = [(place, played["number"]) for place, played in enumerate(match["rounds"])]
    if "bare" not in request.POST:  # the page that asks has them
        context |= {"text": text, "seal": seal(text)}
    return render(request, "games/opened_file.html", context)


def _asked(request: HttpRequest, match: dict[str, Any]) -> tuple[int, int, int | None]:
    """Which round, by its place in the file, after which move and from which seat, as "0.12.3".

    The first deal with all hands open where nothing is said rightly; seats are counted from 1 there, as in addresses.
    """
    parts = [*request.POST.get("at", "").split("."), "", "", ""][:3]
    numbers = [int(part) if part.isascii() and part.isdigit() and len(part) < 6 else 0 for part in parts]
    place = min(numbers[0], len(match["rounds"]) - 1)
    played = match["rounds"][place]
    seat = numbers[2] - 1 if 1 <= numbers[2] <= len(played["seats"]) else None
    return place, min(numbers[1], len(played["commands"])), seat


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What the formats mean: prose, so a template for each language."""
    language = "ro" if get_language() == "ro" else "en"
    return render(request, f"games/files_{language}.html")
