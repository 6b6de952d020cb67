"""A season from its opening to its final table, by the services alone."""

import pytest
from django.test import TestCase

from leagues import queries_open
from leagues.models import Bye, Entrant, LeagueDue, LeagueTable, Matchday, Season, Standing
from leagues.services import (
    clock,
    disputes,
    entrants,
    leagues,
    leaving,
    pairing,
    publishing,
    results,
    seasons,
    swapping,
)
from leagues.services.errors import Conflict, Reason
from tests.leagues.services.league import (
    NOON,
    after,
    begun,
    day_of,
    decide_all,
    entrant,
    ids,
    in_order,
    names,
    player,
    published,
    refused,
    season_of,
    tables_of,
)

pytestmark = pytest.mark.django_db


def tick(now) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        clock.take_due(now)


def test_a_whole_season_needs_its_organizer_once() -> None:
    division = begun(8, rounds=3, table_size=4)
    publishing.publish(day=division.matchdays.get(number=1), by=division.season.league.owner, now=NOON)
    for number in (1, 2, 3):
        now = after(days=7 * (number - 1), minutes=1)
        tick(now)
        tick(now)  # what the first one published opens
        day = day_of(division, number)
        assert day.state == Matchday.State.IN_PLAY, number
        decide_all(day, now)
        assert day_of(division, number).state == Matchday.State.COMPLETED
        tick(after(days=7 * (number - 1), minutes=2))
    season = Season.objects.get(pk=division.season_id)
    assert season.state == Season.State.REVIEW
    table = Standing.objects.filter(division=division, after_round=3)
    assert table.count() == 8
    assert sum(row.points for row in table) == 3 * 4 * 5040
    tick(after(days=40))
    season.refresh_from_db()
    assert season.state == Season.State.FINAL
    assert not LeagueDue.objects.filter(season=season).exists()


def test_everybody_sits_once_in_every_round() -> None:
    day = published(10, table_size=4)
    seated = sorted(one for table in tables_of(day) for one in ids(table))
    assert seated == sorted(Entrant.objects.values_list("pk", flat=True))
    assert sorted(table.planned_size for table in tables_of(day)) == [3, 3, 4]


def test_two_who_publish_at_once_publish_once() -> None:
    day = published()
    with pytest.raises(Conflict):
        publishing.publish(day=day, by=day.division.season.league.owner, now=NOON)


def test_a_swap_changes_two_places_and_nothing_else() -> None:
    division = begun(8)
    day = day_of(division, 1)
    one, other = tables_of(day)
    before = [ids(one), ids(other)]
    swapping.swap(day=day, by=division.season.league.owner, one=before[0][0], other=before[1][2], now=NOON)
    assert ids(one) == [before[1][2], *before[0][1:]]
    assert ids(other) == [*before[1][:2], before[0][0], before[1][3]]
    assert day_of(division, 1).algorithm.endswith("+hand")


def test_a_claimed_result_counts_when_all_others_said_so() -> None:
    day = published(4, table_size=4, rounds=1)
    (table,) = tables_of(day)
    first, *others = names(table)
    results.claim(table=table, by=player(first), lines=in_order(table), now=NOON)
    assert not Standing.objects.exists()
    for name in others:
        done = results.confirm(table=table, by=player(name), revision=1, now=NOON)
        assert done == (name == others[-1])
    assert [row.entrant.name for row in Standing.objects.order_by("rank")] == names(table)


def test_the_claimant_alone_confirms_nothing() -> None:
    day = published(4, table_size=4)
    (table,) = tables_of(day)
    results.claim(table=table, by=player(names(table)[0]), lines=in_order(table), now=NOON)
    assert not results.confirm(table=table, by=player(names(table)[0]), revision=1, now=NOON)
    refused(Reason.NOT_AT_TABLE, results.confirm, table=table, by=player("zoe"), revision=1, now=NOON)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda lines: lines[:-1],
        lambda lines: [*lines[:-1], lines[0]],
        lambda lines: [{**line, "place": 1 + (line["place"] > 1) * 2} for line in lines],
        lambda lines: [{**line, "points": -1} for line in lines],
        lambda lines: [{**line, "place": "x"} for line in lines],
        lambda lines: [{**line, "came": False, "place": 1} for line in lines],
    ],
)
def test_a_result_that_cannot_be_is_refused(spoil) -> None:
    (table,) = tables_of(published(4, table_size=4))
    lines = spoil(in_order(table))
    refused(Reason.LINES, results.claim, table=table, by=player("olga"), lines=lines, now=NOON)
    assert not table.results.exists()


def test_a_correction_before_the_next_draft_moves_the_standings() -> None:
    day = published(4, table_size=4, rounds=2)
    (table,) = tables_of(day)
    decide_all(day, NOON)
    results.correct(table=table, by=player("olga"), lines=in_order(table, ids(table)[::-1]), reason="Slip", now=NOON)
    assert [row.entrant_id for row in Standing.objects.filter(after_round=1).order_by("rank")] == ids(table)[::-1]
    assert [result.current for result in table.results.order_by("revision")] == [False, True]


def test_a_correction_of_the_first_round_reaches_the_standings_after_the_second() -> None:
    day = published(8, rounds=3, table_size=4)
    decide_all(day, NOON)
    publishing.publish(day=day_of(day.division, 2), by=player("olga"), now=NOON)
    decide_all(day_of(day.division, 2), NOON)
    table = tables_of(day)[0]
    first, *_, last = ids(table)
    after_two = Standing.objects.filter(division=day.division, after_round=2)
    before = dict(after_two.values_list("entrant", "points"))
    results.correct(table=table, by=player("olga"), lines=in_order(table, ids(table)[::-1]), reason="Slip", now=NOON)
    now = dict(after_two.values_list("entrant", "points"))
    moved = {one: now[one] - before[one] for one in now if now[one] != before[one]}
    assert (moved[first], moved[last]) == (-5040, 5040)
    assert moved.keys() == set(ids(table))
    assert sum(now.values()) == sum(before.values())


@pytest.mark.parametrize("size", [2, 4])
def test_penalties_larger_than_what_was_won_leave_everybody_with_a_table(size: int) -> None:
    day = published(8, rounds=3, table_size=size, format=Season.Format.SWISS)
    for name in ("e1", "e2", "e3"):
        one = entrant(day.division, name)
        disputes.penalize(entrant=one, by=player("olga"), value=3 * 5040, reason="Looked into hands", now=NOON)
    decide_all(day, NOON)
    fined = Standing.objects.filter(entrant__name__in=["e1", "e2", "e3"], after_round=1)
    assert all(row.points < 0 for row in fined)
    drafted = [ids(table) for table in tables_of(day_of(day.division, 2))]
    assert [len(table) for table in drafted] == [size] * (8 // size)
    assert sorted(one for table in drafted for one in table) == sorted(entrant_ids(day))


def test_a_late_entrant_comes_in_where_penalties_left_most_below_nothing() -> None:
    day = published(4, rounds=6, format=Season.Format.SWISS)
    decide_all(day, NOON)
    for one in Entrant.objects.all():
        disputes.penalize(entrant=one, by=player("olga"), value=2 * 5040, reason="All came late", now=NOON)
    zoe = entrants.apply(season=day.division.season, player=player("zoe"), now=NOON)
    entrants.accept(entrant=zoe, by=player("olga"), now=NOON)
    zoe.refresh_from_db()
    assert (zoe.state, zoe.pairing_points) == (Entrant.State.ACTIVE, 0)


def entrant_ids(day: Matchday) -> list[int]:
    return list(day.division.entrants.values_list("pk", flat=True))


def test_a_late_entrant_begins_with_the_next_round_and_half_a_bye() -> None:
    day = published(8, rounds=6)
    season = day.division.season
    zoe = entrants.apply(season=season, player=player("zoe"), now=NOON)
    entrants.accept(entrant=zoe, by=player("olga"), now=NOON)
    zoe.refresh_from_db()
    assert (zoe.state, zoe.joined_round) == (Entrant.State.ACTIVE, 2)
    assert [(bye.kind, bye.value) for bye in zoe.byes.all()] == [(Bye.Kind.LATE, 2520)]


def test_who_leaves_after_publishing_makes_the_table_smaller() -> None:
    day = published(8)
    table = tables_of(day)[0]
    leaver = entrant(day.division, names(table)[1])
    leaving.withdraw(entrant=leaver, by=leaver.player, now=NOON)
    assert leaver.pk not in ids(table)
    assert list(table.places.values_list("position", flat=True)) == [0, 1, 2]
    assert Bye.objects.get(entrant=leaver, matchday=day).value == 0


def test_the_last_one_at_a_table_gets_the_byes_worth() -> None:
    day = published(4, table_size=2, rounds=3)
    table = tables_of(day)[0]
    leaver, stays = (entrant(day.division, name) for name in names(table))
    leaving.withdraw(entrant=leaver, by=leaver.player, now=NOON)
    assert Bye.objects.get(entrant=stays, matchday=day).value == 5040
    table.refresh_from_db()
    assert table.state == LeagueTable.State.VOID


def test_leaving_and_coming_back_earns_no_bye() -> None:
    day = published(8, rounds=9)
    leaver = entrant(day.division, "e1")
    leaving.withdraw(entrant=leaver, by=leaver.player, now=NOON)
    refused(Reason.NOT_YOURS, entrants.apply, season=day.division.season, player=leaver.player, now=NOON)
    leaving.readmit(entrant=leaver, by=player("olga"), reason="Asked", now=NOON)
    assert sum(bye.value for bye in leaver.byes.all()) == 0


def test_a_full_season_has_a_waiting_list_that_moves_up() -> None:
    season = season_of(4, most_entrants=4)
    zoe = entrants.apply(season=season, player=player("zoe"), now=after(minutes=1))
    entrants.accept(entrant=zoe, by=player("olga"), now=NOON)
    zoe.refresh_from_db()
    assert zoe.state == Entrant.State.WAITLISTED
    first = season.entrants.get(name="e1")
    leaving.withdraw(entrant=first, by=first.player, now=NOON)
    zoe.refresh_from_db()
    assert zoe.state == Entrant.State.ACCEPTED


def test_a_pairing_is_withdrawn_only_before_a_table_begins() -> None:
    day = published(8)
    owner = player("olga")
    refused(Reason.NO_REASON, publishing.withdraw_pairing, day=day, by=owner, reason=" ", now=NOON)
    publishing.withdraw_pairing(day=day, by=owner, reason="Wrong", now=NOON)
    assert day_of(day.division, 1).state == Matchday.State.PLANNED
    with TestCase.captureOnCommitCallbacks(execute=True):
        pairing.request(division=day.division, by=owner, now=NOON)
    day = day_of(day.division, 1)
    publishing.publish(day=day, by=owner, now=NOON)
    results.claim(table=tables_of(day)[0], by=owner, lines=in_order(tables_of(day)[0]), now=NOON)
    refused(Reason.STATE, publishing.withdraw_pairing, day=day, by=owner, reason="Late", now=NOON)


def test_nobody_else_runs_a_league() -> None:
    division = begun(8)
    day = day_of(division, 1)
    for verb in (publishing.publish, pairing.discard):
        refused(Reason.NOT_YOURS, verb, day=day, by=player("e1"), now=NOON)
    refused(Reason.NOT_YOURS, seasons.pause, season=division.season, by=player("e1"), reason="x", now=NOON)


def test_a_knockout_comes_down_to_one_final() -> None:
    division = begun(10, format=Season.Format.KNOCKOUT, table_size=4)
    season = Season.objects.get(pk=division.season_id)
    left = [10]
    for number in range(1, season.rounds + 1):
        day = day_of(division, number)
        assert day.state == Matchday.State.DRAFT, number
        publishing.publish(day=day, by=player("olga"), now=NOON)
        decide_all(day_of(division, number), NOON)
        left.append(sum(len(ids(table)) for table in tables_of(day)))
    assert left == sorted(left, reverse=True)
    assert left[-1] <= 4
    final = tables_of(day_of(division, season.rounds))[0]
    best = Standing.objects.filter(after_round=season.rounds).order_by("rank")
    assert [row.entrant_id for row in best[: len(ids(final))]] == ids(final)


@pytest.mark.parametrize("goes", ["withdrawn", "disqualified"])
def test_who_has_gone_has_no_final_rank_and_no_honours(goes: str) -> None:
    day = published(3, table_size=3, rounds=1, format=Season.Format.SWISS)
    (table,) = tables_of(day)
    decide_all(day, NOON)
    first, *others = names(table)
    gone = entrant(day.division, first)
    if goes == "withdrawn":
        leaving.withdraw(entrant=gone, by=gone.player, now=NOON)
    else:
        leaving.disqualify(entrant=gone, by=player("olga"), reason="Cheated", since=1, now=NOON)
    season = Season.objects.get()
    seasons.finalize(season=season, by=player("olga"), now=after(days=1))
    gone.refresh_from_db()
    assert gone.final_rank is None
    assert [(one.name, one.final_rank) for one in queries_open.best_of(season)] == [(others[0], 1), (others[1], 2)]


def test_a_season_ended_long_ago_honours_nobody_who_had_gone() -> None:
    season = season_of(2)
    season.entrants.filter(name="e1").update(final_rank=1, state=Entrant.State.WITHDRAWN)
    season.entrants.filter(name="e2").update(final_rank=2, state=Entrant.State.ACTIVE)
    assert [one.name for one in queries_open.best_of(season)] == ["e2"]


def test_the_first_of_the_lower_division_plays_above_next_time() -> None:
    season = season_of(16, divisions_wanted=2, rounds=1, table_size=4)
    owner = player("olga")
    with TestCase.captureOnCommitCallbacks(execute=True):
        divisions = seasons.begin(season=season, by=owner, now=NOON)
    for division in divisions:
        publishing.publish(day=day_of(division, 1), by=owner, now=NOON)
        decide_all(day_of(division, 1), NOON)
    seasons.finalize(season=season, by=owner, now=NOON)
    season.refresh_from_db()
    upper, lower = (list(Standing.objects.filter(division=one).order_by("rank")) for one in divisions)
    following = leagues.copy_season(season=season, by=owner, now=NOON)
    seasons.open_registration(season=following, by=owner, now=NOON)
    for entrant_ in season.entrants.all():
        entrants.apply(season=following, player=entrant_.player, now=NOON)
    entrants.accept_all(season=following, by=owner, now=NOON)
    with TestCase.captureOnCommitCallbacks(execute=True):
        above, below = seasons.begin(season=following, by=owner, now=NOON)
    names_above = set(above.entrants.values_list("name", flat=True))
    assert {row.entrant.name for row in lower[:2]} <= names_above
    assert {row.entrant.name for row in upper[:6]} <= names_above
    assert {row.entrant.name for row in upper[6:]} <= set(below.entrants.values_list("name", flat=True))
