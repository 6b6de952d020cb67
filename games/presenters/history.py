"""Matches that are over, a row each, as everybody's list shows them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.ruleset import rules_from
from games.names import shown_name
from games.presenters.rules import ending, game_name


class Row(NamedTuple):
    """A match of the list."""

    code: str
    label: str  # ranked, or the name of its league
    names: tuple[str, ...]  # as they ended
    winners: tuple[str, ...]
    game: str
    ending: str
    when: datetime


def label(kind: str, league: str) -> str:
    """What a match counts for: the name of its league, or that it was ranked."""
    if kind == "league":
        return league or _("league")
    return pgettext("a match", "ranked") if kind == "ranked" else ""


def rows(matches: Iterable[Any]) -> list[Row]:
    return [_row(match) for match in matches]


def _row(match: Any) -> Row:
    rules, seats = rules_from(match.rules), list(match.seats.all())
    return Row(
        code=match.code,
        label=label(match.kind, match.league_name),
        names=tuple([shown_name(seat.name) for seat in seats]),
        winners=tuple([shown_name(seat.name) for seat in seats if seat.place == 1]),
        game=game_name(rules),
        ending=ending(rules.ending),
        when=match.finished_at,
    )
