"""The bot that searches: how much it may think, and that it pays."""

from collections.abc import Iterator

import pytest

from games.bots import playouts, sensible, strong
from games.bots.random_player import generator
from games.engine.cards import CARD
from games.engine.commands import Play, Put
from games.engine.may import openers
from games.engine.ruleset import MAS_UNO
from games.engine.visible import View, visible
from games.services.simulation import play_round
from tests.bench.bots import play_rounds


def a_turn(seed: str = "s") -> View:
    """Give what the first seat sees that has a choice: a round of this seed, just dealt."""
    state = play_round(seats=4, rules=MAS_UNO, seed=seed).start
    view = visible(state, state.turn)
    assert len(openers(view)) > 1
    return view


@pytest.fixture
def played_out(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Collects a 1 for every playout."""
    count: list[int] = []
    original = playouts.play_out

    def counted(*args: object) -> None:
        count.append(1)
        original(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(strong, "play_out", counted)
    return count


@pytest.mark.parametrize("budget", [0, 1, 30, 200])
def test_the_budget_bounds_the_playouts(played_out: list[int], budget: int) -> None:
    for seed in "abdefg":
        played_out.clear()
        assert strong.choose(a_turn(seed), generator("x"), playouts=budget) is not None
        assert len(played_out) <= budget


def test_it_uses_most_of_its_budget(played_out: list[int]) -> None:
    strong.choose(a_turn(), generator("x"), playouts=400)
    assert len(played_out) > 200


def test_the_net_ends_the_thinking_early(played_out: list[int]) -> None:
    stops: Iterator[bool] = iter([False] * 3 + [True] * 1000)
    assert strong.choose(a_turn(), generator("x"), stop=lambda: next(stops)) is not None
    assert 0 < len(played_out) < 100


def test_it_does_not_think_about_going_out(played_out: list[int]) -> None:
    view = a_turn()._replace(hand=(CARD["R5"],), table=CARD["R3"], colour=0, attack=0)
    assert strong.choose(view, generator("x")) == Play((Put(CARD["R5"]),))
    assert played_out == []


def test_a_spectator_has_nothing_to_do() -> None:
    state = play_round(seats=4, rules=MAS_UNO, seed="s").start
    assert strong.choose(visible(state, None), generator("x")) is None


def test_a_position_that_is_no_deck_is_played_sensibly() -> None:
    view = a_turn()
    strange = view._replace(draw_left=view.draw_left + 1)
    assert strong.choose(strange, generator("x")) == sensible.choose(strange, generator("x"))


def test_sensible_beats_random_and_beginners_far_beyond_its_share() -> None:
    assert play_rounds("sensible", "random", range(100)).won > 45
    assert play_rounds("sensible", "beginner", range(100)).won > 60
