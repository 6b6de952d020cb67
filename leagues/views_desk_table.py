"""One table before who runs the league: when it plays, and who sits in for whom."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from leagues import queries_desk
from leagues.models import LeagueTable, Place, Season
from leagues.presenters import desk as desk_told
from leagues.services import substitutes, times
from leagues.services.errors import NotAllowed, Reason
from leagues.services.feeds import plays_at
from leagues.services.rights import Act
from leagues.services.tables import OPEN
from leagues.views_guard import Desk, Verb, desk_of, done, number_in, shown
from leagues.wall_clock import moment_at

WRITTEN = "%Y-%m-%dT%H:%M"


@require_safe
@login_required
def table(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    here = desk_of(request, slug, Act.ENTER)
    return _page(request, here, _table(here, table))


def _table(here: Desk, pk: int) -> LeagueTable:
    row = queries_desk.table_in(here.league, pk)
    if row is None or row.matchday.state not in queries_desk.SHOWN:
        raise Http404
    return row


def _page(request: HttpRequest, here: Desk, row: LeagueTable, status: int = 200) -> HttpResponse:
    day, clocks = row.matchday, ZoneInfo(here.league.zone)
    asked = {offer.place_id: offer.player.username for offer in queries_desk.asked_at(row)}
    since = max(filter(None, [timezone.now(), day.opens_at]))
    at = plays_at(row)
    context: dict[str, Any] = {
        "desk": here,
        "season": day.division.season,
        "may": here.rights(),
        "table": row,
        "day": day,
        "at": at,
        "written": at.astimezone(clocks).strftime(WRITTEN) if at else "",
        "min": since.astimezone(clocks).strftime(WRITTEN),
        "max": day.deadline_at.astimezone(clocks).strftime(WRITTEN) if day.deadline_at else "",
        "open": row.state == LeagueTable.State.SEATED and day.state in OPEN,
        "agreed": day.division.season.pace == Season.Pace.AGREED,
        "places": [(place, asked.get(place.pk, "")) for place in row.places.all()],
        "back": desk_told.board_link(here.league.slug, day.division.season.number, day),
    }
    return shown(request, here.league, "leagues/desk_table.html", context, status)


@require_POST
@login_required
def act(request: HttpRequest, slug: str, table: int, verb: str) -> HttpResponse:
    """Do one thing about the table, and show it as it is then."""
    known = VERBS.get(verb)
    if known is None:
        raise Http404
    here = desk_of(request, slug, known.act)
    row = _table(here, table)
    said, status = done(request, lambda: known.do(here, row, request.POST))
    if status == 409:
        return _page(request, here, _table(here, table), 409)
    if said and status == 200:
        messages.success(request, said)
    return redirect("leagues:desk_table", slug=slug, table=table)


def _place(row: LeagueTable, data: Any) -> Place:
    found = next((place for place in row.places.all() if place.pk == number_in(data, "loc")), None)
    if found is None:
        raise NotAllowed(Reason.NOT_IN)
    return found


def _time(here: Desk, row: LeagueTable, data: Any) -> str:
    """A time on the clocks of the league; an empty one lets the table agree again."""
    written = data.get("cand", "")
    try:
        moment = moment_at(datetime.fromisoformat(written), here.league.zone) if written else None
    except ValueError:
        raise NotAllowed(Reason.SETTINGS) from None
    times.set_by_hand(table=row, by=here.player, starts_at=moment, reason=data.get("reason", ""))
    return _("The table has its time; everybody at it is told.") if moment else _("The time is open again.")


def _look(here: Desk, row: LeagueTable, data: Any) -> str:
    found = substitutes.look_for(place=_place(row, data), by=here.player)
    if found is None:
        return _("Nobody stands by. Ask somebody by name.")
    return _("%(name)s is asked.") % {"name": found.player.username}


def _ask(here: Desk, row: LeagueTable, data: Any) -> str:
    """Ask this person; at a table with paper cards they are there and sit down."""
    person = queries_desk.player_named(data.get("name", ""))
    if person is None:
        raise NotAllowed(Reason.NO_SUCH_PLAYER)
    place = _place(row, data)
    if row.paper:
        substitutes.seat(place=place, by=here.player, player=person)
        return _("%(name)s sits in.") % {"name": person.username}
    substitutes.offer_to(place=place, by=here.player, player=person)
    return _("%(name)s is asked.") % {"name": person.username}


def _back(here: Desk, row: LeagueTable, data: Any) -> str:
    substitutes.take_back(place=_place(row, data), by=here.player)
    return _("The place is its own player's again.")


VERBS = {
    "ora": Verb(Act.PAIR, _time),
    "cauta": Verb(Act.ENTER, _look),
    "cere": Verb(Act.ENTER, _ask),
    "inapoi": Verb(Act.ENTER, _back),
}
