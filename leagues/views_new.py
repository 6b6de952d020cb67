"""A new league on one page, with its season tried out beside the form; and its plan, until it begins."""

from typing import Any

from allauth.core import ratelimit
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from games.models import Player
from games.services import estimates
from leagues import queries_desk
from leagues.desk_forms import LeagueForm, PlanForm, plan_initial
from leagues.models import Season
from leagues.presenters import dryrun
from leagues.refusals import sentence
from leagues.services import leagues, seasons
from leagues.services.errors import NotAllowed
from leagues.services.plan import Plan, plan_of
from leagues.services.rights import Act
from leagues.views_clocks import HOME_ZONE, render
from leagues.views_guard import desk_of, done, htmx

NEW = "leagues/new.html"


@require_http_methods(["GET", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Open a league and its registration with one button; `try` only tries the season out."""
    assert isinstance(request.user, Player)
    form = LeagueForm(request.POST or None)
    if form.is_bound and "try" not in request.POST and form.is_valid():
        if not ratelimit.consume(request, action="league"):
            return render(request, "429.html", {}, zone=HOME_ZONE, status=429)
        season = _opened(request.user, form)
        if season is not None:
            return redirect("leagues:desk", slug=season.league.slug)
    return _form_page(request, NEW, form, {"guest": request.user.is_guest})


def _opened(owner: Player, form: LeagueForm) -> Season | None:
    try:
        with transaction.atomic():
            season = leagues.open_league(owner=owner, plan=Plan(**form.plan_values()), **form.page_values())
            seasons.open_registration(season=season, by=owner)
    except NotAllowed as no:
        form.add_error(None, sentence(no.reason))
        return None
    return season


def _form_page(request: HttpRequest, page: str, form: PlanForm, context: dict[str, Any]) -> HttpResponse:
    """The form with its trial; only the trial where a script asks for it."""
    context |= {"form": form, "trial": _trial(request, form)}
    if htmx(request):
        return render(request, f"{NEW}#trial", context, zone=form.zone_chosen())
    trying = "try" in request.POST
    if trying:
        form.errors.clear()
    status = 422 if form.is_bound and not trying else 200
    return render(request, page, context, zone=form.zone_chosen(), status=status)


def _trial(request: HttpRequest, form: PlanForm) -> dryrun.Trial | None:
    filled = form if form.is_bound else _untouched(form)
    asked = filled.tried()
    if asked is None or not ratelimit.consume(request, action="dry_run"):
        return None
    return _timed(dryrun.trial(**asked), filled.cleaned_data)


def _timed(tried: dryrun.Trial, asked: dict[str, Any]) -> dryrun.Trial:
    """With how long it lasts, where all is played in one evening and the rules of its matches are right."""
    rules = asked.get("rules")
    if not tried.evening or rules is None:
        return tried
    minutes = {size: estimates.expected_minutes(rules, size) for size in tried.seats}
    return dryrun.timed(tried, minutes, paper=asked.get("venue") != Season.Venue.ONLINE)


def _untouched(form: PlanForm) -> PlanForm:
    """The form as it would be sent with nothing changed."""
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, "", False)}
    return type(form)(sent, initial=form.initial, zone=form.zone, entered=form.entered)


@require_http_methods(["GET", "POST"])
@login_required
def plan_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the plan of a season that has not begun."""
    desk = desk_of(request, slug, Act.EDIT)
    plan = plan_of(desk.season)
    entered = queries_desk.count_accepted(desk.season)
    initial = plan_initial(desk.season, plan.rules, entered)
    form = PlanForm(request.POST or None, initial=initial, zone=desk.league.zone, entered=entered)
    if form.is_bound and "try" not in request.POST and form.is_valid():
        changed = Plan(**{name: getattr(plan, name) for name in Plan.__dataclass_fields__} | form.plan_values())
        _, status = done(request, lambda: seasons.change_plan(season=desk.season, by=desk.player, plan=changed))
        if status == 200:
            return redirect("leagues:desk", slug=slug)
    frozen = desk.season.state in seasons.PROMISED
    return _form_page(request, "leagues/desk_plan.html", form, {"desk": desk, "league": desk.league, "frozen": frozen})
