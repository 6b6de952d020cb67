"""What is told of the cards of one's own hand."""

from typing import Any

import pytest

from games.engine.cases import SortedChance
from games.engine.position import set_up
from games.presenters.table import Clock, Sitter, mine

OTHERS = ["B1 B2", "G8 GR"]


def at_once(hand: str, **position: Any) -> list[str]:
    """The cards of the first seat's hand that one tap puts down."""
    start = {"table": "R3", "hands": [hand, *OTHERS], "draw": "B9 Y9"} | position
    sitters = [Sitter(name) for name in ("ana", "bogdan", "carmen")]
    return [card.name for card in mine(set_up(start, SortedChance()), 0, sitters, Clock()).cards if card.at_once]


@pytest.mark.parametrize(
    ("hand", "cards"),
    [
        ("R5 G7 B4", ["R5"]),  # the others neither fit nor follow
        ("R5 G5 B4", []),  # two fives may go together
        ("R5 R5 B4", []),
        ("R5 R7 B4", []),  # and two red ones
        ("R5 WC B4", []),  # a colourless card may follow, and needs a colour itself
        ("R5 B4", []),  # MAS! would be owed
        ("R5", ["R5"]),
        ("WC", []),
    ],
)
def test_one_tap_puts_down_what_leaves_nothing_to_choose(hand: str, cards: list[str]) -> None:
    assert at_once(hand) == cards


def test_one_tap_puts_down_what_cannot_be_combined_under_the_tables_rules() -> None:
    assert at_once("R5 G5 R7 WC", rules={"combos": "off"}) == ["R5", "R7"]


def test_one_tap_puts_down_nothing_out_of_turn_or_while_mas_is_owed() -> None:
    assert at_once("R5 G7 B4", turn=1) == []
    assert at_once("R5", owes=[0]) == []
