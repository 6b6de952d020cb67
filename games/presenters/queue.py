"""The queue of ranked play as one player sees it: where they may go, how long it takes, the table on offer."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.option_texts import PRESETS
from games.ratings.standing import Standing, label
from games.ratings.window import bounds, window

LADDERS: dict[str, tuple[str | Promise, str | Promise]] = {
    "duel": (gettext_lazy("Duel"), gettext_lazy("Two players, face to face.")),
    "table": (gettext_lazy("Table"), gettext_lazy("Three to six players; it begins with four.")),
}
LOST = {
    "away": gettext_lazy("Your page was gone for a while, and so your place in the queue is free again."),
    "missed": gettext_lazy(
        "You did not take the table that was offered, and so your place is free again. Who misses tables again and "
        "again is kept from the queue for a while."
    ),
    "seated": gettext_lazy("Another match began where you sit, and so your place in the queue is free again."),
}
OFFER_SECONDS = 20


class Way(NamedTuple):
    """One queue that may be chosen."""

    key: str  # what the button sends
    game: str
    waiting: int
    wait: str


class Choice(NamedTuple):
    """A ladder with the games on it."""

    ladder: str
    name: str
    help: str
    rating: str
    ways: tuple[Way, ...]


class Place(NamedTuple):
    """A place in the queue."""

    ladder: str
    name: str
    game: str
    waiting: int
    since: int  # ms since the epoch
    waited: int  # seconds
    low: int | None  # the window as shown, None when it is open
    high: int | None
    wait: str


class Offered(NamedTuple):
    """A table on offer."""

    name: str
    game: str
    ends: int  # ms since the epoch
    left: int  # seconds
    whole: int
    seats: int
    accepted: int
    mine: bool  # this player has said yes


class Queue(NamedTuple):
    """One of three: the choice, a place, an offer."""

    state: str
    now: int
    choices: tuple[Choice, ...] = ()
    closed_until: datetime | None = None
    lost: str = ""
    table: str = ""  # where the player sits at a running match
    place: Place | None = None
    offer: Offered | None = None


class Note(NamedTuple):
    """A place in the queue in a few words."""

    name: str
    game: str
    offered: bool


class Known(NamedTuple):
    """What was read for the choice, all by ladder and preset."""

    waiting: Mapping[tuple[str, str], int]
    waits: Mapping[tuple[str, str], int]


def choosing(
    known: Known, standings: Mapping[str, Standing], closed: datetime | None, lost: str, table: str, now: datetime
) -> Queue:
    """Build it for who does not stand in the queue."""
    choices = [_choice(ladder, known, standings[ladder]) for ladder in LADDERS]
    return Queue("choose", _ms(now), tuple(choices), closed, str(LOST.get(lost, "")), table)


def _choice(ladder: str, known: Known, standing: Standing) -> Choice:
    name, told = LADDERS[ladder]
    ways = [
        Way(f"{ladder} {game}", str(PRESETS[game]), known.waiting.get((ladder, game), 0), _wait(known, ladder, game))
        for game in PRESETS
    ]
    return Choice(ladder, str(name), str(told), label(*standing), tuple(ways))


def standing_in(ticket: Any, known: Known, now: datetime) -> Queue:
    """Build it for who waits."""
    waited = max(0, int((now - ticket.joined_at).total_seconds()))
    seen = bounds(window(Standing(ticket.mu, ticket.sigma), waited))
    low, high = seen or (None, None)
    place = Place(
        ladder=ticket.ladder,
        name=str(LADDERS[ticket.ladder][0]),
        game=str(PRESETS[ticket.preset]),
        waiting=known.waiting.get((ticket.ladder, ticket.preset), 0),
        since=_ms(ticket.joined_at),
        waited=waited,
        low=low,
        high=high,
        wait=_wait(known, ticket.ladder, ticket.preset),
    )
    return Queue("wait", _ms(now), place=place)


def offered(ticket: Any, tickets: Sequence[Any], now: datetime) -> Queue:
    """Build it for who has a table on offer, with the tickets of all of it."""
    offer = ticket.offer
    told = Offered(
        name=str(LADDERS[offer.ladder][0]),
        game=str(PRESETS[offer.preset]),
        ends=_ms(offer.expires_at),
        left=max(0, round((offer.expires_at - now).total_seconds())),
        whole=OFFER_SECONDS,
        seats=len(tickets),
        accepted=sum(other.accepted_at is not None for other in tickets),
        mine=ticket.accepted_at is not None,
    )
    return Queue("offer", _ms(now), offer=told)


def note(ticket: Any) -> Note | None:
    """Build what other pages say of a place, None without one."""
    if ticket is None:
        return None
    return Note(str(LADDERS[ticket.ladder][0]), str(PRESETS[ticket.preset]), ticket.offer is not None)


def _wait(known: Known, ladder: str, game: str) -> str:
    """Say how long it took lately, "" where nobody knows."""
    seconds = known.waits.get((ladder, game))
    if seconds is None:
        return ""
    if seconds <= 50:
        tens = max(1, -(-seconds // 10)) * 10
        return _("about %(seconds)d s") % {"seconds": tens}
    minutes = max(1, round(seconds / 60))
    return ngettext("about %(minutes)d minute", "about %(minutes)d minutes", minutes) % {"minutes": minutes}


def _ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
