"""The desk of who runs a league: what needs them, players, helpers, the log."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues import queries_desk, queries_owning
from leagues.models import Dispute, Entrant, Season
from leagues.option_texts import LANGUAGES, OPENNESS
from leagues.presenters import board as board_shown
from leagues.presenters import desk as told
from leagues.presenters import objections
from leagues.presenters.beginning import beginning
from leagues.presenters.ranking import points
from leagues.services import apart, disputes, entrants, records
from leagues.services.rights import Act, Part
from leagues.views_addresses import address, qr
from leagues.views_guard import Desk, desk_of, shown

# Who can be kept apart from whom.
KEPT_APART = (Entrant.State.APPLIED, Entrant.State.WAITLISTED, Entrant.State.ACCEPTED, Entrant.State.ACTIVE)


@require_safe
@login_required
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """What needs me, the next step, the link to share, the rounds."""
    return _desk_page(request, desk_of(request, slug))


def _desk_page(request: HttpRequest, here: Desk, status: int = 200) -> HttpResponse:
    people, rights = queries_desk.entrants_of(here.season), here.rights()
    days = queries_desk.days_of(here.season)
    rows = told.day_rows(here.league.slug, here.season.number, days, board_shown.DAY_STATES)
    accepted = sum(one.state in {Entrant.State.ACCEPTED, Entrant.State.ACTIVE} for one in people)
    applied = sum(one.state == Entrant.State.APPLIED for one in people)
    link = _share_link(request, here)
    step = told.step(
        state=here.season.state,
        accepted=accepted,
        table_size=here.season.table_size,
        rows=rows,
        rights=rights,
        copy=here.season == here.seasons[0],
    )
    context = _common(here) | {
        "needs": told.needs(
            entrants=people,
            rows=rows,
            disputes=queries_desk.open_disputes(here.season),
            penalties=queries_desk.penalties_of(here.season),
            rights=rights,
            manage=here.address("leagues:desk_running"),
            people=here.address("leagues:desk_entrants"),
        ),
        "step": step,
        "begins": beginning(here.season, accepted=accepted, applied=applied, now=timezone.now())
        if step.verb == "incepe"
        else None,
        "rows": rows,
        "may_play": _may_play(here, people),
        "answered": entrants.is_answered(here.season, here.part),
        "accepted": accepted,
        "link": link,
        "offered": queries_owning.open_offer(here.league),
        "qr": qr(link),
    }
    return shown(request, here.league, "leagues/desk.html", context, status)


def _may_play(here: Desk, people: list[Entrant]) -> bool:
    """Whether who runs the league has not entered it and still can."""
    own = next((one for one in people if one.player_id == here.player.pk), None)
    runs = here.part != Part.STAFF and not here.player.is_guest and here.season == here.seasons[0]
    return runs and entrants.may_apply(here.season, own)


def _common(here: Desk) -> dict[str, Any]:
    """What every page of the desk shows around its own."""
    return {
        "desk": here,
        "season": here.season,
        "may": here.rights(),
        "state": told.STATES[here.season.state],
        "part": told.PARTS[here.part],
    }


def _share_link(request: HttpRequest, here: Desk) -> str:
    """The address that lets one in: of a league that is not listed, by its code."""
    if here.league.visibility == "public":
        return address(request, reverse("leagues:league", args=[here.league.slug]))
    return address(request, reverse("leagues:code", args=[here.league.code]))


@require_safe
@login_required
def entrants_page(request: HttpRequest, slug: str) -> HttpResponse:
    here = desk_of(request, slug)
    return _entrants_page(request, here)


def _entrants_page(request: HttpRequest, here: Desk, status: int = 200) -> HttpResponse:
    groups = told.groups(queries_desk.entrants_of(here.season))
    people = [one for group in groups for one in group.entrants if group.state in KEPT_APART]
    ahead = queries_desk.rounds_ahead(here.season)
    for one in people:
        one.rounds_off = [number for number in ahead if str(number) in one.away]
    context = _common(here) | {
        "groups": groups,
        "ahead": ahead,
        "entering": here.season.state in entrants.ENTERING,
        "leaving": here.season.state in {*entrants.ENTERING, Season.State.REVIEW},
        "under_way": here.season.state in entrants.UNDER_WAY,
        "by_hand": here.season.venue != Season.Venue.ONLINE,
        "people": sorted(people, key=lambda one: one.name.casefold()),
        "apart": apart.pairs_of(here.season, people) if here.may(Act.PAIR) else [],
    }
    return shown(request, here.league, "leagues/desk_entrants.html", context, status)


@require_safe
@login_required
def running_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Disputes, penalties, helpers, and the season as a whole."""
    return _running_page(request, desk_of(request, slug))


def _running_page(request: HttpRequest, here: Desk, status: int = 200) -> HttpResponse:
    people = queries_desk.entrants_of(here.season)
    scoring = records.scoring_of(here.season)
    context = _common(here) | {
        "table_won": points(scoring.top(here.season.table_size), scoring.times),
        "disputes": _objections(here),
        "penalties": told.fines(queries_desk.penalties_of(here.season), scoring.times),
        "players": [one for one in people if one.division_id],
        "roles": queries_desk.roles_of(here.league),
        "openness": OPENNESS,
        "languages": LANGUAGES,
        "seasons": here.seasons,
    }
    return shown(request, here.league, "leagues/desk_running.html", context, status)


def _objections(here: Desk) -> list[tuple[Dispute, objections.Objection]]:
    """The open disputes, each as it is shown."""
    found = queries_desk.open_disputes(here.season)
    names = queries_desk.names_in(here.season) if any(one.lines for one in found) else {}
    return list(zip(found, objections.objections(found, names, disputes.DECIDED_WITHIN), strict=True))


@require_safe
@login_required
def log_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that was done, the newest first."""
    here = desk_of(request, slug)
    entries = queries_desk.log_of(here.league)
    context = _common(here) | {"rows": told.log_rows(entries[: queries_desk.LOG_PAGE])}
    return shown(request, here.league, "leagues/desk_log.html", context)


# What is shown again, as it is now, to whoever was not the first.
PAGES = {
    "leagues:desk": _desk_page,
    "leagues:desk_entrants": _entrants_page,
    "leagues:desk_running": _running_page,
}
