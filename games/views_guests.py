"""Playing without an account, and making one later without losing anything."""

from allauth.core import ratelimit
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from games.account_forms import GuestForm, KeepForm
from games.models import Player
from games.presenters.wording import reason_sentence
from games.services import guests
from games.services.errors import NotAllowed

BACKEND = "games.backends.NameOrEmailBackend"


@require_http_methods(["GET", "POST"])
def guest(request: HttpRequest) -> HttpResponse:
    """A name for the session, chosen or given; then on to where the visitor was going."""
    onward = _onward(request)
    if request.user.is_authenticated:
        return redirect(onward)
    form = GuestForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        if not ratelimit.consume(request, action="guest"):
            return render(request, "429.html", status=429)
        try:
            player = guests.make(name=form.cleaned_data["name"])
        except NotAllowed as no:
            form.add_error("name", reason_sentence(no.reason))
        else:
            login(request, player, backend=BACKEND)
            request.session.set_expiry(0)
            return redirect(onward)
    status = 422 if form.is_bound else 200
    return render(request, "account/guest.html", {"form": form, "next": onward}, status=status)


@require_http_methods(["GET", "POST"])
@login_required
@sensitive_post_parameters("password")
@sensitive_variables("code")
def keep(request: HttpRequest) -> HttpResponse:
    """Make an account of a guest."""
    player = request.user
    assert isinstance(player, Player)
    if not player.is_guest:
        return redirect("accounts:settings")
    form = KeepForm(request.POST or None, initial={"username": player.username}, player=player)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "account/keep.html", {"form": form, "next": _onward(request)}, status=status)
    try:
        code = guests.keep(player=player, **form.cleaned_data)
    except NotAllowed as no:
        form.add_error("username", reason_sentence(no.reason))
        return render(request, "account/keep.html", {"form": form, "next": _onward(request)}, status=422)
    player.refresh_from_db()
    update_session_auth_hash(request, player)
    request.session.set_expiry(None)
    return render(request, "account/recovery_code.html", {"code": code, "onward": _onward(request)})


def _onward(request: HttpRequest) -> str:
    onward = request.POST.get("next") or request.GET.get("next", "")
    safe = url_has_allowed_host_and_scheme(onward, {request.get_host()}, require_https=request.is_secure())
    return onward if safe else resolve_url("games:home")
