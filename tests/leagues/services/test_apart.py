"""Pairs to be kept apart, and tables that are made anew."""

import pytest
from django.test import TestCase

from leagues.models import LogEntry, Season
from leagues.services import apart, drafting, entrants, leagues, pairing, publishing, seasons
from leagues.services.errors import Reason
from tests.leagues.services.league import (
    NOON,
    begun,
    day_of,
    decide_all,
    entrant,
    ids,
    player,
    refused,
    season_of,
    tables_of,
)

pytestmark = pytest.mark.django_db


def keep(season: Season, one: str, other: str) -> None:
    people = {found.name: found for found in season.entrants.all()}
    apart.keep_apart(one=people[one], other=people[other], by=season.league.owner)


def met(day: object, one: int, other: int) -> bool:
    return any({one, other} <= set(ids(table)) for table in tables_of(day))


@pytest.mark.parametrize("format_", ["round_robin", "swiss"])
def test_a_pair_kept_apart_never_meets_in_a_whole_season(format_: str) -> None:
    season = season_of(16, format=format_, rounds=4)
    keep(season, "e1", "e2")
    with TestCase.captureOnCommitCallbacks(execute=True):
        seasons.begin(season=season, by=season.league.owner, now=NOON)
    division = season.divisions.get()
    division.season = season
    one, other = entrant(division, "e1").pk, entrant(division, "e2").pk
    for number in range(1, 5):
        day = day_of(division, number)
        if day.state == "draft":
            publishing.publish(day=day, by=season.league.owner, now=NOON)
        assert day.report["apart"] == []
        day = day_of(division, number)
        assert not met(day, one, other)
        decide_all(day, NOON)


def test_a_pair_is_kept_apart_while_the_season_runs_from_the_next_tables_on() -> None:
    division = begun(8, format="swiss", rounds=3)
    owner, day = division.season.league.owner, day_of(division, 1)
    one, other = ids(tables_of(day)[0])[:2]
    people = {found.pk: found for found in division.season.entrants.all()}
    apart.keep_apart(one=people[one], other=people[other], by=owner)
    assert met(day, one, other)
    with TestCase.captureOnCommitCallbacks(execute=True):
        pairing.discard(day=day, by=owner)
        pairing.request(division=division, by=owner)
    assert not met(day_of(division, 1), one, other)
    entry = LogEntry.objects.get(action="keep_apart")
    assert not entry.public
    apart.let_meet(one=people[other], other=people[one], by=owner)
    assert Season.objects.get().keep_apart == []
    refused(Reason.FIRST, apart.let_meet, one=people[one], other=people[other], by=owner)


def test_who_has_no_account_can_be_kept_apart_too_and_the_next_season_forgets_only_them() -> None:
    season = season_of(4, venue="club")
    owner = season.league.owner
    guest = entrants.add_by_hand(season=season, by=owner, name="Nea Ion", now=NOON)
    keep(season, "e1", "Nea Ion")
    keep(season, "e1", "e2")
    season.refresh_from_db()
    assert [-guest.pk, player("e1").pk] in season.keep_apart
    copy = leagues.copy_season(season=season, by=owner)
    assert copy.keep_apart == [sorted([player("e1").pk, player("e2").pk])]


def test_only_who_pairs_may_and_only_two_of_this_season() -> None:
    season = season_of(4)
    people = list(season.entrants.all())
    refused(Reason.NOT_YOURS, apart.keep_apart, one=people[0], other=people[1], by=player("e1"))
    refused(Reason.NOT_IN, apart.keep_apart, one=people[0], other=people[0], by=season.league.owner)


def seats(day: object) -> list[list[int]]:
    return sorted(sorted(ids(table)) for table in tables_of(day))


def anew(division: object, number: int) -> list[list[int]]:
    owner = division.season.league.owner
    with TestCase.captureOnCommitCallbacks(execute=True):
        pairing.discard(day=day_of(division, number), by=owner)
        pairing.request(division=division, by=owner)
    return seats(day_of(division, number))


@pytest.mark.parametrize("format_", ["round_robin", "swiss"])
def test_tables_made_anew_are_other_tables_and_can_be_made_again_from_their_snapshot(format_: str) -> None:
    division = begun(16, format=format_, rounds=4)
    found = [seats(day_of(division, 1)), anew(division, 1), anew(division, 1)]
    assert len({str(tables) for tables in found}) == 3
    day = day_of(division, 1)
    assert day.attempt == 2
    assert day.seed == "round 1 attempt 2"
    assert drafting.snapshot_of(division, day).digest() == day.snapshot


def test_a_later_round_of_a_schedule_made_anew_changes_with_one_that_comes_later() -> None:
    division = begun(16, rounds=4)
    owner = division.season.league.owner
    publishing.publish(day=day_of(division, 1), by=owner, now=NOON)
    decide_all(day_of(division, 1), NOON)
    division.season.looking = "always"
    division.season.save()
    division.refresh_from_db()
    ahead = division.schedule[1:]
    before = seats(day_of(division, 2))
    after = anew(division, 2)
    division.refresh_from_db()
    assert after != before
    assert division.schedule[1:] == [*ahead[1:], *ahead[:1]]
    assert day_of(division, 2).report["repeats"] == []
