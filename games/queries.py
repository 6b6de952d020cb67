"""Every read that is more than a get."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Avg, Count, F, OuterRef, Prefetch, Q, QuerySet, Subquery

from games.models import Match, Move, Player, Round, Seat
from games.queries_composed import Composed

MOVES_A_VERSION = 100_000
ROUNDS_AT_ONCE = 50
MEASURED = 200  # rounds: enough for a steady average, few enough to follow a change
RUNNING = (Match.State.PLAYING, Match.State.BETWEEN, Match.State.PAUSED)


def table_number(match_version: int, round_version: int) -> int:
    """What numbers a screen: grows with every move and every other change of a table, for ever."""
    return match_version * MOVES_A_VERSION + round_version


def match_by_code(code: str) -> Match | None:
    """A match with its host and, in `seats.all()`, its seats in order."""
    return Match.objects.select_related("host").prefetch_related("seats").filter(code=code.upper()).first()


def seat_of(match: Match, player_id: int | None) -> Seat | None:
    """The seat of a player at a match read by `match_by_code`."""
    if player_id is None:
        return None
    return next((seat for seat in match.seats.all() if seat.player_id == player_id), None)


def current_round(match: Match) -> Round | None:
    """The round that is played, or the last one played."""
    return Round.objects.filter(match=match).order_by("-number").first()


def latest_round(code: str) -> Round | None:
    """The round that is played at a table, or the last one played, with its match: one query."""
    return next(iter(_latest_round(code=code.upper())), None)


_latest_round = Composed(
    lambda code: Round.objects.select_related("match").filter(match__code=code).order_by("-number")[:1]
)


def is_latest(match: Match, round_: Round | None) -> bool:
    """Whether no round was dealt after this one; with None, whether none was dealt at all."""
    later = Round.objects.filter(match=match, number__gt=round_.number if round_ else 0)
    return not later.exists()


def told_moves(played: Round, count: int) -> list[Move]:
    """The latest moves of a round in order, as far as their story needs."""
    # Not the moves since the round was read.
    return _told_moves(played=played.pk, since=played.version - count + 1, until=played.version)


_told_moves = Composed(
    lambda played, since, until: (
        Move.objects.filter(round=played, number__gte=since, number__lte=until)
        .order_by("number")
        .only("number", "seat", "text", "events", "signal")
    )
)


def round_of(match: Match, number: int) -> Round | None:
    return Round.objects.filter(match=match, number=number).first()


def rounds_of(match: Match) -> QuerySet[Round]:
    """The finished rounds of a match in order, without their positions."""
    return match.rounds.filter(finished_at__isnull=False).defer("state").order_by("number")


def signals_of(match_id: int, number: int) -> list[tuple[str, dict[str, Any]]]:
    """How the commands of a match seat came in all rounds: the text of each, and its signal."""
    places: dict[int, list[int]] = {}  # the seat's place at the round -> rounds
    for pk, roster in Round.objects.filter(match=match_id).values_list("pk", "roster"):
        for place, person in enumerate(roster):
            if person["seat"] == number:
                places.setdefault(place, []).append(pk)
    sent = Q(pk__in=[])
    for place, rounds in places.items():
        sent |= Q(seat=place, round__in=rounds)
    told = Move.objects.filter(sent, signal__isnull=False).values_list("text", "signal")
    return [(text, signal or {}) for text, signal in told]


def moves_of(played: Round) -> QuerySet[Move]:
    """The log of a round in order."""
    return played.moves.order_by("number")


def stored_rounds(*, code: str = "", since: datetime | None = None) -> Iterator[Round]:
    """All rounds with their match and their moves, match by match, some at a time; those of a match or since then."""
    rounds = Round.objects.select_related("match", "promise").order_by("match", "number")
    rounds = rounds.prefetch_related("moves", "promise__contributions")
    if code:
        rounds = rounds.filter(match__code=code)
    if since:
        rounds = rounds.filter(began_at__gte=since)
    return rounds.iterator(chunk_size=ROUNDS_AT_ONCE)


def points_before(played: Round) -> dict[str, int]:
    """The points of a match when a round began, by seat as a text, as `Round.totals` has them."""
    points = dict.fromkeys(map(str, played.match.seats.order_by("number").values_list("number", flat=True)), 0)
    before = Round.objects.filter(match=played.match_id, number__lt=played.number, winner__isnull=False)
    for winner, scored in before.values_list("winner", "points"):
        points[str(winner)] += scored
    return points


def table_numbers(codes: Iterable[str]) -> dict[str, int]:
    """How far each of these tables is, in one query: what a screen compares its number with."""
    latest = Round.objects.filter(match=OuterRef("pk")).order_by("-number").values("version")[:1]
    rows = (
        Match.objects.filter(code__in=list(codes))
        .annotate(moves=Subquery(latest))
        .values_list("code", "version", "moves")
    )
    return {code: table_number(version, moves or 0) for code, version, moves in rows}


def open_tables() -> QuerySet[Match]:
    """Public tables that wait for players, newest first; each with `taken`, `bots` and its seats."""
    return (
        Match.objects.filter(state=Match.State.OPEN, public=True)
        .select_related("host")
        .prefetch_related("seats")
        .annotate(taken=Count("seats"), bots=Count("seats", filter=~Q(seats__bot="")))
        .order_by("-created_at")
    )


def matches_of(player: Player) -> QuerySet[Match]:
    """Every match that a player sits or sat at, those still going on first, then the newest first."""
    return (
        Match.objects.filter(seats__player=player)
        .exclude(state=Match.State.CANCELLED, started_at__isnull=True)
        .prefetch_related(Prefetch("seats", Seat.objects.order_by("place", "number")))
        .order_by(F("finished_at").desc(nulls_first=True), "-created_at")
    )


def unfinished_matches_of(player: Player) -> QuerySet[Match]:
    """The open and running tables of a player, to come back to."""
    return (
        Match.objects.filter(
            seats__player=player,
            seats__left_order__isnull=True,
            state__in=(Match.State.OPEN, *RUNNING),
        )
        .prefetch_related("seats")
        .order_by("-created_at")
    )


def has_finished(player: Player) -> bool:
    """Whether a player has played a match to its end."""
    return Match.objects.filter(seats__player=player, state=Match.State.FINISHED).exists()


class Measured(NamedTuple):
    rounds: int
    round_ms: float
    points: float


def measured_rounds(preset: str, seats: int) -> Measured:
    """How long the latest rounds of a preset took with so many seats, and what they scored."""
    latest = Round.objects.filter(outcome=Round.Outcome.WON, match__preset=preset, seat_count=seats)
    row = latest.order_by("-pk")[:MEASURED].aggregate(rounds=Count("pk"), round_ms=Avg("last_at"), points=Avg("points"))
    return Measured(row["rounds"], row["round_ms"] or 0.0, row["points"] or 0.0)
