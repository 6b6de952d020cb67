"""Reads for moderators: what waits for them, and what is known of a player."""

from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from games.models import ModerationAct, Player, Report

GROUP = "moderators"
SHOWN = 50


def is_moderator(player: Player) -> bool:
    """Whether this player may see reports and act on them."""
    return player.is_active and (player.is_superuser or player.groups.filter(name=GROUP).exists())


def is_out_of_reach(player: Player) -> bool:
    """Whether moderators do not act on this player: staff, another moderator, somebody who is gone."""
    return player.is_staff or player.gone_at is not None or is_moderator(player)


def open_reports() -> QuerySet[Report]:
    """The reports that nobody has handled, the oldest first, each with `before`: how many there are of the player."""
    return (
        Report.objects.filter(state=Report.State.OPEN)
        .select_related("player", "reporter", "match", "line")
        .annotate(before=Count("player__reports", distinct=True))
        .order_by("made_at")
    )


def report_of(pk: int) -> Report | None:
    return Report.objects.select_related("player", "reporter", "match", "line", "handled_by").filter(pk=pk).first()


class Past(NamedTuple):
    """What moderators know of a player."""

    reports: list[Report]
    acts: list[ModerationAct]


def past_of(player: Player, *, but: Report | None = None) -> Past:
    """The latest reports of a player and what was done, the newest first."""
    others = Q(pk=but.pk) if but else Q(pk__in=())
    reports = player.reports.exclude(others).select_related("match", "handled_by").order_by("-made_at")
    acts = player.moderation_acts.select_related("by", "report")
    return Past(list(reports[:SHOWN]), list(acts[:SHOWN]))


def latest_acts() -> list[ModerationAct]:
    """What moderators did lately, for all of them to see."""
    return list(ModerationAct.objects.select_related("by", "player")[:SHOWN])
