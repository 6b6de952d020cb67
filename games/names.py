"""What a player may be called, which names look the same, and what a former player is shown as.

A name is of one script and of a closed alphabet, the letters of Romanian: so there is nothing invisible
in it and nothing from elsewhere, and the database too can work out what looks the same, in the same few
replacements. (SQLite takes some 25 of them inside one another, which is why there are not more letters.)
"""

import re
from typing import Final
from unicodedata import normalize

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

SHORTEST, LONGEST = 3, 20

# A letter with its mark is, for telling names apart, the letter without it.
_MARKED: Final = {"a": "ăâ", "i": "î", "s": "ș", "t": "ț"}
FOLDS: Final = tuple(
    (sign, plain) for plain, signs in _MARKED.items() for letter in signs for sign in (letter, letter.upper())
)
# Applied in this order to the plain form; the database does the same in the constraint on Player.
LOOKALIKES: Final = (("0", "o"), ("1", "l"), ("i", "l"), ("-", "_"), ("rn", "m"), ("vv", "w"))
# Old fonts and keyboards write the Romanian letters with a cedilla.
_CEDILLAS: Final = str.maketrans("şţŞŢ", "șțȘȚ")

_LETTERS: Final = "a-zA-Z" + "".join(sign for sign, _plain_letter in FOLDS)
PATTERN: Final = re.compile(rf"(?=[^{_LETTERS}]*[{_LETTERS}])[{_LETTERS}0-9_-]{{{SHORTEST},{LONGEST}}}")

# From the fairy tales: the bots at a table have these, so no player may.
BOT_NAMES: Final = (
    "Făt-Frumos",
    "Ileana Cosânzeana",
    "Greuceanu",
    "Prâslea",
    "Sfânta Vineri",
    "Harap-Alb",
    "Gerilă",
    "Setilă",
    "Flămânzilă",
    "Ochilă",
    "Păsări-Lăți-Lungilă",
    "Zmeul Zmeilor",
)
_RESERVED_WORDS: Final = (
    "admin administrator administratie moderator mod root superuser staff echipa support suport help ajutor "
    "system sistem server security masuno mas uno bot robot guest oaspete vizitator anonim anonymous null none "
    "undefined player jucator deleted arbitru referee organizator organizer official oficial info contact "
    "webmaster postmaster"
)
# Not even as a part: "admin-ana" and "suport_masuno" would be believed.
_RESERVED_PARTS: Final = "admin administrator moderator root staff masuno suport support sistem system oficial official"
_RESERVED_BEGINNINGS: Final = ("fostjucator", "formerplayer", "faranume")

FORMER: Final = "fost-jucator-"
# What a player is called whose name moderators took away.
NAMELESS: Final = "fara-nume-"
_IS_FORMER: Final = re.compile(rf"{FORMER}([0-9a-f]{{4,7}})")


def tidy(text: str) -> str:
    """The name as it is stored, whichever keyboard wrote it: composed, with commas below ș and ț."""
    return normalize("NFC", text).translate(_CEDILLAS)


def check(name: str) -> None:
    """Refuse what is no name (ValidationError): other signs, too few, too many, or none that is a letter."""
    if not PATTERN.fullmatch(name):
        raise ValidationError(_("3 to 20 letters of the Romanian alphabet, digits, - or _; at least one is a letter."))


def plain(name: str) -> str:
    """The name in small letters without marks: by this people are found, however they are typed."""
    name = tidy(name)
    for sign, letter in FOLDS:
        name = name.replace(sign, letter)
    return name.lower()


def shape(name: str) -> str:
    """What the name looks like at a glance: two names of one shape cannot both be taken."""
    name = plain(name)
    for sign, same in LOOKALIKES:
        name = name.replace(sign, same)
    return name


def is_reserved(name: str) -> bool:
    """Is it a name that could be taken for the house's own: admin, Adm1n, bot-7, Gerilă, fost-jucător-3f9c?"""
    bare = {_bare(name), _bare(name.rstrip("-_0123456789"))}
    parts = {_bare(bare) for part in re.split("[-_]", name) for bare in (part, part.strip("0123456789"))}
    return (
        bool(bare & _RESERVED or parts & _PARTS)
        or any(_bare(name).startswith(beginning) for beginning in _BEGINNINGS)
        or shape(name) in _BOTS
    )


def former_name(label: str) -> str:
    """What the row of a player who is gone is called; the label: 4 to 7 hexadecimal digits."""
    return FORMER + label


def shown_name(name: str) -> str:
    """The name as people read it: a former player's in their language, everybody else's as it is."""
    former = _IS_FORMER.fullmatch(name)
    return _("former player %(label)s") % {"label": former[1]} if former else name


def _bare(name: str) -> str:
    return shape(name).replace("_", "")


_RESERVED: Final = frozenset(map(_bare, _RESERVED_WORDS.split()))
_PARTS: Final = frozenset(map(_bare, _RESERVED_PARTS.split()))
_BEGINNINGS: Final = tuple(map(_bare, _RESERVED_BEGINNINGS))
_BOTS: Final = frozenset(map(shape, BOT_NAMES))
