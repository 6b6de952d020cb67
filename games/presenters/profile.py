"""A player's page: ratings, the ledger with its matches, what they did at tables of each size."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.names import shown_name
from games.presenters import ledger
from games.presenters.board import LADDERS, LADDERS_HELP
from games.ratings.standing import Standing, day_of, deviation, idle, idle_days, is_provisional, shown

MOST = {"longest_combo"}
LEAST = {"fastest_ms"}


class LadderRating(NamedTuple):
    """What a player has reached on a ladder; `value` is None before the first rated match."""

    ladder: str
    name: str
    help: str
    value: int | None
    provisional: bool
    deviation: int
    games: int
    shown: bool  # the ladder that the page tells more of


def ratings(found: Mapping[str, Any], chosen: str, now: datetime) -> list[LadderRating]:
    """The ladders of a player, the doubt as it has grown until now."""
    return [_rating(ladder, found.get(ladder), ladder == chosen, now) for ladder in LADDERS]


def _rating(ladder: str, rating: Any, chosen: bool, now: datetime) -> LadderRating:
    name, told = str(LADDERS[ladder]), str(LADDERS_HELP[ladder])
    if rating is None:
        return LadderRating(ladder, name, told, None, False, 0, 0, chosen)
    days = idle_days(day_of(rating.rated_at), day_of(now))
    sigma = idle(Standing(rating.mu, rating.sigma), days).sigma
    doubtful = is_provisional(sigma)
    return LadderRating(ladder, name, told, shown(rating.mu), doubtful, deviation(sigma), rating.games, chosen)


class Entry(NamedTuple):
    """A rated match in the ledger, with the match it was."""

    code: str
    when: datetime
    line: ledger.Line
    is_corrected: bool  # a league has put other places in place of the match's own


def entries(changes: Iterable[Any], names: Mapping[int, str]) -> list[Entry]:
    """The ledger's lines; `names` are as stored."""
    told = {pk: shown_name(name) for pk, name in names.items()}
    return [
        Entry(
            change.settlement.match.code,
            change.settlement.settled_at,
            ledger.ledger_line(change, told),
            bool(change.settlement.places),
        )
        for change in changes
    ]


class Stat(NamedTuple):
    """A row of the statistics, a cell for all tables and one a size."""

    name: str
    cells: tuple[str, ...]


class Stats(NamedTuple):
    """What a player did: the sizes of the tables, and rows by what they are about."""

    sizes: tuple[int, ...]
    groups: tuple[tuple[str, tuple[Stat, ...]], ...]


type Teller = Callable[[Mapping[str, int]], str]


def _count(name: str) -> Teller:
    return lambda sums: number_format(sums[name], force_grouping=True)


def _share(part: str, whole: str) -> Teller:
    def tell(sums: Mapping[str, int]) -> str:
        if not sums[whole]:
            return number_format(sums[part], force_grouping=True)
        return f"{number_format(sums[part], force_grouping=True)} ({sums[part] * 100 / sums[whole]:.0f}%)"

    return tell


def _mean(total: str, count: str, unit: str = "", divided: int = 1, places: int = 1) -> Teller:
    def tell(sums: Mapping[str, int]) -> str:
        if not sums[count]:
            return "–"
        return number_format(sums[total] / sums[count] / divided, places) + unit

    return tell


def _fastest(sums: Mapping[str, int]) -> str:
    return number_format(sums["fastest_ms"] / 1000, 2) + " s" if sums["fastest_ms"] else "–"


ROWS: tuple[tuple[str | Promise, tuple[tuple[str | Promise, Teller], ...]], ...] = (
    (
        gettext_lazy("Results"),
        (
            (gettext_lazy("Matches"), _count("matches")),
            (gettext_lazy("Matches won"), _share("matches_won", "matches")),
            (gettext_lazy("Left early"), _count("matches_left")),
            (gettext_lazy("Rounds"), _count("rounds")),
            (gettext_lazy("Rounds won"), _share("rounds_won", "rounds")),
            (gettext_lazy("Points"), _count("points")),
        ),
    ),
    (
        gettext_lazy("Combos and attacks"),
        (
            (gettext_lazy("Longest combo"), _count("longest_combo")),
            (gettext_lazy("Cards a play"), _mean("cards_played", "plays")),
            (gettext_lazy("Attacks passed on"), _count("attacks_passed")),
            (gettext_lazy("Attacks suffered"), _count("attacks_suffered")),
            (gettext_lazy("Cards drawn for them"), _count("attack_cards")),
        ),
    ),
    (
        gettext_lazy("MAS! and races"),
        (
            (gettext_lazy("MAS! said"), _count("mas_said")),
            (gettext_lazy("MAS! forgotten"), _count("mas_missed")),
            (gettext_lazy("Caught"), _count("caught")),
            (gettext_lazy("Caught others"), _count("catches")),
            (gettext_lazy("Races"), _count("races")),
            (gettext_lazy("Races lost"), _share("races_lost", "races")),
        ),
    ),
    (
        gettext_lazy("Times"),
        (
            (gettext_lazy("A turn, on average"), _mean("turn_ms", "turns", " s", 1000)),
            (gettext_lazy("A reaction, on average"), _mean("reaction_ms", "reactions", " s", 1000, 2)),
            (gettext_lazy("Fastest reaction"), _fastest),
        ),
    ),
)


def stats(rows: Sequence[Any], names: Sequence[str]) -> Stats | None:
    """Tell the sums (`names` are those of their columns), all together first; None before the first round."""
    played = [{name: getattr(row, name) or 0 for name in names} for row in rows]
    if not any(sums["rounds"] for sums in played):
        return None
    columns = [_all(played, names), *played]
    groups = [
        (str(title), tuple([Stat(str(name), tuple([tell(sums) for sums in columns])) for name, tell in tellers]))
        for title, tellers in ROWS
    ]
    return Stats(tuple([row.seats for row in rows]), tuple(groups))


def _all(played: Sequence[Mapping[str, int]], names: Sequence[str]) -> dict[str, int]:
    return {name: _together(name, [sums[name] for sums in played]) for name in names}


def _together(name: str, values: Sequence[int]) -> int:
    if name in LEAST:
        return min([value for value in values if value], default=0)
    return max(values) if name in MOST else sum(values)
