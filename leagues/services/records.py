"""What happened in a division as the pure engine reads it: results, byes, penalties, who may be paired."""

from collections import Counter
from typing import Any

from leagues.engine.results import Fine, Line, Off, Outcome, Record, Unplayed
from leagues.engine.rounds import Round
from leagues.engine.scoring import POINT, Scoring, bye_value, requested_value
from leagues.models import Bye, Division, Entrant, LeagueTable, Matchday, Penalty, Place, Result, Season

OFF = {
    Bye.Kind.PAIRING: Off.BYE,
    Bye.Kind.REQUESTED: Off.REQUESTED,
    Bye.Kind.LATE: Off.LATE,
    Bye.Kind.ABSENT: Off.ABSENT,
    Bye.Kind.WITHDRAWN: Off.WITHDRAWN,
}
SHOWN = (Matchday.State.PUBLISHED, Matchday.State.IN_PLAY, Matchday.State.CLOSING, Matchday.State.COMPLETED)


def scoring_of(season: Season) -> Scoring:
    return Scoring.from_mapping(season.points)


def value_told(season: Season, points: int) -> int:
    """Points as the season's pages show them, in 5040ths."""
    return points * POINT // scoring_of(season).times


def value_of_bye(season: Season) -> int:
    """What a round without a table is worth when nobody asked for it, in 5040ths."""
    return bye_value(scoring_of(season), season.table_size) if season.bye_value is None else season.bye_value


def value_of_requested(season: Season, earlier: int) -> int:
    """What a round asked off is worth; the first time as the plan has it, then nothing."""
    most = requested_value(scoring_of(season), season.table_size, earlier)
    return most if season.requested_bye_value is None else min(season.requested_bye_value, most)


def record_of(division: Division) -> Record:
    """All that counts so far: current results, byes of published rounds, penalties that stand."""
    season = division.season
    entrants = list(division.entrants.order_by("pk"))
    record = Record(
        tuple(entrant.pk for entrant in entrants),
        *_tables(division, season),
        tuple(
            Fine(one.entrant_id, one.after_round, one.value)
            for one in Penalty.objects.filter(entrant__division=division).exclude(appeal=Penalty.Appeal.UPHELD)
        ),
    )
    for entrant in entrants:
        since = _taken_out(season, entrant, record)
        if since is not None:
            record = record.without(entrant.pk, since)
    return record


def _tables(division: Division, season: Season) -> tuple[tuple[Outcome, ...], tuple[Unplayed, ...]]:
    outcomes: list[Outcome] = []
    off: list[Unplayed] = []
    results = Result.objects.filter(table__matchday__division=division, current=True).exclude(kind=Result.Kind.VOID)
    silent = set() if season.substitutes_score else _substituted(division)
    for result in results.select_related("table__matchday"):
        number = result.table.matchday.number
        came = [line for line in result.lines if line["came"]]
        if len(came) >= 2:
            outcomes.append(
                Outcome(number, result.table_id, tuple(_line(line, result.table_id, silent) for line in came))
            )
        alone = value_of_bye(season) if len(came) == 1 else 0
        for line in result.lines:
            if line["came"] and len(came) == 1:
                off.append(Unplayed(line["entrant"], number, Off.BYE, alone))
            elif not line["came"] or (line["entrant"], result.table_id) in silent:
                off.append(Unplayed(line["entrant"], number, Off.NO_SHOW))
    byes = Bye.objects.filter(matchday__division=division, matchday__state__in=SHOWN).select_related("matchday")
    off += [Unplayed(bye.entrant_id, bye.matchday.number, OFF[Bye.Kind(bye.kind)], bye.value) for bye in byes]
    return tuple(outcomes), tuple(off)


def _line(line: dict[str, Any], table: int, silent: set[tuple[int, int]]) -> Line:
    entrant = None if (line["entrant"], table) in silent else line["entrant"]
    return Line(entrant, line["place"], line["points"], line["cards"], bool(line.get("left")))


def _substituted(division: Division) -> set[tuple[int, int]]:
    """Places that a substitute played: (entrant, table)."""
    places = Place.objects.filter(matchday__division=division, role=Place.Role.SUBSTITUTE)
    return set(places.values_list("entrant", "table"))


def _taken_out(season: Season, entrant: Entrant, record: Record) -> int | None:
    """From which round on an entrant's tables count without them; None where all stands.

    Who is disqualified: from the first round that they have spoilt. Who left a round robin before half of
    their rounds: altogether. Else everything stands.
    """
    played = [outcome.round for outcome in record.outcomes if entrant.pk in {line.entrant for line in outcome.lines}]
    if entrant.state == Entrant.State.DISQUALIFIED:
        return entrant.tainted_from or 1
    left_early = 2 * len(played) < season.rounds
    if entrant.state == Entrant.State.WITHDRAWN and season.format == Season.Format.ROUND_ROBIN and left_early:
        return 1
    return None


def earlier_rounds(division: Division, before: int) -> tuple[Round, ...]:
    """The tables of all rounds before this one, each in the order of its seats; who did not come did not meet."""
    rounds: dict[int, dict[int, list[int]]] = {number: {} for number in range(1, before)}
    places = Place.objects.filter(
        matchday__division=division, matchday__number__lt=before, matchday__state__in=SHOWN
    ).exclude(role=Place.Role.VACATED)
    places = places.exclude(table__state=LeagueTable.State.VOID).order_by("table__number", "position")
    for number, table, entrant in places.values_list("matchday__number", "table", "entrant"):
        rounds[number].setdefault(table, []).append(entrant)
    return tuple(tuple(tuple(table) for table in tables.values()) for _, tables in sorted(rounds.items()))


def bye_counts(division: Division) -> Counter[int]:
    """How often each sat out without asking, or came to a table to which nobody else did."""
    byes = Bye.objects.filter(matchday__division=division, kind=Bye.Kind.PAIRING, matchday__state__in=SHOWN)
    counts = Counter(byes.values_list("entrant", flat=True))
    forfeits = Result.objects.filter(table__matchday__division=division, current=True, kind=Result.Kind.FORFEIT)
    for lines in forfeits.values_list("lines", flat=True):
        came = [line["entrant"] for line in lines if line["came"]]
        if len(came) == 1:
            counts[came[0]] += 1
    return counts


def half_of_postponed(division: Division, before: int) -> Counter[int]:
    """What those get for pairing whose table was let play later: as if all there had come in equal (5040ths)."""
    scoring = scoring_of(division.season)
    found: Counter[int] = Counter()
    tables = LeagueTable.objects.filter(matchday__division=division, matchday__number__lt=before, postponed=True)
    for table in tables.filter(matchday__state__in=SHOWN).prefetch_related("places"):
        sitting = [place.entrant_id for place in table.places.all()]
        found.update(dict(zip(sitting, scoring.table([1] * len(sitting)), strict=True)))
    return found
