"""A season as its entrants and everybody else see it: what is now, what is next, its rounds and tables in words."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.engine.scoring import Scoring
from leagues.presenters.ranking import points

DAYS: dict[str, str | Promise] = {
    "planned": gettext_lazy("no tables yet"),
    "drafting": gettext_lazy("no tables yet"),
    "draft": gettext_lazy("no tables yet"),
    "published": gettext_lazy("the tables are out"),
    "in_play": gettext_lazy("is being played"),
    "closing": gettext_lazy("is closing"),
    "completed": gettext_lazy("is over"),
    "void": gettext_lazy("does not count"),
}
TABLES: dict[str, str | Promise] = {
    "seated": gettext_lazy("to be played"),
    "started": gettext_lazy("is being played"),
    "finished": gettext_lazy("played"),
    "partial": gettext_lazy("stopped at the deadline"),
    "decided": gettext_lazy("decided"),
    "forfeit": gettext_lazy("not played"),
    "void": gettext_lazy("does not count"),
}
BYES: dict[str, str | Promise] = {
    "pairing": gettext_lazy("no table this round"),
    "requested": gettext_lazy("asked for a round off"),
    "late": gettext_lazy("joined later"),
    "absent": gettext_lazy("away"),
    "withdrawn": gettext_lazy("has left"),
}
ENTRANTS: dict[str, str | Promise] = {
    "applied": gettext_lazy("waits for the organizers' yes"),
    "waitlisted": gettext_lazy("on the waiting list"),
    "accepted": gettext_lazy("in"),
    "active": gettext_lazy("in"),
    "withdrawn": gettext_lazy("has left"),
    "disqualified": gettext_lazy("disqualified"),
    "declined": gettext_lazy("not accepted"),
}


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table and what came of it."""

    entrant: int
    name: str
    profile: str
    substitute: str
    vacated: bool
    open: bool  # has left; somebody is asked to sit in
    place: int | None  # none where there is no result, or they did not come
    points: str  # of the league, by this result
    score: int | None  # of the match
    came: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class Table:
    pk: int
    number: int
    level: int
    state: str
    told: str
    play_at: datetime | None
    paper: bool
    match: str  # the code of its match
    claimed: bool
    seats: tuple[Seat, ...]
    reasons: tuple[str, ...]
    mine: bool


@dataclass(frozen=True, slots=True)
class Off:
    name: str
    level: int
    told: str
    points: str


def tables(found: Iterable[Any], scoring: Scoring, me: int | None, reasons: Mapping[int, Sequence[str]]) -> list[Table]:
    """Tables as they are listed, each with its result where there is one."""
    return [
        _table(one, list(one.places.all()), next(iter(one.standing_results), None), scoring, me, reasons[one.pk])
        for one in found
    ]


def one_table(table: Any, places: Sequence[Any], result: Any, scoring: Scoring, me: int | None) -> Table:
    """A table by itself, from its rows."""
    return _table(table, places, result, scoring, me, ())


def _table(
    table: Any, places: Sequence[Any], result: Any, scoring: Scoring, me: int | None, reasons: Sequence[str]
) -> Table:
    lines = {line["entrant"]: line for line in result.lines} if result else {}
    came = [line for line in lines.values() if line["came"]]
    worth = worth_of(came, scoring)
    seats = [_seat(place, lines.get(place.entrant_id), worth, len(came), me, scoring.times) for place in places]
    if result:
        seats.sort(key=lambda seat: (seat.place is None, seat.place or 0))
    return Table(
        pk=table.pk,
        number=table.number,
        level=table.matchday.division.level,
        state=table.state,
        told=_("waits to be confirmed") if result and result.state == "claimed" else str(TABLES[table.state]),
        play_at=table.play_at,
        paper=table.paper,
        match=table.match.code if table.match else "",
        claimed=bool(result and result.state == "claimed"),
        seats=tuple(seats),
        reasons=tuple(reasons),
        mine=any(seat.mine for seat in seats),
    )


def _seat(
    place: Any, line: Mapping[str, Any] | None, worth: Mapping[int, int], came: int, me: int | None, times: int
) -> Seat:
    entrant = place.entrant
    played = line is not None and line["came"] and came > 1
    return Seat(
        entrant=entrant.pk,
        name=entrant.name,
        profile=entrant.player.username if entrant.player else "",
        substitute=place.substitute.username if place.substitute else "",
        vacated=place.role == "vacated",
        open=place.role == "open",
        place=line["place"] if line and line["came"] else None,
        points=points(worth[entrant.pk], times) if played else "",
        score=line["points"] if line and line["came"] else None,
        came=line["came"] if line else True,
        mine=me is not None and (entrant.pk == me),
    )


def worth_of(came: Sequence[Mapping[str, Any]], scoring: Scoring) -> dict[int, int]:
    """The league's points (5040ths) of those who came to a table; who left a ladder's gets none."""
    got = scoring.table([line["place"] for line in came])
    return {line["entrant"]: 0 if line.get("left") else one for line, one in zip(came, got, strict=True)}


def off(byes: Iterable[Any], times: int = 10) -> list[Off]:
    """Who had no table, why, and what it is worth."""
    return [
        Off(bye.entrant.name, bye.matchday.division.level, str(BYES[bye.kind]), points(bye.value, times))
        for bye in byes
    ]


def by_name(people: Iterable[Any]) -> list[Any]:
    """By division and name, letters with signs beside those without: Ștefan among the S."""
    return sorted(people, key=lambda one: (one.division.level if one.division else 0, _plain(one.name), one.pk))


def _plain(name: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", name.casefold()) if letter.isalnum())


APPEALS: dict[str, str | Promise] = {
    "open": gettext_lazy("the organizers look at it again"),
    "upheld": gettext_lazy("taken back"),
    "rejected": gettext_lazy("stays"),
}


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points that were taken off somebody."""

    pk: int
    points: str
    reason: str
    appeal: str  # in words; nothing where nobody asked
    may_appeal: bool


def penalties(found: Iterable[Any], times: int = 10) -> list[Penalty]:
    """What was taken off an entrant, and what came of asking about it."""
    return [
        Penalty(one.pk, points(one.value, times), one.reason, str(APPEALS.get(one.appeal, "")), one.appeal == "none")
        for one in found
    ]


@dataclass(frozen=True, slots=True)
class Next:
    """The one thing that comes next for an entrant."""

    text: str
    label: str = ""
    table: int | None = None
    at: datetime | None = None
    until: datetime | None = None
    strong: bool = False


def next_for(*, season: Any, entrant: Any, place: Any, day: Any, off_now: Any) -> Next:
    """What this entrant has to do, or to wait for. `place` is theirs at an open table, `day` their round."""
    waiting = {
        "applied": _("Your entry waits for the organizers' yes."),
        "waitlisted": _("You are on the waiting list: you move up as soon as a place is free."),
        "withdrawn": _("You have left this season."),
        "disqualified": _("You were disqualified from this season."),
        "declined": _("The organizers did not accept your entry."),
    }
    if entrant.state in waiting:
        return Next(waiting[entrant.state])
    if season.state in {"review", "final", "archived"}:
        return Next(_("All rounds are played."))
    if season.state in {"registration", "seeded"}:
        return Next(_("You are in. The first round begins:"), at=season.opens_at)
    if season.state == "paused":
        return Next(_("The season is paused."))
    if place is not None:
        return next_for_place(place)
    if off_now is not None:
        return Next(_("You have no table in this round: %(why)s.") % {"why": BYES[off_now.kind]})
    if day is not None and day.state in {"published", "in_play", "closing"}:
        return Next(_("Your table is done. The next round follows when all are."))
    return Next(_("The next tables will be announced."))


def next_for_place(place: Any) -> Next:
    """What a place at an open table asks of who plays it."""
    table, day = place.table, place.matchday
    if place.turn and table.match is None:
        return Next(_("Your table of the ladder is ready: sit down."), _("To the table"), table.pk, strong=True)
    words = {"round": day.number, "table": table.number}
    if table.match is not None:
        return Next(_("Your match is being played."), _("To the table"), table.pk, strong=True)
    if table.paper:
        told = _("Round %(round)d: you play at table %(table)d, with paper cards.") % words
        return Next(told, _("My table"), table.pk, table.play_at, day.deadline_at, strong=True)
    if table.play_at is not None:
        told = _("Round %(round)d: table %(table)d plays") % words
        return Next(told, _("My table"), table.pk, table.play_at, strong=True)
    told = _("Round %(round)d: you play at table %(table)d. Agree on a time with the others.") % words
    return Next(told, _("My table"), table.pk, None, day.deadline_at, strong=True)
