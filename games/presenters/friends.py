"""Friends as their lists show them: who they are, and at which table."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from games.engine.ruleset import rules_from
from games.names import shown_name
from games.presenters.rules import ending, game_name

OPEN = "open"
RUNNING = ("playing", "between")
CASUAL = "casual"


class Friend(NamedTuple):
    """A friend; `place` says what they do: "waits" at an open table, "plays", or nothing that one could join."""

    player_id: int
    name: str
    username: str
    here: bool  # has a table open now
    place: str
    code: str  # of the table, where everybody may come and look


def friends(players: Iterable[Any], tables: Mapping[int, Any]) -> list[Friend]:
    """The friends, those who are here first."""
    told = [_friend(player, tables.get(player.pk)) for player in players]
    return sorted(told, key=lambda friend: (not friend.code, not friend.here))


def _friend(player: Any, match: Any) -> Friend:
    state = match.state if match else ""
    place = "waits" if state == OPEN else "plays" if state in RUNNING else ""
    code = match.code if place and match.public and match.kind == CASUAL else ""
    return Friend(player.pk, shown_name(player.username), player.username, match is not None, place, code)


class Person(NamedTuple):
    player_id: int
    name: str
    username: str


def names(players: Iterable[Any]) -> list[Person]:
    return [Person(player.pk, shown_name(player.username), player.username) for player in players]


class Invitation(NamedTuple):
    """An open table that somebody asks one to."""

    code: str
    by: str
    game: str
    ending: str
    taken: int
    size: int


def invitations(rows: Iterable[Any]) -> list[Invitation]:
    return [_invitation(row) for row in rows]


def _invitation(row: Any) -> Invitation:
    match = row.match
    rules = rules_from(match.rules)
    by, taken = shown_name(row.by.username), len(match.seats.all())
    return Invitation(match.code, by, game_name(rules), ending(rules.ending), taken, match.size)
