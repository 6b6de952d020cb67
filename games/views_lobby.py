"""What is done at a table before, between and after its rounds. Each is a POST that leads back to the table."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.views.decorators.http import require_http_methods, require_POST

from games.models import Match, Player
from games.option_forms import OptionsForm, options_from
from games.presenters.pages import rules_of
from games.presenters.wording import reason_sentence
from games.services import pauses, rematches, seating, standing_up, tables
from games.services.errors import NotAllowed
from games.views import match_or_404

NOT_READY = "0"  # in the place of the terms that are accepted

type Verb = Callable[Concatenate[HttpRequest, Match, Player, ...], Match | None]


def verb(act: Verb) -> Callable[..., HttpResponse]:
    """A view of an act at a table: signed in, by POST, a refusal told as a sentence."""

    @require_POST
    @wraps(act)
    def view(request: HttpRequest, code: str, **kwargs: Any) -> HttpResponse:
        match = match_or_404(code)
        if not isinstance(request.user, Player):
            return redirect_to_login(resolve_url("games:table", code=match.code))
        onward: Match | None = None
        try:
            onward = act(request, match, request.user, **kwargs)
        except NotAllowed as no:
            messages.error(request, reason_sentence(no.reason))
        return redirect("games:table", code=(onward or match).code)

    return view


def _number(request: HttpRequest) -> int:
    """The seat that a form names; one that is none is nobody's seat."""
    text = request.POST.get("number", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1


def _yes(request: HttpRequest, name: str) -> bool:
    return request.POST.get(name) == "1"


@verb
def seat_take(request: HttpRequest, match: Match, player: Player) -> None:
    seating.take_seat(match=match, player=player)


@verb
def seat_leave(request: HttpRequest, match: Match, player: Player) -> None:
    standing_up.leave_table(match=match, player=player)


@verb
def seat_free(request: HttpRequest, match: Match, player: Player) -> None:
    seating.free_seat(match=match, by=player, number=_number(request))


@verb
def bot_add(request: HttpRequest, match: Match, player: Player) -> None:
    seating.add_bot(match=match, by=player, strength=request.POST.get("strength", "sensible"))


@verb
def bot_remove(request: HttpRequest, match: Match, player: Player) -> None:
    seating.remove_bot(match=match, by=player, number=_number(request))


@verb
def ready(request: HttpRequest, match: Match, player: Player) -> None:
    terms = request.POST.get("ready", "")
    tables.set_ready(match=match, player=player, ready=terms != NOT_READY, terms=terms)


@verb
def start(request: HttpRequest, match: Match, player: Player) -> None:
    tables.start_match(match=match, by=player)


@verb
def rematch(request: HttpRequest, match: Match, player: Player) -> Match:
    return rematches.rematch(match=match, by=player)


@verb
def pause(request: HttpRequest, match: Match, player: Player) -> None:
    pauses.agree_pause(match=match, player=player, agree=_yes(request, "agree"))


@verb
def back(request: HttpRequest, match: Match, player: Player) -> None:
    """The page that this leads to is what counts: whoever looks at it is back."""


@verb
def resume(request: HttpRequest, match: Match, player: Player) -> None:
    pauses.resume(match=match, player=player)


@require_http_methods(["GET", "POST"])
@login_required
def rules_change(request: HttpRequest, code: str) -> HttpResponse:
    """The host changes the options of an open table; everybody has to accept them anew."""
    match = match_or_404(code)
    if match.host_id != request.user.pk:
        raise PermissionDenied
    form = OptionsForm(request.POST or None, initial=options_from(rules_of(match), match.sentences))
    if form.is_bound and form.is_valid():
        try:
            asked = form.cleaned_data
            tables.change_rules(match=match, by=request.user, rules=asked["rules"], sentences=asked["sentences"])
        except NotAllowed as no:
            messages.error(request, reason_sentence(no.reason))
        return redirect("games:table", code=match.code)
    return render(
        request, "games/rules_change.html", {"form": form, "code": match.code}, status=422 if form.is_bound else 200
    )
