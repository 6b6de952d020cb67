"""From clauses to effects: who is meant by each, one clause after the other."""

from typing import Final

from games.engine.effects import GIVE_TO, MOST_EFFECTS, CustomRule, Effect, Verb, Who
from games.sentences.clauses import Act, Clause, Form, Person
from games.sentences.trees import Unclear

SEVERAL: Final = (Person.ALL, Person.OTHERS)
# What only the one who plays the card can do; None: choosing someone.
YOURS: Final = (None, Verb.AGAIN, Verb.GIVE, Verb.SWAP_CARD, Verb.SWAP_HANDS, Verb.REVERSE, Verb.ROTATE_HANDS)
# With all of these the effects know whom they mean; "he" and the like are found out before.
KNOWN: Final = {Person(who): who for who in Who if who is not Who.SELF} | {
    Person.YOU: Who.SELF,
    Person.PLAYER: Who.SELF,
}


def effects_of(clauses: list[Clause], *, one_as_order: bool) -> CustomRule:
    """Work out what the clauses do. `one_as_order`: what one does sounds like an order. Raises Unclear."""
    listener = Listener(one_as_order)
    for clause in clauses:
        listener.hear(clause)
    return listener.rule()


class Listener:
    """What has been understood so far, and who was spoken of."""

    def __init__(self, one_as_order: bool) -> None:
        self.one_as_order = one_as_order
        self.effects: list[Effect] = []
        self.doer: Person | None = None  # of the clause before; None where none was named
        self.certain = True  # an order now can only be meant for you, or for the doer before
        self.spoken_of: set[Person] = set()  # whom "he" and "they" may stand for
        self.chosen = False  # a player has been chosen

    def rule(self) -> CustomRule:
        chosen_for_nothing = self.chosen and not any(effect.who is Who.CHOSEN for effect in self.effects)
        if chosen_for_nothing or not 1 <= len(self.effects) <= MOST_EFFECTS:
            raise Unclear
        return tuple(self.effects)

    def hear(self, clause: Clause) -> None:
        act = clause.act
        if act.form is Form.NOBODY:
            if clause.subject is not None:
                raise Unclear
            self._do(act, Person.YOU)
            self.certain = self.certain and not self.one_as_order
        elif clause.subject is None and act.verb is Verb.REVERSE and act.form is Form.BASE:
            self._turn(act)
        else:
            self._done_by(self._doer(clause), act)

    def _turn(self, act: Act) -> None:
        """Whoever is told to turn the direction, it turns; but who then does the next thing?"""
        self._do(act, Person.YOU)
        if self.doer is None:
            self.doer = Person.YOU
        self.certain = self.certain and self.doer is Person.YOU

    def _done_by(self, doer: Person, act: Act) -> None:
        if (act.verb in YOURS or act.target is not None) and KNOWN[doer] is not Who.SELF:
            raise Unclear
        self.doer, self.certain = doer, True
        if act.verb is None:
            self._mention(Person.A_CHOSEN)
            self.spoken_of = {Person.CHOSEN}
        else:
            self._do(act, doer)

    # Who does it

    def _doer(self, clause: Clause) -> Person:
        subject, form = clause.subject, clause.act.form
        if subject is None:
            return self._unsaid(clause)
        doer = self._mention(subject)
        if doer is not Person.YOU and (form is Form.SECOND or (form is Form.PLURAL and doer not in SEVERAL)):
            raise Unclear
        return doer

    def _unsaid(self, clause: Clause) -> Person:
        """Tell who acts where the clause does not say it: its verb does, or the clause before."""
        form, before = clause.act.form, self.doer
        if form is Form.SECOND or (form is Form.PLURAL and clause.act.verb in YOURS):
            return Person.YOU
        yours_so_far = before in (None, Person.YOU)
        if form is Form.BASE and (yours_so_far or self._ordered(clause)):
            return self._if_certain(Person.YOU)
        if form is Form.PLURAL or before is None or clause.sharp:
            raise Unclear
        if form is Form.THIRD and before is Person.YOU:
            raise Unclear
        if form is Form.BASE and not (self.one_as_order or before in SEVERAL):
            raise Unclear
        return self._if_certain(before)

    def _ordered(self, clause: Clause) -> bool:
        """Tell whether, after what another did, this can only be an order to you."""
        return clause.sharp and not self.one_as_order and self.doer not in SEVERAL

    def _if_certain(self, person: Person) -> Person:
        if not self.certain:
            raise Unclear
        return person

    def _mention(self, person: Person) -> Person:
        """Remember someone who is spoken of, and find out who it is."""
        if person in (Person.HE, Person.THEY):
            return self._meant(person)
        if person in (Person.A_CHOSEN, Person.CHOSEN):
            if person is Person.A_CHOSEN and self.chosen:
                raise Unclear  # two are chosen, and a card names one
            self.chosen = True
            person = Person.CHOSEN
        if person is Person.SOME:
            raise Unclear
        if person not in (Person.YOU, Person.PLAYER):
            self.spoken_of.add(person)
        return person

    def _meant(self, pronoun: Person) -> Person:
        if len(self.spoken_of) != 1:
            raise Unclear
        (person,) = self.spoken_of
        if pronoun is Person.HE and person in SEVERAL:
            raise Unclear
        return person

    # What is done

    def _do(self, act: Act, doer: Person) -> None:
        assert act.verb is not None
        if act.verb is Verb.DRAW:
            self.effects.append(Effect(act.verb, act.number, KNOWN[doer]))
        elif act.verb is Verb.SKIP:
            who = doer if act.target is None else self._target(act.target)
            self.effects += [Effect(act.verb, who=KNOWN[who])] * act.number
        elif act.target is not None:
            self._do_with(act.verb, act.number, KNOWN[self._target(act.target)])
        else:
            self.effects.append(Effect(act.verb))

    def _target(self, person: Person) -> Person:
        """Whoever is named as the other: "a player" is one of your choice."""
        return self._mention(Person.A_CHOSEN if person is Person.SOME else person)

    def _do_with(self, verb: Verb, cards: int, who: Who) -> None:
        if who not in (GIVE_TO if verb is Verb.GIVE else (Who.CHOSEN,)):
            raise Unclear
        self.effects.append(Effect(verb, cards if verb is Verb.GIVE else 0, who))
