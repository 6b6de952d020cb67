"""A deleted account leaves the leagues: results stay, under the label that tells nothing."""

import json
from collections.abc import Collection
from datetime import datetime

from games.models import Player
from games.services.letters import mention
from leagues.models import (
    CalledOff,
    Dispute,
    Entrant,
    LogEntry,
    MailChoice,
    PaperMatch,
    Penalty,
    PlayWeek,
    Result,
    Role,
)
from leagues.services import juries, leaving, succession

# How long each may be: the label may be longer than the name.
LONGEST = {"text": 500, "decision": 300, "reason": 300}
JSON_FIELDS = ("about", "before", "after")


def forget(*, player: Player, names: Collection[str], label: str, now: datetime) -> None:
    """Inside the transaction that erases the person: seasons are left, and the log speaks of nobody."""
    leagues = set(player.entries.values_list("season__league", flat=True))
    leagues |= set(player.league_roles.values_list("league", flat=True))
    leagues |= set(player.leagues_owned.values_list("pk", flat=True))
    leagues |= set(player.owner_offers.values_list("league", flat=True))
    # First, so that the log and the letters of the leaving do not know the name either.
    Entrant.objects.filter(player=player).update(name=label)
    leaving.farewell(player=player, name=label, now=now)
    Role.objects.filter(player=player).delete()
    juries.dismiss(player)
    succession.bereave(player, now)
    MailChoice.objects.filter(player=player).delete()
    PlayWeek.objects.filter(player=player).delete()
    CalledOff.objects.filter(player=player).delete()
    Entrant.objects.filter(player=player).update(zone="", free_times=[])
    _let_sheets_go(player, names, label)
    LogEntry.objects.filter(actor=player).update(actor_name=label)
    _rewrite_log(leagues, names, label)
    _rewrite_reasons(leagues, names, label)


def _let_sheets_go(player: Player, names: Collection[str], label: str) -> None:
    """Sheets of the score keeper stay for whoever has their address, as of nobody; who is named there is nobody too."""
    for sheet in PaperMatch.objects.select_for_update().filter(owner=player).order_by("pk"):
        sheet.owner = None
        sheet.names = [label if name in names else name for name in sheet.names]
        sheet.save(update_fields=["owner", "names"])


def _rewrite_log(leagues: Collection[int], names: Collection[str], label: str) -> None:
    named = mention(names)
    for entry in LogEntry.objects.filter(league__in=leagues):
        told = {name: json.dumps(getattr(entry, name), ensure_ascii=False) for name in JSON_FIELDS}
        changed = {name: json.loads(named.sub(label, text)) for name, text in told.items() if named.search(text)}
        if named.search(entry.reason):
            changed["reason"] = named.sub(label, entry.reason)[: LONGEST["reason"]]
        if changed:
            LogEntry.objects.filter(pk=entry.pk).update(**changed)


def _rewrite_reasons(leagues: Collection[int], names: Collection[str], label: str) -> None:
    """What people wrote about results for all to read: the log has the same words, and both speak of nobody."""
    named = mention(names)
    disputes = Dispute.objects.filter(table__matchday__division__season__league__in=leagues)
    results = Result.objects.filter(table__matchday__division__season__league__in=leagues)
    penalties = Penalty.objects.filter(entrant__season__league__in=leagues)
    for written, fields in ((disputes, ("text", "decision")), (results, ("reason",)), (penalties, ("reason",))):
        for pk, *texts in written.values_list("pk", *fields):
            told = {name: text for name, text in zip(fields, texts, strict=True) if named.search(text)}
            if told:
                changed = {name: named.sub(label, text)[: LONGEST[name]] for name, text in told.items()}
                written.model.objects.filter(pk=pk).update(**changed)
