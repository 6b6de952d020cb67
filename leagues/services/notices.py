"""Whom a season tells what: letters by kind, each with its switch, sent once the change is stored."""

from collections.abc import Iterable
from enum import StrEnum
from functools import partial
from typing import Any

from django.db import transaction
from django.urls import reverse

from games.models import Player
from games.services import push
from leagues.models import Entrant, LeagueTable, Season
from leagues.services import letters
from leagues.services.tables import player_of

HEARING = (
    Season.State.REGISTRATION,
    Season.State.SEEDED,
    Season.State.RUNNING,
    Season.State.PAUSED,
    Season.State.REVIEW,
)
IN_SEASON = (Entrant.State.ACTIVE, Entrant.State.ACCEPTED, Entrant.State.WAITLISTED, Entrant.State.APPLIED)


class Kind(StrEnum):
    """The kinds of letters, as people switch them off; `MailChoice.kind` holds these."""

    ENTRY = "entry"  # accepted, on the waiting list, moved up
    PAIRING = "pairing"  # a round is published, withdrawn, changed at one's table
    TIME = "time"  # a time is proposed, agreed, moved
    REMINDER = "reminder"
    CALL = "call"  # a ladder's table is ready
    RESULT = "result"  # entered, corrected, disputed, decided
    SUBSTITUTE = "substitute"
    NEWS = "news"
    SEASON = "season"  # begins, is over, is called off
    DESK = "desk"  # for organizers: something needs them


def tell(season: Season, players: Iterable[Player], kind: Kind, **about: Any) -> None:
    """Write to these people on commit; who has no address or switched the kind off finds it on the pages."""
    ids = sorted({player.pk for player in players if player.is_active and player.email})
    if ids:
        transaction.on_commit(partial(letters.send.enqueue, season.pk, ids, str(kind), about))


def tell_all(season: Season, kind: Kind, **about: Any) -> None:
    """Write to everybody who is in the season."""
    entrants = season.entrants.filter(state__in=IN_SEASON, player__isnull=False).select_related("player")
    tell(season, [entrant.player for entrant in entrants if entrant.player], kind, **about)


def tell_table(table: LeagueTable, kind: Kind, **about: Any) -> None:
    """Write to those who sit at a table, substitutes included."""
    season = table.matchday.division.season
    places = table.places.select_related("entrant__player", "substitute")
    people = map(player_of, places)
    tell(season, [person for person in people if person], kind, table=table.pk, **about)


def call_up(table: LeagueTable) -> None:
    """Tell those whom a ladder has called that their table is ready: by letter, and on devices where they asked for it.

    Within the minutes that they have to sit down; the page that waits goes there by itself.
    """
    tell_table(table, Kind.CALL, what="ready")
    league = table.matchday.division.season.league
    people = [person for place in table.places.select_related("entrant__player") if (person := player_of(place))]
    push.call_to_seat(
        players=people, tag=f"league-{table.pk}", url=reverse("leagues:table", args=[league.slug, table.pk])
    )


def tell_desk(season: Season, **about: Any) -> None:
    """Write to the owner and the directors: something needs them."""
    league = season.league
    people = [league.owner, *(role.player for role in league.roles.filter(kind="director").select_related("player"))]
    tell(season, people, Kind.DESK, **about)
