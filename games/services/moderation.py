"""What moderators do about a player who was reported; each act is noted for the others to see.

A report is handled once: of two moderators who press at the same time the first wins. Refused: NotAllowed
with NO_MODERATOR, HANDLED or NOT_MODERATED.
"""

import secrets
from datetime import datetime

from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone

from games.models import ModerationAct, Player, Report
from games.names import NAMELESS
from games.queries_moderation import GROUP, is_moderator, is_out_of_reach
from games.services import accounts, chat, seats_given_up, signing_out, written_names
from games.services.errors import NotAllowed, Reason

Kind = ModerationAct.Kind
# What a handled report may end with; hiding the line goes with any of them.
MEASURES = (Kind.DISMISS, Kind.WARN, Kind.CLOSE_CHAT, Kind.RENAME, Kind.BAN)
DAYS = (1, 7, 30)
LONGEST_NOTE = 500


def appoint(*, player: Player, on: bool = True) -> None:
    """Make the player a moderator, or no longer one."""
    group, _ = Group.objects.get_or_create(name=GROUP)
    (player.groups.add if on else player.groups.remove)(group)


def handle(
    *,
    report: Report,
    by: Player,
    measure: str,
    days: int = 0,
    hide: bool = False,
    note: str = "",
    now: datetime | None = None,
) -> None:
    """Close a report with one measure, and hide its line if that is wanted."""
    now = now or timezone.now()
    if measure not in MEASURES or (measure == Kind.CLOSE_CHAT and days not in DAYS):
        raise NotAllowed(Reason.NOT_SAID)
    _handle(report, by, measure, days, hide, note, now)
    if measure == Kind.BAN:
        _leave_tables(report.player_id, now)


@transaction.atomic
def _handle(report: Report, by: Player, measure: str, days: int, hide: bool, note: str, now: datetime) -> None:
    _check(by)
    report = Report.objects.select_for_update(of=("self",)).select_related("line__match").get(pk=report.pk)
    if report.state != Report.State.OPEN:
        raise NotAllowed(Reason.HANDLED)
    player = _reachable(report.player_id, by)
    report.state, report.handled_by = Report.State.HANDLED, by
    report.save(update_fields=["state", "handled_by"])
    if hide and report.line is not None:
        chat.hide_line(line=report.line)
        _note(Kind.HIDE, player, by, now, report=report)
    _take(measure, player, report, days, now)
    closed_for = days if measure == Kind.CLOSE_CHAT else None
    _note(measure, player, by, now, report=report, note=note, days=closed_for)


def _take(measure: str, player: Player, report: Report, days: int, now: datetime) -> None:
    if measure == Kind.WARN:
        player.warned_for = report.why
        player.save(update_fields=["warned_for"])
    elif measure == Kind.CLOSE_CHAT:
        chat.close_chat(player=player, days=days, now=now)
    elif measure == Kind.RENAME:
        _take_name(player, now)
    elif measure == Kind.BAN:
        player.is_active = False
        player.save(update_fields=["is_active"])
        signing_out.end_sessions(player=player)


def _take_name(player: Player, now: datetime) -> None:
    """A name that offends is nobody's any more, at no table; the player may choose another one at once."""
    name = _nameless()
    while accounts.is_taken(name=name):
        name = _nameless()
    accounts.set_name(player=player, name=name, kept_until=None, now=now)
    written_names.rewrite(player=player, name=name)
    player.renamed_at, player.warned_for = None, Report.Why.NAME
    player.save(update_fields=["renamed_at", "warned_for"])


def _nameless() -> str:
    return f"{NAMELESS}{secrets.randbelow(9_000_000) + 1_000_000}"


def add_note(*, report: Report, by: Player, note: str, now: datetime | None = None) -> None:
    """Write something down for the other moderators; the report stays as it is."""
    _check(by)
    note = note.strip()
    if not note:
        raise NotAllowed(Reason.NOT_SAID)
    _note(Kind.NOTE, report.player, by, now or timezone.now(), report=report, note=note)


@transaction.atomic
def lift(*, player: Player, by: Player, note: str = "", now: datetime | None = None) -> None:
    """Let a banned player in again, and open a closed chat."""
    now = now or timezone.now()
    _check(by)
    player = _reachable(player.pk, by)
    if not player.is_active:
        player.is_active = True
        player.save(update_fields=["is_active"])
        _note(Kind.LIFT, player, by, now, note=note)
    if player.chat_closed_until is not None:
        player.chat_closed_until = None
        player.save(update_fields=["chat_closed_until"])
        _note(Kind.OPEN_CHAT, player, by, now, note=note)


def has_read_warning(*, player: Player) -> None:
    """The player says so, and sees it no more."""
    player.warned_for = ""
    player.save(update_fields=["warned_for"])


def _leave_tables(player_id: int, now: datetime) -> None:
    """After the commit of the ban: tables are locked one by one. The clock does what a crash kept from it."""
    seats_given_up.give_up(player=Player.objects.get(pk=player_id), now=now)


def _check(by: Player) -> None:
    if not is_moderator(by):
        raise NotAllowed(Reason.NO_MODERATOR)


def _reachable(player_id: int, by: Player) -> Player:
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    if player.pk == by.pk or is_out_of_reach(player):
        raise NotAllowed(Reason.NOT_MODERATED)
    return player


def _note(
    kind: str,
    player: Player,
    by: Player,
    now: datetime,
    *,
    report: Report | None = None,
    note: str = "",
    days: int | None = None,
) -> None:
    text = note.strip()[:LONGEST_NOTE]
    ModerationAct.objects.create(kind=kind, player=player, by=by, report=report, days=days, note=text, made_at=now)
