"""The rule sheet of one table: the sections that refusals quote, each said as this table plays it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.ruleset import Rules
from games.presenters import rule_points as points
from games.presenters.rules import Line, ending, game_name, sheet


class Section(NamedTuple):
    """One section: its number is the one that refusals quote, its anchor "r" and the number."""

    number: str
    title: str
    points: tuple[str, ...]


class Legend(NamedTuple):
    """A kind of card and what it is called."""

    card: str
    name: str


class RuleSheet(NamedTuple):
    """All that a table plays by, in words."""

    game: str
    ending: str
    cards: tuple[Legend, ...]  # of section 1
    options: tuple[Line, ...]  # of section 2
    custom: int  # customizable cards
    sections: tuple[Section, ...]


TITLES: Final[dict[str, str | Promise]] = {
    "1": _("The cards"),
    "2": _("What this table has chosen"),
    "3": _("The deck and the deal"),
    "4": _("What fits"),
    "5": _("The turn"),
    "6": _("The attack"),
    "7": _("The call"),
    "8": _("Special cards"),
    "9": _("The customizable card"),
    "10": _("The piles"),
    "11": _("End and points"),
    "12": _("Who may know what"),
}
POINTS: Final[dict[str, Callable[[Rules], Iterable[str]]]] = {
    "3": points.deck,
    "4": points.fitting,
    "5": points.turn,
    "6": points.attack,
    "7": points.calling,
    "8": points.specials,
    "10": points.piles,
    "11": points.ending,
    "12": points.knowing,
}
CUSTOM: Final = "9"  # the section that tells the customizable cards
CARDS: Final[dict[str, str | Promise]] = {
    "G7": _("Number"),
    "RS": _("Skip"),
    "BR": _("Reverse"),
    "YD": _("+2"),
    "WC": _("Change colour"),
    "WD": _("+4"),
    "WH": _("Swap hands"),
    "W1": _("Custom card 1"),
    "W2": _("Custom card 2"),
    "W3": _("Custom card 3"),
    "WM": _("MAS UNO!"),
}


def rule_sheet(rules: Rules, sentences: Sequence[str] = ()) -> RuleSheet:
    """Say a whole rule set, section by section; `sentences`: what its customizable cards were written as."""
    return RuleSheet(
        game=game_name(rules),
        ending=ending(rules.ending),
        cards=tuple([Legend(card, str(name)) for card, name in CARDS.items() if _is_played(card, rules)]),
        options=sheet(rules).lines,
        custom=len(rules.custom_rules),
        sections=tuple([_section(number, rules, sentences) for number in TITLES]),
    )


def _section(number: str, rules: Rules, sentences: Sequence[str]) -> Section:
    told = points.custom(rules, sentences) if number == CUSTOM else POINTS[number](rules) if number in POINTS else ()
    return Section(number, str(TITLES[number]), tuple(told))


def _is_played(card: str, rules: Rules) -> bool:
    if card == "WH":
        return rules.swap_hands_cards > 0
    if card == "WM":
        return rules.mas_uno_card
    if card[0] == "W" and card[1].isdigit():
        return int(card[1]) <= len(rules.custom_rules)
    return True
