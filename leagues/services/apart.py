"""Who should never meet: pairs that only organizers see, for the next tables that are made. Refused: NotAllowed."""

from datetime import datetime

from django.db import transaction

from games.models import Player
from leagues.models import Entrant, Season
from leagues.services import log
from leagues.services.drafting import key_of
from leagues.services.errors import NotAllowed, Reason
from leagues.services.leagues import locked_season
from leagues.services.rights import Act
from leagues.services.rights import check as check_right

State = Season.State
OPEN = (State.DRAFT, State.REGISTRATION, State.SEEDED, State.RUNNING, State.PAUSED)
MOST = 40


@transaction.atomic
def keep_apart(*, one: Entrant, other: Entrant, by: Player, now: datetime | None = None) -> None:
    """Never seat these two together where that can be helped, from the next tables on."""
    season = _locked(one, other, by)
    pair = _pair(one, other)
    if pair not in season.keep_apart:
        if len(season.keep_apart) >= MOST:
            raise NotAllowed(Reason.SETTINGS)
        _store(season, [*season.keep_apart, pair], "keep_apart", one, other, by, now)


@transaction.atomic
def let_meet(*, one: Entrant, other: Entrant, by: Player, now: datetime | None = None) -> None:
    """Let them meet again, as all others do."""
    season = _locked(one, other, by)
    left = [pair for pair in season.keep_apart if sorted(pair) != _pair(one, other)]
    if len(left) == len(season.keep_apart):
        raise NotAllowed(Reason.FIRST)
    _store(season, left, "let_meet", one, other, by, now)


def _locked(one: Entrant, other: Entrant, by: Player) -> Season:
    season = locked_season(one.season)
    check_right(by, season.league, Act.PAIR)
    if season.state not in OPEN:
        raise NotAllowed(Reason.STATE)
    if one.pk == other.pk or other.season_id != season.pk:
        raise NotAllowed(Reason.NOT_IN)
    return season


def _pair(one: Entrant, other: Entrant) -> list[int]:
    return sorted([key_of(one), key_of(other)])


def _store(
    season: Season,
    pairs: list[list[int]],
    action: str,
    one: Entrant,
    other: Entrant,
    by: Player,
    now: datetime | None,
) -> None:
    """A suspicion is not for everybody to read: the log of it is the organizers'."""
    season.keep_apart = pairs
    season.save(update_fields=["keep_apart"])
    about = {"names": [one.name, other.name]}
    log.note(league=season.league, season=season, action=action, by=by, about=about, public=False, now=now)


def pairs_of(season: Season, entrants: list[Entrant]) -> list[tuple[Entrant, Entrant]]:
    """The pairs that are kept apart, as entrants of the season; who is no entrant of it is left out."""
    known = {key_of(one): one for one in entrants}
    return [(known[one], known[two]) for one, two in season.keep_apart if {one, two} <= known.keys()]
