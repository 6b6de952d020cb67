"""The leaderboards: by ladder and period, of everybody or of friends only."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import queries_people, queries_ranked
from games.models import Player
from games.presenters import board as boards
from games.views import number_in, player_of

TOP = 3  # of the season before


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    player, now = player_of(request), timezone.now()
    month, season = queries_ranked.current_periods(now)
    period = boards.period(request.GET.get("period", "season"), month, season)
    if period is None:
        raise Http404(_("There was no such season."))
    asked = request.GET.get("ladder", "")
    ladder = asked if asked in queries_ranked.LADDERS else queries_ranked.LADDERS[-1]
    board = queries_ranked.board(ladder, period.key, now)
    friends = request.GET.get("friends") == "1" and player is not None
    if friends and player:
        board = board.among({*queries_people.friend_ids(player), player.pk})
    shown = board.page(number_in(request, "page"), player)
    context = _lines(shown, period.kind, player)
    context |= {"period": period, "page": shown, "ladder": ladder, "friends": friends, "ladders": boards.LADDERS}
    if period.kind == "season":
        context |= _season(period, ladder, player)
    return render(request, "games/board.html", context)


def _lines(shown: queries_ranked.Page, kind: str, player: Player | None) -> dict[str, Any]:
    standings = [*shown.lines, *([shown.own] if shown.own else [])]
    seen = queries_people.seen_by(player, [standing.score.player for standing in standings])
    told = boards.lines(standings, seen, player.pk if player else None, kind=kind)
    count = len(shown.lines)
    far = shown.own is not None and not any(line.me for line in told[:count])
    return {"lines": told[:count], "own": told[count] if far else None}


def _season(period: boards.Period, ladder: str, player: Player | None) -> dict[str, Any]:
    """How far this player has come in the season; beside the one of now, who was first in the last."""
    context: dict[str, Any] = {}
    if player:
        context["tiered"] = boards.tiered(queries_ranked.period_score(player, ladder, period.key))
    if period.is_now:
        top = queries_ranked.period_board(ladder, period.before).top(TOP)
        context["top"] = boards.lines(top, (), None, kind=period.kind)
    return context
