"""The table's page, and by HTTP whatever its socket does: the same services, the same fragments."""

import time
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import frames, replies, screens, talks
from games.models import Player
from games.phrases import PHRASES, REACTIONS, WHYS
from games.presenters.wording import COLOUR_NAMES
from games.services import addresses, chat, presence


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    screen = _screen(code, request.user.pk)
    language = get_language() or ""
    seated = _is_seated(screen, request.user.pk)
    link = _invitation(request, screen.match.code)
    context = {
        "code": screen.match.code,
        "state": screen.shown,
        "seated": seated,
        "ranked": screen.match.kind == screens.RANKED,
        "language": language,
        "colours": COLOUR_NAMES.items(),
        "fragments": _safe(screens.whole(screen, request.user.pk, language)),
        "talk": _safe(talks.fragment(screen.match.code, request.user.pk, language)),
        "phrases": PHRASES.items(),
        "reactions": REACTIONS.items(),
        "whys": WHYS.items(),
        "free": isinstance(request.user, Player) and chat.may_use_free_text(request.user),
        "link": link,
        "qr": _safe(addresses.qr(link)) if screen.shown == "open" else "",
        "now": _now(),
    }
    return render(request, "games/table.html", context)


def _invitation(request: HttpRequest, code: str) -> str:
    """The table's address for other devices."""
    return addresses.for_others(request.build_absolute_uri(reverse("games:table", args=[code])))


@require_POST
def command(request: HttpRequest, code: str) -> HttpResponse:
    """A command without the socket; with the answer comes the table as it is now."""
    if not request.user.is_authenticated:
        return JsonResponse({"refused": "signed_out"}, status=401)
    told = _answer(request, code.upper())
    if not request.accepts("application/json") or "text/html" in request.headers.get("Accept", ""):
        if "text" in told:
            messages.error(request, told["text"])
        return redirect("games:table", code=code)
    screen = _screen(code, request.user.pk)
    return JsonResponse(told | {"content": screens.whole(screen, request.user.pk, get_language() or "")})


def _answer(request: HttpRequest, code: str) -> dict[str, Any]:
    language = get_language() or ""
    values = {name: request.POST.get(name, "") for name in frames.COMMAND}
    if not ratelimit.consume(request, action="table_command", user=request.user):
        return replies.too_many(values["command_id"], language)
    try:
        if not all(map(frames.is_clean, values.values())):
            raise frames.BadFrameError
        return replies.command(code, request.user.pk, values, language, _now())
    except frames.BadFrameError:
        return replies.not_understood(language)


@require_POST
def deal(request: HttpRequest, code: str) -> JsonResponse:
    """A part of the shuffle without the socket."""
    if not request.user.is_authenticated:
        return JsonResponse({"refused": "signed_out"}, status=401)
    language = get_language() or ""
    values = {name: request.POST.get(name, "")[: frames.LONGEST] for name in frames.DEAL}
    if not ratelimit.consume(request, action="table_command", user=request.user):
        return JsonResponse(replies.too_many("", language))
    if not all(map(frames.is_clean, values.values())):
        return JsonResponse(replies.not_understood(language))
    return JsonResponse(replies.deal(code.upper(), request.user.pk, values, language))


@require_safe
def state(request: HttpRequest, code: str) -> HttpResponse:
    """The whole table and its talk, or what of them a page has not seen."""
    screen = screens.for_person(_screen(code, request.user.pk), request.user.pk)
    headers, language = {"X-Now": str(_now())}, get_language() or ""
    fresh = "" if request.GET.get("number") == str(screen.number) else screens.whole(screen, request.user.pk, language)
    if "talk" in request.GET and request.GET["talk"] != str(screen.match.talk):
        fresh += talks.fragment(screen.match.code, request.user.pk, language)
    return HttpResponse(fresh, status=200 if fresh else 204, headers=headers)


@require_safe
def follow(request: HttpRequest, code: str) -> HttpResponse:
    """What may follow the cards chosen so far, and what comes of them."""
    chosen = request.GET.get("cards", "")[: frames.LONGEST]
    return JsonResponse(replies.follow(code.upper(), request.user.pk, chosen, get_language() or ""))


def _screen(code: str, player_id: int | None) -> screens.Screen:
    """The table, after whoever asks has been counted as being there."""
    screen = screens.read(code)
    if screen is None:
        raise Http404(_("There is no table with this code."))
    if player_id is None or not _is_seated(screen, player_id):
        return screen
    presence.polled(code=screen.match.code, player_id=player_id)
    return screens.read(code) or screen


def _is_seated(screen: screens.Screen, player_id: int | None) -> bool:
    return player_id is not None and any(seat.player_id == player_id for seat in screen.seats)


def _safe(html: str) -> SafeString:
    """Of our own templates and of segno only: nothing a person wrote is in it unescaped."""
    return mark_safe(html)  # noqa: S308


def _now() -> int:
    return round(time.time() * 1000)
