"""A sentence of the proposer's, as the table understands it: told back in both languages, and shown."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.engine.effects import CustomRule, Verb
from games.engine.ruleset import Rules
from games.presenters.sample import Picture, pictures
from games.sentences import BadSentence, Problem, compile_sentence, read_back

FAULTS: dict[Problem, str | Promise] = {
    Problem.EMPTY: "",
    Problem.TOO_LONG: gettext_lazy("A rule has 200 characters at most."),
    Problem.UNPRINTABLE: gettext_lazy("There is a sign in it that cannot be shown."),
}


class Told(NamedTuple):
    """What became of a sentence: a fault, an honour rule, or effects with their pictures."""

    fault: str = ""
    honour: bool = False
    lines: tuple[tuple[str, str], ...] = ()  # language and words, the reader's first
    before: Picture | None = None
    after: Picture | None = None


def told(sentence: str) -> Told:
    """Show what a sentence would do."""
    try:
        rule = compile_sentence(sentence)
    except BadSentence as bad:
        return Told(fault=str(FAULTS[bad.problem]))
    if is_honour(rule):
        return Told(honour=True)
    before, after = pictures(rule)
    languages = ("ro", "en") if _language() == "ro" else ("en", "ro")
    return Told(lines=tuple([(code, read_back(rule, code)) for code in languages]), before=before, after=after)


def is_honour(rule: CustomRule) -> bool:
    """Tell whether the table can do nothing of a rule by itself."""
    return all(effect.verb is Verb.HONOUR for effect in rule)


def custom_rule(rule: CustomRule) -> str:
    """Write a customizable card's effects as sentences; what is left to the players' honour comes last."""
    done = tuple([effect for effect in rule if effect.verb is not Verb.HONOUR])
    asked = [_("On your honour: “%(text)s”") % {"text": one.text} for one in rule if one.verb is Verb.HONOUR]
    return " ".join([read_back(done, _language()), *asked] if done else asked)


class CustomCard(NamedTuple):
    """A customizable card as all see it: the sentence as it was written, if it was, and what the table makes of it."""

    card: str
    sentence: str
    told: str

    @property
    def text(self) -> str:
        return self.sentence or self.told


def custom_cards(rules: Rules, sentences: Sequence[str]) -> tuple[CustomCard, ...]:
    """The customizable cards of a match."""
    written = [*sentences, *[""] * len(rules.custom_rules)]
    return tuple([_card(k, rule, written[k]) for k, rule in enumerate(rules.custom_rules)])


def _card(place: int, rule: CustomRule, sentence: str) -> CustomCard:
    if sentence and is_honour(rule):
        return CustomCard(f"W{place + 1}", sentence, _("on your honour"))
    return CustomCard(f"W{place + 1}", sentence, custom_rule(rule))


def _language() -> str:
    return "ro" if get_language() == "ro" else "en"
