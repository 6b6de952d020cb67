"""The leagues one can join, and the pages of one league: now, standings, rounds, entrants, rules, log."""

from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST, require_safe

from leagues import queries_deals, queries_open, queries_owning
from leagues.models import Entrant, Matchday, Season
from leagues.presenters import desk, promises, ranking, reasons
from leagues.presenters import season as told
from leagues.refusals import sentence
from leagues.services import disputes, entrants, juries, leaving, records, standings
from leagues.services.errors import Reason
from leagues.views_clocks import HOME_ZONE, render
from leagues.views_ladder import panel_of, tables_context
from leagues.views_visit import Visit, done, keep_code, player_of, shown, visit_of

FILTERS = {"limba": "language", "club": "club", "loc": "place", "cauta": "words"}
LONGEST = 60


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """My leagues, what is next for me first; leagues to join; leagues to look at."""
    player = player_of(request)
    asked = {field: request.GET.get(name, "").strip()[:LONGEST] for name, field in FILTERS.items()}
    places = queries_open.my_places(player) if player else []
    context = {
        "mine": queries_open.mine(player) if player else [],
        "run": queries_open.run_by(player) if player else [],
        "turns": [(place, told.next_for_place(place)) for place in places],
        "offers": queries_open.offers_to(player) if player else [],
        "owner_offers": queries_owning.offers_to(player),
        "open": queries_open.to_join(**asked),
        "running": queries_open.running_in_public(),
        "asked": asked,
        "filtered": any(asked.values()),
        "places": queries_open.places_listed(),
        "states": desk.STATES,
    }
    return render(request, "leagues/index.html", context, zone=HOME_ZONE)


@require_GET
def by_code(request: HttpRequest, code: str = "") -> HttpResponse:
    """Open the league of a code, which lets one in."""
    if not ratelimit.consume(request, action="league_code"):
        return render(request, "429.html", {}, zone=HOME_ZONE, status=429)
    league = queries_open.league_by_code(code or request.GET.get("cod", ""))
    if league is None:
        messages.error(request, sentence(Reason.CODE))
        return redirect("leagues:index")
    keep_code(request, league)
    return redirect("leagues:league", slug=league.slug)


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """What is now: for me, in the round, in the news."""
    visit = visit_of(request, slug)
    days = queries_open.days_of(visit.season)
    mine = _my_day(visit, days)
    place = queries_open.my_place_in(visit.season, visit.player) if visit.player else None
    off_now = queries_open.bye_in(mine, visit.entrant) if mine and visit.entrant and not place else None
    after = None
    if visit.entrant is not None:
        after = told.next_for(season=visit.season, entrant=visit.entrant, place=place, day=mine, off_now=off_now)
    times = records.scoring_of(visit.season).times
    may_enter = _may_enter(visit, days)
    panel = panel_of(visit)
    if panel is not None:
        after = None
    context = {
        "tab": "acum",
        "days": _current(days),
        "next": after,
        "best": queries_open.best_of(visit.season) if visit.season.final_at else [],
        "owner_offers": queries_owning.offers_to(visit.player, visit.league),
        "place": place,
        "vote_at": _vote_at(visit, days),
        "ladder": panel,
        "count": queries_open.count_in(visit.season) if may_enter else 0,
        "news": queries_open.news_of(visit.league, 5),
        "ahead": _ahead(visit, days),
        "penalties": told.penalties(queries_open.penalties_of(visit.entrant), times) if visit.entrant else [],
        "facts": promises.facts(visit.season)[:5],
        "dealt": queries_deals.rounds_of(visit.season),
        "may_enter": may_enter,
        "answered": entrants.is_answered(visit.season, visit.part),
        "needs_code": visit.league.visibility != "public" and not visit.has_code,
    }
    return _page(request, visit, "leagues/league.html", context)


def _my_day(visit: Visit, days: list[Matchday]) -> Matchday | None:
    """The latest round of my division whose tables are known."""
    if visit.entrant is None:
        return None
    own = [day for day in days if day.division_id == visit.entrant.division_id and day.state in queries_open.SHOWN]
    return own[-1] if own else None


def _vote_at(visit: Visit, days: list[Matchday]) -> int | None:
    """The table of the oldest dispute that waits for this reader's vote."""
    if visit.player is None or not any(getattr(day, "disputed", False) for day in days):
        return None
    found = next(juries.asked(visit.player, visit.season), None)
    return found.table_id if found else None


def _current(days: list[Matchday]) -> list[Matchday]:
    """In each division the round that is being played, or comes next; not one that waits for late tables only."""
    latest: dict[int, Matchday] = {}
    for day in days:
        known = latest.get(day.division_id)
        is_next = known is not None and known.state == Matchday.State.COMPLETED and day.state != Matchday.State.VOID
        if known is None or is_next or day.state in queries_open.OPEN_DAY:
            latest[day.division_id] = day
    return sorted(latest.values(), key=lambda day: day.division.level)


def _ahead(visit: Visit, days: list[Matchday]) -> list[dict[str, Any]]:
    """Rounds that I can still ask off, and whether I did."""
    if visit.entrant is None or visit.entrant.state not in queries_open.IN:
        return []
    if visit.season.state not in queries_open.JOINABLE or visit.season.format == Season.Format.LADDER:
        return []
    known = {day.number: day.state for day in days if day.division_id == visit.entrant.division_id}
    numbers = [n for n in range(1, visit.season.rounds + 1) if known.get(n, "planned") == Matchday.State.PLANNED]
    return [{"number": number, "off": str(number) in visit.entrant.away} for number in numbers]


def _may_enter(visit: Visit, days: list[Matchday]) -> bool:
    """Whether an entry would not be refused at once."""
    states = {Entrant.State.WITHDRAWN, Entrant.State.DECLINED}
    open_ = visit.season.state in queries_open.JOINABLE and visit.season == visit.seasons[0]
    ahead = [day.number for day in days if day.state in entrants.AHEAD]
    if visit.season.state in entrants.UNDER_WAY and visit.season.format == Season.Format.LADDER:
        open_ = open_ and any(day.state in entrants.LADDER_OPEN for day in days)
    elif visit.season.state in entrants.UNDER_WAY:
        open_ = open_ and min(ahead, default=visit.season.rounds + 1) <= entrants.last_joining_round(visit.season)
    return open_ and (visit.entrant is None or (visit.entrant.state in states and visit.entrant.left_round is None))


@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings, division by division, and what parts equal points."""
    visit = visit_of(request, slug)
    rows = queries_open.standings_of(visit.season)
    me = visit.entrant.pk if visit.entrant else None
    context = {
        "tab": "clasament",
        "rankings": ranking.rankings(rows, visit.season.tie_breaks, me, records.scoring_of(visit.season).times),
        "order": ranking.in_words(visit.season),
        "seed": visit.season.seed if visit.season.state in {Season.State.FINAL, Season.State.ARCHIVED} else "",
    }
    return _page(request, visit, "leagues/standings.html", context)


@require_safe
def sums(request: HttpRequest, slug: str, entrant: int) -> HttpResponse:
    """Every figure of an entrant's line, opened into its sum."""
    visit = visit_of(request, slug)
    people = {one.pk: one for one in queries_open.entrants_of(visit.season)}
    whose = people.get(entrant)
    if whose is None or whose.division is None:
        raise Http404
    whose.division.season = visit.season
    record = records.record_of(whose.division)
    gone = {pk for pk, one in people.items() if one.state in standings.GONE}
    row = next((one for one in standings.ranked(visit.season, record, gone) if one.entrant == entrant), None)
    if row is None:
        raise Http404
    numbers = queries_open.table_numbers(whose.division)
    names = {pk: one.name for pk, one in people.items()}
    rounds = visit.season.format != Season.Format.LADDER
    words = ranking.Words(names, numbers, records.scoring_of(visit.season).times, rounds)
    context = {
        "tab": "clasament",
        "whose": whose,
        "row": row,
        "figures": ranking.opened(row.figures, words, ranking.points_meaning(visit.season)),
        "decided": ranking.NAMES[row.decided_by] if row.decided_by else "",
    }
    return _page(request, visit, "leagues/sums.html", context)


@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """One round with its tables, results and who had none; the latest, or that of `?etapa=`."""
    visit = visit_of(request, slug)
    if visit.season.format == Season.Format.LADDER:
        context = {"tab": "etape", **tables_context(request, visit)}
        return _page(request, visit, "leagues/ladder_tables.html", context)
    days = queries_open.days_of(visit.season)
    numbers = sorted({day.number for day in days})
    known = [day.number for day in days if day.state in queries_open.SHOWN]
    asked = request.GET.get("etapa", "")
    number = int(asked) if asked.isdigit() and int(asked) in numbers else max(known, default=min(numbers, default=0))
    chosen = [day for day in days if day.number == number]
    seen = [day for day in chosen if day.state in queries_open.SHOWN]
    found = queries_open.tables_of(seen) if seen else []
    names = {place.entrant_id: place.entrant.name for one in found for place in one.places.all()}
    scoring = records.scoring_of(visit.season)
    why = {one.pk: reasons.sentences(one.reasons, names, scoring.times) for one in found}
    me = visit.entrant.pk if visit.entrant else None
    context = {
        "tab": "etape",
        "numbers": numbers,
        "number": number,
        "days": chosen,
        "tables": told.tables(found, scoring, me, why),
        "off": told.off(queries_open.byes_of(seen), scoring.times) if seen else [],
        "divided": len({day.division_id for day in days}) > 1,
    }
    return _page(request, visit, "leagues/rounds.html", context)


@require_safe
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is in."""
    visit = visit_of(request, slug)
    found = told.by_name(queries_open.entrants_of(visit.season))
    context = {
        "tab": "jucatori",
        "people": [one for one in found if one.state in queries_open.IN],
        "waiting": [one for one in found if one.state in {Entrant.State.APPLIED, Entrant.State.WAITLISTED}],
        "gone": [one for one in found if one.state in standings.GONE],
        "states": told.ENTRANTS,
    }
    return _page(request, visit, "leagues/people.html", context)


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """What the season promises, and the rules of every match of it."""
    visit = visit_of(request, slug)
    order = ranking.in_words(visit.season)
    context = {"tab": "reguli", "facts": promises.facts(visit.season), "order": order}
    return _page(request, visit, "leagues/rules.html", context)


@require_safe
def public_log(request: HttpRequest, slug: str) -> HttpResponse:
    """Every act that moved points, for all to read."""
    visit = visit_of(request, slug)
    rows = desk.log_rows(queries_open.public_log(visit.season))
    return _page(request, visit, "leagues/log.html", {"tab": "jurnal", "rows": rows})


def _page(request: HttpRequest, visit: Visit, template: str, context: dict[str, Any]) -> HttpResponse:
    whole = context | {
        "visit": visit,
        "league": visit.league,
        "season": visit.season,
        "state": desk.STATES[visit.season.state],
        "day_states": told.DAYS,
        "edition": f"?sezon={visit.season.number}" if visit.season != visit.seasons[0] else "",
    }
    return shown(request, template, whole, zone=visit.league.zone)


@require_POST
def act(request: HttpRequest, slug: str, verb: str) -> HttpResponse:
    """Enter, leave, ask a round off, stand by: one's own entry."""
    visit = visit_of(request, slug)
    if visit.player is None:
        return redirect(f"{reverse('account_login')}?next={reverse('leagues:league', args=[slug])}")
    if verb not in VERBS:
        raise Http404
    VERBS[verb](request, visit, visit.player)
    return redirect("leagues:league", slug=slug)


def _enter(request: HttpRequest, visit: Visit, player: Any) -> None:
    code = request.POST.get("cod", "")[:8] or (visit.league.code if visit.has_code else "")
    done(request, lambda: entrants.apply(season=visit.season, player=player, code=code))


def _leave(request: HttpRequest, visit: Visit, player: Any) -> None:
    if visit.entrant is not None and request.POST.get("sigur"):
        entrant = visit.entrant
        done(request, lambda: leaving.withdraw(entrant=entrant, by=player))


def _off(request: HttpRequest, visit: Visit, player: Any) -> None:
    number = request.POST.get("etapa", "")
    if visit.entrant is not None and number.isdigit():
        entrant, off = visit.entrant, request.POST.get("liber") == "1"
        done(request, lambda: entrants.ask_off(entrant=entrant, by=player, number=int(number), off=off))


def _stand_by(request: HttpRequest, visit: Visit, player: Any) -> None:
    if visit.entrant is not None:
        entrant, ready = visit.entrant, request.POST.get("gata") == "1"
        done(request, lambda: entrants.stand_by(entrant=entrant, by=player, ready=ready))


def _appeal(request: HttpRequest, visit: Visit, player: Any) -> None:
    asked = request.POST.get("penalizare", "")
    penalty = queries_open.penalty_of(visit.entrant, int(asked)) if visit.entrant and asked.isdigit() else None
    if penalty is not None:
        text = request.POST.get("text", "")[:300]
        done(request, lambda: disputes.appeal(penalty=penalty, by=player, text=text))


VERBS = {"inscrie": _enter, "retrage": _leave, "liber": _off, "rezerva": _stand_by, "contesta": _appeal}
