"""Rule sets, rounds and commands for the engine's property tests."""

from hypothesis import strategies as st

from games.engine.cards import KINDS, OPEN
from games.engine.commands import (
    CHALLENGE,
    CLOSE,
    CONFIRM,
    DRAW,
    LEAVE,
    MAS,
    PASS,
    SHOUT,
    TIMEOUT,
    Catch,
    Play,
    Put,
)
from games.engine.effects import GIVE_TO, Who
from games.engine.ruleset import Rules, rules_from

MOST_SEATS = 12
WHO = st.sampled_from(list(Who))

EFFECTS = st.one_of(
    st.builds("draw {} {}".format, st.integers(1, 10), WHO),
    st.builds("skip {}".format, WHO),
    st.builds("give {} {}".format, st.integers(1, 10), st.sampled_from(GIVE_TO)),
    st.sampled_from(["again", "reverse", "rotate_hands", "swap_hands chosen", "swap_card chosen", 'honour "cântă"']),
)

RULES: st.SearchStrategy[Rules] = st.fixed_dictionaries(
    {"preset": st.sampled_from(["mas", "clasic"])},
    optional={
        "combos": st.sampled_from(["any", "same", "off"]),
        "stacking": st.booleans(),
        "plus4_on_plus2": st.booleans(),
        "skip_stacking": st.booleans(),
        "draw": st.sampled_from(["one", "until_playable"]),
        "must_play": st.booleans(),
        "sevens_swap": st.booleans(),
        "plus4_challenge": st.booleans(),
        "catch_penalty": st.integers(1, 20),
        "say_before_last": st.booleans(),
        "swap_hands_cards": st.integers(0, 8),
        "custom_rules": st.lists(st.lists(EFFECTS, min_size=1, max_size=4), max_size=3),
        "mas_uno_card": st.booleans(),
        "hand_size": st.integers(1, 20),
        "mas_grace_ms": st.sampled_from([0, 1500]),
        "tie_ms": st.integers(0, 1000),
        "race_ms": st.integers(0, 10_000),
    },
).map(rules_from)

PUTS = st.builds(
    Put,
    st.integers(0, KINDS - 1),
    st.none() | st.integers(0, OPEN - 1),
    st.none() | st.integers(0, MOST_SEATS),
    st.none() | st.integers(0, KINDS - 1),
)
PLAYS = st.builds(Play, st.lists(PUTS, min_size=1, max_size=8).map(tuple), st.booleans())
COMMANDS = st.one_of(
    st.sampled_from([DRAW, PASS, MAS, CHALLENGE, SHOUT, CONFIRM, LEAVE, TIMEOUT, CLOSE]),
    st.builds(Catch, st.integers(0, MOST_SEATS)),
    PLAYS,
)
