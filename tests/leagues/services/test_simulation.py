"""C3: whole seasons with everything that goes wrong, and what must hold after every round."""

import pytest

from leagues.models import Division, Standing
from leagues.services import records, simulation
from leagues.services.simulation import Wish

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("format_", "entrants"), [("round_robin", 13), ("swiss", 18), ("knockout", 21)])
def test_c3_a_season_full_of_trouble_keeps_its_promises(format_: str, entrants: int) -> None:
    found = simulation.run(Wish(entrants=entrants, rounds=5, table=4, format=format_, seed=f"c3 {format_}"))
    assert found.faults == []
    assert found.ended
    if format_ != "knockout":
        assert found.away + found.left + found.late > 0


def test_c3_a_ladder_full_of_trouble_keeps_its_promises() -> None:
    found = simulation.run(Wish(entrants=15, rounds=6, table=4, format="ladder", seed="c3 ladder"))
    assert found.faults == []
    assert found.ended
    assert found.tables > 8
    assert found.away + found.left + found.late > 0
    rows = Standing.objects.filter(division__season=found.season)
    assert max(row.points for row in rows) <= 10 * 5040
    assert any(row.figures["ranked"] for row in rows)


def test_the_table_after_the_last_round_adds_up() -> None:
    found = simulation.run(Wish(entrants=9, rounds=4, table=3, seed="sums", trouble=False))
    division = Division.objects.get(season=found.season)
    record = records.record_of(division)
    worth = sum(5040 * len(outcome.lines) // 2 for outcome in record.outcomes)
    rows = Standing.objects.filter(division=division, after_round=4)
    assert sum(row.points for row in rows) == worth + sum(one.value for one in record.unplayed)
    assert [row.rank for row in rows.order_by("rank")] == list(range(1, 10))
