"""Settlements taken out of the ledger, after an outage or a ban, and taken in again; or rated by other places.

First a preview of what it would change, then the act itself, which is kept with its reason. Everything from
the first touched settlement on is replayed, in the order of the numbers; matches stay as they are, and places
too unless a league has corrected them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import LedgerAct, Match, Player, Rating, Settlement
from games.ratings.standing import START, shown
from games.services import ledger, period_scores
from games.services.errors import NotAllowed, Reason
from games.services.ledger_replay import Replayed, replay, store


@dataclass(frozen=True)
class Selection:
    """Which settlements: those of a span of time (`until` not included), of a player, of matches by code."""

    kind: LedgerAct.Kind
    since: datetime | None = None
    until: datetime | None = None
    player: int | None = None
    codes: tuple[str, ...] = ()

    def settlements(self) -> QuerySet[Settlement]:
        """Those that the act would touch, in order: to undo what counts, to redo what was undone."""
        found = Settlement.objects.filter(undone_at__isnull=self.kind == LedgerAct.Kind.UNDO)
        if self.since is not None:
            found = found.filter(settled_at__gte=self.since)
        if self.until is not None:
            found = found.filter(settled_at__lt=self.until)
        if self.player is not None:
            found = found.filter(match__seats__player=self.player)
        if self.codes:
            found = found.filter(match__code__in=self.codes)
        return found.select_related("match").order_by("ladder", "number")

    @property
    def is_empty(self) -> bool:
        """Whether it names nothing, and so would mean the whole ledger."""
        return self.since is None and self.until is None and self.player is None and not self.codes


@dataclass(frozen=True)
class Change:
    """What an act changes for a player on a ladder, as shown."""

    player: int
    ladder: str
    before: int
    after: int


@dataclass(frozen=True)
class Preview:
    """What an act would do: the matches, and every rating that would be another."""

    codes: tuple[str, ...]
    changes: tuple[Change, ...]


@transaction.atomic
def preview(*, selection: Selection) -> Preview:
    """Work out what an act would change; nothing is stored. Refused: an empty selection, nothing found."""
    touched = _touched(selection)
    return _preview(touched, _replayed(selection, touched))


@transaction.atomic
def apply(*, selection: Selection, by: Player, reason: str, now: datetime | None = None) -> LedgerAct:
    """Undo or redo the settlements, replay what came after them, and keep the act.

    Refused: an empty selection, nothing found, no reason.
    """
    if not reason.strip():
        raise NotAllowed(Reason.NO_LEDGER_REASON)
    for ladder in sorted({settlement.ladder for settlement in _touched(selection)}):
        ledger.locked_head(ladder)
    touched = _touched(selection)  # as it is now that nobody else can settle
    replays = _replayed(selection, touched)
    found = _preview(touched, replays)
    undone_at = (now or timezone.now()) if selection.kind == LedgerAct.Kind.UNDO else None
    Settlement.objects.filter(pk__in=[settlement.pk for settlement in touched]).update(undone_at=undone_at)
    for replayed in replays:
        store(replayed)
    _recount(touched)
    return _kept(selection.kind, found, by, reason, now)


@transaction.atomic
def correct(
    *, match: Match, places: Mapping[int, int], by: Player, reason: str, now: datetime | None = None
) -> LedgerAct | None:
    """Rate a settled match by these places of its players, 1 first; by its own again where there are none.

    Who is not named is last; who left the match loses to everybody still. What came after it is replayed, and the
    act is kept (LEAGUES §4.3). None where the match is not in the ledger, or has these places there already.
    Refused: no reason.
    """
    if not reason.strip():
        raise NotAllowed(Reason.NO_LEDGER_REASON)
    settlement = Settlement.objects.filter(match=match).select_related("match").first()
    if settlement is None:
        return None
    ledger.locked_head(settlement.ladder)
    settlement.refresh_from_db(fields=["places"])
    ranks = _ranks(match, places)
    if ranks == settlement.places:
        return None
    settlement.places = ranks
    settlement.save(update_fields=["places"])
    replayed = replay(settlement.ladder, settlement.number)
    found = _preview([settlement], [replayed])
    store(replayed)
    _recount([settlement])
    return _kept(LedgerAct.Kind.CORRECT, found, by, reason, now)


def _ranks(match: Match, places: Mapping[int, int]) -> dict[str, int]:
    """The ranks that these places give who sat there, by player; nothing where the match says the same."""
    seats = {seat.player_id: seat.place for seat in match.seats.all() if seat.player_id is not None}
    given = {player: places.get(player, 1 + max(places.values(), default=0)) for player in seats}
    ranks = {player: 1 + sum(other < place for other in given.values()) for player, place in given.items()}
    return {} if not places or ranks == seats else {str(player): rank for player, rank in ranks.items()}


def _kept(kind: LedgerAct.Kind, found: Preview, by: Player, reason: str, now: datetime | None) -> LedgerAct:
    return LedgerAct.objects.create(
        kind=kind,
        by=by,
        reason=reason.strip(),
        made_at=now or timezone.now(),
        matches=list(found.codes),
        changes=[_stored(change) for change in found.changes],
    )


def _touched(selection: Selection) -> list[Settlement]:
    touched = [] if selection.is_empty else list(selection.settlements())
    if not touched:
        raise NotAllowed(Reason.NO_SETTLEMENT)
    return touched


def _replayed(selection: Selection, touched: Iterable[Settlement]) -> list[Replayed]:
    """Each touched ladder, from its first touched settlement on."""
    first: dict[str, int] = {}
    for settlement in touched:
        first.setdefault(settlement.ladder, settlement.number)
    keys = {settlement.pk for settlement in touched}
    sides = {"undone": keys} if selection.kind == LedgerAct.Kind.UNDO else {"redone": keys}
    return [replay(ladder, number, **sides) for ladder, number in first.items()]


def _preview(touched: Iterable[Settlement], replays: Iterable[Replayed]) -> Preview:
    changes = [change for replayed in replays for change in _changes(replayed)]
    return Preview(tuple([settlement.match.code for settlement in touched]), tuple(changes))


def _changes(replayed: Replayed) -> Iterable[Change]:
    stored = Rating.objects.filter(ladder=replayed.ladder, player__in=replayed.players)
    before = {rating.player_id: shown(rating.mu) for rating in stored}
    for player in sorted(replayed.players):
        change = Change(
            player=player,
            ladder=replayed.ladder,
            before=before.get(player, shown(START.mu)),
            after=shown(replayed.book.account(player).standing.mu),
        )
        if change.before != change.after:
            yield change


def _stored(change: Change) -> dict[str, Any]:
    return {"player": change.player, "ladder": change.ladder, "before": change.before, "after": change.after}


def _recount(touched: Iterable[Settlement]) -> None:
    """The periods of the touched settlements: the scores of others have not changed, for their places have not."""
    keys = {
        (settlement.ladder, player, period)
        for settlement in touched
        for period in period_scores.keys_at(settlement.settled_at)
        for player in settlement.changes.values_list("player", flat=True)
    }
    for ladder, player, period in sorted(keys):
        period_scores.recount(ladder=ladder, player=player, period=period)
