"""A knockout season: who is still in, and at which tables they meet."""

from fractions import Fraction

from leagues.engine import knockout
from leagues.engine.drafts import Draft, Why, drafted
from leagues.engine.results import Off, Outcome, Record
from leagues.engine.scoring import POINT, shares
from leagues.engine.snapshot import Snapshot
from leagues.models import Bye, Division, Entrant, Matchday, Result, Season
from leagues.services import records

# What a round knew of somebody without a table: they went on, or they had been seated and left.
SEATED_OR_FREE = (Bye.Kind.PAIRING, Bye.Kind.WITHDRAWN)


def stages(entrants: int, table: int) -> int:
    """How many rounds a knockout of so many takes."""
    return len(knockout.plan(entrants, table))


def is_decided(division: Division, day: Matchday) -> bool:
    """Whether a knockout was played to its end before this round: so many left that there were fewer rounds."""
    return division.season.format == Season.Format.KNOCKOUT and day.number > 1 and len(seeds_of(division, day)) < 2


def draft(division: Division, day: Matchday, snapshot: Snapshot) -> Draft:
    """Seat those who are still in, the best seeds apart."""
    seeds = seeds_of(division, day)
    stage = knockout.plan(len(seeds), division.season.table_size)[0]
    free, tables = knockout.seeded(stage, seeds)
    return drafted(snapshot, tables, free, Why.BRACKET)


def seeds_of(division: Division, day: Matchday) -> list[int]:
    """Who plays in this round, the best seed first: all by rating, later those whom the round before let through.

    For whoever went through and has left, or is away, the best of those who went out stands in.
    """
    active = division.entrants.filter(state=Entrant.State.ACTIVE).order_by("-seed_mu", "pk")
    here = [entrant.pk for entrant in active if str(day.number) not in entrant.away]
    if day.number == 1:
        return here
    through, out = _through(division, day.number - 1)
    gone = [entrant for entrant in through if entrant not in here]
    stand_ins = [entrant for entrant in out if entrant in here][: len(gone)]
    playing = {*through, *stand_ins}
    return [entrant for entrant in here if entrant in playing]


def _through(division: Division, number: int) -> tuple[list[int], list[int]]:
    """Who went through a round, and who went out of it, the best first."""
    before = division.matchdays.get(number=number)
    free = list(before.byes.filter(kind=Bye.Kind.PAIRING).values_list("entrant", flat=True))
    by_seed = division.entrants.order_by("-seed_mu", "pk").values_list("pk", flat=True)
    seed = {entrant: rank for rank, entrant in enumerate(by_seed)}
    size = before.places.count() + before.byes.filter(kind__in=SEATED_OR_FREE).count()
    stage = knockout.plan(max(size, 1), division.season.table_size)[0]
    outcomes = [one for one in records.record_of(division).outcomes if one.round == number]
    finishes = [finish for outcome in outcomes for finish in _finishes(outcome, seed)]
    finishes += _alone(before, seed)
    return (
        knockout.going_on(stage, finishes, [(seed[entrant], entrant) for entrant in free]),
        knockout.alternates(stage, finishes),
    )


def _finishes(outcome: Outcome, seed: dict[int, int]) -> list[knockout.Finish]:
    """How a table ended; behind the share, points above the table's mean and few cards left are the merit."""
    worth = shares([line.place for line in outcome.lines])
    mean = Fraction(sum(line.score or 0 for line in outcome.lines), len(outcome.lines))
    return [
        knockout.Finish(
            line.entrant,
            seed[line.entrant],
            outcome.table,
            line.place,
            share,
            ((line.score or 0) - mean, Fraction(-(line.cards or 0))),
        )
        for line, share in zip(outcome.lines, worth, strict=True)
        if line.entrant is not None
    ]


def _alone(day: Matchday, seed: dict[int, int]) -> list[knockout.Finish]:
    """Who came to a table and found nobody: they have won it."""
    results = Result.objects.filter(table__matchday=day, current=True).exclude(kind=Result.Kind.VOID)
    found = []
    for result in results:
        came = [line["entrant"] for line in result.lines if line["came"]]
        if len(came) == 1:
            found.append(knockout.Finish(came[0], seed[came[0]], result.table_id, 1, POINT))
    return found


def reached(record: Record) -> dict[int, tuple[int, int]]:
    """How far everybody came: the last round at a table, and the place there; sorts best first.

    Who had no opponent came as far as who won.
    """
    steps = [(one.round, line.entrant, line.place) for one in record.outcomes for line in one.lines]
    steps += [(one.round, one.entrant, 1) for one in record.unplayed if one.kind == Off.BYE]
    found: dict[int, tuple[int, int]] = {}
    for number, entrant, place in sorted(steps, key=lambda step: step[0]):
        if entrant is not None:
            found[entrant] = (-number, place)
    return found
