"""Friends, and asking people to an open table. The acts are POSTs that lead back where they came from."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import queries, queries_people
from games.models import Match, Player
from games.presenters import friends as people
from games.services import friends, invitations
from games.views import match_or_404, player_of
from games.views_company import answer, onward_to, other_player

type Verb = Callable[[Player, Player], str]


@require_safe
@login_required
def page(request: HttpRequest) -> HttpResponse:
    player = player_of(request)
    assert player is not None
    if player.is_guest:
        return redirect("accounts:keep")
    known = queries_people.friends_of(player)
    context = {
        "friends": people.friends(known, queries_people.whereabouts([friend.pk for friend in known])),
        "asks": people.names(queries_people.asks_to(player)),
        "asked": people.names(queries_people.asks_by(player)),
        "invitations": people.invitations(queries_people.invitations_to(player)),
    }
    return render(request, "games/friends.html", context)


def verb(act: Verb) -> Callable[[HttpRequest], HttpResponse]:
    """A view of something done with another player, named in the form; says how it went."""

    @require_POST
    def view(request: HttpRequest) -> HttpResponse:
        back = onward_to(request, resolve_url("games:friends"))
        return answer(request, lambda player: act(player, other_player(request)), back)

    return view


@verb
def ask(player: Player, other: Player) -> str:
    asked = friends.ask(player=player, other=other)
    return _("You are friends now.") if asked.accepted_at else _("Asked. You are friends once they say yes.")


@verb
def accept(player: Player, other: Player) -> str:
    friends.accept(player=player, other=other)
    return _("You are friends now.")


@verb
def refuse(player: Player, other: Player) -> str:
    friends.refuse(player=player, other=other)
    return ""


@verb
def remove(player: Player, other: Player) -> str:
    friends.remove(player=player, other=other)
    return ""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Whom one may ask to an open table, and asking them."""
    match, player = match_or_404(code), player_of(request)
    assert player is not None
    if queries.seat_of(match, player.pk) is None:
        raise PermissionDenied
    if request.method == "POST":
        return _invite(request, match)
    if match.state != Match.State.OPEN:
        return redirect("games:table", code=match.code)
    known, invited = queries_people.friends_of(player), queries_people.invited_to(match)
    here = {seat.player_id for seat in match.seats.all()} | {one.pk for one in invited}
    to_ask = [friend for friend in known if friend.pk not in here]
    context = {
        "friends": people.friends(to_ask, queries_people.whereabouts([friend.pk for friend in to_ask])),
        "invited": people.names(invited),
        "code": match.code,
    }
    return render(request, "games/invite.html", context)


def _invite(request: HttpRequest, match: Match) -> HttpResponse:
    def act(player: Player) -> str:
        invitations.invite(match=match, by=player, to=other_player(request))
        return _("Invited: they see it on their first page.")

    return answer(request, act, resolve_url("games:invite", code=match.code))


@require_POST
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Not come to a table that one was invited to."""
    match = match_or_404(code)

    def act(player: Player) -> str:
        invitations.decline(match=match, player=player)
        return ""

    return answer(request, act, onward_to(request, resolve_url("games:home")))
