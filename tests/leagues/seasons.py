"""Whole seasons for the tests: results by lot, players who stay away."""

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from leagues.engine.drafts import Draft
from leagues.engine.scoring import POINT, shares
from leagues.engine.snapshot import Entry, Mode, Snapshot
from leagues.engine.swiss import pair

FULL = os.environ.get("MASUNO_LEAGUES") == "full"
"""`make test-faults` sets it: every row at its full count."""


@dataclass
class Season:
    """A Swiss season of `entrants`, each away in a round with the chance `away`."""

    entrants: int
    table: int
    rounds: int
    seed: int
    away: float = 0.0
    work: int = 3_000
    mode: Mode = Mode.STRICT
    points: list[int] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    present: list[set[int]] = field(default_factory=list)

    def play(self) -> Iterator[tuple[Snapshot, Draft]]:
        chance = random.Random(self.seed)
        self.points, self.byes = [0] * self.entrants, [0] * self.entrants
        earlier = ()
        for number in range(1, self.rounds + 1):
            here = [one for one in range(self.entrants) if chance.random() >= self.away]
            self.present.append(set(here))
            snapshot = Snapshot(
                number, self.rounds, self.table, self.entries(here), f"s{self.seed}", self.mode, earlier
            )
            draft = pair(snapshot, self.work)
            yield snapshot, draft
            self._score(draft, chance)
            earlier = (*earlier, draft.round)

    def entries(self, here: list[int]) -> tuple[Entry, ...]:
        ranked = sorted(range(self.entrants), key=lambda one: -self.points[one])
        return tuple(Entry(one, self.points[one], ranked.index(one) + 1, byes=self.byes[one]) for one in here)

    def _score(self, draft: Draft, chance: random.Random) -> None:
        for bye in draft.byes:
            self.byes[bye.entrant] += 1
            self.points[bye.entrant] += POINT * 3 // 4
        for seats in draft.round:
            places = chance.sample(range(1, len(seats) + 1), len(seats))
            for one, got in zip(seats, shares(places), strict=True):
                self.points[one] += got
