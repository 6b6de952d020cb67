"""The screen of a hall: where everybody sits, how long the round lasts; it renews itself."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.models import Player
from leagues import queries_desk
from leagues.presenters import hall as told
from leagues.refusals import sentence
from leagues.services import rights
from leagues.services.errors import Reason
from leagues.services.rights import Act
from leagues.views_addresses import address, qr
from leagues.views_guard import htmx, league_or_404, shown

PAGE = "leagues/hall.html"


@require_safe
def hall(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of the round that is played; of a private league, for its own people."""
    league = league_or_404(slug)
    player = request.user if isinstance(request.user, Player) else None
    if not (queries_desk.may_see(league, player) or rights.may(player, league, Act.SEE_DESK)):
        raise Http404(sentence(Reason.NO_SUCH_LEAGUE))
    season = next((one for one in queries_desk.seasons_of(league) if one.state != "draft"), None)
    days = queries_desk.day_on_show(season) if season else []
    link = address(request, reverse("leagues:league", args=[slug]))
    rooms = [
        told.room(day, queries_desk.tables_on_show(day), queries_desk.byes_of(day), timezone.now()) for day in days
    ]
    context = {"season": season, "rooms": rooms, "link": link, "qr": qr(link), "now": timezone.now()}
    return shown(request, league, f"{PAGE}#hall" if htmx(request) else PAGE, context)
