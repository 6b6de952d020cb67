"""All that the site keeps about one player, for that player: a zip of JSON.

What others keep to themselves is not in it, and of a round that is still played not a single card: its
moves come when it is over.
"""

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from io import BytesIO, TextIOWrapper
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q
from django.utils import timezone

from games import queries
from games.models import ChatLine, Deal, Friendship, Move, Player, PushSubscription, RatingChange, Report, Round, Seat
from games.services import sum_tables

FORMAT: Final = "masuno-player-1"
ACCOUNT: Final = (
    *("username", "email", "date_joined", "last_login", "renamed_at", "age_band", "language", "theme", "is_guest"),
    *("free_text", "invites", "chat_closed_until", "warned_for"),
)
SEAT: Final = ("number", "name", "points", "place", "left_order", "missed")
CHANGE: Final = (
    *("ladder", "number", "place", "left", "score"),
    *("mu_before", "sigma_before", "mu_after", "sigma_after"),
)

# What other parts of the site hold of a player: each gives chapters of its own.
chapters: Final[list[Callable[[Player], dict[str, Any]]]] = []


def pack(*, player: Player, now: datetime | None = None) -> bytes:
    """The zip: account.json, and rounds.jsonl with one finished round a line, in our notation."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as folder:
        with folder.open("account.json", "w") as file:
            file.write(_json(account(player=player, now=now), indent=1).encode())
        with folder.open("rounds.jsonl", "w") as file, TextIOWrapper(file, "utf-8") as lines:
            for line in rounds_played(player=player):
                lines.write(_json(line) + "\n")
    return packed.getvalue()


def account(*, player: Player, now: datetime | None = None) -> dict[str, Any]:
    """Everything but the moves."""
    whole = {
        "format": FORMAT,
        "made_at": now or timezone.now(),
        "account": _fields(player, ACCOUNT),
        "former_names": list(player.former_names.values("name", "given_up_at", "kept_until")),
        "addresses": list(EmailAddress.objects.filter(user=player).values("email", "verified", "primary")),
        "second_steps": list(Authenticator.objects.filter(user=player).values("type", "created_at", "last_used_at")),
        "sessions": list(
            UserSession.objects.filter(user=player).values("ip", "user_agent", "created_at", "last_seen_at")
        ),
        "notifications": list(PushSubscription.objects.filter(player=player).values("endpoint", "made_at")),
        "matches": list(_matches(player)),
        "lines": list(
            ChatLine.objects.filter(player=player).values("match__code", "number", "kind", "key", "text", "made_at")
        ),
        "friends": list(_friends(player)),
        "blocked": list(player.blocks.values("other__username", "made_at")),
        "muted": list(player.mutes.values("other__username", "made_at")),
        "invitations": list(player.invitations_made.values("match__code", "to__username", "made_at")),
        "moderation": list(
            player.moderation_acts.exclude(kind__in=("note", "dismiss")).values("kind", "days", "made_at")
        ),
        "reports_made": list(
            Report.objects.filter(reporter=player).values("player__username", "match__code", "why", "made_at", "state")
        ),
        "analyses": list(player.analyses.values("round__match__code", "round__number", "asked_at", "state")),
        "ratings": list(player.ratings.values("ladder", "mu", "sigma", "standing", "games", "rated_at")),
        "rating_changes": list(
            RatingChange.objects.filter(player=player)
            .order_by("ladder", "number")
            .values(*CHANGE, "settlement__match__code")
        ),
        "shuffles": list(
            player.contributions.filter(deal__stage__in=(Deal.Stage.DEALT, Deal.Stage.OFF))
            .exclude(deal__round__revealed="")
            .order_by("made_at")
            .values("deal__match__code", "deal__number", "seat", "commit", "nonce", "made_at", "withheld_at")
        ),
        "periods": list(player.period_scores.values("ladder", "period", "games", "points")),
        "statistics": [
            _fields(sums, [f.name for f in sums._meta.fields if f.name not in ("id", "player")])
            for sums in player.sums.all()
        ],
        "months": list(player.month_sums.order_by("month", "preset").values("month", "preset", *sum_tables.RESULTS)),
    }
    for more in chapters:
        whole |= more(player)
    return whole


def _matches(player: Player) -> Iterator[dict[str, Any]]:
    mine = Seat.objects.filter(player=player).select_related("match").prefetch_related("match__seats")
    for seat in mine.order_by("match__created_at"):
        match = seat.match
        yield {
            "code": match.code,
            "kind": match.kind,
            "state": match.state,
            "preset": match.preset,
            "rules": match.rules,
            "sentences": match.sentences,
            "started_at": match.started_at,
            "finished_at": match.finished_at,
            "hosted": match.host_id == player.pk,
            "seat": _fields(seat, SEAT),
            "table": [
                {"seat": one.number, "name": one.name, "bot": one.bot, "place": one.place} for one in match.seats.all()
            ],
        }


def _friends(player: Player) -> Iterator[dict[str, Any]]:
    rows = Friendship.objects.filter(Q(asker=player) | Q(other=player)).select_related("asker", "other")
    for row in rows:
        asked = row.asker_id == player.pk
        other = row.other if asked else row.asker
        yield {"name": other.username, "asked_by_me": asked, "made_at": row.made_at, "accepted_at": row.accepted_at}


def rounds_played(*, player: Player) -> Iterator[dict[str, Any]]:
    """The finished rounds of the player's matches, each with its secret and its moves: enough to replay it."""
    matches = queries.matches_of(player).order_by("created_at").prefetch_related(None)
    played = Round.objects.filter(match__in=matches, finished_at__isnull=False).defer("state").select_related("match")
    for round_ in played.order_by("began_at").iterator(chunk_size=100):
        yield {
            "match": round_.match.code,
            "round": round_.number,
            "my_seat": round_.seat_of(player.pk),
            "seats": round_.seat_count,
            "dealer": round_.dealer,
            "context": round_.context,
            "commit": round_.commit,
            "secret": round_.revealed,
            "nonces": round_.nonces,
            "outcome": round_.outcome,
            "winner": round_.winner,
            "points": round_.points,
            "moves": list(Move.objects.filter(round=round_).order_by("number").values_list("seat", "text", "at")),
        }


def _fields(row: Model, fields: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in fields}


def _json(value: Any, indent: int | None = None) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=indent)
