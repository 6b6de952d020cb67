"""What a grammar finds in a sentence: clauses, each with who does what, as it was said."""

from enum import Enum, StrEnum, auto
from typing import NamedTuple

from games.engine.effects import Verb


class Person(StrEnum):
    """Someone a sentence speaks of, by the name of the grammars' rule; the first as the effects know them."""

    NEXT = "next"
    PREVIOUS = "previous"
    CHOSEN = "chosen"  # "the chosen player"
    ALL = "all"
    OTHERS = "others"
    MOST = "most"
    FEWEST = "fewest"
    YOU = "you"
    PLAYER = "player"  # "whoever played this card": you, but "draws", not "draw"
    A_CHOSEN = "a_chosen"  # "a player of your choice": chosen here and now
    SOME = "some"  # "a player": chosen where something is done with them, nobody certain otherwise
    HE = "he"
    THEY = "they"


class Form(Enum):
    """What the verb's form says of who does it."""

    BASE = auto()  # an order to you, or what several do; in Romanian also what one does
    THIRD = auto()  # he, she, they: never you
    SECOND = auto()  # you
    PLURAL = auto()  # you all
    AUXILIARY = auto()  # "must": whoever was spoken of
    NOBODY = auto()  # "the direction changes"


class Act(NamedTuple):
    """What is done: the verb, how many cards or times, with or to whom. No verb: someone is chosen."""

    verb: Verb | None
    form: Form
    number: int = 1
    target: Person | None = None


class Clause(NamedTuple):
    """One statement. `sharp`: a full stop or the like stands before it."""

    subject: Person | None
    act: Act
    sharp: bool = False
