"""What each seat did in a round, counted in positions of a few cards."""

import pytest

from games.engine.notation import parse
from games.engine.position import set_up
from games.engine.shuffle import SeededChance
from games.engine.tally import Feats, Line, tally

DRAW = "B9 Y9 G9 B8 Y8 G8 B7 Y7"


def played(*lines: str, own: bool = True, **position: object) -> list[Feats]:
    """The feats of a round that begins here; a line is `seat command @ms`, `?` before it for a stand-in's."""
    rules = {"preset": "mas", "mas_grace_ms": 0, **position.pop("rules", {})}  # type: ignore[dict-item]
    state = set_up({"draw": DRAW, **position, "rules": rules}, SeededChance(b"seed"))
    log = []
    for line in lines:
        seat, text = line.removeprefix("?").split(" ", 1)
        command, at = parse(text)
        log.append(Line(int(seat), command, at or 0, own=not line.startswith("?"), judged=True))
    return tally(state, log)


def test_plays_and_their_longest_combo_are_counted() -> None:
    feats = played("0 play R5 B5 @1000", "1 draw @2000", hands=["R5 B5 Y1 Y2", "G1 G2"], table="R3")
    assert (feats[0].plays, feats[0].cards_played, feats[0].longest_combo) == (1, 2, 2)
    assert feats[1].plays == 0


def test_an_attack_is_passed_on_or_suffered() -> None:
    lines = ("0 play RD", "1 play BD", "2 draw")
    feats = played(*lines, hands=["RD R1 R2", "BD B1 B2", "G1 G2"], table="R3")
    assert [(f.attacks_passed, f.attacks_suffered, f.attack_cards) for f in feats] == [(0, 0, 0), (1, 0, 0), (0, 1, 4)]


def test_an_attack_that_the_clock_makes_one_draw_is_suffered_in_no_turn() -> None:
    feats = played("0 play RD", "1 timeout @9000", hands=["RD R1 R2", "B1 B2"], table="R3")
    assert (feats[1].attacks_suffered, feats[1].attack_cards, feats[1].turns) == (1, 2, 0)


def test_the_attack_of_the_last_card_is_suffered_too() -> None:
    feats = played("0 play RD !", hands=["RD", "B1 B2"], table="R3")
    assert (feats[1].attacks_suffered, feats[1].attack_cards) == (1, 2)


def test_mas_is_said_with_the_play_or_after_it() -> None:
    with_it = played("0 play R5 !", hands=["R5 R1", "B1 B2"], table="R3")
    after_it = played("0 play R5 @1000", "0 mas @1500", hands=["R5 R1", "B1 B2"], table="R3")
    assert [(f[0].mas_said, f[0].mas_missed) for f in (with_it, after_it)] == [(1, 0), (1, 0)]


def test_who_is_caught_has_missed_it_and_somebody_has_a_catch() -> None:
    feats = played("0 play R5 @1000", "1 catch 0 @3000", hands=["R5 R1", "B1 B2"], table="R3")
    assert (feats[0].mas_said, feats[0].mas_missed, feats[0].caught) == (0, 1, 1)
    assert feats[1].catches == 1


def test_a_debt_that_the_end_of_the_round_wiped_out_was_not_missed() -> None:
    feats = played("0 play R5 @1000", "1 play R7 !", hands=["R5 R1", "R7"], table="R3", rules={"mas_grace_ms": 1500})
    assert feats[0].mas_missed == 0


def test_a_race_counts_for_all_and_its_judged_times_for_who_shouted() -> None:
    lines = ("0 play WM:R @1000", "1 shout @1400", "0 shout @1900", "2 shout @2600")
    hands = ["WM R1 R2", "B1 B2", "G1 G2"]
    feats = played(*lines, hands=hands, table="R3", rules={"mas_uno_card": True, "tie_ms": 0})
    assert [(f.races, f.races_lost, f.reaction_ms, f.fastest_ms) for f in feats] == [
        (1, 0, 900, 900),
        (1, 0, 400, 400),
        (1, 1, 1600, 1600),
    ]


def test_a_turn_lasts_from_its_beginning_to_the_command_that_ends_it() -> None:
    lines = ("0 play R5 @1000", "1 draw @1700", "1 pass @4000")
    feats = played(*lines, hands=["R5 R1 R2", "B1 B2"], table="R3", draw="R8 Y9 G9")
    assert [(f.turns, f.turn_ms) for f in feats] == [(1, 1000), (1, 3000)]


@pytest.mark.parametrize("name", ["plays", "cards_played", "longest_combo", "mas_said", "turns", "turn_ms"])
def test_what_a_stand_in_did_is_nobodys(name: str) -> None:
    feats = played("?0 play R5 ! @1000", hands=["R5 R1", "B1 B2"], table="R3")
    assert getattr(feats[0], name) == 0


def test_an_attack_on_a_stand_in_is_nobodys() -> None:
    feats = played("0 play RD", "?1 draw", hands=["RD R1 R2", "B1 B2"], table="R3")
    assert feats[1] == Feats()
