"""Taking a league over that nobody runs any more."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.models import Player
from leagues import queries_owning
from leagues.services import succession
from leagues.views_visit import done


@require_POST
@login_required
def take_over(request: HttpRequest, offer: int) -> HttpResponse:
    """Say yes, and come to the desk; or no, and the next one is asked."""
    assert isinstance(request.user, Player)
    player = request.user
    found = queries_owning.offer_at(offer, player)
    if found is None:
        raise Http404
    if request.POST.get("da") != "1":
        if done(request, lambda: succession.decline(offer=found, by=player)):
            messages.success(request, _("Thank you for answering: somebody else is asked."))
        return redirect("leagues:index")
    if done(request, lambda: succession.accept(offer=found, by=player), _("The league is yours. Thank you!")):
        return redirect("leagues:desk", slug=found.league.slug)
    return redirect("leagues:index")
