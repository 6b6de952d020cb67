"""Keeping the score of a match with paper cards. Each verb locks the sheet, so phones that write at once both count."""

import secrets
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games.engine.ruleset import BadRules, ending_from
from games.models import Player
from leagues.engine import paper
from leagues.engine.paper import Deal, Fault, Refused, Sheet, Standing
from leagues.models import PaperMatch

__all__ = [
    "Fault",
    "Refused",
    "correct",
    "finish",
    "go_on",
    "merge",
    "open_match",
    "record",
    "remove",
    "sheet_of",
    "standing_of",
    "sweep",
]

ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH: Final = 8
KEY_BYTES: Final = 16
LONGEST_NAME: Final = 20
MOST_HISTORY: Final = 400
MOST_CHANGES: Final = 250  # in one message: an evening without network, and its corrections

# Of a sheet that belongs to nobody, since it was last written on.
KEPT: Final = timedelta(days=400)

type Change = Callable[[Sheet], Sheet]


def open_match(
    *, names: Sequence[str], preset: str = "mas", ending: str = "target 500", owner: Player | None = None
) -> PaperMatch:
    """Begin a sheet for the people at a table, in the order they sit. Raises Refused(NAMES, RULES)."""
    if preset not in paper.BOXES:
        raise Refused(Fault.RULES)
    try:
        wanted = str(ending_from(ending))
    except BadRules:
        raise Refused(Fault.RULES) from None
    sweep()  # who takes a new sheet makes room for it
    return PaperMatch.objects.create(
        key=secrets.token_urlsafe(KEY_BYTES),
        code="".join([secrets.choice(ALPHABET) for _ in range(CODE_LENGTH)]),
        owner=owner,
        names=clean_names(names),
        preset=preset,
        ending=wanted,
    )


def sweep(now: datetime | None = None) -> int:
    """Throw away sheets that belong to no account and were long not written on; give how many."""
    before = (now or timezone.now()) - KEPT
    return PaperMatch.objects.filter(owner=None, updated_at__lt=before).delete()[0]


def clean_names(names: Sequence[str]) -> list[str]:
    """Give the names as they are shown: blanks in order, those left empty gone. Raises Refused(NAMES)."""
    cleaned = [name for name in map(_clean, names) if name]
    apart = {name.casefold() for name in cleaned}
    if not paper.LEAST_SEATS <= len(cleaned) <= paper.MOST_SEATS or len(apart) != len(cleaned):
        raise Refused(Fault.NAMES)
    return cleaned


def _clean(name: str) -> str:
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not name.isprintable() or len(name) > LONGEST_NAME:
        raise Refused(Fault.NAMES)
    return name


def record(*, key: str, deal: Any, seen: int | None = None) -> PaperMatch:
    """Write a deal down, once for each id. Who has `seen` the match end cannot go on; who has not loses nothing."""
    return _change(key, lambda sheet: paper.record(sheet, paper.read_deal(sheet, deal)), seen=seen)


def correct(*, key: str, deal: Any) -> PaperMatch:
    """Put a deal right that is still as the writer saw it (`revision`)."""
    return _change(key, lambda sheet: paper.correct(sheet, paper.read_deal(sheet, deal)))


def remove(*, key: str, deal_id: str, revision: int | None = None) -> PaperMatch:
    """Take a deal off the sheet; it is kept in the history."""
    return _change(key, lambda sheet: paper.remove(sheet, deal_id, revision))


def finish(*, key: str) -> PaperMatch:
    """End the evening where it is: places by the points so far."""
    return _close(key, closed=True)


def go_on(*, key: str) -> PaperMatch:
    """Take back that the evening was ended by hand."""
    return _close(key, closed=False)


@transaction.atomic
def merge(*, key: str, changes: Any) -> tuple[PaperMatch, dict[str, Fault]]:
    """Take over what a phone kept, in its order; those refused are named by their `change` id, the others stand.

    Raises Refused for a match that does not exist, and for what is no list of changes.
    """
    match = _locked(key)
    if not isinstance(changes, list) or len(changes) > MOST_CHANGES:
        raise Refused(Fault.TOO_MANY_CHANGES)
    refused = {}
    for change in changes:
        try:
            _merge_one(match, change)
        except Refused as no:
            refused[str(change.get("change"))[: paper.LONGEST_ID] if isinstance(change, dict) else ""] = no.fault
    return match, refused


def _merge_one(match: PaperMatch, change: Any) -> None:
    if not isinstance(change, Mapping):
        raise Refused(Fault.NO_DEAL)
    deal, act = change.get("deal"), change.get("act")
    if act == "record":
        _apply(match, lambda sheet: paper.record(sheet, paper.read_deal(sheet, deal)))
    elif act == "correct":
        _apply(match, lambda sheet: paper.correct(sheet, paper.read_deal(sheet, deal)))
    elif act == "remove" and isinstance(deal, Mapping):
        _apply(match, lambda sheet: paper.remove(sheet, str(deal.get("id"))))
    elif act in ("finish", "go_on"):
        _set_closed(match, closed=act == "finish")
    else:
        raise Refused(Fault.NO_DEAL)


def sheet_of(match: PaperMatch) -> Sheet:
    """Give what is written down as the rules read it."""
    return Sheet(
        seats=len(match.names),
        preset=match.preset,
        ending=ending_from(match.ending),
        deals=tuple([_deal_from(told) for told in match.deals]),
        removed=frozenset([one["deal"]["id"] for one in match.history if one["act"] == "removed"]),
        closed=match.closed_at is not None,
    )


def standing_of(match: PaperMatch) -> Standing:
    """Give the totals and places of a match as it is now."""
    return paper.standing(sheet_of(match))


def _deal_from(told: Mapping[str, Any]) -> Deal:
    hands = tuple([told["hands"][seat] for seat in sorted(told["hands"], key=int)])
    return Deal(told["id"], told["winner"], hands, told["dealer"], told["revision"])


def _told(deal: Deal) -> dict[str, Any]:
    return {
        "id": deal.id,
        "winner": deal.winner,
        "hands": {str(seat): hand for seat, hand in enumerate(deal.hands)},
        "points": {str(seat): points for seat, points in enumerate(deal.points)},
        "scored": deal.scored,
        "dealer": deal.dealer,
        "revision": deal.revision,
    }


def _locked(key: str) -> PaperMatch:
    match = PaperMatch.objects.select_for_update().filter(key=key).first()
    if match is None:
        raise Refused(Fault.NO_SUCH_MATCH)
    return match


@transaction.atomic
def _change(key: str, change: Change, seen: int | None = None) -> PaperMatch:
    match = _locked(key)
    sheet = sheet_of(match)
    # An id that is known is no new deal: the same form sent twice is told that all is well.
    if seen == match.version and change(sheet) != sheet and paper.standing(sheet).over:
        raise Refused(Fault.OVER)
    _apply(match, change)
    return match


def _apply(match: PaperMatch, change: Change) -> None:
    before = sheet_of(match)
    after = change(before)
    if after == before:
        return
    kept = {deal.id: deal for deal in after.deals}
    gone = [deal for deal in before.deals if kept.get(deal.id) != deal]
    if len(match.history) + len(gone) > MOST_HISTORY:
        raise Refused(Fault.TOO_MANY_CHANGES)
    match.history += [_remembered(deal, corrected=deal.id in kept) for deal in gone]
    match.deals = [_told(deal) for deal in after.deals]
    _save(match)


def _remembered(deal: Deal, *, corrected: bool) -> dict[str, Any]:
    act = "corrected" if corrected else "removed"
    return {"at": timezone.now().isoformat(), "act": act, "deal": _told(deal)}


@transaction.atomic
def _close(key: str, *, closed: bool) -> PaperMatch:
    match = _locked(key)
    _set_closed(match, closed=closed)
    return match


def _set_closed(match: PaperMatch, *, closed: bool) -> None:
    if closed != (match.closed_at is not None):
        match.closed_at = timezone.now() if closed else None
        _save(match)


def _save(match: PaperMatch) -> None:
    match.version += 1
    match.updated_at = timezone.now()
    match.save(update_fields=["deals", "history", "version", "closed_at", "updated_at"])
