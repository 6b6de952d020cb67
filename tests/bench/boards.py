"""`make bench-pages`: the pages that list people and matches, on a site of 1,000 players and on one of 100,000.

Each size is a process with a database of its own (that of `DATABASE_URL`'s kind, made as for tests), with as many
matches of every kind as players; one player has the same history in both. The two take turns; printed are the median
times of a page, how often the large site's is the small one's (must: 3 at most) and the queries (12 at most).
`--pages board` looks only at those whose name has it.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

SMALL, LARGE = 1_000, 100_000
OWN = 200  # matches of the player who looks
# What the matches are, by turns of different lengths, so that every combination occurs.
KINDS = ("ranked", "casual", "ranked", "league", "ranked")
PRESETS = ("mas", "clasic", "mas", "mas", "", "mas", "clasic")
SIZES = (4, 2, 3, 4, 6, 2, 4, 5, 3)
SIZES_ONCE = tuple(sorted(set(SIZES)))
BATCH = 5_000
MOST_TIMES, MOST_QUERIES = 3.0, 12
FAR = "before=FAR"  # a place behind two thirds of all matches, put in where the site is known
# What people combine: one filter, two of them, a person with one or two, and what is found seldom or never.
OWN_SEARCHES = (
    *("kind=ranked", "ladder=duel", "league=liga-7", "preset=clasic", "seats=4", "result=won", "since=2020-01-01"),
    *("other=altcineva", "other=altci", "other=altcineva&result=won&seats=4", "kind=ranked&result=lost"),
    *("seats=11", f"other=altcineva&result=won&{FAR}", "preset=mas&seats=2&since=2020-01-01&until=2030-01-01"),
)
SEARCHES = (
    *("kind=casual", "kind=ranked", "kind=league", "ladder=duel", "ladder=table", "league=liga-7", "league=li"),
    *("preset=mas", "preset=clasic", "seats=2", "seats=6", "seats=11", "code=000777"),
    *("since=2020-01-01", "until=2020-01-01", "since=2020-01-01&until=2030-01-01"),
    *("kind=ranked&preset=clasic", "kind=casual&seats=5", "kind=league&seats=6", "preset=clasic&seats=6"),
    *("ladder=table&preset=clasic", "ladder=table&seats=5", "ladder=duel&seats=5", "league=liga-7&seats=2"),
    *("kind=league&preset=clasic&seats=6", "kind=casual&preset=mas&seats=2&since=2020-01-01", "league=nicio-liga"),
    *(
        "person=altcineva",
        "person=altci",
        "person=lTC%C3%AEN",
        "person=jucator",
        "person=jucator0001",
        "person=ucator0009",
    ),
    *("person=altcineva&result=won", "person=altcineva&preset=mas&seats=4", "person=altcineva&ladder=duel&result=lost"),
    *("person=eu-insumi&other=altcineva", "person=eu-in&other=altci", "person=altcineva&other=jucator0000&seats=4"),
    *(FAR, f"kind=ranked&{FAR}", f"seats=6&preset=mas&{FAR}", f"person=altcineva&{FAR}", f"ladder=table&{FAR}"),
)
PAGES = {
    "board, all time": "/clasament/?period=all",
    "board, all time, last page": "/clasament/?period=all&page=999999",
    "board, season": "/clasament/?period=season",
    "board, season, last page": "/clasament/?period=season&page=999999",
    "board, friends": "/clasament/?period=all&friends=1",
    "own profile": "/jucator/eu-insumi/",
    "another's profile": "/jucator/altcineva/",
    "friends": "/prieteni/",
    "own figures": "/jucator/eu-insumi/statistici/",
    "the site's figures": "/statistici/",
    "my games": "/jocurile-mele/",
    **{f"my games, {query}": f"/jocurile-mele/?{query}" for query in OWN_SEARCHES},
    "everybody's games": "/jocuri/",
    **{f"everybody's, {query}": f"/jocuri/?{query}" for query in SEARCHES},
    "home": "/",
}


def fill(players: int) -> Any:
    """So many players, ratings, season scores and ranked matches; gives the one who looks."""
    from django.utils import timezone

    from games import queries_ranked
    from games.models import Friendship, PeriodScore, Player, Rating

    now = timezone.now()
    season = queries_ranked.current_periods(now)[1]
    names = ["eu-insumi", "altcineva", *[f"jucator{number:06}" for number in range(2, players)]]
    people = _stored(Player(username=name, age_band="16plus" if n % 3 else "unknown") for n, name in enumerate(names))
    ladder = [(person, 20 + n * 7919 % players / players * 10) for n, person in enumerate(people)]
    _stored(
        Rating(player=person, ladder="table", mu=mu, sigma=2, standing=mu - 4, games=30, rated_at=now)
        for person, mu in ladder
    )
    _stored(
        PeriodScore(player=one, ladder="table", period=season, games=12, points=int(mu * 1e3), standing=int(mu * 1e6))
        for one, mu in ladder
    )
    me = people[0]
    _stored(Friendship(asker=me, other=friend, accepted_at=now) for friend in people[1:60])
    _play(people, now)
    _add_up(me, now)
    return me


def _add_up(me: Any, now: Any) -> None:
    """What is kept as sums: as many rows as there are days, months and sizes of tables, on whichever site."""
    from games.models import MonthSums, SiteCount, SiteDay, Sums

    today = now.date()
    _stored(
        Sums(player=me, seats=n, matches=50, rounds=300, mas_said=9, reactions=7, reaction_ms=900) for n in SIZES_ONCE
    )
    months = [(today.replace(day=1) - timedelta(days=30 * n)).replace(day=1) for n in range(0, 80, 2)]
    _stored(
        MonthSums(player=me, month=one, preset=preset, matches=9, points=700)
        for one in months
        for preset in ("", "mas")
    )
    days = [today - timedelta(days=n) for n in range(400)]
    _stored(
        SiteDay(day=day, preset=preset, seats=n, matches=3, rounds=15, moves=900, round_ms=9_000_000)
        for day in days
        for preset in ("", "mas", "clasic")
        for n in SIZES_ONCE
    )
    _stored(SiteCount(what="minutes", key=str(n), rounds=n) for n in range(1, 120))


def _play(people: Sequence[Any], now: Any) -> None:
    """As many finished matches as there are players, of every kind; the first two play the first of them together."""
    from games.engine.ruleset import MAS_UNO
    from games.models import Match, RatingChange, Seat, Settlement

    count, rules = len(people), MAS_UNO.to_mapping()
    kinds = [KINDS[n % len(KINDS)] for n in range(count)]
    sizes = [SIZES[n % len(SIZES)] for n in range(count)]
    when = [now - timedelta(minutes=number) for number in range(count)]
    matches = _stored(
        Match(
            code=f"{n:06}",
            host=people[0],
            kind=kinds[n],
            public=kinds[n] != "ranked",
            league=f"liga-{n % 40}" if kinds[n] == "league" else "",
            state="finished",
            rules=rules,
            preset=PRESETS[n % len(PRESETS)],
            size=sizes[n],
            seated=sizes[n],
            turn_ms=20_000,
            bank_ms=60_000,
            created_at=at,
            started_at=at,
            finished_at=at,
        )
        for n, at in enumerate(when)
    )
    tables = [[people[(n * 4 + k) % (count - 2) + 2] for k in range(sizes[n])] for n in range(count)]
    for table in tables[:OWN]:
        table[:2] = people[:2]
    seated = list(zip(matches, tables, strict=True))
    _stored(
        Seat(match=match, number=k, player=one, name=one.username, place=k + 1)
        for match, table in seated
        for k, one in enumerate(table)
    )
    kind = {"ladder": "table", "preset": "mas", "seats": 4, "ending": "target 500", "noise": 9.66}
    rated = [(match, table) for match, table in seated if match.kind == "ranked"]
    settled = _stored(
        Settlement(match=match, number=count - n, settled_at=match.finished_at, **kind)
        for n, (match, _table) in enumerate(rated)
    )
    _stored(
        RatingChange(
            settlement=settlement,
            player=one,
            ladder="table",
            number=settlement.number,
            place=k + 1,
            score=2520,
            mu_before=25,
            sigma_before=2,
            mu_after=25.1,
            sigma_after=2,
            reasons=[
                {"player": other.pk, "outcome": 2, "gain": 0.1, "expected": 0.5} for other in table if other != one
            ],
        )
        for settlement, (_, table) in zip(settled, rated, strict=True)
        for k, one in enumerate(table)
    )


def _stored(rows: Iterator[Any]) -> list[Any]:
    kept = list(rows)
    type(kept[0])._default_manager.bulk_create(kept, batch_size=BATCH)
    return kept


def named(part: str) -> dict[str, str]:
    """The pages with this in their name."""
    return {name: path for name, path in PAGES.items() if part in name}


def serve(players: int, part: str) -> None:
    """Fill a database; on each line look at every page once and print the times in ms and the queries."""
    os.environ["PYTEST_XDIST_WORKER"] = f"bench{players}"
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext, setup_test_environment

    setup_test_environment(debug=False)
    connection.settings_dict["TEST"]["NAME"] = f"{connection.settings_dict['TEST'].get('NAME') or 'bench'}_{players}"
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        client = Client(headers={"accept-language": "ro"})
        client.force_login(fill(players))
        with connection.cursor() as cursor:
            cursor.execute("VACUUM" if connection.vendor == "sqlite" else "VACUUM ANALYZE")
            cursor.execute("ANALYZE")
        pages, queries = _addresses(named(part)), {}
        for name, path in pages.items():
            with CaptureQueriesContext(connection) as log:
                assert client.get(path).status_code == 200, path
            queries[name] = len(log)
        print(json.dumps(queries), flush=True)
        for _ in sys.stdin:
            print(json.dumps({name: _time(client, path) for name, path in pages.items()}), flush=True)
    finally:
        connection.creation.destroy_test_db("", verbosity=0)


def _addresses(pages: dict[str, str]) -> dict[str, str]:
    """These pages of this site, the far place put in."""
    from games.models import Match
    from games.queries_history import Place, place_text

    match = Match.objects.order_by("-finished_at")[Match.objects.count() * 2 // 3]
    far = place_text(Place(match.finished_at, match.pk))
    return {name: path.replace("FAR", far) for name, path in pages.items()}


def _time(client: Any, path: str) -> float:
    began = time.perf_counter()
    client.get(path)
    return (time.perf_counter() - began) * 1000


class Side:
    """A site of one size."""

    def __init__(self, players: int, part: str) -> None:
        command = [sys.executable, "-m", "tests.bench.boards", "--serve", str(players), "--pages", part]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.queries: dict[str, int] = {}
        self.times: dict[str, list[float]] = {name: [] for name in named(part)}

    def ready(self) -> None:
        self.queries = self._line()

    def turn(self) -> None:
        assert self.process.stdin
        print(file=self.process.stdin, flush=True)
        for name, ms in self._line().items():
            self.times[name].append(ms)

    def _line(self) -> Any:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())

    def stop(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def compare(turns: int, part: str) -> bool:
    """Let the two sites take turns, and tell; whether every figure is reached."""
    small, large = Side(SMALL, part), Side(LARGE, part)
    for side in (small, large):
        side.ready()
    for _ in range(turns):
        small.turn()
        large.turn()
    print(f"{'page':70} {SMALL:>9,} {LARGE:>9,}  times (must {MOST_TIMES:.0f})  queries (must {MOST_QUERIES})")
    reached = [_told(name, small, large) for name in named(part)]
    for side in (small, large):
        side.stop()
    return all(reached)


def _told(name: str, small: Side, large: Side) -> bool:
    few, many = (statistics.median(side.times[name]) for side in (small, large))
    queries = max(small.queries[name], large.queries[name])
    print(f"{name:70} {few:6.1f} ms {many:6.1f} ms  {many / few:5.2f}          {queries:3}")
    return many / few <= MOST_TIMES and queries <= MOST_QUERIES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--pages", default="", metavar="PART", help="only those with this in their name")
    parser.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, options.pages)
    else:
        sys.exit(0 if compare(options.turns, options.pages) else 1)


if __name__ == "__main__":
    main()
