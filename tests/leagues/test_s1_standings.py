"""S1: the worked example exactly; no order of results or entrants matters; everything adds up."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.engine.figures import Part, TieBreak
from leagues.engine.results import Fine, Line, Off, Outcome, Record, Unplayed
from leagues.engine.scoring import POINT, Preset, Scoring, whole
from leagues.engine.standings import TIE_BREAKS, Row, in_force, standings

ANA, BO, CY, DEE, ELI, FOX = range(1, 7)


def outcome(round: int, table: int, *groups: tuple[int, ...], scores: dict[int, int] | None = None) -> Outcome:
    """Write a table as groups of equals, the first first."""
    lines = []
    for group in groups:
        place = len(lines) + 1
        lines += [Line(one, place, (scores or {}).get(one)) for one in group]
    return Outcome(round, table, tuple(lines))


WORKED = Record(
    (ANA, BO, CY, DEE, ELI, FOX),
    (
        outcome(1, 1, (ANA,), (BO,), (CY,)),
        outcome(1, 2, (DEE,), (ELI,), (FOX,)),
        outcome(2, 1, (DEE,), (ANA,), (BO,)),
        outcome(2, 2, (CY,), (FOX,), (ELI,)),
        outcome(3, 1, (CY,), (ANA,), (DEE,)),
        outcome(3, 2, (BO, ELI), (FOX,)),
    ),
)


def ranked(record: Record, **how) -> dict[int, Row]:
    return {row.entrant: row for row in standings(record, table=3, seed="s", **how)}


def order(record: Record, **how) -> list[int]:
    return [row.entrant for row in standings(record, **({"table": 3, "seed": "s"} | how))]


def test_the_worked_example_ranks_as_by_hand() -> None:
    assert order(WORKED) == [CY, ANA, DEE, BO, ELI, FOX]


def test_the_worked_examples_fractions_are_exact() -> None:
    rows = ranked(WORKED)
    assert {one: whole(row.points) for one, row in rows.items()} == {
        ANA: 2, BO: Fraction(5, 4), CY: 2, DEE: 2, ELI: Fraction(5, 4), FOX: Fraction(1, 2)
    }  # fmt: skip
    duels = {one: row.figures[TieBreak.HEAD_TO_HEAD].value for one, row in rows.items() if one != FOX}
    assert duels == {ANA: 0, CY: 1, DEE: -1, BO: 0, ELI: 0}
    assert rows[BO].figures[TieBreak.WINS].value == rows[ELI].figures[TieBreak.WINS].value == Fraction(1, 2)
    assert rows[BO].figures[TieBreak.OPPONENTS].value == Fraction(197, 360)
    assert rows[ELI].figures[TieBreak.OPPONENTS].value == Fraction(47, 120)


def test_each_line_says_what_put_it_below_the_one_above() -> None:
    decided = [row.decided_by for row in standings(WORKED, table=3, seed="s")]
    assert decided == [
        None,
        TieBreak.HEAD_TO_HEAD,
        TieBreak.HEAD_TO_HEAD,
        TieBreak.POINTS,
        TieBreak.OPPONENTS,
        TieBreak.POINTS,
    ]


def test_opponents_open_into_tables_and_each_of_the_others() -> None:
    figure = ranked(WORKED)[BO].figures[TieBreak.OPPONENTS]
    assert figure.mean
    assert [term.value for term in figure.terms] == [Fraction(2, 3), Fraction(2, 3), Fraction(37, 120)]
    last = figure.terms[-1]
    assert (last.part, last.round, last.table) == (Part.OPPOSITION, 3, 2)
    assert [(part.about, part.value) for part in last.parts] == [((ELI,), Fraction(5, 12)), ((FOX,), Fraction(1, 5))]


def test_head_to_head_can_be_left_out_and_the_lowest_table_cut() -> None:
    without = [TieBreak.POINTS, TieBreak.WINS, TieBreak.OPPONENTS_CUT]
    rows = ranked(WORKED, order=without)
    assert TieBreak.HEAD_TO_HEAD not in rows[ANA].figures
    cut = rows[BO].figures[TieBreak.OPPONENTS_CUT]
    assert [term.dropped for term in cut.terms] == [False, False, True]
    assert cut.value == Fraction(2, 3)


def test_points_come_first_and_the_lot_last_whatever_is_asked() -> None:
    assert in_force(["cards", "lot", "points"]) == (TieBreak.POINTS, TieBreak.CARDS, TieBreak.LOT)
    assert in_force(TIE_BREAKS) == TIE_BREAKS
    with pytest.raises(ValueError, match="beauty"):
        in_force(["beauty"])


def random_record(seed: int, entrants: int = 14, rounds: int = 5) -> Record:
    chance = random.Random(seed)
    outcomes, unplayed = [], []
    for number in range(1, rounds + 1):
        here = chance.sample(range(entrants), entrants)
        off, here = here[:2], here[2:]
        unplayed += [Unplayed(off[0], number, Off.BYE, POINT * 3 // 4), Unplayed(off[1], number, Off.NO_SHOW)]
        for table in range(3):
            seats = here[4 * table : 4 * table + 4]
            lines = [Line(one, chance.randint(1, 3), chance.randint(0, 500), chance.randint(0, 90)) for one in seats]
            outcomes.append(Outcome(number, table + 1, tuple(lines)))
    fines = tuple(Fine(chance.randrange(entrants), chance.randint(1, rounds), POINT // 4) for _ in range(2))
    return Record(tuple(range(entrants)), tuple(outcomes), tuple(unplayed), fines)


def mixed(record: Record, chance: random.Random) -> Record:
    """Give the same record with every list in another order."""
    outcomes = [
        Outcome(one.round, one.table, tuple(chance.sample(one.lines, len(one.lines)))) for one in record.outcomes
    ]
    return Record(
        tuple(chance.sample(record.entrants, len(record.entrants))),
        tuple(chance.sample(outcomes, len(outcomes))),
        tuple(chance.sample(record.unplayed, len(record.unplayed))),
        tuple(chance.sample(record.fines, len(record.fines))),
    )


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000))
def test_the_order_of_results_and_entrants_decides_nothing(seed: int) -> None:
    record = random_record(seed)
    assert [(row.entrant, row.texts(), row.decided_by) for row in standings(record, table=4, seed="s")] == [
        (row.entrant, row.texts(), row.decided_by)
        for row in standings(mixed(record, random.Random(seed)), table=4, seed="s")
    ]


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000))
def test_points_add_up_to_half_a_seat_and_byes_less_penalties(seed: int) -> None:
    record = random_record(seed)
    seats = sum(len(one.lines) for one in record.outcomes)
    total = sum(row.points for row in standings(record, table=4, seed="s"))
    assert total == seats * POINT // 2 + sum(one.value for one in record.unplayed) - sum(
        one.value for one in record.fines
    )


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.sampled_from(Preset))
def test_every_figure_is_the_sum_or_mean_of_its_terms(seed: int, preset: Preset) -> None:
    scoring = Scoring(preset, {4: (9, 4, 2, 0)} if preset == Preset.OWN else None)
    asked = [*TIE_BREAKS, TieBreak.OPPONENTS_CUT]
    for row in standings(random_record(seed), table=4, seed="s", scoring=scoring, order=asked):
        assert row.figures[TieBreak.POINTS].value == whole(row.points)
        for figure in row.figures.values():
            counting = [term.value for term in figure.terms if not term.dropped]
            assert figure.value == sum(counting) / (max(len(counting), 1) if figure.mean else 1)
            for term in figure.terms:
                assert not term.parts or term.value * len(term.parts) == sum(part.value for part in term.parts)
            assert figure.to_mapping()["value"] == str(figure.value)


def test_ranks_are_distinct_and_a_lot_from_the_seed_ends_every_tie() -> None:
    nothing = Record(tuple(range(8)))
    first = [row.entrant for row in standings(nothing, table=4, seed="a")]
    assert [row.rank for row in standings(nothing, table=4, seed="a")] == list(range(1, 9))
    assert first == [row.entrant for row in standings(nothing, table=4, seed="a")]
    assert first != [row.entrant for row in standings(nothing, table=4, seed="b")]
    assert {row.decided_by for row in standings(nothing, table=4, seed="a")} == {None, TieBreak.LOT}


def test_head_to_head_counts_only_where_every_two_of_the_tied_met() -> None:
    record = Record((1, 2, 3, 4), (outcome(1, 1, (1,), (2,)), outcome(1, 2, (3,), (4,))))
    assert TieBreak.HEAD_TO_HEAD not in ranked(record)[1].figures


def test_a_win_at_a_smaller_table_weighs_less_and_a_shared_one_is_divided() -> None:
    record = Record(tuple(range(1, 8)), (outcome(1, 1, (1,), (2,), (3,)), outcome(1, 2, (4, 5), (6,), (7,))))
    rows = {row.entrant: row for row in standings(record, table=4, seed="s")}
    assert rows[1].figures[TieBreak.WINS].value == Fraction(3, 4)
    assert rows[4].figures[TieBreak.WINS].value == rows[5].figures[TieBreak.WINS].value == Fraction(1, 2)


def test_score_difference_is_to_the_tables_mean_and_fewest_cards_come_first() -> None:
    scored = Record((1, 2, 3), (outcome(1, 1, (1,), (2,), (3,), scores={1: 500, 2: 240, 3: 100}),))
    assert {one: row.figures[TieBreak.DIFFERENCE].value for one, row in ranked(scored).items()} == {
        1: 220, 2: -40, 3: -180
    }  # fmt: skip
    lines = (Line(1, 1, 5, 30), Line(2, 1, 5, 10))
    assert order(Record((1, 2), (Outcome(1, 1, lines),))) == [2, 1]


def test_byes_do_not_touch_what_opponents_are_worth() -> None:
    """Who met one with a bye gains nothing by it: only played tables count, on both sides."""
    base = Record((1, 2, 3), (outcome(1, 1, (1,), (2,)),))
    with_bye = Record(base.entrants, base.outcomes, (Unplayed(2, 2, Off.BYE, POINT), Unplayed(3, 1, Off.BYE, POINT)))
    assert ranked(base)[1].figures[TieBreak.OPPONENTS].value == ranked(with_bye)[1].figures[TieBreak.OPPONENTS].value
    assert ranked(with_bye)[3].figures[TieBreak.OPPONENTS].value == 0


def test_a_penalty_counts_in_points_and_opens_as_a_term() -> None:
    record = Record((1, 2), (outcome(1, 1, (1,), (2,)),), fines=(Fine(1, 1, POINT // 2),))
    row = ranked(record)[1]
    assert row.points == POINT // 2
    assert [(term.part, term.value) for term in row.figures[TieBreak.POINTS].terms] == [
        (Part.TABLE, Fraction(1)),
        (Part.FINE, Fraction(-1, 2)),
    ]


def test_a_substitute_is_beaten_and_scores_for_nobody() -> None:
    record = Record((1, 2, 3), (Outcome(1, 1, (Line(1, 1), Line(None, 2), Line(2, 3))),), (Unplayed(3, 1, Off.ABSENT),))
    rows = ranked(record)
    assert (rows[1].points, rows[2].points, rows[3].points) == (POINT, 0, 0)
    assert [part.about for part in rows[1].figures[TieBreak.OPPONENTS].terms[0].parts] == [(2,)]


def test_who_is_taken_out_leaves_tables_of_one_size_less() -> None:
    record = Record((1, 2, 3), (outcome(1, 1, (1,), (2,), (3,)),), (Unplayed(1, 2, Off.BYE, POINT),))
    rows = ranked(record.without(1))
    assert {one: row.points for one, row in rows.items()} == {2: POINT, 3: 0}


def test_who_is_taken_out_from_a_round_on_keeps_what_was_before() -> None:
    record = Record((1, 2, 3), (outcome(1, 1, (1,), (2,), (3,)), outcome(2, 1, (1,), (2,), (3,))))
    rows = ranked(record.without(1, since=2))
    assert {one: row.points for one, row in rows.items()} == {1: POINT, 2: POINT // 2 + POINT, 3: 0}


def test_who_has_gone_stands_after_all_others() -> None:
    assert order(WORKED, gone={CY}) == [DEE, ANA, BO, ELI, FOX, CY]


def test_standings_after_a_round_know_nothing_of_later_ones() -> None:
    assert {one: row.points for one, row in ranked(WORKED.until(1)).items()} == {
        ANA: POINT, DEE: POINT, BO: POINT // 2, ELI: POINT // 2, CY: 0, FOX: 0
    }  # fmt: skip


def test_fewer_than_two_at_a_table_have_not_played() -> None:
    record = Record((1, 2), (Outcome(1, 1, (Line(1, 1),)),))
    assert [row.played for row in standings(record, table=4, seed="s")] == [0, 0]
