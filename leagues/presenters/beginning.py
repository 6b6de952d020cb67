"""What begins with a season, told before it does: who plays, how, from when, and that it cannot be taken back."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.engine import knockout, sizes
from leagues.presenters.promises import FORMATS, MODES, Fact


@dataclass(frozen=True, slots=True)
class Beginning:
    """`opens_at` only where it is still to come; `waiting` of those whom nobody has answered."""

    facts: tuple[Fact, ...]
    opens_at: datetime | None
    waiting: str
    follows: str
    fixed: str


def beginning(season: Any, *, accepted: int, applied: int, now: datetime) -> Beginning:
    """What the organizer is about to begin with so many accepted entrants."""
    return Beginning(
        tuple(_facts(season, accepted)),
        season.opens_at if season.opens_at and season.opens_at > now else None,
        _waiting(applied),
        _follows(season),
        _fixed(season),
    )


def _facts(season: Any, accepted: int) -> list[Fact]:
    mode = season.mode if season.format == "swiss" else ""
    told = [Fact(_("Players"), str(accepted)), Fact(_("Format"), str(MODES.get(mode, FORMATS[season.format])))]
    if season.divisions_wanted > 1 and season.format != "knockout":
        told.append(Fact(_("Divisions"), str(season.divisions_wanted)))
    told.append(Fact(_("Tables"), _tables(season, accepted)))
    if season.format == "ladder":
        return told
    knocked_out = season.format == "knockout"
    rounds = len(knockout.plan(accepted, season.table_size)) if knocked_out else season.rounds
    return [*told, Fact(_("League rounds"), str(rounds))]


def _tables(season: Any, accepted: int) -> str:
    """Those of the first round; of ladders and divisions only how large a table is planned."""
    if season.format == "ladder" or (season.divisions_wanted > 1 and season.format != "knockout"):
        told = ngettext("%(count)d player", "%(count)d players", season.table_size)
        return told % {"count": season.table_size}
    if season.format == "knockout":
        found = list(knockout.plan(accepted, season.table_size)[0].sizes)
    else:
        found = sizes.table_sizes(accepted, season.table_size)
    many = [(found.count(size), size) for size in sorted(set(found), reverse=True)]
    return " + ".join(
        ngettext("%(count)d table of %(size)d", "%(count)d tables of %(size)d", count) % {"count": count, "size": size}
        for count, size in many
    )


def _waiting(applied: int) -> str:
    if not applied:
        return ""
    told = ngettext(
        "%(count)d player still waits for your answer and does not begin with the others.",
        "%(count)d players still wait for your answer and do not begin with the others.",
        applied,
    )
    return told % {"count": applied}


def _follows(season: Any) -> str:
    if season.format == "ladder":
        return _("All players are told that the ladder begins.")
    if season.looking == "never":
        return _("All players are told, and the tables of the first round are made and published, if nothing is odd.")
    return _("All players are told, and the tables of the first round are made; you look at them before they see them.")


def _fixed(season: Any) -> str:
    if season.format == "ladder":
        return _("This cannot be taken back: the plan stays as it is (tables, hours, points, rules of the game).")
    return _(
        "This cannot be taken back: the plan stays as it is (format, number of rounds, size of the tables, points, "
        "rules of the game)."
    )
