"""Examples of the rules: a position, what is done in it, what must then hold."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from games.engine.apply import apply
from games.engine.cards import NAMES, Card, cards_of
from games.engine.notation import parse
from games.engine.position import set_up
from games.engine.refusals import Refused
from games.engine.shuffle import Picker
from games.engine.state import State, colour_name, dump

REFUSED: Final = "refused"


class SortedChance:
    """Chance for positions that do not say what it brings: the first card, the sorted pile."""

    def shuffle(self, label: str, cards: list[Card]) -> list[Card]:
        return list(cards)

    def picker(self, label: str) -> Picker:
        return self

    def pick(self, hand: list[Card]) -> Card:
        return hand[0]


def differences(case: Mapping[str, Any]) -> list[str]:
    """Run a case; list in words what does not hold, nothing when all does."""
    try:
        state = set_up(case["start"], SortedChance())
    except (ValueError, KeyError, TypeError) as error:
        return [f"no position: {error!r}"]
    found = []
    for step in case.get("do") or ():
        found += _done(state, step)
    for key, wanted in (case.get("expect") or {}).items():
        found += _expected(state, key, wanted)
    return found


def _done(state: State, step: list[Any]) -> list[str]:
    before = dump(state)
    refusal = refused(state, step[0], step[1])
    if REFUSED not in step[2:]:
        return [] if refusal is None else [f"{step[:2]}: refused, {refusal}"]
    if refusal is None:
        return [f"{step[:2]}: accepted, should be refused"]
    return [] if dump(state) == before else [f"{step[:2]}: refused, but something changed"]


def refused(state: State, seat: int, text: str) -> str | None:
    """Do a command written in the notation; give the refusal's key, None when it was done."""
    try:
        command, at = parse(text)
        apply(state, seat, command, at)
    except Refused as reason:
        return reason.refusal.key
    return None


FOUND: Final[dict[str, Callable[[State], Any]]] = {
    "turn": lambda state: state.turn,
    "direction": lambda state: state.direction,
    "table": lambda state: NAMES[state.table],
    "colour": lambda state: colour_name(state.colour),
    "attack": lambda state: state.attack,
    "counts": lambda state: [len(hand) for hand in state.hands],
    "owes": lambda state: sorted(state.owes),
    "draw_left": lambda state: len(state.draw),
    "phase": lambda state: str(state.phase),
    "winner": lambda state: state.winner,
    "points": lambda state: state.points,
}


def _expected(state: State, key: str, wanted: Any) -> list[str]:
    if key in ("legal", "illegal"):
        return [line for try_ in wanted for line in _tried(state, try_, key == "legal")]
    if key == "hands":
        return _hands(state, wanted)
    if key not in FOUND:
        return [f"no such expectation: {key}"]
    got = FOUND[key](state)
    wanted = sorted(wanted) if key == "owes" else wanted
    return [] if got == wanted else [f"{key}: {got}, should be {wanted}"]


def _tried(state: State, step: list[Any], legal: bool) -> list[str]:
    refusal = refused(state.copy(), step[0], step[1])
    if (refusal is None) == legal:
        return []
    return [f"{step}: {refusal or 'accepted'}, should be {'legal' if legal else 'illegal'}"]


def _hands(state: State, wanted: Any) -> list[str]:
    by_seat = wanted.items() if isinstance(wanted, Mapping) else enumerate(wanted)
    found = []
    for seat, hand in by_seat:
        got = state.hands[int(seat)]
        if Counter(got) != Counter(cards_of(hand or "")):
            found.append(f"hand of {seat}: {' '.join(NAMES[c] for c in got)}, should be {hand}")
    return found
