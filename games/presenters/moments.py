"""The moments of a round that one comes back for: found while its log is folded, marked on the replay's line."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.commands import Play
from games.engine.events import Caught, RaceEnded, Rotated, Swapped
from games.engine.record import Entry
from games.presenters.wording import listed

LONG_COMBO: Final = 3  # cards


class Moment(NamedTuple):
    """One mark: after which move, of which kind, said in a few words."""

    number: int
    kind: str  # combo, passed, swap, caught or race
    told: str
    at: int = 0  # where on a line of 1000


def moments(names: Sequence[str], number: int, entry: Entry, attack: int) -> Iterator[Moment]:
    """What of a move is worth a mark; `attack` is what lay there before it, in cards."""
    name = names[entry.seat]
    if isinstance(entry.command, Play):
        cards = len(entry.command.puts)
        if cards >= LONG_COMBO:
            told = ngettext("%(name)s: combo of %(cards)d card", "%(name)s: combo of %(cards)d cards", cards)
            yield Moment(number, "combo", told % {"name": name, "cards": cards})
        if attack:
            yield Moment(number, "passed", _("%(name)s passes the attack on") % {"name": name})
    for event in entry.events:
        match event:
            case Swapped(one, other):
                told = _("%(name)s and %(other)s swap hands") % {"name": names[one], "other": names[other]}
                yield Moment(number, "swap", told)
            case Rotated():
                yield Moment(number, "swap", _("Every hand moves on"))
            case Caught(caught, by):
                told = _("%(name)s catches %(other)s") % {"name": names[by], "other": names[caught]}
                yield Moment(number, "caught", told)
            case RaceEnded():
                yield Moment(number, "race", _race(names, event))


def _race(names: Sequence[str], event: RaceEnded) -> str:
    """The race with its times, the fastest first."""
    times = sorted(event.times, key=lambda item: item[1])
    told = [f"{names[seat]} {number_format(ms / 1000, 2)} s" for seat, ms in times]
    if not told:
        told = [listed([names[seat] for seat in event.losers])]
    return _("Race: %(times)s") % {"times": " · ".join(told)}
