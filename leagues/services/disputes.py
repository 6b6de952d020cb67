"""What a table or an entrant does not accept: disputes, penalties and their appeals. Refused: NotAllowed."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Player
from leagues.models import Dispute, Entrant, LeagueDue, LeagueTable, LogEntry, Matchday, Penalty, Result, Season
from leagues.services import due, log, notices, outcomes, progress, records, results, standings
from leagues.services.errors import NotAllowed, Reason
from leagues.services.juries import MOVES, VOTES, may_vote, voters_of
from leagues.services.leagues import locked_season, locked_whole
from leagues.services.rights import Act, sits_at
from leagues.services.rights import check as check_right
from leagues.services.tables import locked_table, places_of, plays

OPEN_FOR = timedelta(hours=48)
DECIDED_WITHIN = timedelta(hours=48)
LONGEST_TEXT = 500


@transaction.atomic
def dispute(
    *,
    table: LeagueTable,
    by: Player,
    kind: str,
    text: str,
    lines: Sequence[Mapping[str, Any]] = (),
    now: datetime | None = None,
) -> Dispute:
    """Say within 48 hours of a result that it is wrong. Where the log of a match says it, only conduct is open.

    `lines` are the result that should stand: they do, once the dispute is upheld. Who may vote is told.
    """
    now = now or timezone.now()
    table = locked_table(table)
    place = next((one for one in places_of(table) if plays(one, by)), None)
    if place is None:
        raise NotAllowed(Reason.NOT_AT_TABLE)
    result = table.results.filter(current=True).first()
    if result is None or table.matchday.division.season.state not in MOVES:
        raise NotAllowed(Reason.STATE)
    if now - result.made_at > OPEN_FOR:
        raise NotAllowed(Reason.TOO_LATE)
    if kind not in Dispute.Kind.values or not 1 <= len(text.strip()) <= LONGEST_TEXT:
        raise NotAllowed(Reason.NO_REASON)
    if kind == Dispute.Kind.RESULT and table.match_id is not None:
        raise NotAllowed(Reason.LINES)
    known = table.disputes.filter(claimant=place.entrant, kind=kind).first()
    if known is None:
        known = Dispute(table=table, claimant=place.entrant, kind=kind)
    elif known.state == Dispute.State.OPEN or known.reopened:
        raise NotAllowed(Reason.ALREADY_IN)
    else:
        known.reopened = True
        # What was decided then speaks for nothing that is decided now; the log has it.
        known.decided_how, known.decided_by, known.decision, known.decided_at = "", None, "", None
        known.votes.all().delete()  # of what was decided then; the log has them
    known.text, known.state, known.opened_at = text.strip(), Dispute.State.OPEN, now
    known.revision, known.lines = result.revision, _asked_for(table, result, kind, lines)
    known.save()
    _note(table, "dispute", by, text, now)
    season = table.matchday.division.season
    due.later(season, LeagueDue.Kind.DISPUTE, now + DECIDED_WITHIN, known.pk)
    at = {"round": table.matchday.number, "number": table.number}
    notices.tell_table(table, notices.Kind.RESULT, what="disputed")
    notices.tell(season, voters_of(known), notices.Kind.RESULT, what="vote", table=table.pk, **at)
    notices.tell_desk(season, what="dispute", **at)
    return known


def _asked_for(
    table: LeagueTable, result: Result, kind: str, lines: Sequence[Mapping[str, Any]]
) -> list[outcomes.Line]:
    """What should stand instead, checked; nothing where that is what stands."""
    if not lines or kind != Dispute.Kind.RESULT:
        return []
    asked = outcomes.check_lines(table, lines)
    stands = [{name: line[name] for name in asked[0]} for line in result.lines]
    return [] if asked == stands else asked


@transaction.atomic
def vote(*, dispute: Dispute, by: Player, upheld: bool, now: datetime | None = None) -> bool:
    """Say whether the claimant is right, or say it anew; True when with that it is decided: two said the same.

    Who may vote stands in `juries`. How each voted is shown once it is decided: nobody votes after somebody.
    The log has that somebody voted, and once that they changed it; what stood in the end it has of the decision.
    """
    now = now or timezone.now()
    table, dispute = _open(dispute)
    if not may_vote(dispute, by):
        raise NotAllowed(Reason.NO_VOTE)
    if dispute.votes.filter(player=by, upheld=upheld).exists():
        return False  # said again, it is neither a second vote nor a second line of the log
    _, first = dispute.votes.update_or_create(player=by, defaults={"upheld": upheld, "made_at": now})
    if first:
        _note(table, "vote", by, "", now, dispute=dispute.pk)
    elif not _is_known_to_waver(dispute, by):
        _note(table, "vote_changed", by, "", now, dispute=dispute.pk)
    counted = dispute.votes.filter(upheld=upheld, player__is_active=True)
    same = list(counted.order_by("pk").values_list("player__username", flat=True))
    if len(same) < VOTES:
        return False
    _note(table, "decide_votes", None, "", now, after=_decided(dispute, upheld), names=same)
    _settle(table, dispute, Dispute.How.VOTES, now, upheld=upheld)
    return True


def _is_known_to_waver(dispute: Dispute, by: Player) -> bool:
    """Whether the log has it that they changed their vote since this was opened: it is told once, not each time."""
    told = LogEntry.objects.filter(actor=by, action="vote_changed", about__dispute=dispute.pk)
    return told.filter(made_at__gte=dispute.opened_at).exists()


@transaction.atomic
def decide(*, dispute: Dispute, by: Player, upheld: bool, decision: str, now: datetime | None = None) -> None:
    """Settle a dispute at once, whoever has voted; nobody decides about a table at which they sat."""
    now = now or timezone.now()
    check_right(by, dispute.table.matchday.division.season.league, Act.DECIDE)
    if sits_at(by, dispute.table):
        raise NotAllowed(Reason.OWN_TABLE)
    table, dispute = _open(dispute)
    if not decision.strip():
        raise NotAllowed(Reason.NO_REASON)
    dispute.decided_by, dispute.decision = by, decision.strip()[:300]
    _note(table, "decide", by, decision, now, after=_decided(dispute, upheld))
    _settle(table, dispute, Dispute.How.ORGANIZER, now, upheld=upheld)


@transaction.atomic
def lapse(dispute: Dispute, now: datetime) -> None:
    """Nobody has decided within 48 hours: what is written down stands."""
    table = locked_table(dispute.table)
    dispute = _of(dispute)
    if dispute.state == Dispute.State.OPEN:
        _note(table, "decide_time", None, "", now, after=_decided(dispute, False))
        _settle(table, dispute, Dispute.How.TIME, now, upheld=False)


def _open(dispute: Dispute) -> tuple[LeagueTable, Dispute]:
    """A dispute that is not decided, its table locked."""
    table = locked_table(dispute.table)
    dispute = _of(dispute)
    if dispute.state != Dispute.State.OPEN:
        raise NotAllowed(Reason.FIRST)
    if table.matchday.division.season.state not in MOVES:
        raise NotAllowed(Reason.STATE)
    return table, dispute


def _state(upheld: bool) -> Dispute.State:
    return Dispute.State.UPHELD if upheld else Dispute.State.REJECTED


def _decided(dispute: Dispute, upheld: bool) -> dict[str, object]:
    """What the log keeps of a decision, and of who had voted what when it fell; the votes that count."""
    votes = dispute.votes.filter(player__is_active=True).order_by("pk").values_list("player__username", "upheld")
    return {"state": _state(upheld), "votes": [{"name": name, "upheld": said} for name, said in votes]}


def _of(dispute: Dispute) -> Dispute:
    rows = Dispute.objects.select_related("claimant__player", "table__matchday__division__season__league")
    return rows.get(pk=dispute.pk)


def _settle(table: LeagueTable, dispute: Dispute, how: Dispute.How, now: datetime, *, upheld: bool) -> None:
    """Write the decision down and do what follows from it, at a locked table.

    What the claimant asked for stands from now on, unless an organizer has corrected the result meanwhile. Where they
    asked for nothing in figures, the organizers do.
    """
    season, day = table.matchday.division.season, table.matchday
    dispute.state = _state(upheld)
    dispute.decided_how, dispute.decided_at = how, now
    # Not the whole row: its text may have been taken back meanwhile.
    dispute.save(update_fields=["state", "decided_how", "decided_at", "decided_by", "decision"])
    due.never(season, LeagueDue.Kind.DISPUTE, dispute.pk)
    what = {Dispute.How.ORGANIZER: "decided", Dispute.How.VOTES: "voted", Dispute.How.TIME: "lapsed"}[how]
    notices.tell_table(table, notices.Kind.RESULT, what=what, text=dispute.decision)
    if upheld and dispute.lines and table.results.filter(current=True, revision=dispute.revision).exists():
        results.put_right(
            table, dispute.lines, Result.Kind.PLAYED, dispute.decided_by, dispute.decision or dispute.text, now
        )
    elif upheld and how == Dispute.How.VOTES:
        notices.tell_desk(season, what="upheld", round=day.number, number=table.number)
    if day.state == Matchday.State.CLOSING:
        progress.confirm_all(day, now)
        progress.complete_if_done(day, now)


def most_penalty(season: Season) -> int:
    """More than all that one can win is taken off nobody, in 5040ths."""
    top = records.scoring_of(season).top(season.table_size)
    return top * max(season.rounds, season.best_results or 0)


@transaction.atomic
def penalize(*, entrant: Entrant, by: Player, value: int, reason: str, now: datetime | None = None) -> Penalty:
    """Take points (5040ths of a table) off an entrant, with a reason for all to read."""
    season = locked_whole(entrant.season)
    check_right(by, season.league, Act.PENALTY)
    if season.state not in MOVES or entrant.division is None:
        raise NotAllowed(Reason.STATE)
    if not 1 <= value <= most_penalty(season):
        raise NotAllowed(Reason.LINES)
    if not reason.strip():
        raise NotAllowed(Reason.NO_REASON)
    last = entrant.division.matchdays.filter(state=Matchday.State.COMPLETED).order_by("-number").first()
    penalty = Penalty.objects.create(
        entrant=entrant,
        value=value,
        after_round=last.number if last else 0,
        reason=reason.strip()[:300],
        author=by,
        made_at=now or timezone.now(),
    )
    _about(season, entrant, "penalty", by, reason, {"value": value}, now)
    standings.recompute(entrant.division)
    if entrant.player:
        notices.tell(season, [entrant.player], notices.Kind.RESULT, what="penalty", text=reason)
    return penalty


@transaction.atomic
def appeal(*, penalty: Penalty, by: Player, text: str, now: datetime | None = None) -> None:
    """Ask once that a penalty be looked at again; it counts until that is decided."""
    season = locked_season(penalty.entrant.season)
    penalty = Penalty.objects.select_related("entrant").get(pk=penalty.pk)
    if penalty.entrant.player_id != by.pk:
        raise NotAllowed(Reason.NOT_YOURS)
    if penalty.appeal != Penalty.Appeal.NONE or season.state not in MOVES:
        raise NotAllowed(Reason.STATE)
    penalty.appeal = Penalty.Appeal.OPEN
    penalty.save(update_fields=["appeal"])
    _about(season, penalty.entrant, "appeal", by, text, {}, now)
    notices.tell_desk(season, what="appeal", entrant=penalty.entrant.name)


@transaction.atomic
def decide_appeal(*, penalty: Penalty, by: Player, upheld: bool, reason: str, now: datetime | None = None) -> None:
    """Take a penalty back (`upheld`: the appeal is), or leave it; not by the one it is about."""
    season = locked_whole(penalty.entrant.season)
    check_right(by, season.league, Act.DECIDE)
    penalty = Penalty.objects.select_related("entrant__division").get(pk=penalty.pk)
    if penalty.entrant.player_id == by.pk:
        raise NotAllowed(Reason.OWN_TABLE)
    if penalty.appeal != Penalty.Appeal.OPEN:
        raise NotAllowed(Reason.FIRST)
    penalty.appeal = Penalty.Appeal.UPHELD if upheld else Penalty.Appeal.REJECTED
    penalty.save(update_fields=["appeal"])
    _about(season, penalty.entrant, "decide_appeal", by, reason, {"appeal": penalty.appeal}, now)
    if penalty.entrant.division is not None:
        standings.recompute(penalty.entrant.division)


def _about(
    season: Season,
    entrant: Entrant,
    action: str,
    by: Player,
    reason: str,
    after: dict[str, object],
    now: datetime | None,
) -> None:
    log.note(
        league=season.league,
        season=season,
        action=action,
        by=by,
        about={"entrant": entrant.name},
        after=after,
        reason=reason.strip()[:300],
        public=True,
        now=now,
    )


def _note(
    table: LeagueTable,
    action: str,
    by: Player | None,
    reason: str,
    now: datetime,
    after: dict[str, object] | None = None,
    **about: object,
) -> None:
    season = table.matchday.division.season
    log.note(
        league=season.league,
        season=season,
        action=action,
        by=by,
        about={"round": table.matchday.number, "table": table.number} | about,
        after=after,
        reason=reason.strip()[:300],
        public=True,
        own_table=sits_at(by, table),
        now=now,
    )
