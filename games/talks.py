"""The talk beside a table: one reading of the database, then what each reader may read of it."""

from copy import copy
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone, translation

from games import queries, queries_company, queries_people
from games.presenters import company
from games.services import chat, chat_text

SEEN_FOR = timedelta(seconds=6)
BOTH = frozenset({"players", "watchers"})


@dataclass(slots=True)
class Reading:
    """One reading of a table's talk. Never leaves the server: only what `shown` renders does."""

    match: Any
    seats: list[Any]
    lines: list[Any] = field(repr=False)
    faces: list[Any] = field(repr=False)
    here: list[Any]
    likes: dict[int, queries_company.Likes]
    rendered: dict[tuple[company.Reader, str], str] = field(default_factory=dict, repr=False)

    @property
    def number(self) -> int:
        return int(self.match.talk)


def read(code: str, readers: set[int]) -> Reading | None:
    """Read the talk of a table for these players; None when there is no such table."""
    match = queries.match_by_code(code)
    if match is None:
        return None
    lines = queries_company.lines_of(match)
    _mask(lines)
    return Reading(
        match,
        list(match.seats.select_related("player")),
        lines,
        queries_company.reactions_since(match, timezone.now() - SEEN_FOR),
        queries_company.here(match),
        queries_company.likes_of(readers),
    )


def _mask(lines: list[Any]) -> None:
    free = [line for line in lines if line.kind == "free"]
    words = queries_company.masked_words() if free else frozenset()
    for line in free:
        line.text = chat_text.masked(line.text, words)


def shown(reading: Reading, player_id: int | None, language: str) -> str:
    """The fragment of one reader; readers who are alike share one rendering."""
    key = (_reader(reading, player_id), language)
    kept = reading.rendered.get(key)
    if kept is None:
        with translation.override(language):
            late = _is_late(reading, key[0])
            faces, seats = ([], _as_dealt(reading)) if late else (reading.faces, reading.seats)
            told = company.talk(reading.match, seats, reading.lines, faces, reading.here, key[0], _public(reading))
            kept = reading.rendered[key] = render_to_string("games/company.html#talk", {"talk": told}).strip()
    return kept


def _public(reading: Reading) -> set[int]:
    people = [seat.player for seat in reading.seats if seat.player] + [player for player in reading.here if player]
    return queries_people.seen_by(None, [player for player in people if player.gone_at is None])


def _is_late(reading: Reading, reader: company.Reader) -> bool:
    """Whether a reader watches a ranked match: then neither what players feel now nor who leaves is told yet."""
    return reading.match.kind == "ranked" and reading.match.state == "playing" and "players" not in reader.sides


def _as_dealt(reading: Reading) -> list[Any]:
    """The seats as they were when the round that is played was dealt."""
    dealt = queries.current_round(reading.match)
    seats = [copy(seat) for seat in reading.seats]
    for seat in seats:
        if dealt is not None and seat.number in dealt.seats:
            seat.left_order = None
    return seats


def fragment(code: str, player_id: int | None, language: str) -> str:
    """The same for one reader alone: of a page that is loaded, or that polls."""
    reading = read(code, set() if player_id is None else {player_id})
    return "" if reading is None else shown(reading, player_id, language)


def _reader(reading: Reading, player_id: int | None) -> company.Reader:
    likes = reading.likes.get(player_id or 0, queries_company.Likes(None))
    seated = any(seat.player_id == player_id and seat.left_order is None for seat in reading.seats if player_id)
    sides = BOTH if reading.match.state in chat.OPEN_TO_ALL else frozenset({"players" if seated else "watchers"})
    met = {line.player_id for line in (*reading.lines, *reading.faces)}
    met |= {seat.player_id for seat in reading.seats} | {player.pk for player in reading.here if player}
    muted, blocked, unread = (one & met for one in likes[1:])
    return company.Reader(sides, chat.may_use_free_text(likes.player), muted, blocked, unread)
