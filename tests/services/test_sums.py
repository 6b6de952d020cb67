"""What players did is added up round by round, once, and is the fold of all stored rounds."""

from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.ruleset import rules_from
from games.models import Due, Match, MonthSums, Move, Player, Round, SiteCount, SiteDay, Sums
from games.services import endings, standing_up, sums
from games.services.sum_tables import TABLES
from tests.services.table import Hand, at, fresh, lay, start
from tests.services.test_matches import EVERYTHING, bots_only, play_out

pytestmark = pytest.mark.django_db


def played_by_themselves(match: Match) -> None:
    """Let what the bots did in the players' places count as theirs: the log is the same, its ids are not."""
    for move in Move.objects.filter(round__match=match):
        move.command_id = move.command_id.replace(":", "-")
        move.save()


def stored() -> list[dict[str, object]]:
    """Every row of every table of sums."""
    return [
        row
        for table in TABLES
        for row in table.model._default_manager.order_by(*table.key).values(*table.key, *table.counted)
    ]


@pytest.mark.parametrize("rules", [EVERYTHING, {"mas_grace_ms": 1500, "ending": "target 150"}])
def test_the_sums_are_the_fold_of_all_rounds(ana: Player, bogdan: Player, rules: dict[str, object]) -> None:
    first = play_out(bots_only(ana, bogdan, bots=2, rules=rules_from(rules)))
    second = play_out(bots_only(bogdan, ana, rules=rules_from(rules)))
    added = stored()
    assert sums.differences() == []
    assert sums.rebuild() == len(added)
    assert stored() == added
    matches = Match.objects.filter(pk__in=[first.pk, second.pk])
    assert sum(row.rounds for row in Sums.objects.all()) == 2 * Round.objects.filter(match__in=matches).count()
    assert [row.matches for row in Sums.objects.all()] == [1, 1, 1, 1]


def test_a_match_that_people_play_counts_what_they_do(ana: Player, bogdan: Player) -> None:
    match = play_out(bots_only(ana, bogdan, bots=1, rules=rules_from(EVERYTHING)))
    played_by_themselves(match)
    sums.rebuild()
    mine = Sums.objects.get(player=ana)
    log = Move.objects.filter(round__match=match, seat=0)
    assert mine.plays == log.filter(text__startswith="play").count()
    assert mine.catches == log.filter(text__startswith="catch").count()
    assert mine.turns > 0
    assert mine.longest_combo <= mine.cards_played


def test_what_bots_did_in_a_players_place_is_not_the_players(ana: Player, bogdan: Player) -> None:
    play_out(bots_only(ana, bogdan, bots=1, rules=rules_from({"mas_grace_ms": 1500, "ending": "single"})))
    assert set(Sums.objects.values_list("plays", "turns", "mas_said")) == {(0, 0, 0)}
    assert set(Sums.objects.values_list("rounds", "matches")) == {(1, 1)}


def test_bots_have_no_sums(ana: Player) -> None:
    play_out(bots_only(ana, bots=3, rules=rules_from({"mas_grace_ms": 1500, "ending": "single"})))
    assert [(row.player_id, row.seats) for row in Sums.objects.all()] == [(ana.pk, 4)]


def test_a_round_adds_its_points_to_who_won_it(ana: Player, bogdan: Player) -> None:
    round_ = lay(start(ana, bogdan, rules=rules_from({"ending": "rounds 3"})), hands=["R5", "B1 B2"], table="R3")
    assert Hand(ana, round_).send("play R5", after=0).number == 1
    rows = {row.player_id: row for row in Sums.objects.all()}
    assert [(rows[one.pk].rounds_won, rows[one.pk].points) for one in (ana, bogdan)] == [(1, 3), (0, 0)]
    assert [rows[one.pk].matches for one in (ana, bogdan)] == [0, 0]


def test_a_log_that_does_not_fold_adds_the_result_and_stops_nobody(
    ana: Player, bogdan: Player, caplog: pytest.LogCaptureFixture
) -> None:
    dealt = start(ana, bogdan, rules=rules_from({"ending": "single"}))
    while "R5" in dealt.state["hands"][0].split():
        dealt = start(ana, bogdan, rules=rules_from({"ending": "single"}))
    round_ = lay(dealt, hands=["R5", "B1 B2"], table="R3")  # which the seed has not dealt
    Hand(ana, round_).send("play R5", after=0)
    assert fresh(round_.match).state == "finished"
    assert Sums.objects.get(player=ana).matches_won == 1
    assert "is not the fold of its log" in caplog.text


def test_who_leaves_is_counted_as_gone_and_the_rest_as_before(ana: Player, bogdan: Player, carmen: Player) -> None:
    round_ = start(ana, bogdan, carmen)
    standing_up.leave_table(match=round_.match, player=carmen, now=at(3))
    standing_up.leave_table(match=round_.match, player=bogdan, now=at(4))
    assert fresh(round_.match).state == "finished"
    left = dict(Sums.objects.values_list("player__username", "matches_left"))
    assert left == {"ana": 0, "bogdan": 1, "carmen": 1}
    assert {row.seats for row in Sums.objects.all()} == {3}
    assert sums.differences() == []


def test_a_round_that_was_broken_off_counts_for_nobody(ana: Player, bogdan: Player) -> None:
    match = start(ana, bogdan, bots=1).match
    endings.cancel(match, at(3))
    assert not Sums.objects.filter(rounds__gt=0).exists()
    assert sums.differences() == []


def test_adding_takes_as_many_statements_for_ten_seats_as_for_two(ana: Player) -> None:
    def statements(seats: int) -> int:
        people = [ana, *[Player.objects.create(username=f"p{seats}-{k}") for k in range(1, seats)]]
        match = play_out(bots_only(*people, size=10, rules=rules_from({"ending": "single"})))
        with CaptureQueriesContext(connection) as log:
            sums.add_match(match, list(match.seats.all()))
        return len(log)

    assert statements(10) == statements(2)


def test_a_wrong_sum_is_named_and_mended(ana: Player, bogdan: Player) -> None:
    play_out(bots_only(ana, bogdan, rules=rules_from({"ending": "single"})))
    Sums.objects.filter(player=ana).update(points=99_999)
    out = StringIO()
    with pytest.raises(CommandError, match="1 differences"):
        call_command("rebuild_sums", "--check", stdout=out)
    assert "points is 99999" in out.getvalue()
    call_command("rebuild_sums", stdout=out)
    call_command("rebuild_sums", "--check", stdout=out)
    assert "no differences" in out.getvalue()
    assert not Due.objects.exists()


# By month, and for the whole site


def test_months_are_kept_by_preset_and_by_the_sites_clock(ana: Player, bogdan: Player) -> None:
    first = play_out(bots_only(ana, bogdan, rules=rules_from({"ending": "single"})))
    second = play_out(bots_only(ana, bogdan, bots=1, rules=rules_from({"preset": "clasic", "ending": "single"})))
    # The last evening of November in London is the first of December in Bucharest.
    Match.objects.filter(pk=second.pk).update(finished_at=datetime(2026, 11, 30, 22, 30, tzinfo=UTC), preset="clasic")
    Round.objects.filter(match=second).update(finished_at=datetime(2026, 11, 30, 21, 30, tzinfo=UTC))
    Match.objects.filter(pk=first.pk).update(preset="mas")
    sums.rebuild()
    rows = MonthSums.objects.filter(player=ana).order_by("month", "preset")
    told = [(str(row.month), row.preset, row.matches, row.rounds) for row in rows]
    assert told == [("2026-11-01", "clasic", 0, 1), ("2026-11-01", "mas", 1, 1), ("2026-12-01", "clasic", 1, 0)]
    days = SiteDay.objects.order_by("day", "preset").values_list("preset", "seats", "matches", "rounds")
    assert list(days) == [("mas", 2, 1, 1), ("clasic", 3, 0, 1), ("clasic", 3, 1, 0)]


def test_the_site_counts_with_which_card_and_how_fast_rounds_are_won(ana: Player, bogdan: Player) -> None:
    round_ = lay(start(ana, bogdan, rules=rules_from({"ending": "rounds 3"})), hands=["R5 R8", "B1 B2"], table="R3")
    Round.objects.filter(pk=round_.pk).update(last_at=0)
    assert Hand(ana, round_).send("play R5 R8", after=0).number == 1
    assert dict(SiteCount.objects.filter(what="card").values_list("key", "rounds")) == {"R8": 1}
    assert SiteCount.objects.filter(what="minutes").count() == 1
    day = SiteDay.objects.get()
    assert (day.seats, day.rounds, day.matches, day.moves) == (2, 1, 0, 1)


def test_bots_among_themselves_count_for_the_site_alone(ana: Player) -> None:
    match = play_out(bots_only(ana, bots=1, rules=rules_from({"ending": "single"})))
    match.seats.update(player=None)
    played = match.rounds.get()
    played.roster = [{**person, "player": None} for person in played.roster]
    played.save()
    sums.rebuild()
    assert not Sums.objects.exists()
    assert not MonthSums.objects.exists()
    assert SiteDay.objects.get().rounds == 1
