"""Rows of the unhappy cases that stand in no other file: each test is named after its row, and says what it says."""

import pytest
from django.core import mail
from django.test import TestCase, override_settings
from django.utils import translation

from games.models import RatingChange, Settlement
from leagues.models import (
    Bye,
    Dispute,
    Entrant,
    LeagueTable,
    LogEntry,
    Matchday,
    Place,
    Result,
    Season,
    Standing,
)
from leagues.presenters import desk
from leagues.services import (
    clock,
    disputes,
    entrants,
    leaving,
    matchdays,
    pairing,
    publishing,
    records,
    results,
    seasons,
    substitutes,
)
from leagues.services.errors import Reason
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
from tests.leagues.services.test_online import finish, online, open_round, sit
from tests.leagues.test_letters import IN_MEMORY, with_address

pytestmark = pytest.mark.django_db


def sizes(day: Matchday) -> list[int]:
    return sorted(len(ids(table)) for table in tables_of(day))


def points_of(day: Matchday, name: str) -> int:
    return Standing.objects.get(entrant=entrant(day.division, name), after_round=day.number).points


def shown(day: Matchday) -> Matchday:
    """The same round, its tables shown."""
    if day.state == Matchday.State.DRAFT:
        publishing.publish(day=day, by=player("olga"), now=NOON)
    return day_of(day.division, day.number)


@pytest.mark.parametrize(
    ("people", "k", "expected", "byes"),
    [(5, 4, [2, 3], 0), (6, 4, [3, 3], 0), (7, 4, [3, 4], 0), (13, 5, [4, 4, 5], 0), (7, 2, [2, 2, 2], 1)],
)
def test_n_does_not_divide_by_k_sizes_differ_by_one_and_nobody_sits_alone(
    people: int, k: int, expected: list[int], byes: int
) -> None:
    day = published(people, table_size=k, rounds=2)
    assert sizes(day) == expected
    assert day.byes.count() == byes


def test_who_sits_short_is_somebody_else_each_time() -> None:
    """Seven at tables of four: three of them sit short each round, and nobody thrice in two rounds' time."""
    day = published(7, rounds=4, format=Season.Format.SWISS)
    short: dict[int, int] = dict.fromkeys(Entrant.objects.values_list("pk", flat=True), 0)
    for number in range(1, 5):
        day = shown(day_of(day.division, number))
        for one in next(ids(table) for table in tables_of(day) if len(ids(table)) == 3):
            short[one] += 1
        decide_all(day, NOON)
    assert sum(short.values()) == 12
    assert max(short.values()) - min(short.values()) <= 1


def test_bye_value_of_a_table_is_three_quarters_and_never_twice_before_all_had_one() -> None:
    day = published(3, table_size=3, rounds=2)
    for leaver in ("e1", "e2"):
        leaving.withdraw(entrant=entrant(day.division, leaver), by=player(leaver), now=NOON)
    assert Bye.objects.get(kind=Bye.Kind.PAIRING).value == 3780
    assert Bye.objects.get(kind=Bye.Kind.PAIRING).entrant.name == "e3"


def test_late_join_until_a_third_of_the_rounds_missed_rounds_count_half_a_bye_and_pairing_points_help() -> None:
    day = published(8, rounds=9, format=Season.Format.SWISS)
    for number in (1, 2):
        decide_all(shown(day_of(day.division, number)), NOON)
    season = day.division.season
    zoe = entrants.apply(season=season, player=player("zoe"), now=NOON)
    entrants.accept(entrant=zoe, by=player("olga"), now=NOON)
    zoe.refresh_from_db()
    assert zoe.joined_round == 3
    assert list(zoe.byes.order_by("matchday__number").values_list("kind", "value")) == [("late", 2520), ("late", 0)]
    others = sorted(Standing.objects.filter(after_round=2).exclude(entrant=zoe).values_list("points", flat=True))
    assert zoe.pairing_points == others[3]  # the lower one of the two in the middle
    assert points_of(day_of(day.division, 2), "zoe") == 2520
    for number in (3, 4):
        Matchday.objects.filter(division=day.division, number=number).update(state=Matchday.State.COMPLETED)
    refused(Reason.TOO_LATE, entrants.apply, season=season, player=player("yan"), now=NOON)


def test_leave_and_rejoin_creates_no_bye_and_rounds_away_after_the_first_count_nothing() -> None:
    day = published(8, rounds=9, format=Season.Format.SWISS)
    leaver = entrant(day.division, "e1")
    entrants.ask_off(entrant=leaver, by=leaver.player, number=4, now=NOON)
    leaving.withdraw(entrant=leaver, by=leaver.player, now=NOON)
    decide_all(day, NOON)
    decide_all(shown(day_of(day.division, 2)), NOON)
    leaver.refresh_from_db()
    leaving.readmit(entrant=leaver, by=player("olga"), reason="Is back", now=NOON)
    assert sum(leaver.byes.values_list("value", flat=True)) == 0
    assert points_of(day_of(day.division, 2), "e1") == 0
    assert set(leaver.byes.values_list("kind", flat=True)) <= {Bye.Kind.WITHDRAWN, Bye.Kind.ABSENT}


def test_withdrawal_mid_season_after_half_of_a_round_robin_leaves_everything_as_it_was() -> None:
    day = published(8, rounds=2)
    decide_all(day, NOON)
    table = tables_of(day)[0]
    before = [points_of(day, name) for name in names(table)]
    leaver = entrant(day.division, names(table)[3])
    leaving.withdraw(entrant=leaver, by=leaver.player, now=NOON)
    assert [points_of(day, name) for name in names(table)] == before
    assert leaver.pk not in [one for seated in tables_of(day_of(day.division, 2)) for one in ids(seated)]


def test_withdrawal_after_draft_the_table_shrinks_before_anybody_saw_it() -> None:
    division = begun(8)
    day = day_of(division, 1)
    leaver = entrant(division, names(tables_of(day)[0])[1])
    leaving.withdraw(entrant=leaver, by=leaver.player, now=NOON)
    assert sizes(day) == [3, 4]
    assert Bye.objects.get(entrant=leaver).kind == Bye.Kind.WITHDRAWN


def fixed(count: int = 4, **plan: object) -> Matchday:
    day = online(count, pace=Season.Pace.FIXED, grace_minutes=10, **plan)
    open_round(day)
    return day


def test_no_show_at_the_deadline_loses_the_place_the_second_time_is_left_out_and_playing_forgives() -> None:
    day = fixed(4, rounds=4, format=Season.Format.SWISS)
    (table,) = tables_of(day)
    *here, absent = names(table)
    for name in here:
        sit(table, name, after(minutes=10, seconds=30))
    open_round(day, after(minutes=10, seconds=50))
    table.refresh_from_db()
    assert table.match is not None
    assert table.match.seats.count() == 3
    one = entrant(day.division, absent)
    assert (one.strikes, one.away) == (1, {})
    finish(table.match, after(minutes=30))
    assert points_of(day, absent) == 0
    following = shown(day_of(day.division, 2))
    decide_all(following, NOON)
    assert entrant(day.division, absent).strikes == 0
    for strikes, off in ((1, {}), (2, {"4": "absent"})):
        matchdays._strike(day.division.season, entrant(day.division, absent))
        one = entrant(day.division, absent)
        assert (one.strikes, one.away) == (strikes, off)
    needs = desk._no_show(one, "/x/")
    assert absent in needs.text


def test_nobody_at_the_table_shows_all_get_nothing_and_the_round_closes() -> None:
    day = fixed(4, rounds=2)
    open_round(day, after(minutes=11))
    result = Result.objects.get()
    assert (result.kind, [line["came"] for line in result.lines]) == (Result.Kind.FORFEIT, [False] * 4)
    assert day_of(day.division, 1).state == Matchday.State.COMPLETED
    assert set(Standing.objects.filter(after_round=1).values_list("points", flat=True)) == {0}
    assert not Settlement.objects.exists()
    assert set(Entrant.objects.values_list("strikes", flat=True)) == {1}


def test_player_leaves_after_start_and_is_last_the_later_one_before_the_earlier() -> None:
    day = online(4, rounds=2)
    open_round(day)
    (table,) = tables_of(day)
    match = None
    for name in names(table):
        match = sit(table, name, after(minutes=2))
    assert match is not None
    first, second, *others = names(table)
    for minute, name in enumerate((first, second), start=3):
        seat = match.seats.get(player__username=name)
        seat.left_order = minute - 2
        seat.save()
    finish(match, after(minutes=30))
    lines = {line["entrant"]: line["place"] for line in Result.objects.get(current=True).lines}
    places = [lines[entrant(day.division, name).pk] for name in (first, second)]
    assert places == [4, 3]
    assert {lines[entrant(day.division, name).pk] for name in others} <= {1, 2}


@pytest.mark.parametrize(("counts", "expected"), [(False, 0), (True, 5040)])
def test_substitute_plays_the_seat_and_points_go_to_the_absent_only_where_the_season_says_so(
    counts: bool, expected: int
) -> None:
    day = published(4, rounds=2, substitutes_score=counts)
    (table,) = tables_of(day)
    absent = names(table)[0]
    substitutes.seat(place=table.places.get(entrant__name=absent), by=player("olga"), player=player("zoe"), now=NOON)
    results.claim(table=table, by=player("olga"), lines=in_order(table), now=NOON)
    assert points_of(day, absent) == expected
    assert not Standing.objects.filter(entrant__name="zoe").exists()
    assert points_of(day, names(table)[1]) == 3360


def test_disputed_result_counts_until_somebody_decides_and_holds_nobody_up() -> None:
    day = published(4, rounds=2)
    (table,) = tables_of(day)
    first, second, *_ = names(table)
    results.claim(table=table, by=player(first), lines=in_order(table), now=NOON)
    told = disputes.dispute(table=table, by=player(second), kind="result", text="Swapped", now=after(hours=1))
    with TestCase.captureOnCommitCallbacks(execute=True):
        matchdays.close_now(day=day, by=player("olga"), now=after(hours=2))
    assert day_of(day.division, 1).state == Matchday.State.COMPLETED
    assert day_of(day.division, 2).state == Matchday.State.DRAFT
    assert points_of(day, first) == 5040
    told.refresh_from_db()
    assert told.state == Dispute.State.OPEN
    decide_all(shown(day_of(day.division, 2)), NOON)
    season = Season.objects.get()
    assert season.state == Season.State.REVIEW
    clock.take_due(after(days=2))
    told.refresh_from_db()
    assert told.state == Dispute.State.OPEN
    refused(Reason.DISPUTES_OPEN, seasons.finalize, season=season, by=player("olga"), now=after(days=2))
    disputes.decide(dispute=told, by=player("olga"), upheld=False, decision="Signed", now=after(days=2))
    clock.take_due(after(days=10))
    season.refresh_from_db()
    assert season.state == Season.State.FINAL


def test_round_partially_played_at_the_deadline_is_frozen_and_a_table_never_begun_is_a_no_show() -> None:
    day = online(8, rounds=2)
    open_round(day)
    played, never = tables_of(day)
    for name in names(played):
        sit(played, name, after(minutes=2))
    clock.take_due(after(days=7, minutes=1))
    assert day_of(day.division, 1).state == Matchday.State.CLOSING
    clock.take_due(after(days=8, minutes=2))
    played.refresh_from_db()
    never.refresh_from_db()
    assert (played.state, never.state) == (LeagueTable.State.PARTIAL, LeagueTable.State.FORFEIT)
    assert played.results.get().kind == Result.Kind.PARTIAL
    assert not RatingChange.objects.filter(settlement__match=played.match).exists()  # no deal was played to its end
    assert set(Place.objects.filter(table=never).values_list("role", flat=True)) == {Place.Role.VACATED}
    assert day_of(day.division, 1).state == Matchday.State.COMPLETED


def test_correction_before_next_draft_recomputes_is_on_record_and_tells_the_table() -> None:
    with override_settings(MAILERS=IN_MEMORY):
        day = published(4, rounds=2, looking=Season.Looking.ALWAYS)
        (table,) = tables_of(day)
        decide_all(day, NOON)
        last = with_address(names(table)[3])
        mail.outbox.clear()
        with TestCase.captureOnCommitCallbacks(execute=True):
            results.correct(
                table=table, by=player("olga"), lines=in_order(table, ids(table)[::-1]), reason="Slip", now=NOON
            )
        assert [letter.to for letter in mail.outbox] == [[last.email]]
    assert points_of(day, last.username) == 5040
    entry = LogEntry.objects.get(action="correct")
    assert (entry.public, entry.reason) == (True, "Slip")
    assert [line["place"] for line in entry.before["lines"]] == [1, 2, 3, 4]
    assert [line["place"] for line in entry.after["lines"]] == [4, 3, 2, 1]


def test_two_organizers_press_pair_next_round_and_the_second_sees_the_same_draft() -> None:
    """C1 has it with twenty at once."""
    division = begun(8)
    before = [ids(table) for table in tables_of(day_of(division, 1))]
    refused(Reason.FIRST, pairing.request, division=division, by=player("olga"), now=NOON)
    assert [ids(table) for table in tables_of(day_of(division, 1))] == before


def test_disqualified_for_cheating_the_seasons_matches_are_rated_no_more_and_nothing_is_paired_anew() -> None:
    day = online(4, rounds=2, looking=Season.Looking.ALWAYS)
    open_round(day)
    (table,) = tables_of(day)
    match = None
    for name in names(table):
        match = sit(table, name, after(minutes=2))
    assert match is not None
    finish(match, after(minutes=30))
    assert Settlement.objects.filter(match=match, undone_at__isnull=True).exists()
    following = shown(day_of(day.division, 2))
    seated = [ids(one) for one in tables_of(following)]
    bad = entrant(day.division, names(table)[0])
    leaving.disqualify(entrant=bad, by=player("olga"), reason="Looked into hands", now=after(hours=1))
    assert not Settlement.objects.filter(match=match, undone_at__isnull=True).exists()
    assert not Standing.objects.filter(entrant=bad).exists()
    assert [[one for one in table if one != bad.pk] for table in seated] == [ids(one) for one in tables_of(following)]
    record = records.record_of(day.division)
    assert bad.pk not in {line.entrant for outcome in record.outcomes for line in outcome.lines}


@pytest.mark.parametrize(("people", "warned"), [(5, True), (7, True), (8, False)])
def test_season_that_cannot_fill_two_tables_says_so_to_its_directors_before_it_begins(
    people: int, warned: bool
) -> None:
    rights = dict.fromkeys(("pair", "edit"), True)
    with translation.override("en"):
        step = desk.step(state="registration", accepted=people, table_size=4, rows=[], rights=rights, copy=False)
    assert ("less than two full tables" in step.text) == warned
    assert step.verb == "incepe"


def test_season_with_one_table_plays_all_its_rounds() -> None:
    season = season_of(4, rounds=3)
    with TestCase.captureOnCommitCallbacks(execute=True):
        (division,) = seasons.begin(season=season, by=player("olga"), now=NOON)
    for number in (1, 2, 3):
        day = shown(day_of(division, number))
        assert sizes(day) == [4]
        decide_all(day, NOON)
    season.refresh_from_db()
    assert season.state == Season.State.REVIEW


@pytest.mark.parametrize(("people", "expected"), [(3, [3]), (4, [4]), (5, [2, 3]), (7, [3, 4])])
def test_season_cannot_fill_k_one_table_plays_every_round_and_more_make_two_short_ones(
    people: int, expected: list[int]
) -> None:
    day = published(people, table_size=4, rounds=3)
    for number in (1, 2, 3):
        day = shown(day_of(day.division, number))
        assert sizes(day) == expected
        assert not day.byes.exists()
        decide_all(day, NOON)
    assert Season.objects.get().state == Season.State.REVIEW
