"""Who has a table open, counted over all processes, and what follows when nobody is at a seat's pages.

A page is a row of `Connection`. Its process says every few seconds that it is still there; a row that
nobody vouches for is forgotten. So a late close after a good reconnect, or one of two tabs, changes nothing:
what counts is whether any row is left.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import queries
from games.models import Connection, Due, Match, Round, Seat
from games.services import absence, rounds, sleeping, stand_ins, summons, talk, waiting
from games.services.play import locked_table

# A page that is loaded again, or a phone that changes its network, is not gone.
SHOWN_AFTER = timedelta(seconds=4)
STALE_AFTER = timedelta(seconds=10)
BOT_AFTER = timedelta(seconds=60)
AT_ONCE = 200


def arrive(*, code: str, player_id: int | None, key: str, now: datetime | None = None) -> None:
    """A page shows the table: whoever sat there takes their seat back."""
    now = now or timezone.now()
    match = Match.objects.filter(code=code).first()
    if match is None:
        return
    _, is_new = Connection.objects.update_or_create(
        key=key, defaults={"match": match, "player_id": player_id, "seen_at": now}
    )
    seat = _seat(match, player_id)
    if seat is None:
        if is_new:
            talk.changed(match)
    elif stand_ins.is_needed_no_more(queries.current_round(match), seat):
        _welcome(match, seat.number, now)


def polled(*, code: str, player_id: int, now: datetime | None = None) -> None:
    """A page without a socket asked for the table."""
    arrive(code=code, player_id=player_id, key=f"poll.{code}.{player_id}", now=now)


def depart(*, key: str, now: datetime | None = None, lost: bool = False) -> None:
    """A page is closed, or its network has been silent for so long that it is as good as closed."""
    now = now or timezone.now()
    row = Connection.objects.filter(key=key).select_related("match").first()
    if row is not None:
        _forget([row], now if lost else now + SHOWN_AFTER)


def stay(*, keys: Collection[str], now: datetime | None = None) -> set[str]:
    """Vouch for these pages; gives those that were forgotten and have to arrive again."""
    rows = Connection.objects.filter(key__in=keys)
    if rows.update(seen_at=now or timezone.now()) == len(keys):
        return set()
    return set(keys) - set(rows.values_list("key", flat=True))


def sweep(now: datetime | None = None) -> int:
    """Forget the pages that nobody vouches for: their process is gone, or they stopped polling."""
    now = now or timezone.now()
    stale = Connection.objects.filter(seen_at__lt=now - STALE_AFTER).select_related("match")
    rows = list(stale[:AT_ONCE])
    _forget(rows, now)
    return len(rows)


def shift(by: timedelta) -> None:
    """Nobody was gone while nobody could be here."""
    Connection.objects.update(seen_at=F("seen_at") + by)
    Seat.objects.filter(away_since__isnull=False, match__state__in=sleeping.RUNNING).update(
        away_since=F("away_since") + by
    )


@transaction.atomic
def _forget(rows: Iterable[Connection], look_at: datetime) -> None:
    for row in rows:
        # Seen again in the meantime: then it is somebody's.
        if not Connection.objects.filter(pk=row.pk, seen_at=row.seen_at).delete()[0]:
            continue
        seat = _seat(row.match, row.player_id)
        if seat is None:
            talk.changed(row.match)
        elif not _is_here(seat):
            _look_again(seat, look_at)


def _seat(match: Match, player_id: int | None) -> Seat | None:
    """The seat of a player who is still in a match that goes on."""
    if player_id is None or match.state in (Match.State.FINISHED, Match.State.CANCELLED):
        return None
    return Seat.objects.filter(match=match, player_id=player_id, left_order__isnull=True).first()


def _is_here(seat: Seat) -> bool:
    return Connection.objects.filter(match=seat.match_id, player=seat.player_id).exists()


def _look_again(seat: Seat, due_at: datetime) -> None:
    waiting.upsert([Due(match_id=seat.match_id, kind=Due.Kind.AWAY, seat=seat.number, due_at=due_at, number=0)])


@transaction.atomic
def _welcome(match: Match, number: int, now: datetime) -> None:
    match, round_ = locked_table(match.pk)
    Due.objects.filter(match=match, kind=Due.Kind.AWAY, seat=number).delete()
    stand_ins.end(match, round_, number)
    sleeping.wake(match, round_, now)


def notice(match: Match, round_: Round | None, number: int, now: datetime) -> None:
    """Look whether a seat's player is gone; the match and the round are locked.

    First it is shown. After a minute a bot plays; from a ranked match the seat leaves after two.
    """
    seat = match.seats.filter(number=number, player__isnull=False, left_order__isnull=True).first()
    if seat is None or _is_here(seat) or match.state in (Match.State.FINISHED, Match.State.CANCELLED):
        return
    if seat.away_since is None:
        stand_ins.since(seat, now)
        rounds.changed(match)
        if round_ is not None and round_.finished_at is None and number == _to_move(round_):
            summons.turn_came(round_, rounds.state_of(round_))
    rated = match.is_rated
    replaced_from = (seat.away_since or now) + (absence.LEAVES_AFTER if rated else BOT_AFTER)
    if now < replaced_from:
        _look_again(seat, replaced_from)
    elif rated:
        absence.leave(match, round_, number, now)
    elif match.state in sleeping.RUNNING and not sleeping.is_asleep(match):
        if not seat.bot_plays:
            stand_ins.begin(match, round_, seat)
        _deserted(match, seat, now)


def _to_move(round_: Round) -> int | None:
    """The match seat whose turn runs; None while everyone is awaited."""
    k = round_.clock["seat"]
    return round_.seats[k] if k >= 0 else None


def _deserted(match: Match, seat: Seat, now: datetime) -> None:
    """Let the table sleep when everybody has been gone for long; else look again when that may be."""
    deserted_from = sleeping.deserted_from(match)
    if deserted_from is None:
        return  # somebody is there, and is looked for when they go
    if now < deserted_from:
        _look_again(seat, deserted_from)
    else:
        sleeping.fall_asleep(match, now)


def replace_banned(now: datetime | None = None) -> int:
    """Whoever may not sign in any more leaves a ranked match at once, and elsewhere a bot plays.

    Gives how many seats that were.
    """
    found = Seat.objects.filter(
        player__is_active=False,
        bot_plays=False,
        left_order__isnull=True,
        match__state__in=(Match.State.PLAYING, Match.State.BETWEEN),
    )
    seats = list(found[:AT_ONCE])
    for seat in seats:
        _replace(seat, now or timezone.now())
    return len(seats)


@transaction.atomic
def _replace(seat: Seat, now: datetime) -> None:
    match, round_ = locked_table(seat.match_id)
    seat.refresh_from_db()
    if match.is_rated:
        absence.leave_if_running(match, round_, seat.number, now)
    elif seat.left_order is None and match.state in (Match.State.PLAYING, Match.State.BETWEEN):
        stand_ins.since(seat, now)
        stand_ins.begin(match, round_, seat)
