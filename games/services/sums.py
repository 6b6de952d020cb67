"""What was played, added up where a round or a match ends, so that a page of figures reads a few rows.

By player and size of table, by player, month and preset, and for the whole site. A round counts once, in the
transaction that ends it, and a match in the one that ends that; `rebuild` folds all of them again. Bots have no sums
of their own. What a stand-in or the clock did for a player is not the player's (engine/tally.py), but the round and
its result are. Rounds that were broken off count for nobody. Days and months are those of the calendar of Bucharest.
"""

import logging
from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime

from django.db import transaction

from games import queries
from games.engine.cards import NAMES
from games.engine.commands import Play
from games.engine.notation import parse
from games.engine.refusals import Refused
from games.engine.state import OVER
from games.engine.tally import Feats, Line, tally
from games.engine.versions import UnknownVersion, version
from games.models import Match, Round, Seat, SiteCount
from games.ratings.periods import CALENDAR
from games.services import sealing, sum_tables
from games.services.sum_tables import COUNTS, DAYS, FEATS, MONTHS, SIZES, TABLES, Key, More, SumTable, Values, together

log = logging.getLogger(__name__)

COUNTED = SIZES.counted
MINUTE_MS = 60_000


def add_round(round_: Round, seats: Sequence[Seat]) -> None:
    """Add a round that has just ended, its secret opened. Locks the rows of all who sit or sat at the match."""
    more = round_values(round_, len(seats))
    sum_tables.add({**more, SIZES: _opened(seats, more[SIZES])})


def add_match(match: Match, seats: Sequence[Seat]) -> None:
    """Add a match whose places are settled, its end stored on it."""
    more = match_values(match, seats)
    sum_tables.add({**more, SIZES: _opened(seats, more[SIZES])})


def _opened(seats: Sequence[Seat], more: dict[Key, Values]) -> dict[Key, Values]:
    """A row for everybody who sits or sat there, even who has done nothing that counts."""
    return {(seat.player_id, len(seats)): {} for seat in seats if seat.player_id is not None} | more


def round_values(round_: Round, seats: int) -> dict[SumTable, dict[Key, Values]]:
    """What a finished round of a match of so many seats adds, to the rows of each table.

    A log that does not fold adds nothing but the result.
    """
    lines, preset, day = _lines(round_), round_.match.preset, _day(round_.finished_at)
    feats = _feats(round_, lines)
    sizes: dict[Key, Values] = {}
    months: dict[Key, Values] = {}
    for k, person in enumerate(round_.roster):
        if person["player"] is not None:
            won = person["seat"] == round_.winner
            result = {"rounds": 1, "rounds_won": int(won), "points": round_.points if won else 0}
            did = {name: getattr(feats[k], name) for name in FEATS} if feats else {}
            sizes[person["player"], seats] = result | did
            months[person["player"], day.replace(day=1), preset] = result
    played: Values = {"rounds": 1, "moves": round_.version, "round_ms": round_.last_at}
    return {SIZES: sizes, MONTHS: months, DAYS: {(day, preset, seats): played}, COUNTS: _ends(round_, lines)}


def match_values(match: Match, seats: Sequence[Seat]) -> dict[SumTable, dict[Key, Values]]:
    """What a finished match adds, to the rows of each table."""
    day = _day(match.finished_at)
    sizes: dict[Key, Values] = {}
    months: dict[Key, Values] = {}
    for seat in seats:
        if seat.player_id is not None:
            result = {"matches": 1, "matches_won": int(seat.place == 1)}
            sizes[seat.player_id, len(seats)] = result | {"matches_left": int(seat.left_order is not None)}
            months[seat.player_id, day.replace(day=1), match.preset] = result
    return {SIZES: sizes, MONTHS: months, DAYS: {(day, match.preset, len(seats)): {"matches": 1}}}


def _day(at: datetime | None) -> date:
    """The day of an end, in Bucharest as for the leaderboards."""
    assert at is not None
    return at.astimezone(CALENDAR).date()


def _ends(round_: Round, lines: Sequence[Line]) -> dict[Key, Values]:
    """With which card a round was won, where one was, and after how many minutes it ended."""
    ends: dict[Key, Values] = {(SiteCount.What.MINUTES, str(round_.last_at // MINUTE_MS)): {"rounds": 1}}
    last = next((line for line in reversed(lines) if isinstance(line.command, Play)), None)
    if last is None or round_.winner != round_.seats[last.seat] or round_.hands[last.seat]:
        return ends
    assert isinstance(last.command, Play)
    return ends | {(SiteCount.What.CARD, NAMES[last.command.puts[-1].card]): {"rounds": 1}}


def _lines(round_: Round) -> list[Line]:
    return [
        Line(seat, parse(text)[0], at, own=is_own(command_id), judged=signal is not None)
        for seat, text, at, command_id, signal in queries.moves_of(round_).values_list(
            "seat", "text", "at", "command_id", "signal"
        )
    ]


def _feats(round_: Round, lines: Sequence[Line]) -> list[Feats]:
    """Fold the round once more from its seed by its rules; the game must not stop at a fault of its statistics."""
    try:
        rules = version(round_.rules_version)
        chance = sealing.SealedChance(round_)
        state = rules.deal(rules.rules_from(round_.match.rules), round_.seat_count, round_.dealer, chance)
        feats = tally(state, lines, rules.entries)
    except (Refused, UnknownVersion) as fault:
        why = fault.refusal if isinstance(fault, Refused) else fault
        log.error("round %s is not the fold of its log (%s): it adds a result only", round_, why)
        return []
    return feats if state.phase is OVER else []


def is_own(command_id: str) -> bool:
    """Whether a player sent this command; the ids of the clock and its bots have a colon, a player's cannot."""
    return ":" not in command_id


def folded() -> dict[SumTable, dict[Key, dict[str, int | None]]]:
    """All sums as the stored rounds and matches give them; takes long."""
    found: dict[SumTable, dict[Key, dict[str, int | None]]] = {table: defaultdict(dict) for table in TABLES}
    for match in Match.objects.filter(started_at__isnull=False).prefetch_related("seats").iterator(chunk_size=200):
        seats = list(match.seats.all())
        _take_in(found, {SIZES: _opened(seats, {})})
        for round_ in queries.rounds_of(match).exclude(outcome=Round.Outcome.ABORTED).select_related("match"):
            _take_in(found, round_values(round_, len(seats)))
        if match.state == Match.State.FINISHED:
            _take_in(found, match_values(match, seats))
    return found


def _take_in(found: dict[SumTable, dict[Key, dict[str, int | None]]], more: More) -> None:
    for table, rows in more.items():
        for key, values in rows.items():
            sums = found[table][key]
            for name, value in values.items():
                sums[name] = together(name, sums.get(name), value)


def differences() -> list[str]:
    """Where the stored sums are not what the rounds give, a line each."""
    wanted = folded()
    return [line for table in TABLES for line in _differences(table, wanted[table])]


def _differences(table: SumTable, wanted: dict[Key, dict[str, int | None]]) -> list[str]:
    stored = {sum_tables.key_of(table, row): row for row in table.model._default_manager.all()}
    return [
        f"{table.model.__name__} {', '.join(map(str, key))}: {name} is {has}, should be {should}"
        for key in sorted(stored.keys() | wanted.keys())
        for name in table.counted
        if (has := getattr(stored.get(key), name, 0) or 0) != (should := wanted.get(key, {}).get(name) or 0)
    ]


@transaction.atomic
def rebuild() -> int:
    """Put the fold of all stored rounds in the place of the sums; gives how many rows. For a time without play."""
    wanted = folded()
    for table in TABLES:
        rows = table.model._default_manager
        rows.all().delete()
        made = [sum_tables.made(table, key, values) for key, values in wanted[table].items()]
        rows.bulk_create(made, batch_size=500)
    return sum(len(rows) for rows in wanted.values())
