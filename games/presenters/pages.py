"""Rows and scores as the pages around the table show them, built from stored matches."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from games.engine.ruleset import Rules, rules_from
from games.names import shown_name
from games.presenters.history import label
from games.presenters.ledger import Moved, moved
from games.presenters.rules import Sheet, ending, game_name, sheet
from games.presenters.wording import bot_name

FINISHED = "finished"
CANCELLED = "cancelled"


class OpenTable(NamedTuple):
    """A public table that waits for players."""

    code: str
    host: str
    taken: int
    free: int
    size: int
    game: str
    ending: str
    turn_s: int


def open_tables(matches: Iterable[Any]) -> list[OpenTable]:
    return [_open_table(match) for match in matches]


def _open_table(match: Any) -> OpenTable:
    rules = rules_from(match.rules)
    return OpenTable(
        code=match.code,
        host=match.host.get_short_name(),
        taken=match.taken,
        free=max(0, match.size - match.taken),
        size=match.size,
        game=game_name(rules),
        ending=ending(rules.ending),
        turn_s=match.turn_ms // 1000,
    )


class Game(NamedTuple):
    """A match as its player's list shows it."""

    code: str
    state: str
    over: bool
    others: tuple[str, ...]
    game: str
    ending: str
    when: datetime
    place: int | None
    points: int
    left: bool
    seats: int
    label: str = ""  # ranked, or the name of its league


def games_of(player_id: int, matches: Iterable[Any]) -> list[Game]:
    return [_game(player_id, match) for match in matches]


def _game(player_id: int, match: Any) -> Game:
    rules = rules_from(match.rules)
    seats = list(match.seats.all())
    mine = next(seat for seat in seats if seat.player_id == player_id)
    return Game(
        code=match.code,
        state=match.state,
        over=match.state in (FINISHED, CANCELLED),
        others=tuple([shown_name(seat.name) for seat in seats if seat is not mine]),
        game=game_name(rules),
        ending=ending(rules.ending),
        when=match.finished_at or match.started_at or match.created_at,
        place=mine.place,
        points=mine.points,
        left=mine.left_order is not None,
        seats=len(seats),
        label=label(match.kind, match.league_name),
    )


class Sitter(NamedTuple):
    """A seat of the result."""

    number: int
    name: str
    bot: str  # how well it plays, "" for a person
    me: bool
    points: int
    place: int | None
    left: bool
    profile: str = ""  # the name in the address of the player's page, where this visitor may see it
    moved: Moved | None = None  # what a rated match did to the rating, where this visitor may see the page


class RoundRow(NamedTuple):
    """What a round brought, a cell a seat; a seat that was no longer in it has none."""

    number: int
    cells: tuple[int | None, ...]
    winner: str
    blocked: bool
    aborted: bool


class Result(NamedTuple):
    """A match with its score, round by round."""

    code: str
    state: str
    over: bool
    seats: tuple[Sitter, ...]  # as they sat
    placed: tuple[Sitter, ...]  # as they ended
    winners: tuple[str, ...]
    rounds: tuple[RoundRow, ...]
    rules: Sheet
    started: datetime | None
    finished: datetime | None


def result(match: Any, rounds: Sequence[Any], player_id: int | None) -> Result:
    seats = tuple([_sitter(seat, player_id, match) for seat in match.seats.all()])
    return Result(
        code=match.code,
        state=match.state,
        over=match.state in (FINISHED, CANCELLED),
        seats=seats,
        placed=tuple(sorted(seats, key=lambda seat: (seat.place or len(seats), -seat.points, seat.number))),
        winners=tuple([shown_name(seat.name) for seat in seats if seat.place == 1]),
        rounds=tuple([_round(played, seats) for played in rounds]),
        rules=sheet(rules_from(match.rules), match.sentences),
        started=match.started_at,
        finished=match.finished_at,
    )


def _sitter(seat: Any, player_id: int | None, match: Any) -> Sitter:
    me = player_id is not None and seat.player_id == player_id
    name, left = shown_name(seat.name), seat.left_order is not None
    # Who left a ranked match in the round that is played is told with the round.
    left = left and not (match.kind == "ranked" and match.state == "playing")
    return Sitter(seat.number, name, bot_name(seat.bot), me, seat.points, seat.place, left)


def _round(played: Any, seats: Sequence[Sitter]) -> RoundRow:
    present = set(played.seats)
    scored = {seat.number: played.points if seat.number == played.winner else 0 for seat in seats}
    cells = [scored[seat.number] if seat.number in present else None for seat in seats]
    winner = next((shown_name(seat.name) for seat in seats if seat.number == played.winner), "")
    return RoundRow(played.number, tuple(cells), winner, played.outcome == "blocked", played.outcome == "aborted")


def rules_of(match: Any) -> Rules:
    """The rule set of a match as a value."""
    return rules_from(match.rules)


def with_profiles(told: Result, profiles: Mapping[int, str]) -> Result:
    """The same result with links to these pages, by seat number."""
    return told._replace(
        placed=tuple([sitter._replace(profile=profiles.get(sitter.number, "")) for sitter in told.placed])
    )


def with_ratings(told: Result, changes: Mapping[int, Any]) -> Result:
    """The same result with what it did to ratings (a RatingChange by seat number), for pages that may be seen."""
    return told._replace(
        placed=tuple(
            [
                sitter._replace(moved=moved(changes[sitter.number]))
                if sitter.profile and sitter.number in changes
                else sitter
                for sitter in told.placed
            ]
        )
    )
