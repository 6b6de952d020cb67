"""Disputes of a table as its page and the organizers' show them: what is claimed, until when, who said what."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

STATES: dict[str, str | Promise] = {
    "open": gettext_lazy("not decided yet"),
    "upheld": gettext_lazy("was accepted"),
    "rejected": gettext_lazy("was not accepted"),
}
HOW: dict[str, str | Promise] = {
    "organizer": gettext_lazy("An organizer decided."),
    "votes": gettext_lazy("Two votes decided."),
    "time": gettext_lazy("Nobody decided in time: the result stands."),
}


@dataclass(frozen=True, slots=True)
class Wish:
    """Somebody's line as the claimant says that it should be."""

    name: str
    came: bool
    place: int
    points: int


@dataclass(frozen=True, slots=True)
class Objection:
    """`votes` are told once all is decided; before, only how many there are, and one's own."""

    pk: int
    name: str
    text: str
    state: str
    told: str
    how: str
    decision: str
    until: datetime | None
    wishes: tuple[Wish, ...]
    count: int
    votes: tuple[tuple[str, bool], ...]
    may_vote: bool
    mine: bool | None


def objections(
    disputes: Sequence[Any],
    names: Mapping[int, str],
    lasts: timedelta,
    voting: Collection[int] = (),
    me: int | None = None,
) -> list[Objection]:
    """Each dispute, its votes read; `names` by entrant, `voting` those in which the reader, account `me`, may vote."""
    told = []
    for one in disputes:
        votes, open_ = list(one.votes.all()), one.state == "open"
        told.append(
            Objection(
                one.pk,
                one.claimant.name,
                one.text,
                one.state,
                str(STATES[one.state]),
                str(HOW.get(one.decided_how, "")),
                one.decision,
                one.opened_at + lasts if open_ else None,
                tuple(_wish(line, names) for line in sorted(one.lines, key=_order)),
                len(votes),
                () if open_ else tuple((vote.player.username, vote.upheld) for vote in votes),
                open_ and one.pk in voting,
                next((vote.upheld for vote in votes if vote.player_id == me), None),
            )
        )
    return told


def said(name: str, upheld: bool) -> str:
    """Somebody's vote in words."""
    return f"{name}: {_('they are right') if upheld else _('the result stands')}"


def _order(line: Mapping[str, Any]) -> tuple[bool, int]:
    return not line["came"], line["place"]


def _wish(line: Mapping[str, Any], names: Mapping[int, str]) -> Wish:
    return Wish(names.get(line["entrant"], "?"), line["came"], line["place"], line["points"])


def kinds(matched: bool) -> list[tuple[str, str]]:
    """What can be wrong; the result not where a match's log has it."""
    told = [("conduct", _("Somebody behaved badly")), ("connection", _("The connection broke"))]
    return told if matched else [("result", _("The result is wrong")), *told]
