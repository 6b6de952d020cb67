"""What a hall's screen shows of a round."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from leagues.presenters import board

MINUTE, HOUR = 60, 3600


@dataclass(frozen=True, slots=True)
class Room:
    """One division's round."""

    number: int
    level: int
    state: str
    tables: list[board.Table]
    outs: list[board.Out]
    seconds: int  # until its end, or of an evening since it began; 0 where it is over
    evening: bool
    done: int

    @property
    def clock(self) -> str:
        """The time as a clock shows it."""
        return f"{self.seconds // HOUR}:{self.seconds % HOUR // MINUTE:02}"

    @property
    def days(self) -> int:
        return self.seconds // HOUR // 24


def room(day: Any, rows: Iterable[Any], byes: Iterable[Any], now: datetime) -> Room:
    rows, byes = list(rows), list(byes)
    tables = board.tables(rows, board.names_of(rows, byes))
    evening = not day.division.season.round_days
    seconds = (now - day.opens_at if evening else day.deadline_at - now).total_seconds()
    return Room(
        day.number,
        day.division.level,
        day.state,
        tables,
        board.outs(byes),
        max(0, int(seconds)) if day.state in {"published", "in_play"} else 0,
        evening,
        sum(not table.open and not table.claimed for table in tables),
    )
