"""A figure of the standings and what it is made of, so that each can be opened into its sum."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any


class TieBreak(StrEnum):
    """What standings are ordered by; the default order is `standings.TIE_BREAKS`."""

    POINTS = "points"
    HEAD_TO_HEAD = "head_to_head"
    WINS = "wins"
    OPPONENTS = "opponents"
    OPPONENTS_CUT = "opponents_cut"
    DIFFERENCE = "difference"
    CARDS = "cards"
    LOT = "lot"


class Part(StrEnum):
    """What a term stands for; `Term.about` says of whom or what."""

    TABLE = "table"  # place and size
    OFF = "off"  # a round without a table: its kind
    FINE = "fine"
    DUEL = "duel"  # opponent, met at that table
    WIN = "win"  # size, and how many share the first place
    OPPOSITION = "opposition"  # the others of a table; parts: each of them
    OPPONENT = "opponent"  # opponent, share of opponents beaten a played table
    SCORE = "score"  # own match score and the table's mean
    CARDS = "cards"  # points left in hand
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Term:
    """One summand. Round and table are 0 where it has none; a dropped one does not count."""

    part: Part
    value: Fraction
    round: int = 0
    table: int = 0
    about: tuple[int | str | Fraction, ...] = ()
    parts: tuple["Term", ...] = ()
    dropped: bool = False

    def to_mapping(self) -> dict[str, Any]:
        """Give the term as JSON can hold it; fractions as text."""
        return {
            "part": self.part.value,
            "value": str(self.value),
            "round": self.round,
            "table": self.table,
            "about": [str(one) if isinstance(one, Fraction) else one for one in self.about],
            "parts": [part.to_mapping() for part in self.parts],
            "dropped": self.dropped,
        }


@dataclass(frozen=True, slots=True)
class Figure:
    """A value and its terms: their sum, or their mean where `mean`."""

    kind: TieBreak
    value: Fraction
    terms: tuple[Term, ...] = ()
    mean: bool = False

    def to_mapping(self) -> dict[str, Any]:
        return {
            "kind": self.kind.value,
            "value": str(self.value),
            "mean": self.mean,
            "terms": [term.to_mapping() for term in self.terms],
        }


def summed(kind: TieBreak, terms: list[Term]) -> Figure:
    """Sum the terms that count."""
    return Figure(kind, sum((term.value for term in terms if not term.dropped), Fraction()), tuple(terms))


def averaged(kind: TieBreak, terms: list[Term]) -> Figure:
    """Average the terms that count."""
    return Figure(kind, mean([term.value for term in terms if not term.dropped]), tuple(terms), mean=True)


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction()) / len(values) if values else Fraction()
