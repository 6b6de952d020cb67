"""P4: Swiss rounds find new opponents who stand about equal. Times and all sizes: `python -m tests.bench.leagues`."""

from itertools import combinations

import pytest

from leagues.engine.drafts import Why, dense, drafted
from leagues.engine.scoring import POINT
from leagues.engine.snapshot import Entry, Mode, Snapshot
from leagues.engine.swiss import WORK, late_points, pair, serpentine
from tests.leagues.seasons import FULL, Season

SIZES = [(50, 4, 7), (64, 4, 8), (100, 4, 8), (200, 4, 9), (200, 8, 8)] if FULL else [(50, 4, 5)]
MOST_SPREAD = {(64, 4, 8): 0.6, (100, 4, 8): 0.3}


def entries(*points: int) -> tuple[Entry, ...]:
    return tuple(Entry(number, got * POINT, rank=number + 1) for number, got in enumerate(points))


@pytest.mark.parametrize("size", SIZES)
def test_a_season_of_few_meetings_has_no_repeat_and_little_spread(size: tuple[int, int, int]) -> None:
    spreads = []
    for _, draft in Season(*size, seed=1, work=WORK if FULL else WORK // 4).play():
        assert draft.report.repeats == ()
        spreads.append(draft.report.mean_spread / POINT)
    assert sum(spreads) / len(spreads) <= MOST_SPREAD.get(size, 1)


@pytest.mark.parametrize("entrants", [10, 33, 60])
def test_duels_do_not_repeat_in_seven_rounds(entrants: int) -> None:
    gaps = []
    for _, draft in Season(entrants, 2, 7, seed=2).play():
        assert draft.report.repeats == ()
        gaps.append(draft.report.mean_spread / POINT)
    assert sum(gaps) / len(gaps) <= (0.1 if entrants >= 33 else 1)


def test_the_balanced_mode_repeats_where_equals_wait_and_strict_does_not() -> None:
    earlier = (((0, 1), (2, 3)),)
    base = Snapshot(2, 3, 2, entries(3, 3, 0, 0), "s", Mode.STRICT, earlier)
    assert pair(base).report.repeats == ()
    balanced = Snapshot.from_mapping(base.to_mapping() | {"mode": "balanced"})
    assert pair(balanced).report.repeats == ((0, 1, 1), (2, 3, 1))


def test_the_power_mode_sits_the_first_four_together() -> None:
    earlier = (((0, 1, 2, 3), (4, 5, 6, 7)),)
    snapshot = Snapshot(2, 2, 4, entries(7, 6, 5, 4, 3, 2, 1, 0), "s", Mode.POWER, earlier)
    draft = pair(snapshot)
    assert [sorted(seats) for seats in draft.round] == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert draft.tables[0].reasons[0].to_mapping() == {"kind": "places", "first": 1, "last": 4}


@pytest.mark.parametrize("mode", Mode)
def test_pairs_to_be_kept_apart_never_meet_while_that_can_be(mode: Mode) -> None:
    apart = ((0, 1), (0, 2), (3, 4))
    for table in (2, 3, 4):
        snapshot = Snapshot(1, 3, table, entries(*[1] * 12), "s", mode, apart=apart)
        assert pair(snapshot, 3_000).report.apart == ()


def test_a_pair_that_cannot_be_kept_apart_is_reported() -> None:
    draft = pair(Snapshot(1, 1, 4, entries(1, 1, 1, 1), "s", apart=((3, 1),)))
    assert draft.report.apart == ((1, 3),)
    assert Why.APART in {reason.kind for reason in draft.tables[0].reasons}
    assert not draft.report.clean


def test_a_repeat_right_after_the_other_is_avoided_first() -> None:
    """Six at two tables of three must repeat; of the pairs met once, those of last round are left apart."""
    earlier = (((0, 1, 2), (3, 4, 5)), ((0, 3, 4), (1, 2, 5)))
    draft = pair(Snapshot(3, 3, 3, entries(*[1] * 6), "s", earlier=earlier))
    best = min(
        (costs(earlier, (seats, tuple(set(range(6)) - set(seats)))) for seats in combinations(range(6), 3)),
    )
    assert costs(earlier, draft.round) == best


def costs(earlier: tuple, tables: tuple) -> tuple[int, int]:
    pairs = [pair for seats in tables for pair in combinations(sorted(seats), 2)]
    met = [[pair for seats in day for pair in combinations(sorted(seats), 2)] for day in earlier]
    return sum(day.count(pair) for day in met for pair in pairs), sum(pair in met[-1] for pair in pairs)


def test_the_first_round_is_drawn_or_dealt_by_strength() -> None:
    field = tuple(Entry(number, strength=100 - number) for number in range(16))
    dealt = pair(Snapshot(1, 5, 4, field, "s", seeded=True))
    assert [sorted(seats) for seats in dealt.round] == serpentine(16, 4) != []
    assert sorted(dealt.round[0]) == [0, 7, 8, 15]
    drawn = [pair(Snapshot(1, 5, 4, field, seed)) for seed in ("a", "b")]
    assert drawn[0].round != drawn[1].round
    assert {draft.tables[0].reasons[0].kind for draft in drawn} == {Why.DRAW}


def test_short_tables_go_to_those_who_sat_at_fewest_then_to_the_lowest() -> None:
    """Five at tables of four: three and two; who sat at the short one does not again."""
    first = pair(Snapshot(1, 3, 4, entries(4, 3, 2, 1, 0), "s"))
    assert set(first.report.short) == {3, 4}
    second = pair(Snapshot(2, 3, 4, entries(4, 3, 2, 1, 0), "s", earlier=(first.round,)))
    assert set(second.report.short) == {1, 2}
    assert second.report.second_short == ()


def test_the_bye_goes_to_the_fewest_byes_then_to_the_fewest_points() -> None:
    field = (Entry(1, 0, byes=1), Entry(2, POINT), Entry(3, 2 * POINT))
    draft = pair(Snapshot(2, 3, 2, field, "s"))
    assert [bye.entrant for bye in draft.byes] == [2]
    assert draft.byes[0].reason.to_mapping() == {"kind": "fewest_byes", "entrant": 2, "byes": 0, "points": POINT}


@pytest.mark.parametrize(("table", "lowest"), [(2, [10, 11]), (3, [9, 10, 11]), (4, [8, 9, 10, 11])])
def test_who_lost_more_points_than_they_won_sits_with_the_lowest(table: int, lowest: list[int]) -> None:
    """Penalties count when tables are made (LEAGUES 1.1), and nobody is left without one."""
    draft = pair(Snapshot(2, 3, table, entries(9, 8, 7, 6, 5, 4, 3, 2, -1, -2, -4, -5), "s"))
    assert sorted(one for seats in draft.round for one in seats) == list(range(12))
    assert lowest in [sorted(seats) for seats in draft.round]
    assert draft.byes == ()


def test_of_duels_the_bye_goes_to_who_lost_most_by_a_penalty() -> None:
    draft = pair(Snapshot(2, 3, 2, entries(1, 0, -3, 1, 0), "s"))
    assert [bye.entrant for bye in draft.byes] == [2]
    assert sorted(one for seats in draft.round for one in seats) == [0, 1, 3, 4]


def test_one_who_is_there_alone_has_a_bye_and_nobody_no_round() -> None:
    assert [bye.reason.kind for bye in pair(Snapshot(1, 3, 4, entries(0), "s")).byes] == [Why.ALONE]
    assert pair(Snapshot(1, 3, 4, (), "s")).round == ()


def test_a_table_says_why_it_sits_together() -> None:
    earlier = (((0, 1), (2, 3)),)
    found = drafted(Snapshot(2, 3, 2, entries(3, 3, 1, 0), "s", earlier=earlier), ((0, 1), (2, 3)))
    assert [reason.to_mapping() for reason in found.tables[0].reasons] == [
        {"kind": "points", "low": 3 * POINT, "high": 3 * POINT},
        {"kind": "again", "pairs": [[0, 1, 1]]},
    ]
    assert found.report.in_a_row == 2
    assert found.report.widest_spread == POINT
    assert found.report.mean_spread == POINT // 2


def test_many_rounds_for_few_entrants_are_called_dense() -> None:
    assert dense(16, 4, 5)
    assert dense(40, 8, 4)
    assert not dense(64, 4, 8)
    assert not dense(200, 8, 8)
    assert dense(12, 4, 1), "three tables for four seats"


def test_a_late_one_is_paired_as_one_of_the_middle() -> None:
    assert late_points([POINT, 0, 3 * POINT, 2 * POINT]) == POINT
    assert late_points([]) == 0
