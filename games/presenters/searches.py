"""What is looked for among matches as a sentence, part by part, each with the address without it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.names import shown_name
from games.option_texts import OWN_RULES, PRESETS
from games.presenters.board import LADDERS
from games.presenters.dates import written
from games.presenters.wording import listed

OFFERED: Final = 6  # people that one may choose from
NAMED: Final = 3  # people that are named; more are counted

KINDS: Final[dict[str, str | Promise]] = {
    "casual": gettext_lazy("for fun"),
    "ranked": gettext_lazy("ranked"),
    "league": gettext_lazy("of leagues"),
}
RESULTS: Final[dict[str, str | Promise]] = {
    "won": gettext_lazy("ended in first place"),
    "lost": gettext_lazy("not ended in first place"),
    "left": gettext_lazy("left before the end"),
}


class Part(NamedTuple):
    """A part of the sentence, and the query of the address without it."""

    text: str
    without: str


class Person(NamedTuple):
    """One of several people that a part of a name may mean, and the query of the address that means them alone."""

    name: str
    alone: str


class Told(NamedTuple):
    """The whole of it; empty where nothing is looked for."""

    parts: tuple[Part, ...]
    people: tuple[Person, ...]


def told(query: Mapping[str, str], asked: Mapping[str, Any], people: Mapping[str, Sequence[Any]]) -> Told:
    """Tell a search: `query` as it came, `asked` as it was understood, `people` who are meant by a field."""
    parts, choices = [], []
    for name in query:
        text = _people(name, people[name]) if people.get(name) else _part(name, asked.get(name))
        if text:
            parts.append(Part(text, address(query, **{name: ""})))
    for name, found in people.items():
        if len(found) > 1:
            choices += [Person(one.username, address(query, **{name: one.username})) for one in found[:OFFERED]]
    return Told(tuple(parts), tuple(choices))


def address(query: Mapping[str, str], **changed: str) -> str:
    """The query of an address, with some of its fields changed and the empty ones left out."""
    return urlencode({name: value for name, value in {**query, **changed}.items() if value})


def _people(field: str, people: Sequence[Any]) -> str:
    names = [shown_name(one.username) for one in people]
    more = len(names) - NAMED
    if more > 0:
        names = [*names[:NAMED], ngettext("%(count)d more", "%(count)d more", more) % {"count": more}]
    told = names[0] if len(names) == 1 else listed(names)
    return (_("together with %(names)s") if field == "other" else _("played by %(names)s")) % {"names": told}


def _part(name: str, value: Any) -> str:
    return TELLERS[name](value) if value and name in TELLERS else ""


def _preset(preset: str) -> str:
    if preset == OWN_RULES:
        return _("by rules of their own")
    return _("by the rules of %(game)s") % {"game": PRESETS[preset]}


def _seats(seats: int) -> str:
    return ngettext("at tables of %(count)d seat", "at tables of %(count)d seats", seats) % {"count": seats}


TELLERS: Final[dict[str, Callable[[Any], str]]] = {
    "code": lambda code: _("with the code %(code)s") % {"code": code.upper()},
    "kind": lambda kind: str(KINDS[kind]),
    "ladder": lambda ladder: _("of the ladder %(ladder)s") % {"ladder": LADDERS[ladder]},
    "league": lambda league: _("of the league “%(league)s”") % {"league": league},
    "preset": _preset,
    "seats": _seats,
    "result": lambda result: str(RESULTS[result]),
    "since": lambda day: _("from %(day)s on") % {"day": written(day, "j F Y")},
    "until": lambda day: _("until %(day)s") % {"day": written(day, "j F Y")},
}
