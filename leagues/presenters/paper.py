"""What the pages of the score keeper get: the board, the rounds written down, the pad, refusals in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.ruleset import ending_from
from leagues.engine.paper import BOXES, Fault, Standing, faces_worth

FAULTS: dict[Fault, str | Promise] = {
    Fault.NAMES: gettext_lazy("Write 2 to 10 different names, each of at most 20 letters."),
    Fault.RULES: gettext_lazy("These options do not go together."),
    Fault.NO_DEAL: gettext_lazy("Say who was first without cards, and what the others held."),
    Fault.CARDS: gettext_lazy("There is no such card. Write points, or cards as 7 S WD."),
    Fault.TOO_MANY_CARDS: gettext_lazy("There are not that many cards of this kind in the box."),
    Fault.POINTS: gettext_lazy("A hand is worth a whole number of points, and not more than all cards together."),
    Fault.WINNER_HOLDS: gettext_lazy("Who won the round holds no cards."),
    Fault.TOO_MANY_DEALS: gettext_lazy("This sheet is full: begin a new one."),
    Fault.TOO_MANY_CHANGES: gettext_lazy("Too much was changed on this sheet: begin a new one."),
    Fault.UNKNOWN_DEAL: gettext_lazy("This round is not on the sheet any more."),
    Fault.CHANGED_MEANWHILE: gettext_lazy("This round was corrected on another phone meanwhile: look at it again."),
    Fault.OVER: gettext_lazy("The match is over."),
    Fault.NO_SUCH_MATCH: gettext_lazy("There is no such sheet."),
}

# How a hand writes a card -> its name, and its sign in the deck where a word does not say it.
NAMED: dict[str, tuple[str | Promise, str]] = {
    "S": (gettext_lazy("Skip"), "nS"),
    "R": (gettext_lazy("Reverse"), "nR"),
    "D": (gettext_lazy("+2"), ""),
    "WC": (gettext_lazy("Change colour"), ""),
    "WD": (gettext_lazy("+4"), ""),
    "WH": (gettext_lazy("Swap hands"), "swap"),
    "W1": (gettext_lazy("Custom card"), "pencil"),
    "WM": (gettext_lazy("MAS UNO!"), "bolt"),
}
DRAWN = {"WC": "WC"}  # shown as the card itself


class Paper(Protocol):
    """A stored match, as far as its pages show it."""

    names: Any
    preset: Any
    ending: Any
    deals: Any
    version: Any
    key: Any
    code: Any
    closed_at: Any


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the pad."""

    word: str
    name: str
    text: str
    glyph: str
    card: str
    points: int
    most: int


@dataclass(frozen=True, slots=True)
class Row:
    seat: int
    name: str
    total: int
    place: int
    leads: bool
    deals: bool  # next


@dataclass(frozen=True, slots=True)
class Written:
    """One round that was written down."""

    id: str
    number: int
    winner: str  # "" where it was blocked
    scored: int
    held: tuple[tuple[str, int], ...]
    counted: bool


@dataclass(frozen=True, slots=True)
class Board:
    game: str
    ending: str
    rows: tuple[Row, ...]
    written: tuple[Written, ...]  # the latest first
    over: bool
    winners: str
    shared: bool
    target: int  # points to reach; 0 where it goes by rounds


def pad_keys(preset: str) -> list[Key]:
    """The keys for the cards of a box, numbers first."""
    return [_key(word, points, most) for word, points, most in faces_worth(preset)]


def all_pads() -> dict[str, list[Key]]:
    """The pads of both games, for a page that does not know yet which is played."""
    return {preset: pad_keys(preset) for preset in BOXES}


def _key(word: str, points: int, most: int) -> Key:
    name, glyph = NAMED.get(word, (word, ""))
    card = DRAWN.get(word, "")
    return Key(word, str(name), "" if glyph or card else str(name), glyph, card, points, most)


def board(match: Paper, standing: Standing) -> Board:
    """What the sheet says now."""
    rows = tuple([_row(seat, name, standing) for seat, name in enumerate(match.names)])
    if standing.over:
        rows = tuple(sorted(rows, key=lambda row: row.place))
    written = [_written(nth, deal, match.names, standing) for nth, deal in enumerate(match.deals)]
    ending = ending_from(match.ending)
    winners = [row.name for row in rows if row.place == 1] if standing.over else []
    return Board(
        game=game_name(match.preset),
        ending=ending_text(match.ending),
        rows=rows,
        written=tuple(reversed(written)),
        over=standing.over,
        winners=", ".join(winners),
        shared=len(winners) > 1,
        target=ending.amount if ending.kind == "target" else 0,
    )


def _row(seat: int, name: str, standing: Standing) -> Row:
    total = standing.totals[seat]
    leads = standing.counted > 0 and standing.places[seat] == 1
    return Row(seat, name, total, standing.places[seat], leads, deals=seat == standing.dealer and not standing.over)


def _written(nth: int, deal: Mapping[str, Any], names: Sequence[str], standing: Standing) -> Written:
    winner = deal["winner"]
    held = [(name, deal["points"][str(seat)]) for seat, name in enumerate(names) if seat != winner]
    return Written(
        id=deal["id"],
        number=nth + 1,
        winner="" if winner is None else names[winner],
        scored=deal["scored"],
        held=tuple(held),
        counted=nth < standing.counted,
    )


def game_name(preset: str) -> str:
    return _("Classic") if preset == "clasic" else "MAS UNO"


def ending_text(text: str) -> str:
    """When the match is over, in words."""
    ending = ending_from(text)
    if ending.kind == "target":
        return ngettext("to %(count)d point", "to %(count)d points", ending.amount) % {"count": ending.amount}
    if ending.kind == "rounds":
        return ngettext("%(count)d round", "%(count)d rounds", ending.amount) % {"count": ending.amount}
    return _("a single round")


def as_data(match: Paper, read_only: str) -> dict[str, Any]:
    """The sheet as the page keeps it on the telephone; `read_only` is the address to show to others."""
    ending = ending_from(match.ending)
    return {
        "names": match.names,
        "preset": match.preset,
        "game": game_name(match.preset),
        "ending": {"kind": ending.kind, "amount": ending.amount, "text": ending_text(match.ending)},
        "deals": match.deals,
        "closed": match.closed_at is not None,
        "version": match.version,
        "share": read_only,
    }
