"""A round of a division: whoever changes it locks the division first, and the log says who did what."""

from datetime import datetime

from games.models import Player
from leagues.models import Division, Matchday, Season
from leagues.services import log
from leagues.services.rights import Act
from leagues.services.rights import check as check_right


def locked_division(division: Division) -> Division:
    """The division's row, locked, with its season and league."""
    Division.objects.select_for_update(no_key=True).get(pk=division.pk)
    # A statement of its own: in the one that waited the season would be as it was before.
    return Division.objects.select_related("season__league").get(pk=division.pk)


def locked_day(day: Matchday, by: Player) -> tuple[Matchday, Season]:
    """The round under its division's lock; refused to whoever does not run the league."""
    division = locked_division(day.division)
    check_right(by, division.season.league, Act.PAIR)
    return Matchday.objects.select_related("division__season__league").get(pk=day.pk), division.season


def note(
    season: Season,
    day: Matchday,
    action: str,
    by: Player | None,
    now: datetime | None,
    *,
    about: dict[str, object] | None = None,
    reason: str = "",
    own: bool = False,
) -> None:
    """Note in the log what was done with a round; with a draft, for those who run the league only."""
    log.note(
        league=season.league,
        season=season,
        action=action,
        by=by,
        about={"round": day.number, "division": day.division.level} | (about or {}),
        reason=reason.strip()[:300],
        public=day.state != Matchday.State.DRAFT,
        own_table=own,
        now=now,
    )
