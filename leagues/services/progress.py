"""From a table's result to the end of its round, the next pairing and the review; inside a caller's transaction."""

from datetime import datetime

from django.db.models import F

from leagues.models import Entrant, LeagueDue, LeagueTable, Matchday, Result, Season
from leagues.services import due, late_tables, log, seasons, standings
from leagues.services.tables import missing

State = Matchday.State


def after_result(table: LeagueTable, now: datetime) -> None:
    """A table has its result: the standings follow, and the round ends when it was the last."""
    standings.recompute(table.matchday.division)
    complete_if_done(table.matchday, now)


def complete_if_done(day: Matchday, now: datetime) -> bool:
    """End a round whose tables all have a confirmed result; the next one is paired, or the season reviewed.

    Where only tables that play later are missing, it closes, and the next one is paired without them.
    """
    if day.state not in {State.IN_PLAY, State.CLOSING}:
        return False
    if missing(day).exists():
        if late_tables.all_else_done(day):
            day.state = State.CLOSING
            day.save(update_fields=["state"])
            seasons.go_on(day.division, now)
        return False
    season = day.division.season
    if season.format == Season.Format.LADDER and day.state != State.CLOSING:
        return False  # a ladder ends on its day and not when nobody plays
    if day.completed_at is None:  # one that was opened again forgives nothing more
        _forgive(day)
    day.state, day.completed_at = State.COMPLETED, now
    day.save(update_fields=["state", "completed_at"])
    for kind in (LeagueDue.Kind.DEADLINE, LeagueDue.Kind.CLOSE):
        due.never(season, kind, day.pk)
    standings.recompute(day.division)
    log.note(league=season.league, season=season, action="completed", about={"round": day.number}, public=True, now=now)
    seasons.go_on(day.division, now)
    return True


def _forgive(day: Matchday) -> None:
    """Who played takes back one of the times at which they did not come, once a round."""
    stands = Result.objects.filter(table__matchday=day, current=True, state=Result.State.CONFIRMED)
    came = {line["entrant"] for result in stands for line in result.lines if line["came"]}
    substituted = day.places.filter(substitute__isnull=False).values_list("entrant", flat=True)
    Entrant.objects.filter(pk__in=came - set(substituted), strikes__gt=0).update(strikes=F("strikes") - 1)


def confirm_all(day: Matchday, now: datetime) -> None:
    """When a round closes, what was claimed stands; where it is disputed, until that is decided.

    A dispute holds up the final standings, and nobody's next round.
    """
    for result in Result.objects.filter(table__matchday=day, current=True, state=Result.State.CLAIMED):
        result.state = Result.State.CONFIRMED
        result.save(update_fields=["state"])
