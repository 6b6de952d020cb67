import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import CARD
from games.engine.commands import DRAW, Catch, Play, Put
from games.engine.notation import parse, read_put, text
from games.engine.refusals import Refusal, Refused
from tests.engine.tables import COMMANDS


@given(COMMANDS, st.none() | st.integers(0, 10**9))
def test_every_command_reads_back(command, at):
    assert parse(text(command, at)) == (command, at)


@pytest.mark.parametrize(
    ("written", "command", "at"),
    [
        ("play G7 R7 !", Play((Put(CARD["G7"]), Put(CARD["R7"])), mas=True), None),
        ("play WD:Y", Play((Put(CARD["WD"], 3),)), None),
        ("play W1:R>0=B4 @1200", Play((Put(CARD["W1"], 0, 0, CARD["B4"]),)), 1200),
        ("play R7>2", Play((Put(CARD["R7"], None, 2),)), None),
        ("catch 11 @0", Catch(11), 0),
        ("draw", DRAW, None),
    ],
)
def test_the_notation_is_read(written, command, at):
    assert parse(written) == (command, at)


@pytest.mark.parametrize(
    "written",
    [
        "", " ", "play", "play !", "play R10", "play r7", "play R7  R8", "play R7 ! !", "play R7! ", "play WD:X",
        "play WD:", "play WH>G", "play WH:G>", "play WH:G>-1", "play W1:R=", "play R7>1234", "play R7\u0661",
        "catch", "catch x", "catch -1", "catch 1 2", "draw now", "DRAW", "draw @", "draw @-1", "draw @1.5", "@5",
        "mas\n", "leave\x00", "play " + "R7 " * 5000, "catch 99999999999999999999", "nothing",
    ],
)  # fmt: skip
def test_what_is_no_notation_is_refused(written):
    with pytest.raises(Refused) as refused:
        parse(written)
    assert refused.value.refusal is Refusal.NOTATION


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(written):
    try:
        command, at = parse(written)
    except Refused:
        return
    assert parse(text(command, at)) == (command, at)


def test_a_card_with_choices_is_read():
    assert read_put("WH:G>2") == Put(CARD["WH"], 1, 2)
