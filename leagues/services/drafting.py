"""A round's tables from the pure engine: what is asked, and what it answers."""

from collections import Counter
from typing import Any

from leagues.engine import fixed, placing, swiss
from leagues.engine.chance import lot
from leagues.engine.drafts import Draft, Why, drafted
from leagues.engine.seats import seated
from leagues.engine.sizes import byes
from leagues.engine.snapshot import Entry, Mode, Snapshot
from leagues.models import Bye, Division, Entrant, Matchday, Season
from leagues.services import brackets, records, standings

STRENGTH = 1000  # of mu: the engine counts in whole numbers


def snapshot_of(division: Division, day: Matchday) -> Snapshot:
    """Everything that the pairing of this round depends on: who is here, how they stand, who met whom."""
    season = division.season
    swiss_like = season.format == Season.Format.SWISS
    points = Counter(dict(standings.points_of(division)))
    points.update(records.half_of_postponed(division, day.number))
    ranks = standings.ranks_of(division)
    byes = records.bye_counts(division)
    here = [entrant for entrant in division.entrants.filter(state=Entrant.State.ACTIVE) if not _is_off(entrant, day)]
    if season.format == Season.Format.KNOCKOUT:
        still_in = set(brackets.seeds_of(division, day))
        here = [entrant for entrant in here if entrant.pk in still_in]
    return Snapshot(
        round=day.number,
        rounds=season.rounds,
        table=season.table_size,
        entries=tuple(
            Entry(
                entrant.pk,
                points=points[entrant.pk] + entrant.pairing_points if swiss_like else 0,
                rank=ranks.get(entrant.pk, len(here)),
                strength=round(entrant.seed_mu * STRENGTH),
                byes=byes[entrant.pk],
            )
            for entrant in sorted(here, key=lambda one: one.pk)
        ),
        seed=season.seed,
        mode=_mode(season, day) if swiss_like else Mode.STRICT,
        earlier=records.earlier_rounds(division, day.number),
        apart=_apart(season, here),
        seeded=swiss_like,
        attempt=day.attempt,
    )


def _mode(season: Season, day: Matchday) -> Mode:
    """The neighbours of the standings meet in the last round only: before it, new opponents come first."""
    mode = Mode(season.mode)
    return Mode.STRICT if mode == Mode.POWER and day.number < season.rounds else mode


def _is_off(entrant: Entrant, day: Matchday) -> bool:
    return str(day.number) in entrant.away or entrant.joined_round > day.number


def _apart(season: Season, here: list[Entrant]) -> tuple[tuple[int, int], ...]:
    """The pairs who should never meet, as entrants of this division."""
    entrant = {key_of(one): one.pk for one in here}
    pairs = [(entrant[one], entrant[other]) for one, other in season.keep_apart if {one, other} <= entrant.keys()]
    return tuple(sorted((min(pair), max(pair)) for pair in pairs))


def key_of(entrant: Entrant) -> int:
    """Whom a pair to be kept apart names: an account, so that it holds in the next season too, else the entry."""
    return entrant.player_id or -entrant.pk


def draft(division: Division, day: Matchday, snapshot: Snapshot) -> Draft:
    """Pair: by the schedule while all are there whom it was made for, else round by round."""
    if division.season.format == Season.Format.KNOCKOUT:
        return brackets.draft(division, day, snapshot)
    laid_out = _of_schedule(division, day, snapshot)
    return laid_out or swiss.pair(snapshot)


def _of_schedule(division: Division, day: Matchday, snapshot: Snapshot) -> Draft | None:
    season = division.season
    field = [entry.entrant for entry in snapshot.entries]
    if season.format != Season.Format.ROUND_ROBIN or not set(field) <= set(division.field):
        return None
    rounds = division.schedule
    # No other round of the schedule is left to change the last one with.
    if day.number > len(rounds) or (day.attempt and day.number == len(rounds) > 1):
        return None
    tables = tuple(tuple(division.field[place] for place in table) for table in rounds[day.number - 1])
    if len(field) < len(division.field):
        tables, _ = placing.shrunk(tables, set(division.field) - set(field), season.table_size)
    if _kept_together(tables, snapshot) or not _even(tables, len(field), season.table_size):
        return None
    sits = {entrant for table in tables for entrant in table}
    out = [entry for entry in snapshot.entries if entry.entrant not in sits]
    if any(entry.byes > min(other.byes for other in snapshot.entries) for entry in out):
        return None  # nobody sits out twice before all have
    return drafted(snapshot, tables, [entry.entrant for entry in out], Why.SCHEDULE)


def _even(tables: tuple[tuple[int, ...], ...], here: int, table: int) -> bool:
    """Whether a schedule without those who are away still seats all whom it can, at tables of about one size."""
    sizes = [len(seats) for seats in tables]
    return bool(sizes) and max(sizes) - min(sizes) <= 1 and sum(sizes) == here - byes(here, table)


def _kept_together(tables: tuple[tuple[int, ...], ...], snapshot: Snapshot) -> bool:
    """Whether the schedule would seat a pair together that should be kept apart."""
    return any(set(pair) <= set(table) for table in tables for pair in snapshot.kept_apart())


def lay_out(division: Division, day: Matchday) -> None:
    """Make the whole schedule of a balanced round robin before its first round.

    Where a round's tables are made anew, the first round lays out everything once more with other places,
    a later one changes with the next round of the schedule.
    """
    if division.schedule and day.attempt and day.number > 1:
        ahead = division.schedule[day.number - 1 :]
        division.schedule = [*division.schedule[: day.number - 1], *ahead[1:], *ahead[:1]]
        division.save(update_fields=["schedule"])
    elif not division.schedule or day.attempt:
        _lay_out(division, day)


def _lay_out(division: Division, day: Matchday) -> None:
    season = division.season
    here = list(division.entrants.filter(state=Entrant.State.ACTIVE).order_by("pk"))
    seed = f"{season.seed}|places" + (f"|attempt {day.attempt}" if day.attempt else "")
    plan = fixed.schedule(len(here), season.table_size, season.rounds, season.seed)
    order = sorted((one.pk for one in here), key=lambda entrant: lot(seed, entrant))
    division.field = placing.apart(plan, order, _apart(season, here))
    division.schedule = [[list(table) for table in tables] for tables in seated(plan)]
    division.save(update_fields=["field", "schedule"])


def byes_of(season: Season, division: Division, day: Matchday, answer: Draft) -> dict[int, tuple[str, int]]:
    """Who sits this round out, why, and what it is worth: entrant -> (kind, 5040ths)."""
    found: dict[int, tuple[str, int]] = {
        bye.entrant: (Bye.Kind.PAIRING.value, records.value_of_bye(season)) for bye in answer.byes
    }
    for entrant in division.entrants.filter(state=Entrant.State.ACTIVE, joined_round__lte=day.number):
        kind = entrant.away.get(str(day.number))
        if kind is not None:
            earlier = entrant.byes.filter(kind=Bye.Kind.REQUESTED).count()
            value = records.value_of_requested(season, earlier) if kind == Bye.Kind.REQUESTED else 0
            found[entrant.pk] = (kind, value)
    return found


def report_of(snapshot: Snapshot, answer: Draft) -> dict[str, Any]:
    """The report as it is stored, with whether anybody has to look."""
    return answer.report.to_mapping() | {"clean": _is_clean(snapshot, answer)}


def _is_clean(snapshot: Snapshot, answer: Draft) -> bool:
    """Nothing an organizer could mend: repeats that the numbers force are no reason to wait."""
    report = answer.report
    return not report.apart and (report.dense or not report.repeats)
