"""Entrants from a file: all of them, or none and every line that is wrong with its reason. Refused: NotAllowed."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import transaction

from games.models import Player
from leagues import queries_open
from leagues.models import Entrant, Season
from leagues.services import entrants
from leagues.services.errors import NotAllowed, Reason
from leagues.services.leagues import locked_whole
from leagues.services.rights import Act
from leagues.services.rights import check as check_right

MOST_LINES = 400
LARGEST = 256 * 1024  # bytes
# Old files and keyboards write the Romanian letters with cedillas.
COMMAS_BELOW = str.maketrans("ŞşŢţ", "ȘșȚț")
HEADS = ("name", "nume", "player", "jucator", "jucător", "username")


class Fault(StrEnum):
    """What may be wrong with a line."""

    EMPTY = "empty"
    LONG = "long"
    TWICE = "twice"  # named by an earlier line too
    IN = "in"  # in the season already
    UNKNOWN = "unknown"  # nobody with an account, and the season is played online
    OUT = "out"  # was declined or disqualified
    FULL = "full"  # nobody can enter any more


@dataclass(frozen=True, slots=True)
class Wrong:
    line: int
    text: str
    fault: Fault


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of a file: so many entrants, or what is wrong with it."""

    count: int = 0
    wrong: tuple[Wrong, ...] = ()


def read(data: bytes) -> list[tuple[int, str]]:
    """The names of a file with the numbers of their lines. Raises NotAllowed (FILE).

    One column, or the one headed "name"; separated by commas, semicolons or tabs.
    """
    if len(data) > LARGEST or b"\0" in data:
        raise NotAllowed(Reason.FILE)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1250", errors="replace")
    text = text.translate(COMMAS_BELOW)
    try:
        rows = [(number, row) for number, row in _rows(text) if any(cell.strip() for cell in row)]
    except csv.Error:
        raise NotAllowed(Reason.FILE) from None
    if not rows or len(rows) > MOST_LINES:
        raise NotAllowed(Reason.FILE)
    heads = [cell.strip().lower() for cell in rows[0][1]]
    column = next((at for at, head in enumerate(heads) if head in HEADS), None)
    if column is not None:
        rows = rows[1:]
    at = column or 0
    return [(number, row[at].strip().removeprefix("'") if at < len(row) else "") for number, row in rows]


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    first = text.lstrip("\r\n").split("\n", 1)[0]
    mark = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    for row in reader:
        yield reader.line_num, row


@transaction.atomic
def take_in(*, season: Season, by: Player, data: bytes, now: datetime | None = None) -> Taken:
    """Let everybody of the file in, by account or, where paper cards are played, by name. One fault and nobody is."""
    season = locked_whole(season)
    check_right(by, season.league, Act.ENTRANTS)
    if season.state not in entrants.ENTERING:
        raise NotAllowed(Reason.CLOSED)
    names = read(data)
    accounts = queries_open.named(name for _, name in names if name)
    wrong = tuple(_faults(season, names, accounts))
    if wrong:
        return Taken(wrong=wrong)
    for _, name in names:
        _let_in(season, by, name, accounts.get(name.lower()), now)
    return Taken(len(names))


def _faults(season: Season, names: list[tuple[int, str]], accounts: dict[str, Player]) -> Iterator[Wrong]:
    known = {one.name.lower(): one for one in season.entrants.all()}
    players = {one.player_id: one for one in season.entrants.all() if one.player_id}
    seen: set[str] = set()
    for number, name in names:
        key = name.lower()
        player = accounts.get(key)
        entrant = players.get(player.pk) if player else known.get(key)
        fault = _fault(season, name, player, entrant)
        if fault is None and key in seen:
            fault = Fault.TWICE
        seen.add(key)
        if fault is not None:
            yield Wrong(number, name[:60], fault)


def _fault(season: Season, name: str, player: Player | None, entrant: Entrant | None) -> Fault | None:
    if not name:
        return Fault.EMPTY
    if len(name) > entrants.LONGEST_NAME:
        return Fault.LONG
    if entrant is not None and entrant.state in {Entrant.State.DISQUALIFIED, Entrant.State.WITHDRAWN}:
        return Fault.OUT
    if entrant is not None and entrant.state in entrants.IN:
        return Fault.IN
    if (player is None or player.is_guest) and season.venue == Season.Venue.ONLINE:
        return Fault.UNKNOWN
    return None


def _let_in(season: Season, by: Player, name: str, player: Player | None, now: datetime | None) -> None:
    if player is None or player.is_guest:
        entrants.add_by_hand(season=season, by=by, name=name, now=now)
        return
    known = season.entrants.filter(player=player).first()
    if known is None or known.state == Entrant.State.WITHDRAWN:
        known = entrants.apply(season=season, player=player, code=season.league.code, now=now)
    if known.state not in entrants.IN:
        entrants.accept(entrant=known, by=by, now=now)
