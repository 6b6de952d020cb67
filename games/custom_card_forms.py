"""What the customizable cards do: each written as a sentence, chosen among examples, or put together from parts."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine.effects import GIVE_TO, LONGEST_HONOUR, MOST_CARDS, MOST_EFFECTS, Effect, Verb, Who
from games.engine.ruleset import MOST_CUSTOM_RULES, Rules
from games.option_texts import EXAMPLES, VERBS, WHO
from games.sentences import BadSentence, compile_sentence

OWN: Final = "own"
WITH_COUNT: Final = (Verb.DRAW, Verb.GIVE)
WITH_WHO: Final = (Verb.DRAW, Verb.SKIP, Verb.GIVE)


class CustomCardFields(forms.Form):
    """The customizable cards' part of a table's options; its fields are `custom_card_fields`."""

    def custom_cards(self) -> list[tuple[str, list[str]]]:
        """The cards that are used: each its sentence, if there is one, and its effects. Says faults at their fields."""
        written = [self._rule(rule) for rule in range(1, MOST_CUSTOM_RULES + 1)]
        return [(sentence, effects) for sentence, effects in written if effects]

    def _rule(self, rule: int) -> tuple[str, list[str]]:
        """One customizable card: its sentence, if there is one, and its effects, none where it is not used."""
        sentence = " ".join(self.cleaned_data[f"rule{rule}_sentence"].split())
        if not sentence:
            return "", self._parts(rule)
        try:
            return sentence, [str(effect) for effect in compile_sentence(sentence)]
        except BadSentence:
            self.add_error(f"rule{rule}_sentence", _("A rule is one sentence of at most 200 signs that can be shown."))
            return "", []

    def _parts(self, rule: int) -> list[str]:
        """The effects of a card that was put together from parts."""
        chosen = self.cleaned_data[f"rule{rule}"]
        if chosen != OWN:
            return [chosen] if chosen else []
        texts = [text for k in range(1, MOST_EFFECTS + 1) if (text := self._effect(f"rule{rule}_{k}"))]
        if not texts:
            self.add_error(f"rule{rule}_1_verb", _("Choose what the card does."))
        return texts

    def _effect(self, field: str) -> str:
        values = {part: self.cleaned_data.get(f"{field}_{part}") for part in ("verb", "count", "who", "text")}
        verb = values["verb"]
        if verb == Verb.HONOUR:
            return self._honour(field, values["text"] or "")
        if verb in (Verb.SWAP_HANDS, Verb.SWAP_CARD):
            return f"{verb} {Who.CHOSEN}"
        if verb == Verb.GIVE and values["who"] not in GIVE_TO:
            self.add_error(f"{field}_who", _("Cards are given to the next, the previous or a chosen player."))
            return ""
        count = str(values["count"] or 1) if verb in WITH_COUNT else ""
        who = values["who"] if verb in WITH_WHO else ""
        return " ".join([word for word in (verb, count, who) if word])

    def _honour(self, field: str, text: str) -> str:
        text = " ".join(text.split())
        if not text or not text.isprintable():
            self.add_error(f"{field}_text", _("Write what is to be done, in one sentence."))
            return ""
        return f'{Verb.HONOUR} "{text}"'

    # What the page shows.

    def custom_rules(self) -> Iterator[dict[str, Any]]:
        for rule in range(1, MOST_CUSTOM_RULES + 1):
            effects = [
                {part: self[f"rule{rule}_{k}_{part}"] for part in ("verb", "count", "who", "text")}
                for k in range(1, MOST_EFFECTS + 1)
            ]
            yield {
                "number": rule,
                "card": f"W{rule}",
                "sentence": self[f"rule{rule}_sentence"],
                "choice": self[f"rule{rule}"],
                "effects": effects,
            }

    def custom_open(self) -> bool:
        names = [f"rule{rule}{end}" for rule in range(1, MOST_CUSTOM_RULES + 1) for end in ("", "_sentence")]
        return any(self[name].value() for name in names)


def custom_card_fields() -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {}
    for rule in range(1, MOST_CUSTOM_RULES + 1):
        fields |= _fields(rule)
    return fields


def _fields(rule: int) -> dict[str, forms.Field]:
    choices = [("", _("not in the deck")), *EXAMPLES.items(), (OWN, _("A rule of our own…"))]
    fields: dict[str, forms.Field] = {
        f"rule{rule}_sentence": _sentence_field(rule),
        f"rule{rule}": forms.ChoiceField(
            label=_("Custom card %(number)d") % {"number": rule}, choices=choices, required=False
        ),
    }
    for k in range(1, MOST_EFFECTS + 1):
        start = _("It does this") if k == 1 else _("and then")
        fields |= {
            f"rule{rule}_{k}_verb": forms.ChoiceField(label=start, choices=[("", "—"), *VERBS.items()], required=False),
            f"rule{rule}_{k}_count": forms.IntegerField(
                label=_("Cards"), min_value=1, max_value=MOST_CARDS, initial=1, required=False
            ),
            f"rule{rule}_{k}_who": forms.ChoiceField(label=_("Who"), choices=list(WHO.items()), required=False),
            f"rule{rule}_{k}_text": forms.CharField(label=_("In words"), max_length=LONGEST_HONOUR, required=False),
        }
    return fields


def _sentence_field(rule: int) -> forms.Field:
    """Where a rule is written; what the table makes of it is shown below while it is."""
    asked = {
        "hx-get": reverse("games:sentence", args=[rule]),
        "hx-trigger": "input changed delay:350ms, load",
        "hx-target": f"#told-{rule}",
        "hx-swap": "innerHTML",
        "hx-sync": "this:replace",
        "rows": 2,
        "placeholder": str(list(EXAMPLES.values())[(rule * 2 + 1) % len(EXAMPLES)]),
    }
    return forms.CharField(
        label=_("The rule of card %(number)d, in your own words") % {"number": rule},
        max_length=LONGEST_HONOUR,
        widget=forms.Textarea(attrs=asked),
        required=False,
    )


def custom_card_initial(rules: Rules, sentences: Sequence[str]) -> dict[str, str]:
    """The fields that say what the customizable cards of these rules do, and as what they were written."""
    initial: dict[str, str] = {}
    for number, effects in enumerate(rules.custom_rules, 1):
        initial |= _initial(f"rule{number}", effects, "".join(sentences[number - 1 : number]))
    return initial


def _initial(field: str, effects: Sequence[Effect], sentence: str) -> dict[str, str]:
    if sentence:
        return {f"{field}_sentence": sentence}
    texts = [str(effect) for effect in effects]
    if len(texts) == 1 and texts[0] in EXAMPLES:
        return {field: texts[0]}
    initial = {field: OWN}
    for k, effect in enumerate(effects, 1):
        parts = {"verb": effect.verb, "count": effect.cards, "who": effect.who, "text": effect.text}
        initial |= {f"{field}_{k}_{part}": str(value) for part, value in parts.items() if value}
    return initial
