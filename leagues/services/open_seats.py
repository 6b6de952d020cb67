"""Seats that somebody left after the tables were shown: open for a substitute, then closed up. Nothing waits for them.

A table begins without its open seats once all others are there: not before its time, where it has one, and then
who was asked is told that it is too late. Both, sitting in and beginning, lock the table first.
"""

from collections.abc import Collection
from datetime import datetime

from leagues.models import Bye, Entrant, LeagueDue, LeagueTable, Matchday, Place, SubstituteOffer
from leagues.services import due, feeds, log, notices, progress, records
from leagues.services.tables import is_open, places_of, player_of


def close(table: LeagueTable, now: datetime, only: Collection[int] | None = None) -> bool:
    """Let a locked table shrink by its open seats, or by `only` these places' keys; whether it had any.

    Who is left alone has a bye, as when pairing leaves one over; with its last table a round ends.
    """
    season, day = table.matchday.division.season, table.matchday
    gone = [place for place in places_of(table) if is_open(place) and (only is None or place.pk in only)]
    if not gone:
        return False
    offers = SubstituteOffer.objects.filter(place__in=gone, state=SubstituteOffer.State.OFFERED)
    for offer in offers.values_list("pk", flat=True):
        due.never(season, LeagueDue.Kind.OFFER, offer)
    for place in gone:
        _take_away(place, day)
    log.note(
        league=season.league,
        season=season,
        action="smaller",
        about={"round": day.number, "table": table.number, "names": [place.entrant.name for place in gone]},
        public=day.state != Matchday.State.DRAFT,
        now=now,
    )
    _close_up(table, now)
    return True


def _take_away(place: Place, day: Matchday) -> None:
    """The place is no more: who has left has no table in this round, and who is left alone a bye.

    Whoever left and was taken back meanwhile left this table all the same: coming back is worth no bye.
    """
    given: dict[str, object] = {"kind": Bye.Kind.WITHDRAWN}
    if place.entrant.state == Entrant.State.ACTIVE and not is_open(place):
        given = {"kind": Bye.Kind.PAIRING, "value": records.value_of_bye(day.division.season)}
    place.delete()
    Bye.objects.get_or_create(matchday=day, entrant=place.entrant, defaults=given)


def _close_up(table: LeagueTable, now: datetime) -> None:
    """Nobody sits alone, and nobody's seat has a hole before it."""
    day, left = table.matchday, places_of(table)
    if len(left) < 2:
        _leave_alone(table, left, now)
        progress.complete_if_done(day, now)
        return
    for position, place in enumerate(left):
        if place.position != position:
            place.position = position
            place.save(update_fields=["position"])
    if day.state != Matchday.State.DRAFT:
        notices.tell_table(table, notices.Kind.PAIRING, what="smaller")


def _leave_alone(table: LeagueTable, left: Collection[Place], now: datetime) -> None:
    """A table of one is none: they have the round off, for what a bye is worth."""
    season, day = table.matchday.division.season, table.matchday
    table.state = LeagueTable.State.VOID
    table.save(update_fields=["state"])
    for place in left:
        people = [one for one in (player_of(place), place.entrant.player) if one is not None]
        feeds.off_for(table, people, now)
        _take_away(place, day)
        if day.state != Matchday.State.DRAFT:
            notices.tell(season, people, notices.Kind.PAIRING, what="alone", round=day.number)
