"""Each tie-break as a figure with its terms, worked out from a record."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from leagues.engine.chance import lot
from leagues.engine.figures import Figure, Part, Term, TieBreak, averaged, mean, summed
from leagues.engine.results import Line, Outcome, Record
from leagues.engine.scoring import Scoring, shares, whole

type Key = tuple[int, int]
"""A result of an entrant: its round and table, 0 for a round without one."""

LEAST_RATE: Final = Fraction(1, 5)
"""Nobody's opponents count for less: who met the weakest is not punished twice."""


class Sums:
    """A record, sorted by entrant; every figure of a standings table comes from here."""

    def __init__(self, record: Record, scoring: Scoring, table: int, seed: str, best: int | None = None) -> None:
        """`best` is how many of one's results count; None: all. What does not count parts nobody either."""
        self.record = record
        self.table = table
        self.seed = seed
        self.scoring = scoring
        self.entrants = sorted(record.entrants)
        self.played: dict[int, list[tuple[Outcome, int]]] = {entrant: [] for entrant in self.entrants}
        self.points: dict[tuple[int, int], list[int]] = {}
        self.shares: dict[tuple[int, int], list[int]] = {}
        for outcome in sorted(record.outcomes, key=lambda one: (one.round, one.table)):
            self._take(outcome)
        self.counting = {entrant: self._counting(entrant, best) for entrant in self.entrants}
        self.rates = {entrant: self._rate(entrant) for entrant in self.entrants}

    def _take(self, outcome: Outcome) -> None:
        if len(outcome.lines) < 2:
            return
        places = [line.place for line in outcome.lines]
        self.points[outcome.round, outcome.table] = [
            0 if line.left else got for line, got in zip(outcome.lines, self.scoring.table(places), strict=True)
        ]
        self.shares[outcome.round, outcome.table] = shares(places)
        for seat, line in enumerate(outcome.lines):
            if line.entrant in self.played:
                self.played[line.entrant].append((outcome, seat))

    def _rate(self, entrant: int) -> Fraction:
        got = [self.shares[outcome.round, outcome.table][seat] for outcome, seat in self.played[entrant]]
        return max(whole(sum(got)) / len(got), LEAST_RATE) if got else LEAST_RATE

    def _counting(self, entrant: int, best: int | None) -> frozenset[Key]:
        """Give which of an entrant's results count: the best ones, of equal ones the earlier."""
        scored = [
            (-self.points[outcome.round, outcome.table][seat], outcome.round, outcome.table)
            for outcome, seat in self.played[entrant]
        ]
        scored += [(-one.value, one.round, 0) for one in self.record.unplayed if one.entrant == entrant]
        return frozenset((number, table) for _, number, table in sorted(scored)[:best])

    def counted(self, entrant: int) -> list[tuple[Outcome, int]]:
        """Give the tables of an entrant that count, each with the seat there."""
        return [one for one in self.played[entrant] if (one[0].round, one[0].table) in self.counting[entrant]]

    def total(self, entrant: int) -> int:
        """Give an entrant's points in 5040ths."""
        played = sum(self.points[outcome.round, outcome.table][seat] for outcome, seat in self.counted(entrant))
        off = sum(
            one.value
            for one in self.record.unplayed
            if one.entrant == entrant and (one.round, 0) in self.counting[entrant]
        )
        return played + off - sum(one.value for one in self.record.fines if one.entrant == entrant)

    def figure(self, kind: TieBreak, entrant: int, group: Collection[int] = ()) -> Figure | None:
        """Work out one figure; head-to-head is none unless every two of the tied group met."""
        match kind:
            case TieBreak.POINTS:
                return summed(kind, self._points(entrant))
            case TieBreak.HEAD_TO_HEAD:
                return summed(kind, self._duels(entrant, group)) if self.all_met(group) else None
            case TieBreak.WINS:
                return summed(kind, self._wins(entrant))
            case TieBreak.OPPONENTS:
                return averaged(kind, self._opposition(entrant))
            case TieBreak.OPPONENTS_CUT:
                return averaged(kind, _cut(self._opposition(entrant)))
            case TieBreak.DIFFERENCE:
                return summed(kind, self._differences(entrant))
            case TieBreak.CARDS:
                return summed(kind, self._cards(entrant))
            case TieBreak.LOT:
                drawn = Fraction(lot(self.seed, entrant))
                return Figure(kind, drawn, (Term(Part.LOT, drawn),))

    def all_met(self, group: Collection[int]) -> bool:
        """Tell whether every two of a group shared a table."""
        others = set(group)
        for entrant in group:
            met = {line.entrant for outcome, _ in self.played[entrant] for line in outcome.lines}
            if not others - {entrant} <= met:
                return False
        return len(others) > 1

    def _points(self, entrant: int) -> list[Term]:
        terms = [
            _term(Part.TABLE, whole(self.points[outcome.round, outcome.table][seat]), outcome, *_place(outcome, seat))
            for outcome, seat in self.played[entrant]
        ]
        terms += [
            Term(Part.OFF, whole(one.value), one.round, about=(one.kind.value,))
            for one in self.record.unplayed
            if one.entrant == entrant
        ]
        counting = self.counting[entrant]
        terms = [replace(term, dropped=(term.round, term.table) not in counting) for term in terms]
        terms += [Term(Part.FINE, -whole(one.value), one.round) for one in self.record.fines if one.entrant == entrant]
        return sorted(terms, key=lambda term: (term.round, term.part == Part.FINE, term.table))

    def _duels(self, entrant: int, group: Collection[int]) -> list[Term]:
        terms = []
        for outcome, seat in self.played[entrant]:
            own = outcome.lines[seat].place
            for line in _others(outcome, seat):
                if line.entrant in group:
                    won = (line.place > own) - (line.place < own)
                    terms.append(_term(Part.DUEL, Fraction(won), outcome, line.entrant or 0))
        return terms

    def _wins(self, entrant: int) -> list[Term]:
        terms = []
        for outcome, seat in self.counted(entrant):
            places = [line.place for line in outcome.lines]
            if places[seat] == min(places):
                shared = places.count(places[seat])
                worth = Fraction(len(places), self.table * shared)
                terms.append(_term(Part.WIN, worth, outcome, len(places), shared))
        return terms

    def _opposition(self, entrant: int) -> list[Term]:
        terms = []
        for outcome, seat in self.counted(entrant):
            met = [line.entrant for line in _others(outcome, seat) if line.entrant in self.rates]
            parts = tuple(Term(Part.OPPONENT, self.rates[other], about=(other,)) for other in met if other is not None)
            if parts:
                value = mean([part.value for part in parts])
                terms.append(replace(_term(Part.OPPOSITION, value, outcome), parts=parts))
        return terms

    def _differences(self, entrant: int) -> list[Term]:
        terms = []
        for outcome, seat in self.counted(entrant):
            scores = [line.score for line in outcome.lines if line.score is not None]
            own = outcome.lines[seat].score
            if own is not None and len(scores) == len(outcome.lines):
                level = Fraction(sum(scores), len(scores))
                terms.append(_term(Part.SCORE, own - level, outcome, own, level))
        return terms

    def _cards(self, entrant: int) -> list[Term]:
        left = [(outcome, outcome.lines[seat].cards) for outcome, seat in self.counted(entrant)]
        return [_term(Part.CARDS, Fraction(cards), outcome) for outcome, cards in left if cards is not None]


def _cut(terms: list[Term]) -> list[Term]:
    """Drop the lowest table, the earliest of several; a single one stays."""
    if len(terms) < 2:
        return terms
    lowest = min(range(len(terms)), key=lambda number: terms[number].value)
    return [replace(term, dropped=number == lowest) for number, term in enumerate(terms)]


def _term(part: Part, value: Fraction, outcome: Outcome, *about: int | str | Fraction) -> Term:
    return Term(part, value, outcome.round, outcome.table, about)


def _place(outcome: Outcome, seat: int) -> tuple[int, int]:
    own = outcome.lines[seat].place
    return 1 + sum(line.place < own for line in outcome.lines), len(outcome.lines)


def _others(outcome: Outcome, seat: int) -> Sequence[Line]:
    return outcome.lines[:seat] + outcome.lines[seat + 1 :]
