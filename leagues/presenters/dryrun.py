"""A season tried out before it exists: who meets whom and how often, who sits short or out, its dates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext as _

from leagues.engine import dryrun, ladder, rounds, sizes
from leagues.engine.snapshot import Mode
from leagues.wall_clock import days_later

# The same plan is laid out the same way, so what was worked out once is kept.
SEED: Final = "dry run"
MATRIX_UP_TO: Final = 40
LADDER_TABLES: Final = 10
# Minutes between two rounds of an evening: the tables are made and shown, and everybody sits down.
BETWEEN: Final = 5
LONG: Final = 5 * 60
ROUNDED: Final = 5


@dataclass(frozen=True, slots=True)
class Round:
    """A round's dates and tables."""

    number: int
    opens: datetime
    closes: datetime
    sizes: tuple[tuple[int, int], ...]  # how many tables of how many players


@dataclass(frozen=True, slots=True)
class Meetings:
    """How often people meet: of so many times so many pairs, and up to forty people who meets whom."""

    distribution: tuple[tuple[int, int], ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int | None, ...]], ...]  # None: oneself


@dataclass(frozen=True, slots=True)
class Evening:
    """How long an evening lasts, about: its rounds one after the other, each as long as its longest matches."""

    lasts: str
    ends: datetime
    round: str  # minutes, or from how many to how many
    between: int
    long: bool
    paper: bool  # dealt by hand, for which the site has no measure


@dataclass(frozen=True, slots=True)
class Trial:
    """What the panel shows of a season of so many people; of several divisions, the largest, with its entrants."""

    format: str
    people: int
    entrants: int
    divisions: int
    sizes: tuple[tuple[int, int], ...]
    rounds: int
    meets_least: int
    repeats: int
    unavoidable: int
    byes: int  # rounds off that the unluckiest has
    short_most: int
    dense: bool
    few: int  # so many rounds tell all apart, where there are fewer; else 0
    evening: bool
    first: datetime
    last: datetime
    days: tuple[Round, ...]
    meetings: Meetings
    length: Evening | None = None  # where it is an evening, and the rules are known

    @property
    def seats(self) -> set[int]:
        """The sizes of all its tables."""
        return {size for day in self.days for _, size in day.sizes}


def timed(tried: Trial, minutes: Mapping[int, int], *, paper: bool) -> Trial:
    """The same evening with its length, from how many minutes a match of each size of table takes."""
    rounds = [max(minutes[size] for _, size in day.sizes) for day in tried.days]
    least, most = min(rounds), max(rounds)
    whole = -(-(sum(rounds) + BETWEEN * (len(rounds) - 1)) // ROUNDED) * ROUNDED
    span = str(most) if least == most else f"{least}–{most}"
    ends = tried.first.astimezone(UTC) + timedelta(minutes=whole)
    return replace(tried, length=Evening(_in_words(whole), ends, span, BETWEEN, whole > LONG, paper))


def _in_words(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    if not hours:
        return _("about %(minutes)d min") % {"minutes": rest}
    if not rest:
        return _("about %(hours)d h") % {"hours": hours}
    return _("about %(hours)d h %(minutes)d min") % {"hours": hours, "minutes": rest}


def trial(
    *,
    entrants: int,
    table: int,
    rounds: int,
    format: str,
    first: datetime,
    days: int,
    zone: str,
    mode: str = Mode.STRICT,
    divisions: int = 1,
) -> Trial:
    """Try a season out. Entrants 2 to 200, table 2 to 10, rounds 1 to 20, days a round (0: an evening).

    Of a ladder `days` are those of the whole season. Its dates are those of the clocks of `zone`.
    """
    people = -(-entrants // divisions)
    played = _played(format, people, table, rounds, mode)
    whole = days if format == "ladder" else days * len(played.schedule)
    return Trial(
        format,
        entrants,
        people,
        divisions,
        _counted(sizes.table_sizes(people, table)),
        len(played.schedule),
        played.fewest_met,
        played.repeats,
        played.unavoidable,
        max(played.byes, default=0) if format in {"round_robin", "swiss"} else 0,
        max(played.short, default=0),
        played.dense and format == "swiss",
        _missing_rounds(format, people, table, rounds),
        days == 0,
        first,
        days_later(first, whole, zone),
        () if format == "ladder" else _dated(played, first, days, zone),
        meetings(played.matrix, [str(number) for number in range(1, people + 1)]),
    )


def _missing_rounds(format: str, people: int, table: int, rounds: int) -> int:
    least = sizes.least_rounds(people, table)
    return least if format in {"round_robin", "swiss"} and rounds < least else 0


@lru_cache(maxsize=512)
def _played(format: str, entrants: int, table: int, rounds: int, mode: str) -> dryrun.DryRun:
    if format == "knockout":
        return dryrun.knockout(entrants, table, SEED)
    if format == "ladder":
        return dryrun.ladder(entrants, table, ladder.least_table(table), LADDER_TABLES, SEED)
    if format == "swiss":
        return dryrun.swiss(entrants, table, rounds, SEED, mode=Mode(mode))
    return dryrun.round_robin(entrants, table, rounds, SEED)


def _counted(tables: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return tuple((tables.count(size), size) for size in sorted(set(tables), reverse=True))


def _dated(played: dryrun.DryRun, first: datetime, days: int, zone: str) -> tuple[Round, ...]:
    return tuple(
        Round(
            number + 1,
            days_later(first, number * days, zone),
            days_later(first, (number + 1) * days, zone),
            _counted(tables),
        )
        for number, tables in enumerate(played.tables)
    )


def met_so_far(earlier: Iterable[rounds.Round], people: Mapping[int, str]) -> Meetings:
    """Who of these people (names by entrant) has met whom in these rounds."""
    met = rounds.meetings(earlier)
    matrix = [[met[min(one, two), max(one, two)] for two in people] for one in people]
    return meetings(matrix, list(people.values()))


def meetings(matrix: Sequence[Sequence[int]], names: Sequence[str]) -> Meetings:
    """Who meets whom how often; of more than forty people only how many pairs do."""
    counts: dict[int, int] = {}
    for one, row in enumerate(matrix):
        for times in row[:one]:
            counts[times] = counts.get(times, 0) + 1
    shown = len(names) <= MATRIX_UP_TO
    rows = (
        (name, tuple(None if other == one else times for other, times in enumerate(matrix[one])))
        for one, name in enumerate(names if shown else ())
    )
    return Meetings(tuple(sorted(counts.items())), tuple(names) if shown else (), tuple(rows))
