"""Who is at a table and what they say, as one reader may read it."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from games.names import shown_name
from games.phrases import PHRASES, REACTIONS


class Person(NamedTuple):
    """Somebody at the table."""

    name: str
    is_muted: bool
    is_blocked: bool
    profile: str = ""  # whose page the reader may see


class Line(NamedTuple):
    """Something that was said."""

    number: int
    name: str
    text: str
    watcher: bool


class Face(NamedTuple):
    """A reaction, shown on a seat for a moment."""

    number: int
    place: int
    key: str
    label: str
    name: str


class Talk(NamedTuple):
    """What one reader sees beside the table."""

    number: int
    last: int
    lines: tuple[Line, ...]
    faces: tuple[Face, ...]
    players: tuple[Person, ...]
    watchers: tuple[Person, ...]
    more: int  # watchers beyond those who are named
    nameless: int
    watching: int  # all of them


class Reader(NamedTuple):
    """What matters about who reads: readers who are alike see the same."""

    sides: frozenset[str]
    free: bool
    muted: frozenset[int]
    blocked: frozenset[int]
    unread: frozenset[int]


NAMED = 20


def talk(
    match: Any,
    seats: Sequence[Any],
    lines: Sequence[Any],
    faces: Sequence[Any],
    here: Sequence[Any],
    reader: Reader,
    public: Collection[int],
) -> Talk:
    """Build it from what has been read; the free texts are masked already. Everybody may see the pages of `public`."""
    sat = {seat.player_id: seat for seat in seats if seat.player_id is not None and seat.left_order is None}
    read = [line for line in lines if may_read(line, reader)]
    watchers = [player for player in here if player is not None and player.pk not in sat]
    nameless = sum(player is None for player in here)
    return Talk(
        number=match.talk,
        last=read[-1].number if read else 0,
        lines=tuple([_line(line) for line in read]),
        faces=tuple([_face(line, sat[line.player_id]) for line in faces if _is_seen(line, reader, sat)]),
        players=tuple([_person(seat.player, reader, _has_page(seat.player, reader, public)) for seat in sat.values()]),
        watchers=tuple([_person(player, reader, player.pk in public) for player in watchers[:NAMED]]),
        more=max(0, len(watchers) - NAMED),
        nameless=nameless,
        watching=len(watchers) + nameless,
    )


def may_read(line: Any, reader: Reader) -> bool:
    """The own side only, nobody who is muted or blocked, free text only for who wants it."""
    return line.side in reader.sides and line.player_id not in reader.unread and (reader.free or line.kind != "free")


def _is_seen(line: Any, reader: Reader, sat: Collection[int]) -> bool:
    return line.player_id in sat and line.player_id not in reader.unread


def _line(line: Any) -> Line:
    text = line.text if line.kind == "free" else str(PHRASES.get(line.key, ""))
    return Line(line.number, shown_name(line.player.username), text, line.side == "watchers")


def _face(line: Any, seat: Any) -> Face:
    name = shown_name(seat.name)
    return Face(line.number, seat.number, line.key, str(REACTIONS.get(line.key, "")), name)


def _person(player: Any, reader: Reader, has_page: bool) -> Person:
    name = shown_name(player.username)
    return Person(name, player.pk in reader.muted, player.pk in reader.blocked, player.username if has_page else "")


def _has_page(player: Any, reader: Reader, public: Collection[int]) -> bool:
    """Who plays at the same table may see a page that is not everybody's, if neither blocks the other."""
    plays = reader.sides == {"players"}
    has_one = not player.is_guest and player.gone_at is None
    return player.pk in public or (plays and has_one and player.pk not in reader.unread)
