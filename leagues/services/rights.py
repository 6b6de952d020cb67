"""Who may do what in a league: one table, asked by every service."""

from enum import StrEnum
from typing import Final

from games.models import Player
from leagues.models import League, LeagueTable, Role
from leagues.services.errors import NotAllowed, Reason


class Part(StrEnum):
    """What a player is to a league."""

    OWNER = "owner"
    DIRECTOR = "director"
    ASSISTANT = "assistant"
    STAFF = "staff"  # of the site
    NOBODY = ""


class Act(StrEnum):
    EDIT = "edit"  # the plan, the rules, the page
    CANCEL = "cancel"
    FINALIZE = "finalize"
    APPOINT_DIRECTORS = "appoint_directors"
    APPOINT_ASSISTANTS = "appoint_assistants"
    HAND_OVER = "hand_over"
    TELL = "tell"  # news
    ENTRANTS = "entrants"  # accept, put on the list, withdraw, take back
    PAIR = "pair"  # draft, swap, publish, withdraw a pairing; close, reopen
    ENTER = "enter"  # a result, a forfeit
    CORRECT = "correct"
    PENALTY = "penalty"
    DECIDE = "decide"  # a dispute, an appeal
    SEE_DESK = "see_desk"


_ALL: Final = frozenset({Part.OWNER, Part.DIRECTOR, Part.ASSISTANT, Part.STAFF})
_RUNS: Final = frozenset({Part.OWNER, Part.DIRECTOR, Part.STAFF})
_OWNS: Final = frozenset({Part.OWNER, Part.STAFF})
MATRIX: Final[dict[Act, frozenset[Part]]] = {
    Act.EDIT: _OWNS,
    Act.CANCEL: _OWNS,
    Act.FINALIZE: _RUNS,
    Act.APPOINT_DIRECTORS: _OWNS,
    Act.APPOINT_ASSISTANTS: _RUNS,
    Act.HAND_OVER: _OWNS,
    Act.TELL: _RUNS,
    Act.ENTRANTS: _RUNS,
    Act.PAIR: _RUNS,
    Act.ENTER: _ALL,
    Act.CORRECT: _RUNS,
    Act.PENALTY: _RUNS,
    Act.DECIDE: _RUNS,
    Act.SEE_DESK: _ALL,
}


def part_of(player: Player | None, league: League) -> Part:
    """The highest thing this player is to the league; staff of the site only where they are nothing else."""
    if player is None or not player.is_active:
        return Part.NOBODY
    if league.owner_id == player.pk:
        return Part.OWNER
    kind = Role.objects.filter(league=league, player=player).values_list("kind", flat=True).first()
    if kind:
        return Part(kind)
    return Part.STAFF if player.is_staff else Part.NOBODY


def may(player: Player | None, league: League, act: Act) -> bool:
    return part_of(player, league) in MATRIX[act]


def check(player: Player | None, league: League, act: Act) -> None:
    """Raises NotAllowed (NOT_YOURS)."""
    if not may(player, league, act):
        raise NotAllowed(Reason.NOT_YOURS)


def sits_at(player: Player | None, table: LeagueTable) -> bool:
    """Whether an act on this table is on one's own."""
    if player is None:
        return False
    at = table.places.filter(entrant__player=player) | table.places.filter(substitute=player)
    return at.exists()
