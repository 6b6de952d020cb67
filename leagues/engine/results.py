"""What standings are worked out from: tables, rounds without one, penalties."""

from dataclasses import dataclass, replace
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Line:
    """A player of a table: place 1 for the first, equal is equal; `score` of the match, points left in hand.

    `entrant` is None for a substitute who scores for nobody: an opponent to beat, and no more.
    """

    entrant: int | None
    place: int
    score: int | None = None
    cards: int | None = None
    left: bool = False
    """Walked out of a ladder's table: it is worth nothing, whoever left after."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a table ended, those who were there; who did not come has an `Unplayed`."""

    round: int
    table: int
    lines: tuple[Line, ...]


class Off(StrEnum):
    """Why a round brought no table."""

    BYE = "bye"
    REQUESTED = "requested"
    LATE = "late"
    ABSENT = "absent"
    NO_SHOW = "no_show"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A round without a table, and what it is worth in 5040ths."""

    entrant: int
    round: int
    kind: Off
    value: int = 0


@dataclass(frozen=True, slots=True)
class Fine:
    """A penalty: so many 5040ths off from this round on."""

    entrant: int
    round: int
    value: int


@dataclass(frozen=True, slots=True)
class Record:
    """All that happened in a division; the order of the parts is irrelevant."""

    entrants: tuple[int, ...]
    outcomes: tuple[Outcome, ...] = ()
    unplayed: tuple[Unplayed, ...] = ()
    fines: tuple[Fine, ...] = ()

    def without(self, entrant: int, since: int = 1) -> "Record":
        """Take an entrant out, from a round on: tables count as if played without them, each at one size less.

        From the first round on, the entrant leaves the standings too (withdrawal, disqualification).
        """
        outcomes = tuple(_left(outcome, entrant) if outcome.round >= since else outcome for outcome in self.outcomes)
        if since > 1:
            return replace(self, outcomes=outcomes)
        return Record(
            tuple(one for one in self.entrants if one != entrant),
            outcomes,
            tuple(one for one in self.unplayed if one.entrant != entrant),
            tuple(one for one in self.fines if one.entrant != entrant),
        )

    def until(self, round: int) -> "Record":
        """Give what had happened after this round."""
        return Record(
            self.entrants,
            tuple(one for one in self.outcomes if one.round <= round),
            tuple(one for one in self.unplayed if one.round <= round),
            tuple(one for one in self.fines if one.round <= round),
        )


def _left(outcome: Outcome, entrant: int) -> Outcome:
    return replace(outcome, lines=tuple(line for line in outcome.lines if line.entrant != entrant))
