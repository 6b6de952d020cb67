"""Speaking at a table, and keeping people away from oneself: POSTs that lead back where they came from."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import frames
from games.models import Player
from games.presenters.wording import reason_sentence
from games.services import accounts, chat, company
from games.services.errors import NotAllowed, Reason
from games.views import match_or_404

KINDS = ("phrase", "reaction", "free")


@require_POST
def say(request: HttpRequest, code: str) -> HttpResponse:
    match = match_or_404(code)
    back = resolve_url("games:table", code=match.code)
    kind = next((kind for kind in KINDS if request.POST.get(kind)), "")

    def act(player: Player) -> str:
        chat.say(match=match, player=player, kind=kind, said=clean(request, kind))
        return ""

    return answer(request, act, back)


@require_POST
def report(request: HttpRequest, code: str) -> HttpResponse:
    match = match_or_404(code)
    back = onward_to(request, resolve_url("games:table", code=match.code))
    line = request.POST.get("line", "")

    def act(player: Player) -> str:
        company.report(
            match=match,
            reporter=player,
            other=other_player(request),
            why=clean(request, "why"),
            line=int(line) if line.isascii() and line.isdigit() and len(line) < 9 else 0,
        )
        return _("Thank you: somebody will look at it.")

    return answer(request, act, back)


@require_POST
def mute(request: HttpRequest) -> HttpResponse:
    def act(player: Player) -> str:
        on = request.POST.get("on") == "1"
        company.mute(player=player, other=other_player(request), on=on)
        return _("You will read nothing more of them.") if on else _("You read them again.")

    return answer(request, act, onward_to(request, resolve_url("accounts:settings")))


@require_POST
def block(request: HttpRequest) -> HttpResponse:
    def act(player: Player) -> str:
        on = request.POST.get("on") == "1"
        company.block(player=player, other=other_player(request), on=on)
        return _("Blocked: you will not be seated together again.") if on else _("No longer blocked.")

    return answer(request, act, onward_to(request, resolve_url("accounts:settings")))


@require_POST
@login_required
def free_text(request: HttpRequest) -> HttpResponse:
    """Switch free text on or off, in the account's settings."""

    def act(player: Player) -> str:
        chat.set_free_text(player=player, on=request.POST.get("on") == "1")
        return ""

    return answer(request, act, resolve_url("accounts:settings"))


def answer(request: HttpRequest, act: Callable[[Player], str], back: str) -> HttpResponse:
    """Do it, and say how it went: to a script in JSON, to a form on the page that it leads back to."""
    wants_json = request.headers.get("Accept") == "application/json"
    if not isinstance(request.user, Player):
        return JsonResponse({"refused": "signed_out"}, status=401) if wants_json else redirect("account_login")
    refused, told = "", ""
    try:
        told = act(request.user)
    except NotAllowed as no:
        refused, told = str(no.reason), reason_sentence(no.reason)
    if wants_json:
        return JsonResponse({"refused": refused, "text": told})
    if told:
        (messages.error if refused else messages.success)(request, told)
    return redirect(back)


def other_player(request: HttpRequest) -> Player:
    """Whom a form names; NotAllowed for nobody."""
    other = accounts.named(name=clean(request, "name"))
    if other is None:
        raise NotAllowed(Reason.NO_SUCH_PLAYER)
    return other


def clean(request: HttpRequest, name: str) -> str:
    """What a form says, as far as both databases can store it."""
    text = request.POST.get(name, "")[: frames.LONGEST]
    return text if frames.is_clean(text) else ""


def onward_to(request: HttpRequest, otherwise: str) -> str:
    """Where a form wants to lead, if that is a page of ours."""
    onward = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(onward, {request.get_host()}, require_https=request.is_secure())
    return onward if safe else otherwise
