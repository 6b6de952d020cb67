"""Pages of figures: a player's, seen by whoever sees the player's page, and the site's."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import queries_people, queries_statistics
from games.presenters import player_figures, site_figures
from games.views import player_of
from games.views_profile import visited

A_YEAR = timedelta(days=365)


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    found = visited(request, username)
    if isinstance(found, HttpResponse):
        return found
    owner, today = found[0], queries_statistics.today()
    months = queries_statistics.months_of(owner, player_figures.first_month(today))
    presets = queries_statistics.presets_of(owner)
    figures = player_figures.figures_of(queries_people.sums_of(owner), months, presets, today)
    context = {"player": owner, "figures": figures, "mine": owner == player_of(request)}
    return render(request, "games/player_statistics.html", context)


@require_safe
def site(request: HttpRequest) -> HttpResponse:
    today = queries_statistics.today()
    year = today - A_YEAR
    figures = site_figures.figures_of_site(
        queries_statistics.days(site_figures.first_day(today)),
        queries_statistics.presets(year),
        queries_statistics.sizes(year),
        queries_statistics.ends(),
        today,
    )
    return render(request, "games/statistics.html", {"figures": figures})
