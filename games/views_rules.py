"""The rules as one table plays them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.presenters.pages import rules_of
from games.presenters.rule_sheet import rule_sheet
from games.views import match_or_404


@require_safe
def table_rules(request: HttpRequest, code: str) -> HttpResponse:
    match = match_or_404(code)
    return render(
        request, "games/table_rules.html", {"code": match.code, "sheet": rule_sheet(rules_of(match), match.sentences)}
    )
