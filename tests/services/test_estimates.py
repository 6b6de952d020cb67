"""The expected length of a match."""

import pytest

from games.engine.ruleset import rules_from
from games.models import Player, Round
from games.services.estimates import expected_minutes
from tests.services.table import start

pytestmark = pytest.mark.django_db

MAS = rules_from({"mas_grace_ms": 1500})


def test_before_there_are_rounds_it_is_a_simulated_length() -> None:
    assert 10 <= expected_minutes(MAS, 4) <= 25


def test_longer_endings_take_longer() -> None:
    endings = ["single", "rounds 3", "target 300", "target 500", "target 1000"]
    minutes = [expected_minutes(rules_from({"ending": ending}), 4) for ending in endings]
    assert minutes == sorted(set(minutes))


@pytest.mark.parametrize("size", [2, 7, 12, 40])
@pytest.mark.parametrize("options", [{}, {"preset": "clasic"}, {"catch_penalty": 4}, {"combos": "off"}])
def test_every_table_has_one(size: int, options: dict[str, object]) -> None:
    assert expected_minutes(rules_from(options), size) >= 1


def test_enough_measured_rounds_replace_the_simulated_ones(ana: Player, bogdan: Player) -> None:
    simulated = expected_minutes(MAS, 2)
    for nth in range(20):
        round_ = start(ana, bogdan)
        Round.objects.filter(pk=round_.pk).update(outcome="won", points=54, last_at=600_000 + nth)
        if nth == 18:
            assert expected_minutes(MAS, 2) == simulated
    assert expected_minutes(MAS, 2) == pytest.approx(16.1 * (600 + 12) / 60, rel=0.02)
    assert expected_minutes(MAS, 3) == expected_minutes(rules_from({}), 3)
