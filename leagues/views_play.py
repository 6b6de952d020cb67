"""My table of a round: its time, sitting down, a paper table's result, somebody to sit in."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.engine.ruleset import rules_from
from games.models import Player
from leagues import queries_open, queries_paper, views_disputes
from leagues.models import LeagueTable, Matchday, PaperMatch, Place, Result, Season
from leagues.presenters import board, mytable, reasons
from leagues.presenters import paper as pads
from leagues.presenters import season as told
from leagues.refusals import sentence
from leagues.services import ladders, matchdays, outcomes, paper, records, results, substitutes, times, weeks
from leagues.services.errors import NotAllowed, Reason
from leagues.services.tables import player_of
from leagues.services.weeks import week_of
from leagues.views_clocks import render
from leagues.views_sitting import Sitting, sitting_of
from leagues.views_visit import done, shown
from leagues.views_visit import player_of as reader_of
from leagues.wall_clock import days_later, moment_at

WRITTEN = "%Y-%m-%dT%H:%M"


@require_safe
def table(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    """Who, where and when; and what can be done about it now."""
    sitting = sitting_of(request, slug, table)
    return shown(request, "leagues/table.html", _context(sitting, timezone.now()), zone=sitting.zone)


def _context(sitting: Sitting, now: datetime) -> dict[str, Any]:
    row, season, day = sitting.table, sitting.season, sitting.day
    seated = row.state == LeagueTable.State.SEATED
    open_ = seated and day.state in queries_open.OPEN_DAY and season.state == Season.State.RUNNING
    agrees = open_ and season.pace == Season.Pace.AGREED
    found = queries_open.times_of(row) if agrees else []
    result = queries_open.result_of(row)
    names = {place.entrant_id: place.entrant.name for place in sitting.places}
    me = sitting.own.entrant_id if sitting.own else None
    return {
        "league": sitting.league,
        "season": season,
        "day": day,
        "table": row,
        "told": told.TABLES[row.state],
        "sitting": sitting,
        "seats": [(place, matchdays.is_here(place, now)) for place in sitting.present],
        "reasons": reasons.sentences(row.reasons, names, records.scoring_of(season).times),
        "open": open_,
        "agrees": agrees and sitting.plays,
        "proposed": mytable.proposed(found, _deciding(sitting.present), me),
        "slots": _slots(sitting, found, now) if agrees and sitting.plays and row.play_at is None else [],
        "week": mytable.week_grid(week_of(sitting.own.entrant, sitting.zone).free) if sitting.own else [],
        "said_week": bool(sitting.own and week_of(sitting.own.entrant, sitting.zone).free),
        "parts": mytable.part_rows(),
        "zones": mytable.zones(sitting.zone),
        "earliest": matchdays.earliest(row) if day.opens_at else None,
        "may_sit": open_ and sitting.plays and not row.paper and bool(day.opens_at) and now >= matchdays.earliest(row),
        "waiting": bool(sitting.own and matchdays.is_here(sitting.own, now)),
        "sit_until": row.called_at + ladders.SIT_WITHIN if row.called_at else None,
        "called": bool(open_ and row.called_at and sitting.plays and not matchdays.is_here(sitting.own, now)),
        "limits": _limits(day, now, sitting.zone),
        **_told_result(sitting, result),
    }


def _deciding(places: list[Place]) -> dict[int, str]:
    """Those whose yes a time needs."""
    return {one.entrant_id: one.entrant.name for one in places if one.entrant.player_id or one.substitute_id}


def _slots(sitting: Sitting, found: list[Any], now: datetime) -> list[Any]:
    """Times at which most can, without those that are proposed already."""
    known = {time.starts_at for time in found}
    return [slot for slot in times.proposals(sitting.table, now, sitting.present) if slot.starts_at not in known][:3]


def _limits(day: Matchday, now: datetime, zone: str) -> dict[str, str]:
    """From when to when a time may be proposed, as a field of a form writes it."""
    clocks = ZoneInfo(zone)
    since = max(now, day.opens_at) if day.opens_at else now
    until = day.deadline_at or days_later(since, 7, zone)
    return {"min": since.astimezone(clocks).strftime(WRITTEN), "max": until.astimezone(clocks).strftime(WRITTEN)}


def _told_result(sitting: Sitting, result: Result | None) -> dict[str, Any]:
    row, season = sitting.table, sitting.season
    me = sitting.own.entrant_id if sitting.own else None
    claimed = result is not None and result.state == Result.State.CLAIMED
    said = {one.player_id for one in result.confirmations.all()} | {result.author_id} if result else set()
    people = [one for one in map(player_of, sitting.places) if one is not None]
    open_day = sitting.day.state in queries_open.OPEN_DAY
    writes = (sitting.plays or sitting.enters) and open_day and (result is None or claimed)
    return {
        "result": result,
        "shown": told.one_table(row, sitting.places, result, records.scoring_of(season), me),
        "claimed": claimed,
        "awaited": [one.username for one in people if one.pk not in said] if claimed else [],
        "may_confirm": bool(claimed and sitting.player and sitting.plays and sitting.player.pk not in said),
        "single": outcomes.is_single(season),
        "may_write": writes and row.match_id is None and (row.paper or season.venue != Season.Venue.ONLINE),
        **views_disputes.told(sitting, result),
        "keys": pads.pad_keys(season.preset or "mas"),
        "sheets": _sheets(sitting) if writes and row.paper else [],
    }


@require_POST
@login_required
def sit(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    """Say that I am here; asked again by the page while I wait. Goes to the match once all are here."""
    sitting = sitting_of(request, slug, table)
    polled = bool(request.htmx)  # type: ignore[attr-defined]
    try:
        match = matchdays.sit_down(table=sitting.table, player=_signed(request))
    except NotAllowed as no:
        if polled:
            return _to(request, reverse("leagues:table", args=[slug, table]))
        messages.error(request, sentence(no.reason))
        return redirect("leagues:table", slug=slug, table=table)
    if match is not None:
        return _to(request, reverse("games:table", args=[match.code]))
    if not polled:
        return redirect("leagues:table", slug=slug, table=table)
    now = timezone.now()
    sitting = sitting_of(request, slug, table)
    seats = [(place, matchdays.is_here(place, now)) for place in sitting.present]
    context = {"league": sitting.league, "table": sitting.table, "seats": seats, "waiting": True}
    return render(request, "leagues/table.html#waiting", context, zone=sitting.zone)


def _signed(request: HttpRequest) -> Player:
    player = reader_of(request)
    assert player is not None
    return player


def _to(request: HttpRequest, address: str) -> HttpResponse:
    """Go somewhere: the whole page, also from a fragment's request."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(headers={"HX-Redirect": address})
    return redirect(address)


@require_POST
@login_required
def act(request: HttpRequest, slug: str, table: int, verb: str) -> HttpResponse:
    """What those of a table do about it."""
    sitting = sitting_of(request, slug, table)
    if verb not in VERBS:
        raise Http404
    there = redirect("leagues:table", slug=slug, table=table)
    try:
        return VERBS[verb](request, sitting, _signed(request)) or there
    except NotAllowed as no:
        messages.error(request, sentence(no.reason))
        return there


def _propose(request: HttpRequest, sitting: Sitting, player: Player) -> None:
    """A time of the list, or one's own on the clocks of one's zone."""
    asked = request.POST.get("cand", "")
    try:
        moment = datetime.fromisoformat(asked)
    except ValueError:
        raise NotAllowed(Reason.SETTINGS) from None
    if moment.tzinfo is None:
        moment = moment_at(moment, sitting.zone)
    times.propose(table=sitting.table, by=player, starts_at=moment)


def _answer(request: HttpRequest, sitting: Sitting, player: Player) -> None:
    asked = request.POST.get("ora", "")
    time = queries_open.time_of(sitting.table, int(asked)) if asked.isdigit() else None
    if time is None:
        raise NotAllowed(Reason.STATE)
    if times.answer(time=time, by=player, yes=request.POST.get("pot") == "1"):
        messages.success(request, _("All have said yes: the time is set."))


def _cannot(request: HttpRequest, sitting: Sitting, player: Player) -> None:
    times.cannot(table=sitting.table, by=player)


def _week(request: HttpRequest, sitting: Sitting, player: Player) -> None:
    free = mytable.week_from(request.POST.getlist("liber"))
    weeks.keep(player=player, zone=request.POST.get("fus", ""), free=free)
    messages.success(request, _("Your week is kept."))


def _claim(request: HttpRequest, sitting: Sitting, player: Player) -> None:
    """The places and points of each, as they were tapped in."""
    lines = []
    for place in sitting.present:
        key = place.entrant_id
        rank = request.POST.get(f"loc{key}", "")
        if rank != "0" and not rank.isdigit():
            raise NotAllowed(Reason.LINES)
        came = rank != "0"
        points, cards = request.POST.get(f"puncte{key}", "") or "0", request.POST.get(f"carti{key}", "")
        lines.append(
            {
                "entrant": key,
                "place": int(rank),
                "points": _number(points) if came else 0,
                "cards": _hand(cards) if came else 0,
                "came": came,
            }
        )
    results.claim(table=sitting.table, by=player, lines=lines)


def _number(text: str) -> int:
    if not (text.strip().isascii() and text.strip().isdigit() and len(text.strip()) < 7):
        raise NotAllowed(Reason.LINES)
    return int(text)


def _hand(text: str) -> int:
    """What is left in a hand: points, or cards as the pad writes them."""
    worth = board.hand_worth(text)
    if worth is None:
        raise NotAllowed(Reason.LINES)
    return worth


def _sheets(sitting: Sitting) -> list[PaperMatch]:
    """My sheets of the score keeper on which these people's match is over."""
    names = sorted(_seat_names(sitting).values())
    mine = queries_paper.of(sitting.player) if sitting.player else []
    return [sheet for sheet in mine if sorted(sheet.names) == names and paper.standing_of(sheet).over]


def _seat_names(sitting: Sitting) -> dict[int, str]:
    """Whom a sheet names, by entrant: who really sits there, as short as a sheet wants it."""
    return {
        one.entrant_id: (one.substitute.username if one.substitute else one.entrant.name)[:20]
        for one in sitting.present
    }


def _keep_score(request: HttpRequest, sitting: Sitting, player: Player) -> HttpResponse:
    """A sheet on which the table's deals are tapped in, one by one."""
    rules = rules_from(sitting.season.rules)
    preset = sitting.season.preset if sitting.season.preset in pads.all_pads() else "mas"
    try:
        names = list(_seat_names(sitting).values())
        match = paper.open_match(names=names, preset=preset, ending=str(rules.ending), owner=player)
    except paper.Refused:
        raise NotAllowed(Reason.NAME) from None
    return redirect("leagues:paper_sheet", key=match.key)


def _from_sheet(request: HttpRequest, sitting: Sitting, player: Player) -> None:
    """Take the result that a finished sheet comes to."""
    sheet = next((one for one in _sheets(sitting) if one.code == request.POST.get("foaie")), None)
    if sheet is None:
        raise NotAllowed(Reason.STATE)
    whose = {name: pk for pk, name in _seat_names(sitting).items()}
    lines = outcomes.of_sheet(sitting.season, sheet, whose)
    results.claim(table=sitting.table, by=player, lines=lines, deals=sheet.deals)


def _confirm(request: HttpRequest, sitting: Sitting, player: Player) -> None:
    revision = request.POST.get("varianta", "")
    results.confirm(table=sitting.table, by=player, revision=int(revision) if revision.isdigit() else 0)


def _substitute(request: HttpRequest, sitting: Sitting, player: Player) -> None:
    if sitting.own is None:
        raise NotAllowed(Reason.NOT_AT_TABLE)
    if substitutes.look_for(place=sitting.own, by=player) is None:
        messages.warning(request, _("Nobody stands by now. The organizers know; you can still play yourself."))


def _take_back(request: HttpRequest, sitting: Sitting, player: Player) -> None:
    if sitting.own is None:
        raise NotAllowed(Reason.NOT_AT_TABLE)
    substitutes.take_back(place=sitting.own, by=player)


VERBS: dict[str, Callable[[HttpRequest, Sitting, Player], HttpResponse | None]] = {
    "propune": _propose,
    "raspunde": _answer,
    "nu-mai-pot": _cannot,
    "saptamana": _week,
    "rezultat": _claim,
    "foaie": _keep_score,
    "din-foaie": _from_sheet,
    "confirma": _confirm,
    "contesta": views_disputes.dispute,
    "voteaza": views_disputes.vote,
    "inlocuitor": _substitute,
    "inapoi": _take_back,
}


@require_POST
@login_required
def offer(request: HttpRequest, offer: int) -> HttpResponse:
    """Sit in for somebody, or not."""
    player = _signed(request)
    found = queries_open.offer_at(offer, player)
    if found is None:
        raise Http404
    row = found.place.table
    slug = row.matchday.division.season.league.slug
    if request.POST.get("da") != "1":
        done(request, lambda: substitutes.decline(offer=found, by=player))
        return redirect("leagues:index")
    if done(request, lambda: substitutes.accept(offer=found, by=player), _("Thank you! You play at this table.")):
        return redirect("leagues:table", slug=slug, table=row.pk)
    return redirect("leagues:index")
