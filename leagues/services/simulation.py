"""A whole season without people: invented entrants come late, stay away, leave and dispute, and bots play.

It goes through the same services as everybody's, in a time of its own, and looks after every round whether
what must always hold still does.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random  # noqa: TID251  (what goes wrong in an invented season)

from django.db import transaction
from django.utils import timezone

from games.engine.ruleset import Rules, rules_from
from games.models import Player
from games.services.bot_matches import play_match
from games.services.demo import invented
from leagues.engine.ladder import BEST as LADDER_BEST
from leagues.engine.ladder import LEAST as LADDER_LEAST
from leagues.models import (
    Bye,
    Division,
    Entrant,
    LadderTicket,
    League,
    LeagueDue,
    LeagueTable,
    Matchday,
    Place,
    Season,
    Standing,
)
from leagues.services import clock, disputes, entrants, ladders, leagues, leaving, pairing, publishing, results, seasons
from leagues.services.errors import NotAllowed
from leagues.services.outcomes import Line
from leagues.services.plan import Plan
from leagues.wall_clock import days_later

# Out of a hundred, for each entrant and round.
AWAY, LEAVES, LATE, DISPUTES = 10, 3, 8, 10
# Of a ladder: who wants to play in an hour of its evenings, and tables to which nearly nobody comes.
WANTS, MISSES = 60, 10
LADDER_HOURS = 3


@dataclass(frozen=True, slots=True)
class Wish:
    """What season is wanted; a ladder is open for as many evenings as `rounds` says."""

    entrants: int
    rounds: int
    table: int
    format: str = Season.Format.ROUND_ROBIN
    seed: str = "season"
    trouble: bool = True
    ending: str = "single"


@dataclass(slots=True)
class Outcome:
    """What came of it: the season, how much happened, and what did not hold."""

    season: Season
    tables: int = 0
    late: int = 0
    away: int = 0
    left: int = 0
    disputed: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def ended(self) -> bool:
        return self.season.state == Season.State.FINAL


def run(wish: Wish, now: datetime | None = None) -> Outcome:
    """Play a season from its opening to its final standings."""
    begins = now or timezone.now()
    chance = Random(wish.seed)  # noqa: S311  (nothing here is a secret)
    owner = invented("organizator-exemplu")
    found = Outcome(_opened(wish, owner, begins))
    with transaction.atomic():
        seasons.begin(season=found.season, by=owner, now=begins)
    _pair(found.season)
    moment = begins
    while (season := Season.objects.get(pk=found.season.pk)).state == Season.State.RUNNING:
        if wish.format == Season.Format.LADDER:
            moment = _climb(found, chance, moment, wish)
            continue
        moment += timedelta(hours=1)
        for day in days_to_play(season, owner, moment):
            _play(found, day, chance, moment, wish)
            found.faults += faults(season)
        if moment - begins > timedelta(days=400):
            found.faults.append("the season never ends")
            break
    if season.state == Season.State.REVIEW:
        seasons.finalize(season=season, by=owner, now=moment)
    found.season.refresh_from_db()
    return found


def _climb(found: Outcome, chance: Random, now: datetime, wish: Wish) -> datetime:
    """An evening of a ladder: people come as they like, tables are called and played; give the next evening."""
    season, owner = found.season, found.season.league.owner
    clock.take_due(now, season=season)
    for hour in range(LADDER_HOURS):
        moment = now + timedelta(hours=hour)
        division = Division.objects.select_related("season__league").get(season=season)
        if wish.trouble and not hour:
            _trouble(found, division, chance, moment)
        _queue_up(division, chance, moment)
        clock.take_due(moment + ladders.TICK, season=season)
        found.faults += ladder_faults(division)
        for table in LeagueTable.objects.filter(matchday__division=division, state=LeagueTable.State.SEATED):
            gone = wish.trouble and chance.random() * 100 < MISSES
            if gone:
                ladders.missed(*_sitters(table), moment + ladders.SIT_WITHIN)
                found.away += 1
            table.refresh_from_db()
            if table.state == LeagueTable.State.SEATED:
                play_table(table, owner, f"{wish.seed} {table.number}", moment + timedelta(minutes=40))
                found.tables += 1
                if wish.trouble and chance.random() * 100 < DISPUTES:
                    _dispute(found, table, owner, chance, moment + timedelta(minutes=45))
    return days_later(now, 1, season.league.zone)


def _queue_up(division: Division, chance: Random, now: datetime) -> None:
    """Most who may want to play."""
    for entrant in entrants.active(division).exclude(player=None).select_related("player"):
        if chance.random() * 100 < WANTS and entrant.player is not None:
            with suppress(NotAllowed):  # the ladder has ended, or they may not
                ladders.join(entrant=entrant, by=entrant.player, now=now)


def _sitters(table: LeagueTable) -> tuple[LeagueTable, list[Place], list[Place]]:
    """A table to which only its first one comes."""
    table = LeagueTable.objects.select_related("matchday__division__season__league").get(pk=table.pk)
    places = list(table.places.select_related("entrant"))
    for place in places[1:]:
        place.role = Place.Role.VACATED
        place.save(update_fields=["role"])
    return table, places[:1], places[1:]


def ladder_faults(division: Division) -> list[str]:
    """Nobody sits at two tables at once, or waits while one is theirs."""
    places = Place.objects.filter(matchday__division=division, table__state__in=ladders.OPEN)
    seated = list(places.exclude(role=Place.Role.VACATED).values_list("entrant", flat=True))
    waiting = set(LadderTicket.objects.filter(division=division).values_list("entrant", flat=True))
    found = ["somebody sits at two tables"] if len(set(seated)) != len(seated) else []
    return found + (["somebody waits and sits"] if waiting & set(seated) else [])


def _opened(wish: Wish, owner: Player, now: datetime) -> Season:
    ladder = wish.format == Season.Format.LADDER
    plan = Plan(
        format=wish.format,
        table_size=wish.table,
        rounds=wish.rounds,
        venue=Season.Venue.ONLINE if ladder else Season.Venue.CLUB,
        round_days=wish.rounds if ladder else 0,
        best_results=LADDER_BEST if ladder else None,
        least_results=LADDER_LEAST if ladder else 0,
        looking=Season.Looking.NEVER,
        approval=False,
        opens_at=now,
        rules=rules_from({"ending": wish.ending}),
    )
    people = [invented(f"jucator-exemplu-{number}") for number in range(1, wish.entrants + 1)]
    return opened(owner=owner, name=f"Liga exemplu {wish.seed}", plan=plan, people=people, now=now)


def opened(*, owner: Player, name: str, plan: Plan, people: Iterable[Player], now: datetime, **page: str) -> Season:
    """A public league that takes entries, with these people in it; `page` is what it says of itself."""
    season = leagues.open_league(
        owner=owner, name=name, plan=plan, visibility=League.Visibility.PUBLIC, now=now, **page
    )
    seasons.open_registration(season=season, by=owner, now=now)
    for player in people:
        entrants.apply(season=season, player=player, now=now)
    return Season.objects.select_related("league__owner").get(pk=season.pk)


def _pair(season: Season) -> None:
    """Make the drafts that were asked for: no worker runs here."""
    for day in Matchday.objects.filter(division__season=season, state=Matchday.State.DRAFTING):
        pairing.make(day=day.pk, revision=day.revision)


def days_to_play(season: Season, owner: Player, now: datetime) -> Iterator[Matchday]:
    """The rounds that stand open, once everything is done that is due by now."""
    _pair(season)
    for row in LeagueDue.objects.filter(season=season, kind=LeagueDue.Kind.PUBLISH):
        day = Matchday.objects.select_related("division").get(pk=row.key)
        publishing.publish_by_itself(day, now)
        row.delete()
    for day in Matchday.objects.filter(division__season=season, state=Matchday.State.DRAFT):
        publishing.publish(day=day, by=owner, now=now)
    clock.take_due(now, season=season)
    days = Matchday.objects.filter(division__season=season, state=Matchday.State.IN_PLAY)
    yield from days.select_related("division__season__league__owner")


def _play(found: Outcome, day: Matchday, chance: Random, now: datetime, wish: Wish) -> None:
    """Play all tables of a round; before the last result comes in, things happen."""
    season, owner = day.division.season, day.division.season.league.owner
    if wish.trouble and season.format != Season.Format.KNOCKOUT:
        _trouble(found, day.division, chance, now)
    for table in day.tables.filter(state=LeagueTable.State.SEATED):
        play_table(table, owner, f"{wish.seed} {day.division.level} {day.number} {table.number}", now)
        found.tables += 1
        if wish.trouble and chance.random() * 100 < DISPUTES:
            _dispute(found, table, owner, chance, now)


def _trouble(found: Outcome, division: Division, chance: Random, now: datetime) -> None:
    """People come late, ask a round off, and leave."""
    season = division.season
    ahead = entrants.next_number(season)
    if ahead <= entrants.last_joining_round(season) and chance.random() * 100 < LATE * 4:
        found.late += 1
        entrants.apply(season=season, player=invented(f"tarziu-exemplu-{found.late}"), now=now)
    here = list(entrants.active(division).exclude(player=None).select_related("player"))
    for entrant in here:
        assert entrant.player is not None
        drawn = chance.random() * 100
        if drawn < LEAVES and len(here) > 3 * season.table_size:
            leaving.withdraw(entrant=entrant, by=entrant.player, now=now)
            found.left += 1
        elif drawn < LEAVES + AWAY and ahead <= season.rounds and season.format != Season.Format.LADDER:
            entrants.ask_off(entrant=entrant, by=entrant.player, number=ahead, now=now)
            found.away += 1


def _dispute(found: Outcome, table: LeagueTable, owner: Player, chance: Random, now: datetime) -> None:
    place = table.places.select_related("entrant__player").first()
    if place is None or place.entrant.player is None:
        return
    claim = disputes.dispute(
        table=table, by=place.entrant.player, kind="result", text="Punctele nu sunt bune.", now=now
    )
    upheld = chance.random() < 0.5
    disputes.decide(dispute=claim, by=owner, upheld=upheld, decision="Verificat pe foaie.", now=now)
    found.disputed += 1


def play_table(table: LeagueTable, owner: Player, seed: str, now: datetime) -> None:
    """Let our own bots play a table, and the league's owner write down what came of it."""
    rules = rules_from(table.matchday.division.season.rules)
    results.claim(table=table, by=owner, lines=_lines(table, rules, seed), now=now)


def _lines(table: LeagueTable, rules: Rules, seed: str) -> list[Line]:
    seats = list(table.places.order_by("position").values_list("entrant", flat=True))
    played = play_match(rules=rules, seats=len(seats), seed=seed)
    return [
        {"entrant": entrant, "place": rank, "points": score, "cards": held, "came": True}
        for entrant, rank, score, held in zip(seats, played.places, played.points, played.in_hand, strict=True)
    ]


def faults(season: Season) -> list[str]:
    """What does not hold in a season's rows, though it always must."""
    found = []
    for day in Matchday.objects.filter(division__season=season).exclude(state=Matchday.State.PLANNED):
        seated = list(Place.objects.filter(matchday=day).values_list("entrant", flat=True))
        out = list(Bye.objects.filter(matchday=day).values_list("entrant", flat=True))
        if len(set(seated)) != len(seated) and season.format != Season.Format.LADDER:
            found.append(f"round {day.number}: somebody sits twice")
        if set(seated) & set(out):
            found.append(f"round {day.number}: somebody sits and has a bye")
        found += [f"round {day.number}: {name} is nowhere" for name in _nowhere(day, {*seated, *out})]
    for row in Standing.objects.filter(division__season=season).values_list("after_round", "rank", "division"):
        if Standing.objects.filter(after_round=row[0], rank=row[1], division=row[2]).count() != 1:
            found.append(f"after round {row[0]}: rank {row[1]} is given twice")
    return found


def _nowhere(day: Matchday, placed: set[int]) -> list[str]:
    """Who plays in the season, and has neither a table nor a bye in a round that was shown."""
    if day.state in {Matchday.State.DRAFTING, Matchday.State.DRAFT, Matchday.State.VOID}:
        return []
    if day.division.season.format in {Season.Format.KNOCKOUT, Season.Format.LADDER}:
        return []
    active = day.division.entrants.filter(state=Entrant.State.ACTIVE, joined_round__lte=day.number)
    return [entrant.name for entrant in active if entrant.pk not in placed]
