"""Each unhappy case of a league and its default outcome; those not here stand in their own files by the same names."""

import pytest
from django.test import TestCase

from games.models import Player
from leagues.models import Bye, Dispute, Entrant, LeagueDue, LogEntry, Matchday, Penalty, Role, Season, Standing
from leagues.services import (
    clock,
    disputes,
    entrants,
    leagues,
    leaving,
    matchdays,
    pairing,
    publishing,
    results,
    seasons,
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

pytestmark = pytest.mark.django_db


def draft_next(day: Matchday) -> Matchday:
    """The next round, drafted and shown."""
    following = day_of(day.division, day.number + 1)
    if following.state == Matchday.State.DRAFT:
        publishing.publish(day=following, by=player("olga"), now=NOON)
    return day_of(day.division, following.number)


def test_bye_value_a_pairing_bye_is_worth_a_duel_and_three_quarters_of_a_table() -> None:
    duel = published(5, table_size=2)
    bye = Bye.objects.get(matchday=duel)
    assert (bye.kind, bye.value) == (Bye.Kind.PAIRING, 5040)


def test_bye_value_the_first_round_asked_off_is_worth_half_the_next_nothing() -> None:
    season = season_of(8, rounds=4)
    first = season.entrants.get(name="e1")
    for number in (1, 2):
        entrants.ask_off(entrant=first, by=first.player, number=number, now=NOON)
    with TestCase.captureOnCommitCallbacks(execute=True):
        (division,) = seasons.begin(season=season, by=player("olga"), now=NOON)
    day = day_of(division, 1)
    publishing.publish(day=day, by=player("olga"), now=NOON)
    decide_all(day_of(division, 1), NOON)
    draft_next(day_of(division, 1))
    assert list(Bye.objects.filter(entrant=first).order_by("matchday__number").values_list("kind", "value")) == [
        ("requested", 2520),
        ("requested", 0),
    ]


def test_who_has_the_bye_is_somebody_else_each_time() -> None:
    day = published(5, table_size=2, rounds=4)
    out = []
    for _ in range(3):
        out.append(Bye.objects.get(matchday=day, kind=Bye.Kind.PAIRING).entrant_id)
        decide_all(day, NOON)
        day = draft_next(day)
    assert len(set(out)) == 3


def test_withdrawal_mid_season_before_half_of_a_round_robin_takes_the_tables_out() -> None:
    day = published(8, rounds=4)
    decide_all(day, NOON)
    table = tables_of(day)[0]
    leaver = entrant(day.division, names(table)[3])
    leaving.withdraw(entrant=leaver, by=leaver.player, now=NOON)
    rows = {row.entrant_id: row.points for row in Standing.objects.filter(division=day.division)}
    assert leaver.pk not in rows
    assert [rows[one] for one in ids(table) if one != leaver.pk] == [5040, 2520, 0]


def test_withdrawal_mid_season_in_a_swiss_leaves_everything_as_it_was() -> None:
    day = published(8, rounds=4, format=Season.Format.SWISS)
    decide_all(day, NOON)
    table = tables_of(day)[0]
    leaver = entrant(day.division, names(table)[3])
    leaving.withdraw(entrant=leaver, by=leaver.player, now=NOON)
    rows = {row.entrant_id: row.points for row in Standing.objects.filter(division=day.division)}
    assert [rows[one] for one in ids(table)] == [5040, 3360, 1680, 0]
    assert Standing.objects.get(entrant=leaver, after_round=1).rank == 8


def test_disputed_result_is_decided_by_an_organizer_who_did_not_sit_there() -> None:
    season = season_of(4, rounds=1)
    owner = player("olga")
    leagues.appoint(league=season.league, by=owner, player=player("e1"), kind=Role.Kind.DIRECTOR)
    with TestCase.captureOnCommitCallbacks(execute=True):
        (division,) = seasons.begin(season=season, by=owner, now=NOON)
    publishing.publish(day=day_of(division, 1), by=owner, now=NOON)
    (table,) = tables_of(day_of(division, 1))
    results.claim(table=table, by=owner, lines=in_order(table), now=NOON)
    told = disputes.dispute(table=table, by=player("e2"), kind="result", text="Two were swapped", now=after(hours=1))
    refused(Reason.OWN_TABLE, disputes.decide, dispute=told, by=player("e1"), upheld=True, decision="x", now=NOON)
    season.refresh_from_db()
    refused(Reason.DISPUTES_OPEN, seasons.finalize, season=season, by=owner, now=NOON)
    disputes.decide(dispute=told, by=owner, upheld=False, decision="The sheet is signed", now=NOON)
    told.refresh_from_db()
    assert told.state == Dispute.State.REJECTED
    assert LogEntry.objects.filter(action="decide", public=True).exists()


def test_disputed_result_too_late_or_from_elsewhere_is_refused() -> None:
    day = published(4)
    (table,) = tables_of(day)
    decide_all(day, NOON)
    late = {"table": table, "by": player("e2"), "kind": "result", "text": "No", "now": after(hours=49)}
    refused(Reason.TOO_LATE, disputes.dispute, **late)
    refused(Reason.NOT_AT_TABLE, disputes.dispute, **late | {"by": player("zoe"), "now": NOON})


def test_penalty_counts_and_is_gone_when_the_appeal_is_upheld() -> None:
    day = published(4, rounds=2)
    decide_all(day, NOON)
    first = Standing.objects.get(rank=1).entrant
    penalty = disputes.penalize(entrant=first, by=player("olga"), value=5040, reason="Late again", now=NOON)
    assert Standing.objects.get(entrant=first, after_round=1).points == 0
    disputes.appeal(penalty=penalty, by=first.player, text="The bus", now=NOON)
    disputes.decide_appeal(penalty=penalty, by=player("olga"), upheld=True, reason="True", now=NOON)
    assert Standing.objects.get(entrant=first, after_round=1).points == 5040
    assert Penalty.objects.get().appeal == Penalty.Appeal.UPHELD


def test_correction_after_next_round_is_published_leaves_its_pairing() -> None:
    day = published(8, rounds=3)
    decide_all(day, NOON)
    following = draft_next(day)
    seated = [ids(table) for table in tables_of(following)]
    table = tables_of(day)[0]
    results.correct(table=table, by=player("olga"), lines=in_order(table, ids(table)[::-1]), reason="Slip", now=NOON)
    assert [ids(one) for one in tables_of(following)] == seated
    assert Standing.objects.get(entrant=ids(table)[3], after_round=1).points == 5040


def test_two_organizers_second_is_told_that_it_was_done() -> None:
    division = begun(8)
    refused(Reason.FIRST, pairing.request, division=division, by=player("olga"), now=NOON)


def test_pairing_job_that_dies_is_asked_for_again() -> None:
    season = season_of(8)
    with TestCase.captureOnCommitCallbacks():  # the job is asked for, and never runs
        (division,) = seasons.begin(season=season, by=player("olga"), now=NOON)
    assert day_of(division, 1).state == Matchday.State.DRAFTING
    assert not day_of(division, 1).places.exists()
    with TestCase.captureOnCommitCallbacks(execute=True):
        clock.take_due(after(minutes=3))
    assert day_of(division, 1).state == Matchday.State.DRAFT


def test_pairing_job_that_runs_twice_makes_one_draft() -> None:
    division = begun(8)
    day = day_of(division, 1)
    assert not pairing.make(day=day.pk, revision=day.revision, now=NOON)
    assert day.places.count() == 8


def test_organizer_who_vanished_does_not_hold_the_season_up() -> None:
    division = begun(8, opens_at=NOON)
    clock.take_due(after(days=4))
    assert day_of(division, 1).state == Matchday.State.DRAFT
    for day in range(5, 9):
        clock.take_due(after(days=day))
    assert day_of(division, 1).state in {Matchday.State.PUBLISHED, Matchday.State.IN_PLAY}
    assert LogEntry.objects.filter(action="publish", actor=None).exists()


def test_organizer_hands_the_league_over_and_stays_a_director() -> None:
    league = season_of(4).league
    leagues.hand_over(league=league, by=player("olga"), to=player("e1"))
    refused(Reason.NOT_YOURS, leagues.hand_over, league=league, by=player("olga"), to=player("e2"))
    assert Role.objects.get(player=player("olga")).kind == Role.Kind.DIRECTOR


def test_account_deleted_leaves_the_season_and_its_results_stay() -> None:
    day = published(8, format=Season.Format.SWISS)
    decide_all(day, NOON)
    gone = player("e1")
    leaving.farewell(player=gone, name="fost-jucator-3f9c", now=NOON)
    row = Entrant.objects.get(player=gone)
    assert (row.name, row.state) == ("fost-jucator-3f9c", Entrant.State.WITHDRAWN)
    assert Standing.objects.filter(entrant=row, after_round=1).exists()


def test_disqualified_is_taken_out_of_all_tables_of_the_season() -> None:
    day = published(4, table_size=4, rounds=2)
    (table,) = tables_of(day)
    decide_all(day, NOON)
    bad = entrant(day.division, names(table)[0])
    disputes_before = Standing.objects.get(entrant=ids(table)[1], after_round=1).points
    leaving.disqualify(entrant=bad, by=player("olga"), reason="Looked into hands", now=NOON)
    assert disputes_before == 3360
    assert Standing.objects.get(entrant=ids(table)[1], after_round=1).points == 5040
    assert not Standing.objects.filter(entrant=bad).exists()


def test_season_that_cannot_fill_a_table_is_not_begun() -> None:
    season = season_of(1)
    refused(Reason.TOO_FEW, seasons.begin, season=season, by=player("olga"), now=NOON)
    assert not Matchday.objects.exists()


def test_postponed_table_does_not_hold_up_the_next_pairing() -> None:
    day = published(8, rounds=3)
    owner = player("olga")
    late, other = tables_of(day)
    matchdays.postpone(table=late, by=owner, reason="Ill", now=NOON)
    with TestCase.captureOnCommitCallbacks(execute=True):
        results.claim(table=other, by=owner, lines=in_order(other), now=NOON)
    matchdays.close_now(day=day, by=owner, now=NOON)
    assert day_of(day.division, 2).state == Matchday.State.DRAFT
    assert day_of(day.division, 1).state == Matchday.State.CLOSING
    results.claim(table=late, by=owner, lines=in_order(late), now=NOON)
    assert day_of(day.division, 1).state == Matchday.State.COMPLETED


def test_paused_season_does_nothing_and_moves_its_dates() -> None:
    day = published(8, opens_at=after(days=1))
    seasons.pause(season=day.division.season, by=player("olga"), reason="Holidays", now=NOON)
    clock.take_due(after(days=2))
    assert day_of(day.division, 1).state == Matchday.State.PUBLISHED
    seasons.resume(season=day.division.season, by=player("olga"), now=after(days=10))
    assert day_of(day.division, 1).opens_at == after(days=11)
    assert LeagueDue.objects.get(kind="open_round").due_at == after(days=11)


def test_strangers_may_do_nothing() -> None:
    day = published(8)
    zoe: Player = player("zoe")
    season = day.division.season
    refused(Reason.NOT_YOURS, leagues.tell, league=season.league, by=zoe, text="hi", now=NOON)
    refused(Reason.NOT_YOURS, matchdays.close_now, day=day, by=zoe, now=NOON)
    refused(Reason.NOT_YOURS, leaving.withdraw, entrant=season.entrants.first(), by=zoe, now=NOON)
    refused(Reason.NOT_YOURS, leagues.cancel_season, season=season, by=zoe, reason="x", now=NOON)


def test_results_that_come_while_a_season_is_paused_pair_the_next_round_when_it_goes_on() -> None:
    day = published(8, rounds=2)
    season, owner = day.division.season, player("olga")
    tables = tables_of(day)
    for table in tables:
        results.claim(table=table, by=player(names(table)[0]), lines=in_order(table), now=NOON)
    seasons.pause(season=season, by=owner, reason="Holidays", now=NOON)
    for table in tables:
        results.correct(table=table, by=owner, lines=in_order(table), reason="As on the sheet", now=NOON)
    assert day_of(day.division, 1).state == Matchday.State.COMPLETED
    assert day_of(day.division, 2).state == Matchday.State.PLANNED
    with TestCase.captureOnCommitCallbacks(execute=True):
        seasons.resume(season=season, by=owner, now=after(days=1))
    assert day_of(day.division, 2).state == Matchday.State.DRAFT


def test_a_claim_that_replaces_a_claim_is_not_yet_a_result() -> None:
    day = published(4, rounds=1)
    (table,) = tables_of(day)
    for _ in range(2):
        results.claim(table=table, by=player(names(table)[0]), lines=in_order(table), now=NOON)
    assert day_of(day.division, 1).state == Matchday.State.IN_PLAY
    refused(Reason.FIRST, results.confirm, table=table, by=player(names(table)[1]), revision=1, now=NOON)
