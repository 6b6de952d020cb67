"""The first hand: the script leads from step to step, and whatever else may be done leads back to it."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import COLOURS, NAMES
from games.engine.deck import deck_for
from games.engine.may import choices, followers, may
from games.engine.notation import put_text
from games.engine.refusals import Refusal, Refused
from games.engine.ruleset import MAS_UNO
from games.engine.state import OVER
from games.engine.visible import visible
from games.services.lesson import (
    LEARNER,
    MOST_COMMANDS,
    STEPS,
    TRIES,
    Frame,
    UnreadableLessonError,
    dealt,
    fold,
    follow_up,
    start_of,
)

AS_MEANT = [step.goal for step in STEPS]
# Something else that may be done at each step, and what may not.
OTHERWISE = {"colour": "draw", "number": "draw", "wild": "pass", "combo": "play G5", "attack": "draw", "mas": "draw"}
WRONG = {
    "colour": ("play R9", Refusal.DOES_NOT_FIT),
    "number": ("play G8", Refusal.DOES_NOT_FIT),
    "draw": ("play YD", Refusal.DOES_NOT_FIT),
    "wild": ("play G5", Refusal.ONLY_DRAWN_CARD),
    "combo": ("play G5 YD", Refusal.COMBO_BROKEN),
    "attack": ("play Y4", Refusal.UNDER_ATTACK),
    "mas": ("play G8", Refusal.DOES_NOT_FIT),
    "last": ("pass", Refusal.NOTHING_TO_PASS),
}


def steps(frames: list[Frame]) -> list[int]:
    return [frame.step for frame in frames]


def test_the_lesson_done_as_meant_ends_with_the_round_won() -> None:
    frames = fold(AS_MEANT)
    assert frames[-1].state.phase is OVER
    assert frames[-1].state.winner == LEARNER
    assert sorted(steps(frames)) == steps(frames)
    assert set(steps(frames)) == set(range(len(STEPS) + 1))
    assert not any(frame.laid for frame in frames)
    assert [frame.number for frame in frames] == list(range(1, len(frames) + 1))


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("combo", ["play G5 R5", "play R5 G5"])
@pytest.mark.parametrize("call", [["play Y4 !"], ["play Y4", "mas"]])
def test_every_way_to_do_as_meant_goes_on_without_laying_anew(colour: str, combo: str, call: list[str]) -> None:
    frames = fold([*AS_MEANT[:3], f"play WC:{colour}", combo, "play YD", *call, "play G8"])
    assert frames[-1].state.winner == LEARNER
    assert not any(frame.laid for frame in frames)


def test_the_attack_grows_from_hand_to_hand() -> None:
    attacks = [frame.state.attack for frame in fold(AS_MEANT[:6])]
    assert attacks[-4:] == [2, 4, 6, 0]


def test_the_deal_is_one_whole_deck() -> None:
    state = dealt()
    cards = [card for hand in state.hands for card in hand] + state.draw + [state.table]
    assert Counter(cards) == Counter(deck_for(MAS_UNO, len(state.hands)))
    assert [len(hand) for hand in state.hands] == [MAS_UNO.hand_size] * 3


@pytest.mark.parametrize("step", range(len(STEPS)))
def test_a_wrong_move_is_refused_and_changes_nothing(step: int) -> None:
    done = AS_MEANT[:step]
    text, refusal = WRONG[STEPS[step].key]
    with pytest.raises(Refused) as no:
        follow_up(done, text)
    assert no.value.refusal is refusal
    assert fold(done)[-1].step == step


@pytest.mark.parametrize("key", OTHERWISE)
def test_another_allowed_move_brings_the_step_back_once(key: str) -> None:
    step = [known.key for known in STEPS].index(key)
    log = [*AS_MEANT[:step], OTHERWISE[key]]
    frame = fold(log)[-1]
    if frame.state.phase == "drawn" and key != "wild":  # the card drawn happens to fit
        log.append("pass")
        frame = fold(log)[-1]
    assert (frame.step, frame.before, frame.met, frame.laid) == (step, key, False, True)
    assert sorted(frame.state.hands[LEARNER]) == sorted(start_of(step).hands[LEARNER])
    assert fold([*log, *AS_MEANT[step:]])[-1].state.winner == LEARNER


def test_a_step_tried_twice_otherwise_is_left_behind() -> None:
    step = 4
    frames = fold([*AS_MEANT[:step], *["play G5"] * TRIES])
    assert frames[-1].step == step + 1


def test_without_the_call_the_others_wait() -> None:
    frame = fold([*AS_MEANT[:6], "play Y4"])[-1]
    assert frame.owes
    assert frame.step == 6
    with pytest.raises(Refused):
        follow_up([*AS_MEANT[:6], "play Y4"], "play G8")


@pytest.mark.parametrize("text", ["leave", "timeout", "close", "catch 1", "shout", "nonsense", ""])
def test_what_is_not_taught_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        follow_up([], text)


@pytest.mark.parametrize("log", [["play R9"], ["leave"], [*AS_MEANT, "draw"], ["x" * 5000]])
def test_a_list_that_is_no_lesson_is_said_to_be_none(log: list[str]) -> None:
    with pytest.raises(UnreadableLessonError):
        fold(log)


def test_a_lesson_does_not_grow_for_ever() -> None:
    log = AS_MEANT[:7]  # and then drawing instead of putting the last card down, again and again
    while len(log) < MOST_COMMANDS:
        log = follow_up(log, "pass" if fold(log)[-1].state.phase == "drawn" else "draw")
    with pytest.raises(Refused):
        follow_up(log, "draw")


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_is_played_the_lesson_can_be_finished(data: st.DataObject) -> None:
    log: list[str] = []
    for _ in range(data.draw(st.integers(0, 8))):
        if fold(log)[-1].step == len(STEPS):
            return
        log = follow_up(log, data.draw(st.sampled_from(possible(fold(log)[-1]))))
    for _ in range(30):
        frame = fold(log)[-1]
        if frame.step == len(STEPS):
            break
        log = follow_up(log, helpful(frame))
    assert fold(log)[-1].state.winner == LEARNER


def helpful(frame: Frame) -> str:
    """What the step asks for, or what leads back to it."""
    if frame.owes:
        return "mas"
    goal = STEPS[frame.step].goal
    return goal if goal in possible(frame) else "pass" if frame.state.phase == "drawn" else "draw"


def possible(frame: Frame) -> list[str]:
    view = visible(frame.state, LEARNER)
    can = may(view)
    texts = [name for name, there in (("draw", can.draw), ("pass", can.pass_), ("mas", can.mas)) if there]
    for card in can.openers:
        for put in choices(view, (), card):
            texts += [f"play {put_text(put)}", f"play {put_text(put)} !"]
            texts += [
                f"play {put_text(put)} {NAMES[after]}" for after in followers(view, (put,)) if NAMES[after][0] != "W"
            ]
    return texts
