"""A season of known strengths through the real ledger; `manage.py simulate_season` plays a long one."""

import pytest
from django.core.management import call_command

from games.bots.random_player import generator
from games.models import Ladder, PeriodScore, Player, Rating, RatingChange, Settlement
from games.services import season_abuse
from games.services.ledger_replay import rebuild
from games.services.noise_refit import refit
from games.services.season_share import foretold_by_book, shares_of
from games.services.season_simulation import Season, correlation, play_season

RESULTS, PLAYERS = 200, 40


@pytest.mark.django_db
def test_a_season_settled_by_the_ledger_finds_the_strong_ones() -> None:
    season = play_season(players=PLAYERS, results=RESULTS, seed="sample")
    assert {ladder: figures.tables for ladder, figures in season.figures.items()} == dict.fromkeys(Ladder, RESULTS)
    assert Settlement.objects.count() == 2 * RESULTS
    duel, table = season.figures[Ladder.DUEL], season.figures[Ladder.TABLE]
    assert set(duel.states) == {10}, "the end alone: nobody plays twenty games here"
    assert 20 in table.states
    assert duel.share > 0.2
    assert duel.states[10].correlation > 0.7
    assert table.share > 0.4
    assert table.states[20].correlation > 0.85
    assert 0.85 <= table.states[20].covered <= 1
    for ladder, figures in season.figures.items():
        alone = foretold_by_book(ladder=ladder, players=PLAYERS, results=RESULTS, seed="sample")
        assert alone == pytest.approx(figures.share, abs=1e-9)
    assert rebuild(check=True) == []
    # Nobody plays without being counted, in the ratings as in the season's points.
    games = sum(Rating.objects.values_list("games", flat=True))
    assert (
        games
        == RatingChange.objects.count()
        == sum(PeriodScore.objects.filter(period="2026-S4").values_list("games", flat=True))
    )
    assert Player.objects.filter(ratings=None).count() == 0
    _abuse(season)


def _abuse(season: Season) -> None:
    chance = generator("abuse")
    pairs = season_abuse.collude(season, pairs=4, chance=chance)
    assert pairs.planted == 4
    assert pairs.planted_flagged >= 1
    assert pairs.honest > 50
    assert pairs.honest_flagged == 0
    assert 0 < season_abuse.farm(season, preset="clasic", a_day=1 / 2, chance=chance) < 120
    assert rebuild(check=True) == []


@pytest.mark.django_db
def test_results_with_more_luck_propose_more_noise_and_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    play_season(players=30, results=200, seed="luck", luck=3.0)
    before = list(Rating.objects.order_by("pk").values_list("mu", "sigma"))
    found = list(refit(enough=15))
    assert {one.format.seats for one in found} == {2, 3, 4, 5, 6}
    assert all(one.best_loss <= one.loss for one in found)
    raised = [one for one in found if one.best > one.noise]
    assert len(raised) > len(found) / 2
    call_command("fit_noise", "--ledger")
    assert "nothing was changed" in capsys.readouterr().out
    assert list(Rating.objects.order_by("pk").values_list("mu", "sigma")) == before


@pytest.mark.parametrize(("ladder", "least", "seasons"), [("duel", 0.73, 4), ("table", 0.70, 2)])
def test_seasons_of_our_presets_foretell_what_r2_asks_in_the_mean(ladder: str, least: float, seasons: int) -> None:
    seeds = [f"season {number}" for number in range(seasons)]
    found = [foretold_by_book(ladder=ladder, players=500, results=20_000, seed=seed) for seed in seeds]
    assert shares_of(found).reach(least), found


def test_the_mean_of_few_seasons_is_known_less_well() -> None:
    few, many = shares_of([0.72, 0.73]), shares_of([0.72, 0.73] * 50)
    assert few.mean == many.mean == pytest.approx(0.725)
    assert (few.error, many.error) == (pytest.approx(0.005), pytest.approx(0.0005, rel=0.01))
    assert few.reach(0.73)
    assert not many.reach(0.73), "a hundred seasons tell that it is missed"


def test_a_correlation_is_that_of_the_ranks() -> None:
    assert correlation([1.0, 2.0, 10.0], [5.0, 6.0, 7.0]) == 1
    assert correlation([1.0, 2.0, 10.0], [7.0, 6.0, 5.0]) == -1
