"""A league's published table before somebody who may see it, and the place that they play there."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from games.models import Player
from leagues import queries_open
from leagues.models import League, LeagueTable, Matchday, Place, Season
from leagues.refusals import sentence
from leagues.services import rights
from leagues.services.errors import Reason
from leagues.services.rights import Act
from leagues.services.tables import is_open, plays
from leagues.services.weeks import week_of
from leagues.views_visit import knows_code, part_in
from leagues.views_visit import player_of as reader_of


@dataclass(frozen=True, slots=True)
class Sitting:
    """A published table, who reads it, and the place they play."""

    league: League
    season: Season
    day: Matchday
    table: LeagueTable
    places: list[Place]
    player: Player | None
    own: Place | None  # the place whose entrant they are, or that they play
    enters: bool  # may write results, as an organizer

    @property
    def plays(self) -> bool:
        return self.own is not None and self.player is not None and plays(self.own, self.player)

    @property
    def present(self) -> list[Place]:
        """The places but for those that wait for somebody to sit in."""
        return [place for place in self.places if not is_open(place)]

    @property
    def zone(self) -> str:
        return week_of(self.own.entrant, self.league.zone).zone if self.own and self.plays else self.league.zone


def sitting_of(request: HttpRequest, slug: str, pk: int) -> Sitting:
    """The table for who may see it. Raises Http404."""
    player = reader_of(request)
    league = queries_open.league_by_slug(slug, player)
    table = queries_open.table_in(league, pk) if league else None
    if league is None or table is None:
        raise Http404(sentence(Reason.NO_SUCH_LEAGUE))
    places = queries_open.places_at(table)
    own = _own(places, player)
    part = part_in(league, player)
    closed = league.visibility == League.Visibility.PRIVATE and own is None and part == rights.Part.NOBODY
    if closed and not knows_code(request, league) and not (player and queries_open.is_of(league, player)):
        raise Http404(sentence(Reason.NO_SUCH_LEAGUE))
    day = table.matchday
    return Sitting(league, day.division.season, day, table, places, player, own, part in rights.MATRIX[Act.ENTER])


def _own(places: list[Place], player: Player | None) -> Place | None:
    if player is None:
        return None
    playing = next((one for one in places if plays(one, player)), None)
    own = (one for one in places if one.entrant.player_id == player.pk and not is_open(one))
    return playing or next(own, None)
