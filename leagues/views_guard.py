"""Who stands before an organizer's page: found, or turned away, before anything is read or done."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse

from games.models import Player
from leagues import queries_desk
from leagues.models import League, Season
from leagues.refusals import sentence
from leagues.services import rights
from leagues.services.errors import Conflict, NotAllowed, Reason
from leagues.services.rights import Act, Part
from leagues.views_clocks import render


@dataclass(frozen=True, slots=True)
class Desk:
    """A league and the season that is looked at, before somebody who helps to run it."""

    league: League
    season: Season
    seasons: list[Season]
    player: Player
    part: Part

    def may(self, act: Act) -> bool:
        return self.part in rights.MATRIX[act]

    def rights(self) -> dict[str, bool]:
        """Every act by its name, for templates: no button that would be refused."""
        return {str(act): self.may(act) for act in Act}

    def address(self, page: str, *args: object) -> str:
        """Where a page of the league is, with the season that is looked at."""
        return f"{reverse(page, args=[self.league.slug, *args])}?sezon={self.season.number}"


@dataclass(frozen=True, slots=True)
class Verb:
    """An act of a form: whose it is, what it does, and which page is shown after it."""

    act: Act
    do: Callable[..., Any]
    page: str = "leagues:desk"


def league_or_404(slug: str) -> League:
    league = queries_desk.league_by_slug(slug)
    if league is None:
        raise Http404(sentence(Reason.NO_SUCH_LEAGUE))
    return league


def desk_of(request: HttpRequest, slug: str, act: Act = Act.SEE_DESK) -> Desk:
    """The desk of a league, its newest season or that of `?sezon=`. Raises PermissionDenied, Http404."""
    league = league_or_404(slug)
    player = request.user if isinstance(request.user, Player) else None
    part = rights.part_of(player, league)
    if player is None or part not in rights.MATRIX[act]:
        raise PermissionDenied
    seasons = queries_desk.seasons_of(league)
    asked = sent(request, "sezon")
    season = next((one for one in seasons if not asked or str(one.number) == asked), None)
    if season is None:
        raise Http404(sentence(Reason.NO_SUCH_LEAGUE))
    return Desk(league, season, seasons, player, part)


def sent(request: HttpRequest, name: str) -> str:
    """What a form or an address says of itself."""
    return str(request.POST.get(name) or request.GET.get(name) or "")


def number_in(data: QueryDict | dict[str, Any], name: str, default: int = 0) -> int:
    """A whole number of a form, whatever was sent."""
    text = str(data.get(name, ""))
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else default


def refused(request: HttpRequest, no: NotAllowed) -> None:
    """Tell a refusal as a sentence. Raises PermissionDenied where the act is for another role."""
    if no.reason is Reason.NOT_YOURS:
        raise PermissionDenied
    messages.error(request, sentence(no.reason))


def done(request: HttpRequest, act: Callable[[], Any]) -> tuple[Any, int]:
    """Do something and give what came of it, with 200, 409 where somebody was first, 400 where it was refused."""
    try:
        return act(), 200
    except NotAllowed as no:
        refused(request, no)
        return None, 409 if isinstance(no, Conflict) or no.reason is Reason.FIRST else 400


def shown(request: HttpRequest, league: League, page: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """A page with its times in the league's zone."""
    return render(request, page, context | {"league": league}, zone=league.zone, status=status)


def htmx(request: HttpRequest) -> bool:
    return bool(request.htmx)  # type: ignore[attr-defined]
