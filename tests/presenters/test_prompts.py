"""What the table says it waits for, and what it tells of whoever sits there."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from games.engine.apply import apply
from games.engine.cases import SortedChance
from games.engine.commands import Play
from games.engine.notation import parse
from games.engine.position import set_up
from games.engine.state import State
from games.presenters.table import Clock, Sitter, felt, mine

SITTERS = [Sitter(name) for name in ("ana", "bogdan", "carmen")]
PLUS4 = {"rules": {"plus4_challenge": True}, "table": "R3", "draw": "B9 Y9 G9 B8 Y7"}


def position(*hands: str, **rest: Any) -> State:
    return set_up({"table": "R3", "draw": "B9 Y9"} | rest | {"hands": list(hands)}, SortedChance())


def played(state: State, text: str) -> State:
    command, _at = parse(text)
    assert isinstance(command, Play)
    apply(state, state.turn, command, 1000)
    return state


def prompt(state: State, seat: int) -> str:
    with translation.override("en"):
        return mine(state, seat, SITTERS, Clock()).prompt


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("B1 B2", "Attack of 4! Challenge it or draw."),
        ("WD B2", "Attack of 4! Continue it, challenge it or draw."),
    ],
)
def test_an_attack_that_may_be_challenged_says_so(hand: str, told: str) -> None:
    state = played(position("WD R5 B5", hand, "G1 G2", **PLUS4), "play WD:G")
    assert prompt(state, 1) == told


def test_an_attack_that_may_only_be_drawn_says_so() -> None:
    assert prompt(position("B1 B2", "G1 G2", "G3 G4", table="RD", attack=2), 0) == "Attack of 2! You have to draw."


def test_who_owes_mas_out_of_turn_is_told() -> None:
    state = position("R5", "B1 B2", "G1 G2", turn=1, owes=[0])
    assert prompt(state, 0) == "One card left: say MAS!"
    assert prompt(state, 2) == "bogdan is to move."


@pytest.mark.parametrize(
    ("position_", "told"),
    [
        ({}, "One card left: say MAS! Only then may you put it down."),
        ({"table": "B3"}, "One card left: say MAS! Your turn. Nothing fits: draw."),
        ({"rules": {"must_play": True}}, "One card left: say MAS! Only then may you put it down."),
        ({"table": "GD", "attack": 2}, "One card left: say MAS! Attack of 2! Continue it or draw."),
        ({"table": "WD", "colour": "B", "attack": 4}, "One card left: say MAS! Attack of 4! You have to draw."),
    ],
)
def test_who_owes_mas_in_their_own_turn_is_told_that_first(position_: dict[str, Any], told: str) -> None:
    state = position("RD", "B1 B2", "G1 G2", owes=[0], **position_)
    assert prompt(state, 0) == told
    with translation.override("en"):
        own = mine(state, 0, SITTERS, Clock())
    assert (own.mas, own.urgent, [card.opens for card in own.cards]) == (True, True, [False])


@pytest.mark.parametrize("rules", [{}, {"must_play": True}])
def test_once_mas_is_said_the_last_card_is_offered(rules: dict[str, Any]) -> None:
    state = position("RD", "B1 B2", "G1 G2", owes=[0], rules=rules)
    apply(state, 0, parse("mas")[0], 1000)
    assert prompt(state, 0) == "Your turn."


def test_an_honour_rule_says_whose_card_asks() -> None:
    rules = {"custom_rules": [['honour "Sing!"']]}
    state = played(position("W1 R5 B5", "B1 B2", "G1 G2", rules=rules), "play W1:B")
    assert prompt(state, 0) == "Do it, then confirm."
    assert prompt(state, 1) == "ana put this down: do it, then confirm."


def test_a_wish_for_a_pause_is_told_to_all_and_known_to_its_own_page() -> None:
    sitters = [SITTERS[0], replace(SITTERS[1], wants_pause=True), replace(SITTERS[2], wants_pause=True)]
    state = position("R5 R7", "B1 B2", "G1 G2")
    with translation.override("en"):
        assert felt(state, SITTERS, Clock(), []).pause == ""
        assert felt(state, sitters[:2] + SITTERS[2:], Clock(), []).pause == "bogdan asks for a pause after this round"
        assert felt(state, sitters, Clock(), []).pause == "bogdan and carmen ask for a pause after this round"
    assert [mine(state, seat, sitters, Clock()).wants_pause for seat in range(3)] == [False, True, True]


def test_the_time_bank_is_told_of_people_alone() -> None:
    sitters = [replace(SITTERS[0], bank_s=42), replace(SITTERS[1], bank_s=60, bot="bot"), SITTERS[2]]
    chips = felt(position("R5 R7", "B1 B2", "G1 G2"), sitters, Clock(), []).chips
    assert [chip.bank_s for chip in chips] == [42, 0, 0]
