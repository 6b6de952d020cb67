"""A ladder for who plays in it: wanting to play, waiting, the tables; and its page of the organizers' desk."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from leagues import queries_ladder
from leagues.models import Entrant, LeagueTable, Season
from leagues.presenters import desk as desk_told
from leagues.presenters import ladder as told
from leagues.presenters import reasons
from leagues.presenters import season as tables_told
from leagues.services import ladders, records
from leagues.views_clocks import render
from leagues.views_guard import desk_of, htmx
from leagues.views_guard import shown as desk_shown
from leagues.views_visit import Visit, done, visit_of

PANEL = "components/ladder.html"
RUNNING = (Season.State.RUNNING, Season.State.PAUSED)


def panel_of(visit: Visit) -> told.Queue | None:
    """The ladder's panel for who plays in it; None where this is no ladder, or they do not play."""
    season, entrant = visit.season, visit.entrant
    known = entrant is not None and entrant.state in {Entrant.State.ACTIVE, Entrant.State.ACCEPTED}
    if not ladders.is_ladder(season) or not known or season.state not in RUNNING:
        return None
    division = queries_ladder.division_of(season)
    if division is None or entrant is None:
        return None
    now = timezone.now()
    day, table = queries_ladder.day_of(division), queries_ladder.my_table(entrant)
    shut = ladders.is_shut(season, now)
    state = told.moment(
        season=season,
        day=day,
        entrant=entrant,
        table=table,
        ticket=queries_ladder.ticket_of(entrant),
        shut=shut,
        now=now,
    )
    at = {
        told.Now.SOON: day.opens_at if day else None,
        told.Now.SHUT: told.opens_next(season, now),
        told.Now.BARRED: entrant.barred_until,
        told.Now.TABLE: table.called_at + ladders.SIT_WITHIN if table and table.called_at else None,
    }
    return told.Queue(
        now=state,
        waiting=division.tickets.count(),
        playing=queries_ladder.count_open(division),
        least=ladders.least_table_of(season),
        full=season.table_size,
        at=at.get(state),
        table=table,
        ends=day.deadline_at if day else None,
    )


@require_POST
@login_required
def act(request: HttpRequest, slug: str, verb: str) -> HttpResponse:
    """Want to play, or not after all; `aici` is the page that waits and asks how it stands."""
    visit = visit_of(request, slug)
    known = VERBS.get(verb)
    if known is None or visit.entrant is None or not ladders.is_ladder(visit.season):
        raise Http404
    known(request, visit, visit.entrant)
    panel = panel_of(visit_of(request, slug))
    if panel is not None and panel.now == told.Now.TABLE:
        return _to(request, reverse("leagues:table", args=[slug, panel.table.pk]))
    if not htmx(request):
        return redirect("leagues:league", slug=slug)
    context = {"league": visit.league, "season": visit.season, "ladder": panel}
    return render(request, PANEL, context, zone=visit.league.zone)


def _to(request: HttpRequest, address: str) -> HttpResponse:
    return HttpResponse(headers={"HX-Redirect": address}) if htmx(request) else redirect(address)


def _join(request: HttpRequest, visit: Visit, entrant: Entrant) -> None:
    done(request, lambda: ladders.join(entrant=entrant, by=visit.player))  # type: ignore[arg-type]


def _leave(request: HttpRequest, visit: Visit, entrant: Entrant) -> None:
    done(request, lambda: ladders.leave(entrant=entrant, by=visit.player))  # type: ignore[arg-type]


def _here(request: HttpRequest, visit: Visit, entrant: Entrant) -> None:
    ladders.seen(entrant, timezone.now())


VERBS: dict[str, Callable[[HttpRequest, Visit, Entrant], None]] = {"vreau": _join, "nu": _leave, "aici": _here}


def tables_context(request: HttpRequest, visit: Visit) -> dict[str, Any]:
    """A ladder's tables: those that play, then those that are over, newest first; of one entrant by `?al=`."""
    division = queries_ladder.division_of(visit.season)
    whose, before = _number(request, "al"), _number(request, "inainte")
    me = visit.entrant.pk if visit.entrant else None
    if division is None:
        return {"playing": [], "over": [], "whose": None}
    playing = queries_ladder.open_tables(division) if whose is None and before is None else []
    found = queries_ladder.tables_before(division, before, whose)
    over, more = found[: queries_ladder.PAGE], len(found) > queries_ladder.PAGE
    return {
        "playing": _tables(visit.season, playing, me),
        "over": _tables(visit.season, over, me),
        "older": over[-1].number if more else None,
        "newest": before is None,
        "whose": division.entrants.filter(pk=whose).first() if whose is not None else None,
        "me": me,
    }


def _tables(season: Season, found: list[LeagueTable], me: int | None) -> list[Any]:
    scoring = records.scoring_of(season)
    names = {place.entrant_id: place.entrant.name for one in found for place in one.places.all()}
    why = {one.pk: reasons.sentences(one.reasons, names, scoring.times) for one in found}
    return tables_told.tables(found, scoring, me, why)


def _number(request: HttpRequest, name: str) -> int | None:
    asked = request.GET.get(name, "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else None


@require_safe
@login_required
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Who waits, which tables play, the latest results to correct, and how to pause or end it."""
    here = desk_of(request, slug)
    division = queries_ladder.division_of(here.season)
    if not ladders.is_ladder(here.season) or division is None:
        raise Http404
    now, before = timezone.now(), _number(request, "inainte")
    found = queries_ladder.tables_before(division, before)
    over = found[: queries_ladder.PAGE]
    context = {
        "desk": here,
        "season": here.season,
        "may": here.rights(),
        "state": desk_told.STATES[here.season.state],
        "day": queries_ladder.day_of(division),
        "shut": ladders.is_shut(here.season, now),
        "waiting": [(one, now - one.joined_at) for one in queries_ladder.tickets_of(division)],
        "playing": _tables(here.season, queries_ladder.open_tables(division), None),
        "over": _tables(here.season, over, None),
        "older": over[-1].number if len(found) > queries_ladder.PAGE else None,
        "barred": queries_ladder.barred_in(here.season, now),
        "now": now,
    }
    page = "leagues/desk_ladder.html"
    return desk_shown(request, here.league, f"{page}#live" if htmx(request) else page, context)
