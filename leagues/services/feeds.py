"""What calendars are told of tables that change: a change raises the entry's number, and nothing just vanishes."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone

from games.models import Player
from leagues.models import CalledOff, LeagueTable, Matchday, Season
from leagues.services.tables import places_of, player_of

SHOWN = (Matchday.State.PUBLISHED, Matchday.State.IN_PLAY, Matchday.State.CLOSING, Matchday.State.COMPLETED)
# So long after its time an entry is told as cancelled.
TOLD = timedelta(days=90)


def plays_at(table: LeagueTable) -> datetime | None:
    """When a table plays: as it agreed, or with its round where all begin together; None where nothing is said."""
    day = table.matchday
    fixed = day.division.season.pace == Season.Pace.FIXED
    return table.play_at or (day.opens_at if fixed else None)


def raise_number(table: LeagueTable) -> None:
    """Say that the table's entry has changed."""
    LeagueTable.objects.filter(pk=table.pk).update(sequence=F("sequence") + 1)
    table.refresh_from_db(fields=["sequence"])


def call_off(table: LeagueTable, now: datetime | None = None) -> None:
    """The table is about to be taken away: everybody's calendar, and the league's, hears of it."""
    people = [player_of(place) for place in places_of(table)]
    off_for(table, [*people, *_absent(table)], now)
    _tell(table, None, now or timezone.now())


def off_for(table: LeagueTable, people: Iterable[Player | None], now: datetime | None = None) -> None:
    """These people sit there no more: their own calendars hear of it."""
    raise_number(table)
    for player in people:
        if player is not None:
            _tell(table, player, now or timezone.now())


def _absent(table: LeagueTable) -> list[Player | None]:
    """For whom somebody sits in."""
    return [place.entrant.player for place in places_of(table) if place.substitute_id]


def _tell(table: LeagueTable, player: Player | None, now: datetime) -> None:
    day = table.matchday
    # A time that was open again is told as cancelled at the time of its round.
    moment = plays_at(table) or (day.opens_at if table.sequence > 1 else None)
    if moment is None or day.state not in SHOWN:
        return
    CalledOff.objects.update_or_create(
        table=table.pk,
        player=player,
        defaults={
            "season": day.division.season,
            "round": day.number,
            "number": table.number,
            "starts_at": moment,
            "sequence": table.sequence,
            "made_at": now,
        },
    )
