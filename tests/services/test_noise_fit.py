"""The noise of a format is proposed from games of two kinds of bots, and changed by nobody but a person."""

import pytest
from django.core.management import call_command

from games.engine.ruleset import MAS_UNO, PRESETS
from games.ratings import noise
from games.services.noise_fit import fit, noise_for, play_deal
from games.services.ranked_tables import rules_for


def test_a_deal_tells_who_won_it_and_whom_the_sensible_seat_beat() -> None:
    deals = [play_deal(MAS_UNO, 3, f"deal-{number}", number) for number in range(30)]
    assert {deal.share for deal in deals} <= {0.0, 0.25, 0.5, 0.75, 1.0}
    assert all(deal.share == 1.0 for deal in deals if deal.sensible_won)
    assert sum(deal.share for deal in deals) > 15


def test_the_same_seed_proposes_the_same() -> None:
    asked = {"preset": "mas", "seats": 3, "target": 100, "deals": 40, "matches": 50, "seed": "test"}
    assert fit(**asked) == fit(**asked)


def test_a_match_tells_more_than_a_deal() -> None:
    match, deal = fit(preset="mas", seats=2, target=500, deals=150, matches=300, seed="test")
    assert (match.ending, deal.ending) == ("target 500", "single")
    assert match.gap > deal.gap > 0
    assert match.noise < deal.noise


def test_bots_two_deviations_apart_give_the_noise_of_the_update() -> None:
    # The gap of plain UNO to 500 points with four: 1.22.
    assert noise_for(1.22) == pytest.approx(9.66, abs=0.01)


def test_asking_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    before = {key: dict(by_seats) for key, by_seats in noise.NOISE.items()}
    call_command("fit_noise", "--preset", "clasic", "--seats", "2", "--deals", "20", "--matches", "20")
    assert "nothing was changed" in capsys.readouterr().out
    assert before == noise.NOISE


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_match_of_the_queue_is_measured(preset: str, seats: int) -> None:
    found = noise.noise_of(preset, seats, str(rules_for(preset).ending))
    assert found is not None
    assert 1 < found < 100
