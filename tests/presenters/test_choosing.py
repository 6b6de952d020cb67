"""What is said of the cards chosen so far."""

from typing import Any

import pytest
from django.utils import translation

from games.engine.cases import SortedChance
from games.engine.position import set_up
from games.presenters.choosing import follow

NAMES = ["ana", "bogdan", "carmen"]
HANDS = ["R5 G5 GD RS WM WC", "B1 B2", "G8 GR"]


def told(chosen: str, **position: Any) -> dict[str, Any]:
    start = {"table": "R3", "hands": HANDS, "rules": {"mas_uno_card": True}, "draw": "B9 Y9"} | position
    with translation.override("en"):
        return follow(set_up(start, SortedChance()), 0, chosen, NAMES)


@pytest.mark.parametrize(
    ("chosen", "preview"),
    [
        ("R5", "Next: bogdan"),
        ("R5 G5 GD", "Attack of 2 → bogdan"),
        ("RS", "Next: carmen"),
        ("WM:G", "everybody shouts"),
    ],
)
def test_one_line_says_what_comes_of_a_play(chosen: str, preview: str) -> None:
    assert told(chosen)["preview"] == preview


def test_a_play_that_is_forbidden_names_its_rule() -> None:
    assert told("R5 R3") == {"cards": {}, "preview": "You do not hold this card.", "rule": "5"}
    assert told("R5", attack=2, table="RD")["rule"] == "6"


def test_the_word_is_owed_or_goes_with_the_play() -> None:
    two = ["R5 B5", *HANDS[1:]]
    assert told("R5", hands=two)["preview"] == "Next: bogdan · you owe MAS!"
    assert told("R5 !", hands=two)["preview"] == "Next: bogdan · with MAS!"
    assert told("R5", hands=["R5", *HANDS[1:]])["preview"] == "You win the round"


def test_two_players_skipped_means_oneself_again() -> None:
    assert told("RS", hands=HANDS[:2])["preview"] == "Next: you again"


def test_nothing_is_told_out_of_turn_or_of_what_is_no_play() -> None:
    assert told("B1", turn=1) == {"cards": {}}
    assert told("R5 nonsense") == {"cards": {}}
    assert "preview" not in told("")
