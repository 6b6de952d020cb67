"""When I can play: one week for all leagues."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import Player
from leagues.presenters import mytable
from leagues.refusals import sentence
from leagues.services import weeks
from leagues.services.errors import NotAllowed
from leagues.views_clocks import HOME_ZONE, render


@require_http_methods(["GET", "POST"])
@login_required
def week(request: HttpRequest) -> HttpResponse:
    """The week as boxes, and the zone that its hours are of."""
    assert isinstance(request.user, Player)
    status = 200
    if request.method == "POST":
        free = mytable.week_from(request.POST.getlist("liber"))
        try:
            weeks.keep(player=request.user, zone=request.POST.get("fus", ""), free=free)
        except NotAllowed as no:
            messages.error(request, sentence(no.reason))
            status = 422
        else:
            messages.success(request, _("Your week is kept."))
            return redirect("leagues:week")
    kept = weeks.week_kept(request.user)
    zone = kept.zone if kept else HOME_ZONE
    context = {
        "week": mytable.week_grid(kept.free if kept else []),
        "parts": mytable.part_rows(),
        "zones": mytable.zones(zone),
        "zone": zone,
    }
    return render(request, "leagues/week.html", context, zone=zone, status=status)
