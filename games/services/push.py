"""Messages to a browser whose page is closed, for who asked for them there.

They say which table waits and no more: what is on a locked screen, anybody may read.
"""

import json
import logging
from collections.abc import Iterable
from enum import StrEnum
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.tasks import task
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.models import Player, PushSubscription
from games.services import push_keys, push_wire

BROWSERS_EACH = 10
GIVEN_UP_AFTER = 5  # failures in a row
GONE = (404, 410)
POINT_BYTES, SECRET_BYTES, LONGEST_ADDRESS = 65, 16, 500
log = logging.getLogger(__name__)


class NoBrowser(ValueError):
    """What was sent is no address and no keys of a browser."""


class Why(StrEnum):
    """What a player is told."""

    TURN = "turn"
    START = "start"
    SEAT = "seat"  # to sit down at, at an address of its own


def is_on() -> bool:
    """Whether this site sends such messages at all."""
    return bool(settings.PUSH_PRIVATE_KEY)


@transaction.atomic
def subscribe(*, player: Player, endpoint: str, p256dh: str, auth: str, language: str) -> None:
    """Tell this browser from now on, and for this player alone; of very many the oldest is forgotten.

    Raises NoBrowser.
    """
    _check(endpoint, p256dh, auth)
    PushSubscription.objects.update_or_create(
        endpoint=endpoint,
        defaults={"player": player, "p256dh": p256dh, "auth": auth, "language": language, "failed": 0},
    )
    kept = PushSubscription.objects.filter(player=player).order_by("-pk").values_list("pk", flat=True)[:BROWSERS_EACH]
    PushSubscription.objects.filter(player=player).exclude(pk__in=list(kept)).delete()


def _check(endpoint: str, p256dh: str, auth: str) -> None:
    try:
        push_wire.checked(endpoint)
        sizes = len(push_keys.decode(p256dh)), len(push_keys.decode(auth))
    except (push_wire.NotPublic, ValueError) as fault:
        raise NoBrowser from fault
    if sizes != (POINT_BYTES, SECRET_BYTES) or len(endpoint) > LONGEST_ADDRESS:
        raise NoBrowser


def unsubscribe(*, player: Player, endpoint: str) -> None:
    """Tell this browser no longer."""
    PushSubscription.objects.filter(player=player, endpoint=endpoint).delete()


def call_to_seat(*, players: Iterable[Player], tag: str, url: str) -> None:
    """Tell the browsers of these players, once the caller's transaction is stored, that they can sit down at `url`."""
    if is_on():
        browsers = PushSubscription.objects.filter(player__in=[player.pk for player in players], player__is_active=True)
        for pk in browsers.values_list("pk", flat=True):
            transaction.on_commit(partial(deliver.enqueue, pk, Why.SEAT.value, tag, url))


@task()
def deliver(subscription_id: int, why: str, code: str, url: str = "") -> None:
    """Send one message to one browser; one that has gone away is forgotten."""
    row = PushSubscription.objects.select_related("player").filter(pk=subscription_id).first()
    if row is None or not is_on():
        return
    content = json.dumps(message(Why(why), code, row.language or row.player.language, url)).encode()
    letter = push_wire.Letter(row.endpoint, row.p256dh, row.auth, code, content)
    try:
        status = push_wire.send(letter)
    except push_wire.FAULTS as fault:
        log.warning("push to %s failed: %s", row.pk, type(fault).__name__)
        status = 0
    _note(row, status)


def message(why: Why, code: str, language: str, url: str = "") -> dict[str, str]:
    """What a browser is told, in its language: the table, and that it waits."""
    with translation.override(language or settings.LANGUAGE_CODE):
        body = {
            Why.TURN: _("Your turn at table %(code)s."),
            Why.START: _("Table %(code)s begins."),
            Why.SEAT: _("Your table is ready: sit down."),
        }[why]
    return {
        "title": "MAS UNO",
        "body": body % {"code": code},
        "url": url or reverse("games:table", args=[code]),
        "tag": code,
        "icon": static("icons/icon-192.png"),
    }


def _note(row: PushSubscription, status: int) -> None:
    mine = PushSubscription.objects.filter(pk=row.pk)
    if status in GONE:
        mine.delete()
    elif 200 <= status < 300:
        mine.update(failed=0)
    else:
        mine.update(failed=F("failed") + 1)
        mine.filter(failed__gte=GIVEN_UP_AFTER).delete()
