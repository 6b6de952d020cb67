"""Which of a league's letters one wants."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.models import Player
from leagues import queries_open
from leagues.letter_texts import kind_names
from leagues.services import mail_choices, unsubscribing
from leagues.views_clocks import HOME_ZONE, render


@require_http_methods(["GET", "POST"])
@login_required
def mail(request: HttpRequest) -> HttpResponse:
    """A switch for each kind of letter."""
    assert isinstance(request.user, Player)
    if request.method == "POST":
        mail_choices.choose(player=request.user, wanted=set(request.POST.getlist("vreau")))
        messages.success(request, _("Kept."))
        return redirect("leagues:mail")
    off = queries_open.switched_off(request.user)
    kinds = [(kind, name, kind not in off) for kind, name in kind_names().items()]
    return render(request, "leagues/mail.html", {"kinds": kinds, "address": request.user.email}, zone=HOME_ZONE)


@csrf_exempt  # mail programs press the button themselves (RFC 8058), without our cookies; the address is the permission
@require_http_methods(["GET", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Switch one kind of letters off, from a letter and without signing in. Looking at the page changes nothing."""
    found = unsubscribing.read(token)
    if found is None:
        raise Http404
    player, kind = found
    if request.method == "POST":
        unsubscribing.switch(player, kind, on=request.POST.get("vreau") == "1")
        if "List-Unsubscribe" in request.POST:
            return HttpResponse(status=204)
        return redirect("leagues:unsubscribe", token=token)
    context = {"name": kind_names()[kind], "off": kind in queries_open.switched_off(player)}
    return render(request, "leagues/unsubscribe.html", context, zone=HOME_ZONE)
