"""The table while no round is played: who sits there, what is agreed, how it stands."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.names import shown_name
from games.presenters.rules import Sheet, sheet
from games.presenters.wording import bot_name, listed


class Place(NamedTuple):
    """A seat of the match, the same for whoever looks."""

    number: int
    name: str
    bot: str  # how well it plays, "" for a person
    host: bool
    ready: bool
    points: int
    place: int | None
    left: bool
    won: int  # in the last round
    away: bool = False


class Lobby(NamedTuple):
    """What everybody sees of a table between its rounds."""

    places: tuple[Place, ...]
    free: int
    rules: Sheet
    turn_s: int
    bank_s: int
    round: int
    last_winner: str
    blocked: bool
    winners: str
    agreed: tuple[str, ...]


class Own(NamedTuple):
    """What one person may do at a table between its rounds."""

    seat: int | None
    host: bool
    ready: bool
    agrees: bool
    left: bool
    may_sit: bool
    may_start: bool
    bots: tuple[Place, ...]
    guests: tuple[Place, ...]
    rematch: str
    terms: str
    alone: bool
    full: bool


def lobby(match: Any, seats: Sequence[Any], round_: Any, rules: Any) -> Lobby:
    """Build the common part; the last round, if there was one, tells what it brought."""
    places = tuple([_place(match, seat, round_) for seat in seats])
    best = sorted(places, key=lambda place: (place.place or len(places), -place.points, place.number))
    over = round_ is not None and round_.finished_at is not None
    return Lobby(
        places=places if match.state == "open" else tuple(best),
        free=max(0, match.size - len(places)),
        rules=sheet(rules, match.sentences),
        turn_s=match.turn_ms // 1000,
        bank_s=match.bank_ms // 1000,
        round=round_.number if round_ else 0,
        last_winner=next((place.name for place in places if over and place.number == round_.winner), ""),
        blocked=over and round_.outcome == "blocked",
        winners=listed([place.name for place in places if place.place == 1]),
        agreed=tuple([shown_name(seat.name) for seat in seats if _agrees(match, seat)]),
    )


def _agrees(match: Any, seat: Any) -> bool:
    return bool(seat.ready if match.state == "paused" else seat.agrees_pause)


def _place(match: Any, seat: Any, round_: Any) -> Place:
    won = round_.points if round_ and round_.finished_at and seat.number == round_.winner else 0
    host = match.host_id == seat.player_id
    left = seat.left_order is not None
    away = seat.away_since is not None
    name = shown_name(seat.name)
    return Place(seat.number, name, bot_name(seat.bot), host, seat.ready, seat.points, seat.place, left, won, away)


def own(match: Any, seats: Sequence[Any], player_id: int | None, rematch: str, terms: str) -> Own:
    """Build the part of one person: a seat's, or a guest's who may take one."""
    seat = next((seat for seat in seats if player_id is not None and seat.player_id == player_id), None)
    host = player_id is not None and match.host_id == player_id
    others = [_place(match, other, None) for other in seats if other is not seat]
    return Own(
        seat=seat.number if seat else None,
        host=host,
        ready=bool(seat and seat.ready),
        agrees=bool(seat and seat.agrees_pause),
        left=bool(seat and seat.left_order is not None),
        may_sit=player_id is not None and seat is None and len(seats) < match.size,
        may_start=host and len(seats) > 1 and all(place.ready for place in others),
        bots=tuple([place for place in others if place.bot]),
        guests=tuple([place for place in others if not place.bot]),
        rematch=rematch,
        terms=terms,
        alone=len(seats) < 2,
        full=len(seats) >= match.size,
    )
