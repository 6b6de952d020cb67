"""Results as people tell them: tapped in at a paper table, confirmed, corrected, forfeited. Refused: NotAllowed."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Match, Player
from leagues.models import Confirmation, LeagueTable, Matchday, Result, Season
from leagues.services import ladders, log, notices, open_seats, progress, rerating
from leagues.services.errors import NotAllowed, Reason
from leagues.services.outcomes import Line, check_lines, check_single, of_match, store
from leagues.services.rights import Act, may, sits_at
from leagues.services.rights import check as check_right
from leagues.services.tables import OPEN, locked_table, places_of, player_of


@transaction.atomic
def take_match(*, match: Match, now: datetime | None = None) -> Result | None:
    """Store what a finished match came to, once; None where it belongs to no league or has its result."""
    found = LeagueTable.objects.filter(match=match).first()
    if found is None or match.state != Match.State.FINISHED:
        return None
    now = now or timezone.now()
    table = locked_table(found)
    if table.state != LeagueTable.State.STARTED:
        return None
    result = of_match(table, Result.Kind.PLAYED, now)
    if ladders.is_ladder(table.matchday.division.season):
        ladders.after_table(table, match.finished_at or now)
    progress.after_result(table, now)
    return result


@transaction.atomic
def claim(
    *,
    table: LeagueTable,
    by: Player,
    lines: Sequence[Mapping[str, Any]],
    deals: Sequence[Mapping[str, Any]] = (),
    now: datetime | None = None,
) -> Result:
    """Write down how a paper table ended: any of its seats, or an organizer; the others confirm."""
    now = now or timezone.now()
    table = locked_table(table)
    season = table.matchday.division.season
    runs = may(by, season.league, Act.ENTER)
    if not (runs or sits_at(by, table)):
        raise NotAllowed(Reason.NOT_AT_TABLE)
    open_seats.close(table, now)  # they have played without them
    _check_open(table)
    if not table.paper and table.match is not None:
        raise NotAllowed(Reason.STATE)  # what was played here is in the log
    current = table.results.filter(current=True).first()
    if current is not None and current.state == Result.State.CONFIRMED:
        raise NotAllowed(Reason.FIRST)
    checked = check_lines(table, lines)
    check_single(season, checked)
    state = Result.State.CONFIRMED if runs and not sits_at(by, table) else Result.State.CLAIMED
    result = store(table, Result.Kind.PLAYED, checked, by, now, state=state, deals=list(deals))
    _note(table, "claim", by, "", now, after={"lines": checked})
    if state == Result.State.CONFIRMED:
        progress.after_result(table, now)
    else:
        notices.tell_table(table, notices.Kind.RESULT, what="claimed")
    return result


@transaction.atomic
def confirm(*, table: LeagueTable, by: Player, revision: int, now: datetime | None = None) -> bool:
    """Say that the result of that revision is right; it stands when all the others did, or an organizer did."""
    now = now or timezone.now()
    table = locked_table(table)
    result = table.results.filter(current=True).first()
    if result is None or result.revision != revision:
        raise NotAllowed(Reason.FIRST)
    if result.state == Result.State.CONFIRMED:
        return True
    sits = sits_at(by, table)
    runs = may(by, table.matchday.division.season.league, Act.ENTER) and not sits
    if not (sits or runs):
        raise NotAllowed(Reason.NOT_AT_TABLE)
    Confirmation.objects.get_or_create(result=result, player=by, defaults={"made_at": now})
    if not runs and not _all_agree(table, result):
        return False
    result.state = Result.State.CONFIRMED
    result.save(update_fields=["state"])
    _note(table, "confirm", by, "", now)
    progress.after_result(table, now)
    return True


def _all_agree(table: LeagueTable, result: Result) -> bool:
    """All with an account who sat there, but for the author; where nobody else has one, an organizer must."""
    said = set(result.confirmations.values_list("player", flat=True)) | {result.author_id}
    people = [player_of(place) for place in places_of(table)]
    others = {person.pk for person in people if person is not None}
    return len(others) > 1 and others <= said


@transaction.atomic
def correct(
    *,
    table: LeagueTable,
    by: Player,
    lines: Sequence[Mapping[str, Any]],
    reason: str,
    kind: Result.Kind = Result.Kind.PLAYED,
    now: datetime | None = None,
) -> Result:
    """Put another result in place of the one that stands; the standings after it are worked out anew."""
    now = now or timezone.now()
    table = locked_table(table)
    season = table.matchday.division.season
    current = table.results.filter(current=True).first()
    enters = current is None and kind == Result.Kind.FORFEIT
    check_right(by, season.league, Act.ENTER if enters else Act.CORRECT)
    if season.state not in {Season.State.RUNNING, Season.State.PAUSED, Season.State.REVIEW}:
        raise NotAllowed(Reason.STATE)
    if table.matchday.state not in {*OPEN, Matchday.State.COMPLETED}:
        raise NotAllowed(Reason.STATE)
    if not reason.strip():
        raise NotAllowed(Reason.NO_REASON)
    open_seats.close(table, now)
    return put_right(table, check_lines(table, lines, kind), kind, by, reason, now)


def put_right(
    table: LeagueTable, lines: Sequence[Line], kind: Result.Kind, by: Player | None, reason: str, now: datetime
) -> Result:
    """Let these checked lines stand at a locked table from now on; without `by` two votes have said so.

    Standings and ratings are worked out anew, what stood before is in the log, and who sat there is told.
    """
    current = table.results.filter(current=True).first()
    left = {line["entrant"] for line in current.lines if line.get("left")} if current else set()
    lines = [line | ({"left": True} if line["entrant"] in left else {}) for line in lines]
    before = {"lines": current.lines, "kind": current.kind} if current else {}
    result = store(table, kind, lines, by, now, reason=reason)
    _note(table, "correct", by, reason, now, before=before, after={"lines": lines, "kind": str(kind)})
    notices.tell_table(table, notices.Kind.RESULT, what="corrected", text=reason)
    progress.after_result(table, now)
    if by is not None:  # votes are about paper tables alone
        # Last, for the ledger is everybody's: whoever holds it waits for no league any more.
        rerating.follow(table=table, result=result, by=by, reason=reason, now=now)
    return result


def _check_open(table: LeagueTable) -> None:
    season, day = table.matchday.division.season, table.matchday
    running = season.state in {Season.State.RUNNING, Season.State.REVIEW}
    if not running or day.state not in OPEN or table.state == LeagueTable.State.VOID:
        raise NotAllowed(Reason.STATE)


def _note(
    table: LeagueTable,
    action: str,
    by: Player | None,
    reason: str,
    now: datetime,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    season = table.matchday.division.season
    log.note(
        league=season.league,
        season=season,
        action=action,
        by=by,
        about={"round": table.matchday.number, "table": table.number},
        before=before,
        after=after,
        reason=reason.strip()[:300],
        public=True,
        own_table=sits_at(by, table),
        now=now,
    )
