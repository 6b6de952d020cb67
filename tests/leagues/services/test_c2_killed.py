"""C2: whenever the process that pairs is killed, the round has no tables or all of them, and pairing again works."""

import os
import subprocess
import sys
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.conf import settings
from django.db import connection

from leagues.models import Bye, Division, LeagueTable, Matchday, Place, Season
from leagues.services import clock, pairing, publishing, seasons
from tests.leagues.services.dying_job import STOPPED
from tests.leagues.services.league import NOON, after, day_of, player, season_of
from tests.servers import surroundings

pytestmark = pytest.mark.django_db(transaction=True)
UNDONE = ["locked", "laid out", "round saved", "tables without places", "written"]
PEOPLE = 11  # 4 + 4 + 3


@pytest.fixture
def asked() -> Division:
    """A season whose first round is asked for, and whose job has not come."""
    season = season_of(PEOPLE, rounds=3)
    with patch.object(pairing, "make"):
        (division,) = seasons.begin(season=season, by=player("olga"), now=NOON)
    assert day_of(division, 1).state == Matchday.State.DRAFTING
    return division


def killed_at(point: str, day: Matchday) -> None:
    """Let a process of its own pair the round, and kill it at that point."""
    job = subprocess.Popen(
        [sys.executable, "-m", "tests.leagues.services.dying_job", point, str(day.pk), str(day.revision)],
        cwd=settings.BASE_DIR,
        env=os.environ | surroundings(),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert job.stdout is not None
    with job:
        said = job.stdout.readline().strip()
        job.kill()
    assert said == STOPPED
    assert job.returncode == -9


def tables_and_places(day: Matchday) -> tuple[list[int], int]:
    sizes = sorted(table.places.count() for table in LeagueTable.objects.filter(matchday=day))
    return sizes, Place.objects.filter(matchday=day).count()


def is_whole(day: Matchday) -> bool:
    sits = set(Place.objects.filter(matchday=day).values_list("entrant__name", flat=True))
    return tables_and_places(day) == ([3, 4, 4], PEOPLE) and len(sits) == PEOPLE


@pytest.fixture(autouse=True)
def short_waits_for_locks(db: None) -> Iterator[None]:
    """For ten seconds, no longer: a test would never end where a dead one's lock stays."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '10s'")
    yield
    with connection.cursor() as cursor:
        cursor.execute("RESET lock_timeout")


@pytest.mark.parametrize("point", UNDONE)
def test_a_job_killed_before_its_end_leaves_the_round_without_tables_and_is_done_again(
    asked: Division, point: str
) -> None:
    day = day_of(asked, 1)
    killed_at(point, day)
    day = day_of(asked, 1)
    assert (day.state, day.snapshot, day.report) == (Matchday.State.DRAFTING, "", {})
    assert tables_and_places(day) == ([], 0)
    assert Division.objects.get(pk=asked.pk).schedule == []
    clock.take_due(after(minutes=1))
    assert day_of(asked, 1).state == Matchday.State.DRAFTING
    clock.take_due(after(minutes=3))
    assert day_of(asked, 1).state == Matchday.State.DRAFT
    assert is_whole(day)
    assert not Bye.objects.exists()


def test_an_organizer_need_not_wait_for_a_job_that_was_killed(asked: Division) -> None:
    day, owner = day_of(asked, 1), player("olga")
    killed_at("tables without places", day)
    pairing.discard(day=day, by=owner, now=after(minutes=1))
    assert day_of(asked, 1).state == Matchday.State.PLANNED
    pairing.request(division=asked, by=owner, now=after(minutes=1))
    assert day_of(asked, 1).state == Matchday.State.DRAFT
    assert is_whole(day)


def test_a_job_killed_after_its_end_has_left_a_whole_draft_that_is_not_made_twice(asked: Division) -> None:
    day = day_of(asked, 1)
    killed_at("done", day)
    assert day_of(asked, 1).state == Matchday.State.DRAFT
    assert is_whole(day)
    publishing.publish(day=day_of(asked, 1), by=player("olga"), now=NOON)
    clock.take_due(after(minutes=3))
    assert is_whole(day)
    assert Season.objects.get().state == Season.State.RUNNING
