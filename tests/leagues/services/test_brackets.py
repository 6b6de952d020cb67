"""A knockout when people do not come, stay away or leave: who came goes on, who went out stands in."""

import pytest
from django.test import TestCase

from leagues.models import Bye, Matchday, Place, Season, Standing
from leagues.services import (
    drafting,
    entrants,
    leaving,
    matchdays,
    outcomes,
    pairing,
    progress,
    publishing,
    records,
    results,
    seasons,
)
from leagues.services.errors import Reason
from tests.leagues.services.league import (
    NOON,
    begun,
    day_of,
    decide_all,
    entrant,
    in_order,
    names,
    player,
    published,
    refused,
    season_of,
    tables_of,
)

pytestmark = pytest.mark.django_db


def seated(day: Matchday) -> set[str]:
    return {name for table in tables_of(day) for name in names(table)}


def show_next(day: Matchday) -> Matchday:
    following = day_of(day.division, day.number + 1)
    if following.state == Matchday.State.DRAFT:
        publishing.publish(day=following, by=player("olga"), now=NOON)
    return day_of(day.division, day.number + 1)


def test_who_came_and_found_nobody_goes_on() -> None:
    day = published(4, format="knockout", table_size=2)
    first, second = tables_of(day)
    alone = first.places.get(position=1)
    with TestCase.captureOnCommitCallbacks(execute=True):
        outcomes.nobody_to_play(first, [alone], NOON)
        progress.after_result(first, NOON)
        results.claim(table=second, by=player("olga"), lines=in_order(second), now=NOON)
    final = show_next(day)
    assert seated(final) == {alone.entrant.name, names(second)[0]}


def test_a_final_to_which_only_one_came_is_won_by_that_one() -> None:
    day = published(2, format="knockout", table_size=2)
    (table,) = tables_of(day)
    alone = table.places.get(position=1)
    with TestCase.captureOnCommitCallbacks(execute=True):
        outcomes.nobody_to_play(table, [alone], NOON)
        progress.after_result(table, NOON)
    assert Standing.objects.get(rank=1).entrant == alone.entrant


def test_the_best_who_went_out_stands_in_for_one_who_left() -> None:
    day = published(8, format="knockout", table_size=4, looking="always")
    owner = player("olga")
    with TestCase.captureOnCommitCallbacks(execute=True):
        decide_all(day, NOON)
    through = seated(day_of(day.division, 2))
    assert len(through) == 4
    out = [name for table in tables_of(day) for name in names(table) if name not in through]
    gone = entrant(day.division, min(through))
    leaving.withdraw(entrant=gone, by=gone.player, now=NOON)
    with TestCase.captureOnCommitCallbacks(execute=True):
        pairing.discard(day=day_of(day.division, 2), by=owner)
        pairing.request(division=day.division, by=owner)
    now = seated(day_of(day.division, 2))
    assert len(now) == 4
    assert gone.name not in now
    assert len(now & set(out)) == 1


def test_who_is_away_is_not_seated_and_not_counted_twice() -> None:
    season = season_of(9, format="knockout", table_size=3)
    away = season.entrants.get(name="e1")
    entrants.ask_off(entrant=away, by=away.player, number=1, now=NOON)
    with TestCase.captureOnCommitCallbacks(execute=True):
        (division,) = seasons.begin(season=season, by=season.league.owner, now=NOON)
    day = day_of(division, 1)
    assert not Place.objects.filter(matchday=day, entrant=away).exists()
    assert Bye.objects.get(matchday=day, entrant=away).kind == Bye.Kind.REQUESTED
    assert len(seated(day)) == 8


def test_a_knockout_that_ends_early_is_over() -> None:
    division = begun(5, format="knockout", table_size=2)
    publishing.publish(day=day_of(division, 1), by=player("olga"), now=NOON)
    day = day_of(division, 1)
    assert division.season.rounds == 3
    with TestCase.captureOnCommitCallbacks(execute=True):
        decide_all(day, NOON)
    playing = sorted(seated(day_of(division, 2)))
    for name in playing[2:]:
        one = entrant(division, name)
        leaving.withdraw(entrant=one, by=one.player, now=NOON)
    following = day_of(division, 2)
    if following.state == Matchday.State.DRAFT:
        publishing.publish(day=following, by=player("olga"), now=NOON)
    with TestCase.captureOnCommitCallbacks(execute=True):
        decide_all(day_of(division, 2), NOON)
        matchdays.close_now(day=day_of(division, 2), by=player("olga"), now=NOON)
    later = show_next(following)
    with TestCase.captureOnCommitCallbacks(execute=True):
        decide_all(later, NOON)
    assert Season.objects.get().state == Season.State.REVIEW


def test_a_schedule_goes_on_without_those_who_are_away() -> None:
    season = season_of(16, rounds=4)
    away = season.entrants.get(name="e1")
    entrants.ask_off(entrant=away, by=away.player, number=2, now=NOON)
    with TestCase.captureOnCommitCallbacks(execute=True):
        (division,) = seasons.begin(season=season, by=season.league.owner, now=NOON)
    for number in (1, 2, 3, 4):
        day = day_of(division, number)
        if day.state == Matchday.State.DRAFT:
            publishing.publish(day=day, by=season.league.owner, now=NOON)
        day = day_of(division, number)
        assert day.report["repeats"] == []
        assert {reason["kind"] for table in tables_of(day) for reason in table.reasons} >= {"schedule"}
        with TestCase.captureOnCommitCallbacks(execute=True):
            decide_all(day, NOON)


def test_a_table_let_play_later_counts_as_all_equal_for_the_next_pairing() -> None:
    day = published(8, rounds=3, format="swiss")
    late, other = tables_of(day)
    owner = player("olga")
    matchdays.postpone(table=late, by=owner, reason="Bolnav", now=NOON)
    results.claim(table=other, by=owner, lines=in_order(other), now=NOON)
    matchdays.close_now(day=day, by=owner, now=NOON)
    snapshot = drafting.snapshot_of(day.division, day_of(day.division, 2))
    points = {entry.entrant: entry.points for entry in snapshot.entries}
    assert {points[place.entrant_id] for place in late.places.all()} == {2520}
    assert sorted(points[place.entrant_id] for place in other.places.all()) == [0, 1680, 3360, 5040]


def test_neighbours_of_the_standings_meet_in_the_last_round_only() -> None:
    division = begun(16, rounds=3, format="swiss", mode="power")
    modes = [str(drafting.snapshot_of(division, day_of(division, number)).mode) for number in (1, 2, 3)]
    assert modes == ["strict", "strict", "power"]


def test_a_forfeit_won_counts_as_a_round_off_when_byes_are_given() -> None:
    day = published(5, table_size=2, format="swiss", rounds=3)
    table = tables_of(day)[0]
    alone = table.places.get(position=0)
    outcomes.nobody_to_play(table, [alone], NOON)
    assert records.bye_counts(day.division)[alone.entrant_id] == 1


def test_disqualified_from_a_round_on_is_taken_out_of_the_tables_from_then_on() -> None:
    day = published(8, rounds=3, format="swiss")
    division = day.division
    owner = player("olga")
    with TestCase.captureOnCommitCallbacks(execute=True):
        decide_all(day, NOON)
    second = show_next(day)
    with TestCase.captureOnCommitCallbacks(execute=True):
        decide_all(second, NOON)
    cheat = entrant(division, names(tables_of(second)[0])[0])
    before = {outcome.table: outcome for outcome in records.record_of(division).outcomes if outcome.round == 1}
    leaving.disqualify(entrant=cheat, by=owner, reason="A trișat", since=2, now=NOON)
    after = records.record_of(division).outcomes
    assert {outcome.table: outcome for outcome in after if outcome.round == 1} == before
    assert cheat.pk not in {line.entrant for outcome in after if outcome.round == 2 for line in outcome.lines}
    refused(Reason.STATE, leaving.disqualify, entrant=cheat, by=owner, reason="A trișat", since=9, now=NOON)
    leaving.readmit(entrant=cheat, by=owner, reason="Nevinovat", now=NOON)
    assert entrant(division, cheat.name).tainted_from is None
