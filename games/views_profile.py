"""A player's page. Who may not see it is told what they would be told of a name that nobody has."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import queries_people, queries_ranked
from games.models import Player
from games.phrases import WHYS
from games.presenters import graph, pages, profile
from games.services import accounts, sums
from games.views import number_in, player_of

CHANGES = 100  # in the graph
LINES = 10  # of the ledger on a page
MATCHES = 6


def visited(request: HttpRequest, username: str) -> tuple[Player, queries_people.Tie] | HttpResponse:
    """Whose page this is and what ties the visitor to them; or the answer to who may not see it. Raises Http404."""
    viewer, player = player_of(request), accounts.named(name=username)
    tie = queries_people.tie(viewer, player) if viewer and player and viewer != player else queries_people.NO_TIE
    if player is None or not queries_people.may_visit(viewer, player, tie):
        if viewer is None:
            return redirect_to_login(request.get_full_path())
        raise Http404(_("There is no such player here."))
    if player.gone_at is not None:
        return render(request, "games/profile_gone.html", {"name": profile.shown_name(player.username)})
    return player, tie


@require_safe
def page(request: HttpRequest, username: str) -> HttpResponse:
    found = visited(request, username)
    if isinstance(found, HttpResponse):
        return found
    viewer, (player, tie) = player_of(request), found
    context = _about(player, _ladder(request), number_in(request, "page"))
    if viewer and viewer != player:
        context |= {"tie": tie, "whys": WHYS.items(), "meetings": queries_people.meetings(viewer, player)}
    public = queries_people.is_public(player)
    context |= {"player": player, "mine": viewer == player, "is_public": public, "may_ask": _may_ask(viewer, player)}
    return render(request, "games/profile.html", context)


def _ladder(request: HttpRequest) -> str:
    asked = request.GET.get("ladder", "")
    return asked if asked in queries_ranked.LADDERS else ""


def _may_ask(viewer: Player | None, player: Player) -> bool:
    return viewer is not None and viewer != player and not viewer.is_guest and player.is_active


def _about(player: Player, ladder: str, number: int) -> dict[str, Any]:
    """All about a player on the first page; on those behind it only the older part of the ledger."""
    found = queries_ranked.ratings_of(player)
    ladder = ladder or max(found, key=lambda one: found[one].games, default=queries_ranked.LADDERS[-1])
    context: dict[str, Any] = {"number": number, "ladder": ladder}
    context["ratings"] = profile.ratings(found, ladder, timezone.now())
    if number > 1:
        changes = queries_ranked.ledger_of(player, ladder, (number - 1) * LINES, LINES + 1)
    else:
        changes = queries_ranked.ledger_of(player, ladder, 0, CHANGES) if ladder in found else []
        context["graph"] = graph.graph(changes)
        context["stats"] = profile.stats(queries_people.sums_of(player), sums.COUNTED)
        context["games"] = pages.games_of(player.pk, queries_people.recent_matches(player, MATCHES))
    told = changes[:LINES]
    context |= {"ledger": profile.entries(told, queries_ranked.names_in(told)), "has_older": len(changes) > LINES}
    return context
