"""The beginner: one card at a time, and MAS! when it remembers."""

from games.bots import beginner
from games.bots.random_player import generator
from games.engine.apply import apply
from games.engine.cases import SortedChance
from games.engine.commands import MAS, Play
from games.engine.position import set_up
from games.engine.visible import visible


def chosen(hand: str, times: int = 200) -> list[Play]:
    state = set_up({"hands": [hand, "G1 G2"], "table": "R3", "draw": "B1 B2 B3"}, SortedChance())
    plays = [beginner.choose(visible(state, 0), generator(str(k))) for k in range(times)]
    assert all(isinstance(play, Play) for play in plays)
    return [play for play in plays if isinstance(play, Play)]


def test_it_mostly_plays_a_single_card() -> None:
    single = sum(len(play.puts) == 1 for play in chosen("R1 R2 R4 R5"))
    assert 120 < single < 200


def test_it_sometimes_forgets_to_say_it() -> None:
    last_but_one = [play for play in chosen("R1 R2") if len(play.puts) == 1]
    said = sum(play.mas for play in last_but_one)
    assert 0 < said < len(last_but_one)


def test_it_remembers_late() -> None:
    state = set_up({"hands": ["R1 R2", "G1 G2"], "table": "R3", "draw": "B1 B2 B3"}, SortedChance())
    forgotten = next(play for play in chosen("R1 R2") if len(play.puts) == 1 and not play.mas)
    apply(state, 0, forgotten, 1000)
    view = visible(state, 0)
    assert beginner.choose(view, generator("x"), 1000 + beginner.LATE_MS - 1) is None
    assert beginner.choose(view, generator("x"), 1000 + beginner.LATE_MS) is MAS


def test_it_says_it_on_its_turn_when_nothing_else_may_be_done() -> None:
    rules = {"must_play": True}
    state = set_up(
        {"rules": rules, "hands": ["R1", "G1 G2"], "table": "R3", "draw": "B1 B2", "owes": [0]}, SortedChance()
    )
    assert beginner.choose(visible(state, 0), generator("x"), state.now) is MAS


def test_it_catches_nobody() -> None:
    state = set_up(
        {"hands": ["R1 R2 R4", "G1"], "table": "R3", "draw": "B1 B2 B3", "owes": [1], "turn": 1}, SortedChance()
    )
    assert beginner.choose(visible(state, 0), generator("x"), 60_000) is None
