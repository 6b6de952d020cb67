"""Who opens a league's page: found, or told that there is no such league."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse

from games.models import Player
from leagues import queries_open
from leagues.models import Entrant, League, Season
from leagues.refusals import sentence
from leagues.services.errors import NotAllowed, Reason
from leagues.services.rights import Part
from leagues.views_clocks import render

CODE_KEPT = "league_codes"


@dataclass(frozen=True, slots=True)
class Visit:
    """A league and one of its seasons, before somebody who may see them."""

    league: League
    season: Season
    seasons: list[Season]
    player: Player | None
    part: Part
    entrant: Entrant | None
    knows_code: bool

    @property
    def runs(self) -> bool:
        return self.part != Part.NOBODY

    @property
    def has_code(self) -> bool:
        """Whether the league's code need not be asked for: they came with it, or read it on the desk."""
        return self.knows_code or self.runs


def player_of(request: HttpRequest) -> Player | None:
    return request.user if isinstance(request.user, Player) else None


def league_or_404(slug: str, player: Player | None) -> League:
    league = queries_open.league_by_slug(slug, player)
    if league is None:
        raise Http404(sentence(Reason.NO_SUCH_LEAGUE))
    return league


def part_in(league: League, player: Player | None) -> Part:
    """What a player is to a league that was read with their role."""
    if player is None:
        return Part.NOBODY
    if league.owner_id == player.pk:
        return Part.OWNER
    role = getattr(league, "my_role", None)
    return Part(role) if role else Part.STAFF if player.is_staff else Part.NOBODY


def visit_of(request: HttpRequest, slug: str) -> Visit:
    """The league at its newest season, or that of `?sezon=`. Raises Http404 for who may not know of it."""
    player = player_of(request)
    league = league_or_404(slug, player)
    part = part_in(league, player)
    entries = queries_open.entries_of(league, player) if player else []
    known = knows_code(request, league)
    inside = known or part != Part.NOBODY or any(one.state not in queries_open.OUT for one in entries)
    if league.visibility == League.Visibility.PRIVATE and not inside:
        raise Http404(sentence(Reason.NO_SUCH_LEAGUE))
    seasons = [one for one in queries_open.seasons_of(league) if part != Part.NOBODY or one.state != Season.State.DRAFT]
    asked = request.GET.get("sezon") or request.POST.get("sezon") or ""
    season = next((one for one in seasons if not asked or str(one.number) == asked), None)
    if season is None:
        raise Http404(sentence(Reason.NO_SUCH_LEAGUE))
    entrant = next((one for one in entries if one.season_id == season.pk), None)
    return Visit(league, season, seasons, player, part, entrant, known)


def knows_code(request: HttpRequest, league: League) -> bool:
    """Whether they came with the league's code, and it is still that."""
    return bool(request.session.get(CODE_KEPT, {}).get(str(league.pk)) == league.code)


def keep_code(request: HttpRequest, league: League) -> None:
    request.session[CODE_KEPT] = {**request.session.get(CODE_KEPT, {}), str(league.pk): league.code}


def done(request: HttpRequest, act: Callable[[], Any], said: str = "") -> bool:
    """Do something; a refusal is told as a sentence, and False is given."""
    try:
        act()
    except NotAllowed as no:
        messages.error(request, sentence(no.reason))
        return False
    if said:
        messages.success(request, said)
    return True


def shown(request: HttpRequest, page: str, context: dict[str, Any], *, zone: str, status: int = 200) -> HttpResponse:
    """A page with its times on the clocks of a zone."""
    return render(request, page, context | {"zone": zone}, zone=zone, status=status)
