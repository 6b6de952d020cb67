"""What pages of figures are made of: tiles, charts with a title, and how their numbers are written."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.option_texts import PRESETS
from games.presenters.charts import Bars, Columns


class Tile(NamedTuple):
    """A figure that stands alone."""

    name: str
    text: str


class Section(NamedTuple):
    """A chart under its title; one of the two kinds."""

    key: str
    title: str
    note: str
    bars: Bars | None = None
    columns: Columns | None = None


class Page(NamedTuple):
    """All of it; empty before anything was played to its end."""

    tiles: tuple[Tile, ...] = ()
    sections: tuple[Section, ...] = ()


def page(tiles: tuple[Tile, ...], *sections: Section | None) -> Page:
    """Leave out the sections that have nothing to show."""
    return Page(tiles, tuple([section for section in sections if section is not None]))


def number(value: int) -> str:
    return number_format(value, force_grouping=True)


def of(part: int, whole: int) -> str:
    """A part of a whole, with its share."""
    share = number(round(part * 100 / whole)) if whole else "0"
    told = {"part": number(part), "whole": number(whole), "share": share}
    return _("%(part)s of %(whole)s (%(share)s%%)") % told


def seconds(ms: float) -> str:
    return _("%(seconds)s s") % {"seconds": number_format(ms / 1000, 2)}


def minutes(ms: float) -> str:
    whole = round(ms / 1000)
    if whole < 60:
        return _("%(seconds)s s") % {"seconds": whole}
    return _("%(minutes)d min %(seconds)02d s") % {"minutes": whole // 60, "seconds": whole % 60}


def table_of(seats: int) -> str:
    """A table by its size: "3 seats"."""
    return ngettext("%(count)d seat", "%(count)d seats", seats) % {"count": seats}


def preset(name: str) -> str:
    """A preset's name; "" is a rule set that was changed."""
    return str(PRESETS[name]) if name else capfirst(_("own rules"))


def by_preset[Value](found: Mapping[str, Value]) -> list[tuple[str, Value]]:
    """What belongs to each preset under its name, in the order in which games are offered."""
    return [(preset(name), found[name]) for name in (*PRESETS, "") if name in found]
