"""Whom one plays with: muting, blocking, reporting."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games import queries_people
from games.models import Block, ChatLine, Friendship, Invitation, Match, Mute, Player, Report
from games.services import talk
from games.services.errors import NotAllowed, Reason

CONTEXT = 20
KEPT = timedelta(days=90)
REPORTS_A_DAY = 20
# What people report; the rest is for the site itself.
WHYS = frozenset(Report.Why.values) - {Report.Why.WITHHELD}


def mute(*, player: Player, other: Player, on: bool) -> None:
    """Read this person no more, on none of one's pages; they do not learn of it."""
    _check(player, other)
    if on:
        Mute.objects.get_or_create(owner=player, other=other)
    else:
        Mute.objects.filter(owner=player, other=other).delete()
    _look_again(player)


@transaction.atomic
def block(*, player: Player, other: Player, on: bool) -> None:
    """Sit with this person no more, read nothing of each other, and be no friends."""
    _check(player, other)
    if on:
        Block.objects.get_or_create(owner=player, other=other)
        _part(player, other)
    else:
        Block.objects.filter(owner=player, other=other).delete()
    _look_again(player)


def _check(player: Player, other: Player) -> None:
    if player.pk == other.pk:
        raise NotAllowed(Reason.ONESELF)


def _part(player: Player, other: Player) -> None:
    """Friends, asked to be, or invited: no more."""
    Friendship.objects.filter(Q(asker=player, other=other) | Q(asker=other, other=player)).delete()
    Invitation.objects.filter(Q(by=player, to=other) | Q(by=other, to=player)).delete()


def _look_again(player: Player) -> None:
    """All tables that this person has open are shown anew."""
    for match in Match.objects.filter(connections__player=player).distinct():
        talk.changed(match)


def blocked_with(player: Player, before: datetime | None = None) -> set[int]:
    """Everybody whom this player blocks (only `before` then, where it is given), or who blocks them."""
    return queries_people.blocked_ids(player, before)


def check_seats(match: Match, player: Player) -> None:
    """Refuse a seat beside somebody with whom one does not sit."""
    others = blocked_with(player)
    if others and match.seats.filter(player__in=others, left_order__isnull=True).exists():
        raise NotAllowed(Reason.BLOCKED)


@transaction.atomic
def report(
    *, match: Match, reporter: Player, other: Player, why: str, line: int = 0, now: datetime | None = None
) -> Report:
    """Have somebody look at a player, or at a line of theirs, with what was said before it."""
    now = now or timezone.now()
    _check(reporter, other)
    Player.objects.select_for_update(no_key=True).get(pk=reporter.pk)  # presses at once, one by one
    if why not in WHYS:
        raise NotAllowed(Reason.NOT_SAID)
    if Report.objects.filter(reporter=reporter, made_at__gt=now - timedelta(days=1)).count() >= REPORTS_A_DAY:
        raise NotAllowed(Reason.CHAT_FLOOD)
    about = ChatLine.objects.filter(match=match, number=line, player=other).first() if line else None
    if line and about is None:
        raise NotAllowed(Reason.NO_SUCH_PLAYER)
    known, _ = Report.objects.get_or_create(
        reporter=reporter,
        player=other,
        match=match,
        line=about,
        defaults={"why": why, "made_at": now, "context": _context(match, about)},
    )
    return known


def _context(match: Match, about: ChatLine | None) -> list[dict[str, str]]:
    lines = ChatLine.objects.filter(match=match).select_related("player").order_by("-number")
    if about is not None:
        lines = lines.filter(number__lte=about.number, side=about.side)
    count = CONTEXT if about is None else CONTEXT + 1
    return [
        {
            "number": str(line.number),
            "who": line.player.username,
            "kind": line.kind,
            "said": line.text or line.key,
            "at": line.made_at.isoformat(timespec="seconds"),
        }
        for line in reversed(lines[:count])
    ]


def sweep(now: datetime | None = None) -> int:
    """Forget reports that are older than they may be kept."""
    return Report.objects.filter(made_at__lt=(now or timezone.now()) - KEPT).delete()[0]
