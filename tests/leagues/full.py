"""A season of any size in a few statements: all rounds but the last are played, the last is being played."""

import random
from datetime import timedelta

from django.utils import timezone

from games.models import Player
from leagues.models import Bye, Division, Entrant, LeagueTable, LogEntry, Matchday, Place, Result, Season
from leagues.services import leagues, standings
from leagues.services.plan import Plan
from tests.leagues.services.league import player


def full_season(people: int = 200, rounds: int = 12, table: int = 4, **plan: object) -> Division:
    """So many entrants `p1`, `p2`, … at drawn tables; one of each round asked off."""
    now = timezone.now()
    asked = Plan(**({"table_size": table, "rounds": rounds, "format": "swiss", "opens_at": now} | plan))
    season = leagues.open_league(owner=player("olga"), name="Liga mare", plan=asked, visibility="public", now=now)
    Season.objects.filter(pk=season.pk).update(state=Season.State.RUNNING, started_at=now)
    division = Division.objects.create(season=Season.objects.get(pk=season.pk))
    entrants = _entrants(division, people)
    draw = random.Random(people)
    days = [_day(division, number, rounds) for number in range(1, rounds + 1)]
    for day in days:
        seated = [one for one in entrants if one is not entrants[day.number % people]]
        draw.shuffle(seated)
        Bye.objects.create(matchday=day, entrant=entrants[day.number % people], kind=Bye.Kind.REQUESTED, value=2520)
        _tables(day, [tuple(seated[at : at + table]) for at in range(0, len(seated), table)], draw)
    standings.recompute(division)
    LogEntry.objects.bulk_create(
        LogEntry(league=season.league, season=season, action="confirm", actor_name="p1", public=True) for _ in days * 20
    )
    return Division.objects.select_related("season__league__owner").get(pk=division.pk)


def _entrants(division: Division, people: int) -> list[Entrant]:
    names = [f"p{number}" for number in range(1, people + 1)]
    Player.objects.bulk_create([Player(username=name) for name in names], ignore_conflicts=True)
    players = {one.username: one for one in Player.objects.filter(username__in=names)}
    return Entrant.objects.bulk_create(
        Entrant(
            season=division.season,
            division=division,
            player=players[name],
            name=name,
            state=Entrant.State.ACTIVE,
            free_times=[[34, 48], [82, 96]],
        )
        for name in names
    )


def _day(division: Division, number: int, rounds: int) -> Matchday:
    opens = timezone.now() - timedelta(days=7 * (rounds - number), hours=1)
    state = Matchday.State.COMPLETED if number < rounds else Matchday.State.IN_PLAY
    return Matchday.objects.create(
        division=division,
        number=number,
        state=state,
        opens_at=opens,
        deadline_at=opens + timedelta(days=7),
        published_at=opens,
    )


def _tables(day: Matchday, groups: list[tuple[Entrant, ...]], draw: random.Random) -> None:
    over = day.state == Matchday.State.COMPLETED
    state = LeagueTable.State.FINISHED if over else LeagueTable.State.SEATED
    tables = LeagueTable.objects.bulk_create(
        LeagueTable(matchday=day, number=number, planned_size=len(group), state=state)
        for number, group in enumerate(groups, start=1)
    )
    Place.objects.bulk_create(
        Place(table=table, matchday=day, entrant=entrant, position=position)
        for table, group in zip(tables, groups, strict=True)
        for position, entrant in enumerate(group)
    )
    if over:
        Result.objects.bulk_create(
            Result(table=table, lines=_lines(group, draw)) for table, group in zip(tables, groups, strict=True)
        )


def _lines(group: tuple[Entrant, ...], draw: random.Random) -> list[dict[str, object]]:
    return [
        {
            "entrant": entrant.pk,
            "place": place,
            "points": 500 - 100 * place + draw.randint(0, 99),
            "cards": 10 * place,
            "came": True,
        }
        for place, entrant in enumerate(group, start=1)
    ]
