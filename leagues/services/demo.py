"""Leagues for a site to look round in: plainly invented, one of them half-way and one that anybody may join.

They go through the same services as everybody's, in a time of their own; each is one transaction, so that the
running clock never sees one half made.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.urls import reverse

from games.engine.ruleset import rules_from
from games.models import Player
from games.services.demo import GRACE, Added, invented
from leagues.models import League, LeagueTable, Matchday, Season
from leagues.services import leagues, seasons, times
from leagues.services.plan import Plan
from leagues.services.simulation import days_to_play, opened, play_table
from leagues.wall_clock import days_later, moment_at, shown

HALF_WAY: Final = "Liga exemplu"
TO_JOIN: Final = "Seara exemplu"
HOST: Final = "gazda-exemplu"
# With the six of the demo they are sixteen: in five rounds of four tables everybody meets everybody once.
MORE: Final = (
    *("gelu-exemplu", "horia-exemplu", "ioana-exemplu", "jana-exemplu", "lia-exemplu"),
    *("mihai-exemplu", "nora-exemplu", "oana-exemplu", "petru-exemplu", "radu-exemplu"),
)
ROUNDS: Final = 5
PLAYED: Final = 3
WEEK: Final = 7  # days
HOUR: Final = 19
ZONE: Final = "Europe/Bucharest"
ABOUT: Final = (
    "O ligă inventată, ca să se vadă cum arată una la jumătatea drumului. Cinci etape, câte una pe săptămână; "
    "fiecare masă își alege ora."
)
WELCOME: Final = "Bine ați venit! Prima etapă e deschisă: vedeți la ce masă stați și alegeți-vă ora."
LATEST: Final = "S-au jucat trei etape din cinci. Mesele etapei a patra sunt afișate; spor la potriviri!"
ABOUT_TO_JOIN: Final = (
    "O seară de club inventată, la care se poate înscrie oricine: patru etape una după alta, cu cărți de hârtie."
)


def add(players: Sequence[Player], now: datetime) -> Added:
    """Add what is missing of the demo's leagues: where they are, at any stage, nothing is added."""
    more = [invented(name) for name in MORE]
    people, host = [*players, *more], invented(HOST)
    links = [
        _link(HALF_WAY) or _half_way(host, people, now),
        _link(TO_JOIN) or _to_join(players[0], people[1:9], now),
    ]
    return Added([*more, host], f"Leagues: {', '.join(links)}")


def _link(name: str) -> str:
    known = League.objects.filter(name=name, owner__is_demo=True).order_by("pk").first()
    return reverse("leagues:league", args=[known.slug]) if known else ""


@transaction.atomic
def _half_way(host: Player, people: Sequence[Player], now: datetime) -> str:
    """A league of weekly rounds: three are over, the fourth is open and has its first result."""
    begins = _evening(now, -PLAYED * WEEK - 2)
    weeks = [days_later(begins, week * WEEK, ZONE) for week in range(PLAYED + 1)]
    plan = Plan(
        rounds=ROUNDS,
        venue=Season.Venue.BOTH,
        looking=Season.Looking.NEVER,
        approval=False,
        opens_at=begins,
        rules=rules_from(GRACE),
    )
    season = opened(owner=host, name=HALF_WAY, plan=plan, people=people, now=_evening(begins, -WEEK), about=ABOUT)
    seasons.begin(season=season, by=host, now=begins)
    leagues.tell(league=season.league, by=host, text=WELCOME, now=begins)
    for at in weeks[:-1]:
        for day in _opened_days(season, at):
            _play(day, list(day.tables.all()))
    (day,) = _opened_days(season, weeks[-1])
    first, *_others = day.tables.exclude(places__entrant__player=people[0]).order_by("number")
    _play(day, [first])
    _propose_a_time(day, people[0], now)
    leagues.tell(league=season.league, by=host, text=LATEST, now=weeks[-1])
    return _link(HALF_WAY)


def _opened_days(season: Season, at: datetime) -> list[Matchday]:
    """The round that opens at this time, its tables made and shown."""
    return list(days_to_play(Season.objects.get(pk=season.pk), season.league.owner, at))


def _play(day: Matchday, tables: Sequence[LeagueTable]) -> None:
    """Let these tables be played, one an hour, on the day after the round has opened."""
    assert day.opens_at is not None
    for hour, table in enumerate(tables):
        at = day.opens_at + timedelta(hours=20 + hour)
        play_table(table, day.division.season.league.owner, f"demo {day.number} {table.number}", at)


def _propose_a_time(day: Matchday, player: Player, now: datetime) -> None:
    """Somebody at this player's table asks when all can."""
    table = day.tables.get(places__entrant__player=player)
    other = table.places.exclude(entrant__player=player).select_related("entrant__player").order_by("position")[0]
    assert other.entrant.player is not None
    times.propose(table=table, by=other.entrant.player, starts_at=_evening(now, 1), now=now)


@transaction.atomic
def _to_join(owner: Player, people: Sequence[Player], now: datetime) -> str:
    """A club's evening in a week, with some who are in already."""
    plan = Plan(
        rounds=4,
        venue=Season.Venue.CLUB,
        pace=Season.Pace.FIXED,
        round_days=0,
        grace_minutes=10,
        looking=Season.Looking.NEVER,
        approval=False,
        opens_at=_evening(now, WEEK),
        rules=rules_from(GRACE | {"ending": "target 300"}),
    )
    page = {"club": "Clubul exemplu", "place": "Orașul exemplu", "about": ABOUT_TO_JOIN}
    opened(owner=owner, name=TO_JOIN, plan=plan, people=people, now=now, **page)
    return _link(TO_JOIN)


def _evening(now: datetime, days: int) -> datetime:
    """The evening so many days from now, where the leagues are."""
    today = shown(now, ZONE).replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return moment_at(today + timedelta(days=days), ZONE)
