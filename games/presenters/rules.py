"""A rule set in words: what a table plays by, line by line, and what its customizable cards do."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.ruleset import PRESETS, RANGES, Ending, Rules, rules_from
from games.option_texts import GRACE_MS, ON_OFF, OPTIONS, VALUES
from games.option_texts import PRESETS as PRESET_NAMES
from games.presenters.sentences import CustomCard, custom_cards

# What says how a table feels, not what is played: shown last, and never what makes a table special.
TECHNICAL = ("mas_grace_ms", "tie_ms", "race_ms")


class Line(NamedTuple):
    """One option as this table has it."""

    name: str
    value: str
    help: str
    section: str
    special: bool  # differs from the game it started from


class Sheet(NamedTuple):
    """A rule set as a page shows it."""

    game: str
    ending: str
    lines: tuple[Line, ...]
    special: tuple[Line, ...]
    custom: tuple[CustomCard, ...]


def sheet(rules: Rules, sentences: Sequence[str] = ()) -> Sheet:
    """Tell a whole rule set by the preset nearest to it; `sentences`: what its customizable cards were written as."""
    nearest = min(PRESETS, key=lambda name: _distance(rules, PRESETS[name]))
    lines = tuple([_line(name, rules, PRESETS[nearest]) for name in OPTIONS])
    special = tuple([line for line in lines if line.special])
    return Sheet(str(PRESET_NAMES[nearest]), ending(rules.ending), lines, special, custom_cards(rules, sentences))


def stored_sheet(rules: Mapping[str, Any], sentences: Sequence[str] = ()) -> Sheet:
    """Tell a rule set as a row holds it."""
    return sheet(rules_from(rules), sentences)


def _distance(rules: Rules, base: Rules) -> int:
    return sum(getattr(rules, name) != getattr(base, name) for name in OPTIONS)


def _line(name: str, rules: Rules, base: Rules) -> Line:
    value = getattr(rules, name)
    option = OPTIONS[name]
    special = name not in TECHNICAL and value != getattr(base, name)
    return Line(str(option.name), _value(name, value), str(option.help), option.section, special)


def _value(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return str(ON_OFF[value])
    if name in VALUES:
        return str(VALUES[name][value])
    if name == "tie_ms":
        return _("%(count)d ms") % {"count": value}
    if name in TECHNICAL:
        return _("%(count)s s") % {"count": number_format(f"{value / 1000:g}")}
    if name in RANGES:
        return ngettext("%(count)d card", "%(count)d cards", value) % {"count": value}
    return str(value)


def ending(how: Ending) -> str:
    """Say when the match is over."""
    if how.kind == "single":
        return _("a single round")
    if how.kind == "rounds":
        return ngettext("%(count)d round", "%(count)d rounds", how.amount) % {"count": how.amount}
    return ngettext("to %(count)d point", "to %(count)d points", how.amount) % {"count": how.amount}


class Preset(NamedTuple):
    """One option as both games have it."""

    name: str
    help: str
    mas: str
    clasic: str


def presets_table() -> tuple[Preset, ...]:
    """Every option side by side, as the rule book shows it."""
    mas, clasic = PRESETS["mas"], PRESETS["clasic"]
    return tuple(
        [Preset(str(text.name), str(text.help), _of(mas, name), _of(clasic, name)) for name, text in OPTIONS.items()]
    )


def _of(rules: Rules, name: str) -> str:
    return _value(name, GRACE_MS if name == "mas_grace_ms" else getattr(rules, name))


def game_name(rules: Rules) -> str:
    """Name the game in a word or two: the preset, and whether the table changed something."""
    told = sheet(rules)
    changed: Sequence[object] = (*told.special, *told.custom)
    return _("%(game)s, own options") % {"game": told.game} if changed else told.game
