"""The options of a table: every rule set can be said, and nothing else."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.custom_card_forms import CustomCardFields, custom_card_fields, custom_card_initial
from games.engine.ruleset import CHOICES, HIGHEST_ENDING, PRESETS, RANGES, BadRules, Rules, preset, rules_from
from games.option_texts import GRACE_MS, ON_OFF, OPTIONS, PRESETS_HELP, VALUES
from games.option_texts import PRESETS as PRESET_NAMES

IN_SECONDS: Final = ("mas_grace_ms", "race_ms")
NUMBERS: Final = tuple(RANGES)


class OptionsForm(CustomCardFields):
    """Every option of RULES §2. An option left alone is as the game says, so that changing the game changes it."""

    preset = forms.ChoiceField(
        label=gettext_lazy("Which game?"), widget=forms.RadioSelect, choices=list(PRESET_NAMES.items()), initial="mas"
    )
    ending = forms.ChoiceField(
        label=gettext_lazy("How long?"),
        widget=forms.RadioSelect,
        choices=[
            ("target", gettext_lazy("By points")),
            ("rounds", gettext_lazy("By rounds")),
            ("single", gettext_lazy("A single round")),
        ],
        initial="target",
    )
    target = forms.IntegerField(
        label=gettext_lazy("Points"), min_value=1, max_value=HIGHEST_ENDING, initial=500, required=False
    )
    rounds = forms.IntegerField(label=gettext_lazy("Rounds"), min_value=1, max_value=1000, initial=3, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in OPTIONS:
            self.fields[name] = _option_field(name)
        self.fields.update(custom_card_fields())

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        ending = cleaned.get("ending")
        if ending in ("target", "rounds") and ending not in self.errors and cleaned.get(ending) is None:
            self.add_error(ending, _("Say how many."))
        cleaned["sentences"] = []
        if not any(map(self._is_of_rules, self.errors)):
            self._read_rules(cleaned)
        return cleaned

    def _is_of_rules(self, field: str) -> bool:
        """Whether this field says something of the rules: they can be read while others are still wrong."""
        return field in OptionsForm.base_fields or field in OPTIONS or field.startswith("rule")

    def _read_rules(self, cleaned: dict[str, Any]) -> None:
        try:
            cleaned["rules"] = rules_from(self._mapping(cleaned))
        except BadRules:
            self.add_error(None, _("These options do not go together."))

    def _mapping(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        ending = cleaned["ending"]
        mapping: dict[str, Any] = {
            "preset": cleaned["preset"],
            "mas_grace_ms": GRACE_MS,
            "ending": ending if ending == "single" else f"{ending} {cleaned[ending]}",
        }
        for name in OPTIONS:
            if cleaned[name] not in (None, ""):
                mapping[name] = _value(name, cleaned[name])
        cards = self.custom_cards()
        cleaned["sentences"] = [sentence for sentence, _effects in cards]
        mapping["custom_rules"] = [effects for _sentence, effects in cards]
        return mapping

    # What the page shows, group by group.

    def main_options(self) -> list[forms.BoundField]:
        return [self[name] for name in OPTIONS if name not in NUMBERS]

    def number_options(self) -> list[forms.BoundField]:
        return [self[name] for name in NUMBERS]

    def presets(self) -> Iterator[tuple[Any, str]]:
        for radio, help_text in zip(self["preset"], PRESETS_HELP.values(), strict=True):
            yield radio, str(help_text)

    def endings(self) -> Iterator[tuple[Any, forms.BoundField | None]]:
        for radio, name in zip(self["ending"], ("target", "rounds", ""), strict=True):
            yield radio, self[name] if name else None

    def options_open(self) -> bool:
        """Are there options that differ from the game, or faults in them?"""
        return any(self[name].errors or self[name].value() not in (None, "") for name in OPTIONS)


def options_from(rules: Rules, sentences: Sequence[str] = ()) -> dict[str, Any]:
    """The fields that say these rules: the game that is nearest, what differs from it, and what was written."""
    nearest = min(PRESETS, key=lambda name: len(_differences(rules, name)))
    initial: dict[str, Any] = {"preset": nearest, "ending": rules.ending.kind}
    if rules.ending.amount:
        initial[rules.ending.kind] = rules.ending.amount
    initial.update(_differences(rules, nearest))
    return initial | custom_card_initial(rules, sentences)


def _differences(rules: Rules, name: str) -> dict[str, Any]:
    base = preset(name)
    expected = {option: getattr(base, option) for option in OPTIONS} | {"mas_grace_ms": GRACE_MS}
    return {
        option: _field_value(option, getattr(rules, option))
        for option in OPTIONS
        if getattr(rules, option) != expected[option]
    }


def _field_value(name: str, value: Any) -> Any:
    if isinstance(value, bool):
        return "on" if value else "off"
    return value / 1000 if name in IN_SECONDS else value


def _value(name: str, value: Any) -> Any:
    if name in CHOICES:
        return value
    if name in NUMBERS:
        return round(value * 1000) if name in IN_SECONDS else value
    return value == "on"


def _option_field(name: str) -> forms.Field:
    texts = OPTIONS[name]
    shared: dict[str, Any] = {"label": texts.name, "help_text": texts.help, "required": False}
    if name in NUMBERS:
        return _number_field(name, shared)
    values = VALUES.get(name) or {"on": ON_OFF[True], "off": ON_OFF[False]}
    alone = _("as the game: %(values)s") % {"values": _as_preset(name)}
    return forms.ChoiceField(choices=[("", alone), *values.items()], **shared)


def _number_field(name: str, shared: dict[str, Any]) -> forms.Field:
    least, most = RANGES[name]
    widget = {"placeholder": _as_preset(name), "inputmode": "decimal"}
    if name in IN_SECONDS:
        seconds = forms.NumberInput(attrs={**widget, "step": 0.001})
        return forms.FloatField(min_value=least / 1000, max_value=most / 1000, widget=seconds, **shared)
    return forms.IntegerField(min_value=least, max_value=most, widget=forms.NumberInput(attrs=widget), **shared)


def _as_preset(name: str) -> str:
    """What an option left alone stands for: one value, or both where the games differ."""
    return " / ".join(dict.fromkeys(_told(name, getattr(rules, name)) for rules in PRESETS.values()))


def _told(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return str(ON_OFF[value])
    if name in VALUES:
        return str(VALUES[name][value])
    return _number_text(name, GRACE_MS if name == "mas_grace_ms" else value)


def _number_text(name: str, value: int) -> str:
    return f"{value / 1000:g}" if name in IN_SECONDS else str(value)
