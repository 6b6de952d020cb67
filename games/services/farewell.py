"""An account is deleted: the person goes, the games stay.

First the account is closed, so that nobody acts for it any more; then its seats are given up, table by table;
then, at once, everything that tells who it was is erased. Whatever a crash kept from happening is done by
the clock (`finish`).
"""

import secrets
from collections.abc import Collection
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Model, Q
from django.utils import timezone

from games.models import (
    Analysis,
    Block,
    ChatLine,
    Connection,
    FormerName,
    Friendship,
    Invitation,
    LedgerAct,
    ModerationAct,
    Mute,
    PairDecision,
    Player,
    PushSubscription,
    RankedRecord,
    Report,
    Ticket,
)
from games.names import FORMER, former_name
from games.services import letters, seats_given_up, signing_out, written_names
from games.signals import player_gone

FEWEST_DIGITS, MOST_DIGITS = 4, 7
# Rows that were the player's alone, or of the player and somebody else.
OWN: tuple[type[Model], ...] = (ChatLine, Connection, FormerName, PushSubscription, RankedRecord, Ticket)
OF_TWO: tuple[tuple[type[Model], str, str], ...] = (
    (Block, "owner", "other"),
    (Friendship, "asker", "other"),
    (Invitation, "by", "to"),
    (Mute, "owner", "other"),
)


def delete_account(*, player: Player, now: datetime | None = None) -> None:
    """Delete it for ever; the row stays in the history under a label that tells nothing."""
    now = now or timezone.now()
    _close(player, now)
    _go(player, now)


def finish(now: datetime | None = None) -> int:
    """Go on with deletions that were broken off; gives how many."""
    begun = Player.objects.filter(gone_at__isnull=False).exclude(username__startswith=FORMER)
    players = list(begun)
    for player in players:
        _go(player, now or timezone.now())
    return len(players)


@transaction.atomic
def _close(player: Player, now: datetime) -> None:
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    player.gone_at = player.gone_at or now
    player.is_active = player.is_staff = player.is_superuser = False
    player.set_unusable_password()
    player.save()
    signing_out.end_sessions(player=player)


def _go(player: Player, now: datetime) -> None:
    seats_given_up.give_up(player=player, now=now)
    _erase(player.pk, now)


@transaction.atomic
def _erase(pk: int, now: datetime) -> None:
    player = Player.objects.select_for_update(no_key=True).get(pk=pk)
    if player.username.startswith(FORMER):
        return  # somebody else was quicker
    old = {player.username, *player.former_names.values_list("name", flat=True)}
    addresses = {player.email, *EmailAddress.objects.filter(user=player).values_list("email", flat=True)} - {""}
    label = _free_name()
    written_names.rewrite(player=player, name=label)
    _rewrite_reports(old, label)
    _rewrite_notes(player, old, label)
    letters.forget(names=old, addresses=addresses)
    _delete_rows(player)
    _blank(player, label)
    player_gone.send(Player, player=player, names=old, label=label, now=now)


def _free_name() -> str:
    """A label that nobody has; one digit longer where many are taken."""
    for digits in range(FEWEST_DIGITS, MOST_DIGITS + 1):
        for _ in range(4):
            name = former_name(secrets.token_hex(MOST_DIGITS)[:digits])
            if not Player.objects.filter(username=name).exists():
                return name
    raise RuntimeError("no label is free")


def _rewrite_reports(old: Collection[str], label: str) -> None:
    """What moderators see of the talk: the name goes, and what this person wrote; phrases say nothing."""
    changed = []
    for report in Report.objects.select_for_update().order_by("pk"):
        mine = [line for line in report.context if line["who"] in old]
        for line in mine:
            line["who"] = label
            line["said"] = "" if line["kind"] == ChatLine.Kind.FREE else line["said"]
        if mine:
            changed.append(report)
    Report.objects.bulk_update(changed, ["context"], batch_size=200)


def _rewrite_notes(player: Player, old: Collection[str], label: str) -> None:
    """What others noted about this player stays, and speaks of nobody."""
    named = letters.mention(old)
    noted = ((Report, "note"), (ModerationAct, "note"), (PairDecision, "note"), (LedgerAct, "reason"))
    for model, field in noted:
        for pk, text in model._default_manager.exclude(**{field: ""}).values_list("pk", field):
            if named.search(text):
                model._default_manager.filter(pk=pk).update(**{field: named.sub(label, text)})
    of_players = ContentType.objects.get_for_model(Player)
    LogEntry.objects.filter(content_type=of_players, object_id=str(player.pk)).update(object_repr=label)


def _delete_rows(player: Player) -> None:
    Report.objects.filter(reporter=player).update(reporter=None)
    Analysis.objects.filter(asked_by=player).update(asked_by=None)
    for model in OWN:
        model._default_manager.filter(player=player).delete()
    for model, one, other in OF_TWO:
        model._default_manager.filter(Q(**{one: player}) | Q(**{other: player})).delete()
    EmailAddress.objects.filter(user=player).delete()
    Authenticator.objects.filter(user=player).delete()
    player.groups.clear()
    player.user_permissions.clear()


def _blank(player: Player, label: str) -> None:
    """All that the account said of its owner."""
    kept = Player(
        pk=player.pk,
        username=label,
        is_active=False,
        is_demo=player.is_demo,
        is_guest=player.is_guest,
        gone_at=player.gone_at,
        date_joined=player.date_joined,
    )
    kept.set_unusable_password()
    kept.save(force_update=True)
