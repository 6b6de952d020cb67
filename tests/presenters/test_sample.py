"""The sample table shows what the engine does with a rule."""

import pytest
from django.utils.translation import override
from hypothesis import given, settings

from games.engine.effects import CustomRule, parse_rule
from games.presenters.sample import pictures
from tests.sentences.test_sentences import rules


def shown(*effects: str) -> tuple[dict[str, tuple[int, str]], str, bool]:
    """After the rule: each seat's cards and change, whose turn it is, and whether play goes clockwise."""
    with override("en"):
        after = pictures(parse_rule(effects))[1]
    turn = next((seat.name for seat in after.seats if seat.turn), "")
    return {seat.name: (seat.cards, seat.change) for seat in after.seats}, turn, after.clockwise


def test_before_the_rule_the_player_is_to_move_and_play_goes_clockwise() -> None:
    before = pictures(parse_rule(["reverse"]))[0]
    assert [seat.cards for seat in before.seats] == [5, 4, 7, 2]
    assert [seat.turn for seat in before.seats] == [True, False, False, False]
    assert before.clockwise


def test_drawn_cards_are_counted() -> None:
    cards, turn, _ = shown("draw 3 next")
    assert (cards["Ana"], turn) == ((7, "+3"), "Ana")


def test_a_turned_direction_is_shown() -> None:
    assert shown("reverse")[1:] == ("Mia", False)


def test_who_is_skipped_sits_out() -> None:
    after = pictures(parse_rule(["skip next"]))[1]
    assert [seat.name for seat in after.seats if seat.sits_out] == ["Ana"]
    assert shown("skip next")[1] == "Dan"


def test_playing_again_keeps_the_turn() -> None:
    assert shown("again")[1] == "You"


def test_exchanged_cards_are_marked_though_the_numbers_stay() -> None:
    assert shown("swap_card chosen")[0] == {"You": (5, "⇄"), "Ana": (4, ""), "Dan": (7, "⇄"), "Mia": (2, "")}


def test_cards_given_away_can_end_the_round() -> None:
    after = pictures(parse_rule(["give 10 next"]))[1]
    assert after.end
    assert not any(seat.turn for seat in after.seats)


def test_when_all_sit_out_the_round_is_blocked() -> None:
    assert pictures(parse_rule(["skip all"]))[1].end


@settings(deadline=None)
@given(rules())
def test_every_rule_can_be_shown(rule: CustomRule) -> None:
    before, after = pictures(rule)
    assert len(before.seats) == len(after.seats) == 4


@pytest.mark.parametrize("effects", [['honour "x"'], ["draw 1 all", 'honour "x"']])
def test_a_rule_that_asks_for_honour_says_that_the_table_waits(effects: list[str]) -> None:
    assert pictures(parse_rule(effects))[1].end
