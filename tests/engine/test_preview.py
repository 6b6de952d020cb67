"""What the preview of a play says is what then happens, and nothing hidden has a say in it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.apply import apply
from games.engine.commands import Play, Put
from games.engine.may import choices, followers
from games.engine.notation import parse
from games.engine.preview import Preview, preview
from games.engine.refusals import Refusal, Refused
from games.engine.ruleset import rules_from
from games.engine.state import OVER, RACE, TURN, State
from games.engine.visible import visible
from tests.engine.tables import PLAYS, RULES
from tests.engine.test_visible import a_position, permuted


def what_came(state: State, seat: int, play: Play) -> Preview:
    """Do the play on a copy of the round itself and tell what a preview would have said."""
    done = state.copy()
    try:
        apply(done, seat, play)
    except Refused as no:
        return Preview(no.refusal)
    turn = done.turn if done.phase is TURN else None
    winner = done.winner if done.phase is OVER else None
    return Preview(None, done.phase, turn, done.attack, done.skips, seat in done.owes, winner)


def a_play(state: State, seat: int, data) -> Play:
    """Give a play that may be made, or anything at all."""
    view = visible(state, seat)
    puts: list[Put] = []
    cards = followers(view, puts)
    while cards and (not puts or data.draw(st.booleans())):
        puts.append(data.draw(st.sampled_from(choices(view, puts, data.draw(st.sampled_from(cards))))))
        cards = followers(view, puts)
    return Play(tuple(puts), data.draw(st.booleans())) if puts else data.draw(PLAYS)


POSITIONS = (RULES, st.integers(2, 6), st.text("abc", max_size=4), st.floats(0, 1), st.data())


@settings(max_examples=120, deadline=None)
@given(*POSITIONS)
def test_a_preview_says_what_then_happens_and_changes_nothing(rules, seats, seed, cut, data):
    state = a_position(rules, seats, seed, cut)
    for _ in range(4):
        seat = state.turn
        for play in (a_play(state, seat, data), data.draw(PLAYS)):
            assert preview(visible(state, seat), play) == what_came(state, seat, play)
    other = (state.turn + 1) % seats
    play = data.draw(PLAYS)
    assert preview(visible(state, other), play) == what_came(state, other, play)


@settings(max_examples=60, deadline=None)
@given(*POSITIONS)
def test_a_preview_does_not_change_when_the_hidden_cards_are_permuted(rules, seats, seed, cut, data):
    state = a_position(rules, seats, seed, cut)
    seat = state.turn
    hidden = [card for s, hand in enumerate(state.hands) if s != seat for card in hand] + state.draw
    other = permuted(state, seat, data.draw(st.permutations(hidden)))
    play = a_play(state, seat, data)
    assert preview(visible(other, seat), play) == preview(visible(state, seat), play)
    assert what_came(other, seat, play) == what_came(state, seat, play)


@pytest.mark.parametrize(
    ("play", "told"),
    [
        ("R5", Preview(turn=1)),
        ("R5 G5 GD", Preview(turn=1, attack=2)),
        ("RS", Preview(turn=2)),
        ("WM:G", Preview(phase=RACE)),
        ("B9", Preview(Refusal.DOES_NOT_FIT)),
        ("R5 B9", Preview(Refusal.COMBO_BROKEN)),
    ],
)
def test_attack_skips_and_waits_are_told(play, told):
    state = a_position(rules_from({"mas_uno_card": True}), 3, "x", 0)
    state.hands[0] = [put.card for put in parse("play R5 G5 GD RS WM:G B9")[0].puts]
    state.table, state.colour, state.turn, state.direction = parse("play R3")[0].puts[0].card, 0, 0, 1
    state.attack = state.skips = 0
    state.phase = TURN
    assert preview(visible(state, 0), parse(f"play {play}")[0]) == told
