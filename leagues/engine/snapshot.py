"""What a round is paired from, and nothing else: the same snapshot gives the same draft, here and everywhere."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from leagues.engine.rounds import Round, meetings, pairs

ALGORITHM: Final = "masuno-pairing-1"
"""Stored with every round. A change that gives other tables from the same snapshot needs another name."""


class Mode(StrEnum):
    """What matters more to a Swiss pairing: new opponents or equal ones."""

    STRICT = "strict"
    BALANCED = "balanced"
    POWER = "power"


@dataclass(frozen=True, slots=True)
class Entry:
    """An entrant who plays this round. `points` are those of the standings and what a late one is given for pairing."""

    entrant: int
    points: int = 0
    rank: int = 0
    strength: int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that a pairing depends on.

    `entries` are those who are here; `earlier` all rounds so far, each table in the order of its
    seats; `apart` pairs who should never meet; `seeded` deals the first round by strength; `attempt`
    counts how often the round's tables were thrown away before: each is drawn anew.
    """

    round: int
    rounds: int
    table: int
    entries: tuple[Entry, ...]
    seed: str
    mode: Mode = Mode.STRICT
    earlier: tuple[Round, ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    seeded: bool = False
    attempt: int = 0

    def to_mapping(self) -> dict[str, Any]:
        """Give the snapshot for JSON; a first attempt is not told, so that digests stay what they were."""
        values = asdict(self)
        return values if self.attempt else {name: value for name, value in values.items() if name != "attempt"}

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> "Snapshot":
        """Read what `to_mapping` gave, also after a journey through JSON."""
        read = dict(values)
        read["mode"] = Mode(values["mode"])
        read["entries"] = tuple(Entry(**entry) for entry in values["entries"])
        read["earlier"] = tuple(tuple(map(tuple, tables)) for tables in values["earlier"])
        read["apart"] = tuple((one, two) for one, two in values["apart"])
        return cls(**read)

    def digest(self) -> str:
        """Give the SHA-256 of the snapshot as canonical JSON, for the audit."""
        text = json.dumps(self.to_mapping(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def label(self) -> str:
        """Name what this round draws from the season's seed."""
        return f"round {self.round} attempt {self.attempt}" if self.attempt else f"round {self.round}"

    def met(self) -> Counter[tuple[int, int]]:
        """Count the meetings of pairs so far."""
        return meetings(self.earlier)

    def last(self) -> set[tuple[int, int]]:
        """Give the pairs of the round before."""
        return set(pairs(self.earlier[-1])) if self.earlier else set()

    def kept_apart(self) -> set[tuple[int, int]]:
        return {(min(pair), max(pair)) for pair in self.apart}

    def shorts(self) -> Counter[int]:
        """Count who sat how often at a table smaller than the largest of its round."""
        return Counter(
            entrant
            for tables in self.earlier
            for table in tables
            if len(table) < max(map(len, tables))
            for entrant in table
        )
