"""Rule sets: every option of RULES §2, the two presets, reading and writing them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from games.engine.effects import CustomRule, parse_rule
from games.engine.fit import CONTINUES, Table, follow_table

VERSION: Final = 1  # of the rules a stored round was played under


class BadRules(ValueError):
    """An option that does not exist or a value that it may not have."""

    def __init__(self, option: str, reason: str) -> None:
        super().__init__(f"{option}: {reason}")
        self.option = option
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Ending:
    """When a match is over: `target` points, `rounds` rounds, or after a `single` round."""

    kind: str
    amount: int = 0

    def __str__(self) -> str:
        return self.kind if self.kind == "single" else f"{self.kind} {self.amount}"


@dataclass(frozen=True, slots=True)
class Rules:
    """One rule set; the defaults are the MAS UNO preset."""

    combos: str = "any"
    stacking: bool = True
    plus4_on_plus2: bool = False
    skip_stacking: bool = False
    draw: str = "one"
    must_play: bool = False
    sevens_swap: bool = False
    plus4_challenge: bool = False
    catch_penalty: int = 5
    say_before_last: bool = True
    word: str = "MAS!"
    swap_hands_cards: int = 1
    custom_rules: tuple[CustomRule, ...] = ()
    mas_uno_card: bool = False
    hand_size: int = 7
    ending: Ending = Ending("target", 500)
    mas_grace_ms: int = 0
    tie_ms: int = 100
    race_ms: int = 10_000
    # Looked up on every move, so worked out once: what continues an attack, what may follow in a play.
    continues: Table = field(init=False, repr=False, compare=False)
    follow: Table = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        follow = follow_table(self.combos, self.plus4_on_plus2, self.skip_stacking, self.sevens_swap)
        object.__setattr__(self, "continues", CONTINUES[self.plus4_on_plus2])
        object.__setattr__(self, "follow", follow)

    def to_mapping(self) -> dict[str, Any]:
        """Write every option as plain values, as `rules_from` reads them."""
        values = {name: getattr(self, name) for name in OPTIONS}
        values["ending"] = str(self.ending)
        values["custom_rules"] = [[str(effect) for effect in rule] for rule in self.custom_rules]
        return values


OPTIONS: Final = tuple(option.name for option in fields(Rules) if option.init)
MAS_UNO: Final = Rules()
CLASIC: Final = Rules(
    combos="off",
    stacking=False,
    must_play=True,
    catch_penalty=2,
    say_before_last=False,
    word="UNO!",
    swap_hands_cards=0,
)
PRESETS: Final = {"mas": MAS_UNO, "clasic": CLASIC}

CHOICES: Final = {
    "combos": ("any", "same", "off"),
    "draw": ("one", "until_playable"),
    "word": ("MAS!", "UNO!"),
}
RANGES: Final = {
    "catch_penalty": (1, 20),
    "swap_hands_cards": (0, 8),
    "hand_size": (1, 20),
    "mas_grace_ms": (0, 60_000),
    "tie_ms": (0, 60_000),
    "race_ms": (0, 600_000),
}
HIGHEST_ENDING: Final = 1_000_000
MOST_CUSTOM_RULES: Final = 3


def preset(name: str) -> Rules:
    """Give a preset, "mas" or "clasic". Raises BadRules for another name."""
    if not isinstance(name, str) or name not in PRESETS:
        raise BadRules("preset", "is mas or clasic")
    return PRESETS[name]


def rules_from(mapping: Mapping[str, Any]) -> Rules:
    """Read options over a preset ("mas" where none is named). Raises BadRules."""
    options = dict(mapping)
    base = preset(options.pop("preset", "mas"))
    for name in options:
        if name not in OPTIONS:
            raise BadRules(str(name), "is not an option")
    return replace(base, **{name: _value(name, value) for name, value in options.items()})


def _value(name: str, value: Any) -> Any:
    if name == "ending":
        return ending_from(value)
    if name == "custom_rules":
        return _custom_rules(value)
    if name in CHOICES:
        return _choice(name, value)
    if name in RANGES:
        return _number(name, value, *RANGES[name])
    if not isinstance(value, bool):
        raise BadRules(name, "is on or off")
    return value


def _choice(name: str, value: Any) -> str:
    # YAML reads a bare `off` as false.
    if value is False and "off" in CHOICES[name]:
        return "off"
    if value not in CHOICES[name]:
        raise BadRules(name, "is one of " + ", ".join(CHOICES[name]))
    return str(value)


def _number(name: str, value: Any, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadRules(name, f"is a number from {least} to {most}")
    return value


def ending_from(value: Any) -> Ending:
    """Read an ending: "target 500", "rounds 5", "single", or {"target": 500}. Raises BadRules."""
    if isinstance(value, Mapping) and len(value) == 1:
        value = " ".join(str(part) for part in next(iter(value.items())))
    words = value.split() if isinstance(value, str) else []
    if words == ["single"]:
        return Ending("single")
    if words == ["target"]:
        return Ending("target", 500)
    if len(words) == 2 and words[0] in ("target", "rounds") and words[1].isascii() and words[1].isdigit():
        return Ending(words[0], _number("ending", int(words[1][:12]), 1, HIGHEST_ENDING))
    raise BadRules("ending", 'is "target N", "rounds N" or "single"')


def _custom_rules(value: Any) -> tuple[CustomRule, ...]:
    if value in (None, "none"):
        return ()
    if not isinstance(value, list | tuple) or len(value) > MOST_CUSTOM_RULES:
        raise BadRules("custom_rules", f"is a list of 0 to {MOST_CUSTOM_RULES} rules")
    try:
        return tuple([parse_rule([str(effect) for effect in rule]) for rule in value])
    except (ValueError, TypeError) as error:
        raise BadRules("custom_rules", str(error)) from None
