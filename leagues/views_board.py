"""A round before its organizer: the draft to look at and to change by hand, then its tables and results."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from leagues import queries_desk
from leagues.models import Matchday, Season
from leagues.presenters import board as told
from leagues.presenters import desk as desk_told
from leagues.presenters import dryrun
from leagues.services import matchdays, pairing, publishing, records, swapping
from leagues.services.rights import Act
from leagues.views_guard import Desk, Verb, desk_of, done, htmx, number_in, sent, shown

PAGE = "leagues/board.html"
State = Matchday.State


@require_safe
@login_required
def board(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The tables of a round. `?ales=` is the entrant that was tapped first; assistants see no drafts."""
    here = desk_of(request, slug)
    if here.season.format == Season.Format.LADDER:
        return redirect(here.address("leagues:desk_ladder"))
    return _board(request, here, _day(request, here, number))


def _day(request: HttpRequest, here: Desk, number: int) -> Matchday:
    level = number_in({"level": sent(request, "divizia") or "1"}, "level")
    day = queries_desk.day_of(here.season, number, level)
    if day is None:
        raise Http404
    return day


def _board(request: HttpRequest, here: Desk, day: Matchday, status: int = 200) -> HttpResponse:
    draft = day.state == State.DRAFT
    if draft and not here.may(Act.PAIR):
        raise PermissionDenied
    rows, byes = queries_desk.tables_of(day), queries_desk.byes_of(day)
    names = told.names_of(rows, byes)
    times = records.scoring_of(here.season).times
    outs = told.outs(byes, times)
    chosen = number_in(request.GET, "ales")
    swiss = here.season.format == Season.Format.SWISS
    context: dict[str, Any] = {
        "desk": here,
        "may": here.rights(),
        "day": day,
        "state": told.DAY_STATES[day.state],
        "draft": draft,
        "begins": publishing.waits_until(day, timezone.now()),
        "tables": told.tables(rows, names, times),
        "outs": outs,
        "report": told.report(day.report, names, outs, swiss=swiss) if draft else [],
        "meetings": _meetings(day) if draft else None,
        "chosen": chosen if draft and chosen in names else 0,
        "chosen_name": names.get(chosen, ""),
        "query": f"sezon={here.season.number}&divizia={day.division.level}",
        "divisions": queries_desk.divisions_of(here.season),
        "withdrawable": day.state in {State.PUBLISHED, State.IN_PLAY} and all(row.state == "seated" for row in rows),
    }
    # A refusal is shown with the page as it is now; the script takes nothing else than a page that went well.
    if htmx(request):
        return shown(request, here.league, f"{PAGE}#board", context | {"by_script": True})
    return shown(request, here.league, PAGE, context, status)


def _meetings(day: Matchday) -> dryrun.Meetings | None:
    """Who has met whom so far; nothing before the second round."""
    earlier = records.earlier_rounds(day.division, day.number)
    people = queries_desk.playing_in(day.division)
    return dryrun.met_so_far(earlier, people) if any(earlier) and people else None


@require_POST
@login_required
def act(request: HttpRequest, slug: str, number: int, verb: str) -> HttpResponse:
    """Do one thing with a round; where somebody was first, show it as it is now."""
    known = VERBS.get(verb)
    if known is None:
        raise Http404
    here = desk_of(request, slug, known.act)
    day = _day(request, here, number)
    _, status = done(request, lambda: known.do(here, day, request.POST))
    if status == 409 or htmx(request):
        return _board(request, here, _day(request, here, number), status)
    if verb == "inchide" and status == 200:
        return redirect(_onward(here, day))
    return redirect(desk_told.board_link(slug, here.season.number, day))


def _onward(here: Desk, day: Matchday) -> str:
    """After a round was closed: the next one, whose tables are being made."""
    following = queries_desk.day_of(here.season, day.number + 1, day.division.level)
    return desk_told.board_link(here.league.slug, here.season.number, following or day)


def _request(here: Desk, day: Matchday, data: QueryDict) -> None:
    pairing.request(division=day.division, by=here.player)


def _publish(here: Desk, day: Matchday, data: QueryDict) -> None:
    publishing.publish(day=day, by=here.player, at_once=data.get("acum") == "1")


def _discard(here: Desk, day: Matchday, data: QueryDict) -> None:
    pairing.discard(day=day, by=here.player)


def _redo(here: Desk, day: Matchday, data: QueryDict) -> None:
    pairing.discard(day=day, by=here.player)
    pairing.request(division=day.division, by=here.player)


def _swap(here: Desk, day: Matchday, data: QueryDict) -> None:
    swapping.swap(day=day, by=here.player, one=number_in(data, "one"), other=number_in(data, "other"))


def _withdraw(here: Desk, day: Matchday, data: QueryDict) -> None:
    publishing.withdraw_pairing(day=day, by=here.player, reason=data.get("reason", ""))


def _close(here: Desk, day: Matchday, data: QueryDict) -> None:
    matchdays.close_now(day=day, by=here.player)


def _reopen(here: Desk, day: Matchday, data: QueryDict) -> None:
    matchdays.reopen(day=day, by=here.player, reason=data.get("reason", ""))


VERBS = {
    "cere": Verb(Act.PAIR, _request),
    "publica": Verb(Act.PAIR, _publish),
    "renunta": Verb(Act.PAIR, _discard),
    "refa": Verb(Act.PAIR, _redo),
    "schimba": Verb(Act.PAIR, _swap),
    "retrage": Verb(Act.PAIR, _withdraw),
    "inchide": Verb(Act.PAIR, _close),
    "redeschide": Verb(Act.PAIR, _reopen),
}
