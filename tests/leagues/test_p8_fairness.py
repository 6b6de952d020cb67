"""P8: one in six stays away each round; nobody sits twice, byes and short tables go round."""

import pytest

from leagues.engine.rounds import Schedule, spread
from tests.leagues.seasons import FULL, Season

SHAPES = [(25, 4, 7), (13, 4, 6), (40, 4, 8), (30, 5, 7), (23, 3, 7), (21, 2, 9), (33, 2, 7), (45, 8, 6)]


@pytest.mark.parametrize("seed", range(200 if FULL else 24))
def test_nobody_sits_twice_and_burdens_go_round(seed: int) -> None:
    entrants, table, rounds = SHAPES[seed % len(SHAPES)]
    season = Season(entrants, table, rounds, seed, away=1 / 6, work=2_000)
    short, byes = [0] * entrants, [0] * entrants
    for _, draft in season.play():
        sitting = [one for seats in draft.round for one in seats]
        out = [bye.entrant for bye in draft.byes]
        assert sorted(sitting + out) == sorted(season.present[-1])
        for one in draft.report.short:
            short[one] += 1
        for one in out:
            byes[one] += 1
    always = set.intersection(*season.present)
    assert spread([short[one] for one in always]) <= 1
    assert spread([byes[one] for one in always]) <= 1


@pytest.mark.parametrize("seed", range(20 if FULL else 3))
def test_a_bye_never_comes_twice_before_all_had_one(seed: int) -> None:
    season = Season(7, 2, 10, seed)
    for _, _draft in season.play():
        assert spread(season.byes) <= 1
    assert sum(season.byes) == 10


def test_short_tables_of_a_whole_field_go_round() -> None:
    rounds: Schedule = tuple(draft.round for _, draft in Season(13, 4, 8, seed=3).play())
    counts = [sum(one in seats and len(seats) == 3 for tables in rounds for seats in tables) for one in range(13)]
    assert spread(counts) <= 1
