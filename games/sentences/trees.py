"""From a grammar's tree to clauses. Both grammars name their rules alike, so one reading serves both."""

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from lark import Token, Transformer

from games.engine.effects import MOST_CARDS, Verb
from games.sentences.clauses import Act, Clause, Form, Person

NUMBERS: Final = {
    "a": 1,
    "an": 1,
    "one": 1,
    "single": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "unu": 1,
    "una": 1,
    "doi": 2,
    "doua": 2,
    "trei": 3,
    "patru": 4,
    "cinci": 5,
    "sase": 6,
    "sapte": 7,
    "opt": 8,
    "noua": 9,
    "zece": 10,
}
# The ending of a terminal's name says what its word tells of the doer; the first found decides.
FORMS: Final = (Form.AUXILIARY, Form.SECOND, Form.PLURAL, Form.THIRD, Form.BASE)
PEOPLE: Final = frozenset(Person)


class Unclear(Exception):
    """The sentence does not say for certain what is to happen."""


def number(word: str) -> int:
    """Read a number of cards. Raises Unclear for one that no effect has."""
    count = NUMBERS.get(word) or (int(word) if re.fullmatch("[0-9]{1,9}", word) else 0)
    if not 1 <= count <= MOST_CARDS:
        raise Unclear
    return count


def form(children: list[Any]) -> Form:
    """Tell from the words of a verb who does it."""
    said = {child.type.rpartition("_")[2] for child in children if isinstance(child, Token)}
    return next((form for form in FORMS if form.name in said), Form.NOBODY)


def _count(children: list[Any]) -> int:
    return next((child for child in children if isinstance(child, int)), 1)


def _person(children: list[Any]) -> Person | None:
    return next((child for child in children if isinstance(child, Person)), None)


def _act(verb: Verb, **fixed: Any) -> Callable[[Any, list[Any]], Act]:
    """A rule that tells an act: its verb, what of it is fixed, the rest from its words."""

    def build(_reader: Any, children: list[Any]) -> Act:
        return Act(verb, form(children), _count(children), _person(children))._replace(**fixed)

    return build


class Several(NamedTuple):
    """The next two, three … players."""

    number: int


class Reader(Transformer[Token, Any]):
    """Turns a tree into the clauses it stands for."""

    draw = draw_to = to_draw = _act(Verb.DRAW)
    lose = lose_to = to_lose = skip_to = sit = sit_later = sit_order = _act(Verb.SKIP)
    again = _act(Verb.AGAIN)
    give = _act(Verb.GIVE)
    give_him = _act(Verb.GIVE, target=Person.HE)
    swap_card = _act(Verb.SWAP_CARD)
    swap_card_between = _act(Verb.SWAP_CARD, target=Person.HE)
    swap_hands = _act(Verb.SWAP_HANDS)
    swap_hands_between = _act(Verb.SWAP_HANDS, target=Person.HE)
    reverse_order = _act(Verb.REVERSE)
    reverse_itself = _act(Verb.REVERSE, form=Form.NOBODY)
    rotate = _act(Verb.ROTATE_HANDS, form=Form.NOBODY, target=None)

    def __default__(self, data: str, children: list[Any], meta: Any) -> Any:
        person = data.removesuffix("_to")
        return Person(person) if person in PEOPLE else children

    def number(self, children: list[Token]) -> int:
        return number(children[0])

    def next_few(self, children: list[Any]) -> Several:
        return Several(_count(children))

    def skip_over(self, children: list[Any]) -> Act:
        several = next((child for child in children if isinstance(child, Several)), None)
        target = Person.NEXT if several else _person(children)
        return Act(Verb.SKIP, form(children), several.number if several else 1, target)

    def choosing(self, children: list[Any]) -> Act:
        return Act(None, form(children))

    def soft(self, children: list[Any]) -> bool:
        return False

    def sharp(self, children: list[Any]) -> bool:
        return True

    # A clause becomes one or two.

    def said(self, children: list[Any]) -> list[Clause]:
        subject, act = [child for child in children if not isinstance(child, Token)]
        if not isinstance(subject, Several):
            return [Clause(subject, act)]
        if act.verb is not Verb.SKIP:
            raise Unclear
        return [Clause(Person.NEXT, act._replace(number=subject.number))]

    def said_last(self, children: list[Any]) -> list[Clause]:
        return self.said(children[::-1])

    made = said

    def draws_subject(self, children: list[Any]) -> list[Clause]:
        return self._around(Verb.DRAW, children)

    def loses_subject(self, children: list[Any]) -> list[Clause]:
        return self._around(Verb.SKIP, children)

    def _around(self, verb: Verb, children: list[Any]) -> list[Clause]:
        """The verb first, then who, then what."""
        subject = next(child for child in children if isinstance(child, Person | Several))
        return self.said([subject, Act(verb, form(children), _count(children))])

    def told(self, children: list[Any]) -> list[Clause]:
        return [Clause(None, children[0])]

    def chosen_does(self, children: list[Any]) -> list[Clause]:
        choosing = next((child for child in children if isinstance(child, Act) and child.verb is None), None)
        return [Clause(None, choosing or self.choosing(children[:-1])), Clause(Person.CHOSEN, children[-1])]

    def start(self, children: list[Any]) -> list[Clause]:
        clauses: list[Clause] = []
        sharp = False
        for child in children:
            if isinstance(child, bool):
                sharp = child
            elif isinstance(child, list):
                clauses += [child[0]._replace(sharp=sharp), *child[1:]]
        return clauses
