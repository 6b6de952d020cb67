"""A round set up by hand, in the notation of the rule book's cases."""

from collections.abc import Mapping
from typing import Any, Final

from games.engine.cards import CARD, COLOUR, NAMES, cards_of, names
from games.engine.ruleset import Rules, rules_from
from games.engine.shuffle import Chance
from games.engine.state import State, colour_name, colour_number

KEYS: Final = frozenset(
    ["rules", "hands", "table", "colour", "draw", "discard", "turn", "direction", "attack", "owes"],
)


def rules_of(value: Any) -> Rules:
    """Read the rule set of a position: a preset's name or a mapping. Raises BadRules."""
    return rules_from({"preset": value} if isinstance(value, str) else value)


def set_up(start: Mapping[str, Any], chance: Chance) -> State:
    """Set a position up; what it leaves out is empty, seat 0 to move, clockwise.

    Raises ValueError (KeyError for a card that is none) for what is no position.
    """
    unknown = set(start) - KEYS
    if unknown:
        raise ValueError(f"a position has no {', '.join(sorted(unknown))}")
    hands = [cards_of(hand or "") for hand in start["hands"]]
    state = State(rules_of(start.get("rules", "mas")), chance, hands, CARD[start["table"]])
    state.colour = COLOUR[state.table]
    if "colour" in start:
        state.colour = colour_number(start["colour"])
    state.draw = cards_of(start.get("draw") or "")[::-1]
    state.discard = cards_of(start.get("discard") or "")
    state.turn = start.get("turn", 0)
    state.direction = start.get("direction", 1)
    state.attack = start.get("attack", 0)
    state.owes = dict.fromkeys(start.get("owes", ()), 0)
    return state


def written(state: State) -> dict[str, Any]:
    """Write a position that `set_up` reads, its rules apart."""
    return {
        "hands": [names(hand) for hand in state.hands],
        "table": NAMES[state.table],
        "colour": colour_name(state.colour),
        "draw": names(state.draw[::-1]),
        "discard": names(state.discard),
        "turn": state.turn,
        "direction": state.direction,
        "attack": state.attack,
    }
