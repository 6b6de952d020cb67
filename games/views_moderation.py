"""The moderators' pages: reports that wait, what was said, what is done about it."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import queries_moderation
from games.models import Player, Report
from games.moderation_forms import DecisionForm, NoteForm
from games.presenters import moderation as shown
from games.presenters.wording import reason_sentence
from games.services import accounts, moderation
from games.services.errors import NotAllowed

type View[**P] = Callable[Concatenate[HttpRequest, P], HttpResponse]


def for_moderators[**P](view: View[P]) -> View[P]:
    """Others are led to the login, or told that it is not theirs."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not queries_moderation.is_moderator(_moderator(request)):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return login_required(guarded)


@require_safe
@for_moderators
def reports(request: HttpRequest) -> HttpResponse:
    context = {
        "cases": [shown.case(report, report.before - 1) for report in queries_moderation.open_reports()],
        "acts": list(map(shown.act, queries_moderation.latest_acts())),
    }
    return render(request, "moderation/reports.html", context)


@require_safe
@for_moderators
def report(request: HttpRequest, pk: int) -> HttpResponse:
    return _report_page(request, _report_or_404(pk), DecisionForm(), NoteForm())


@require_POST
@for_moderators
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    about, form = _report_or_404(pk), DecisionForm(request.POST)
    if not form.is_valid():
        return _report_page(request, about, form, NoteForm())
    try:
        moderation.handle(report=about, by=_moderator(request), **form.decision())
    except NotAllowed as no:
        messages.error(request, reason_sentence(no.reason))
        return redirect("games:moderation_report", pk=pk)
    messages.success(request, _("Done, and noted for the other moderators."))
    return redirect("games:moderation")


@require_POST
@for_moderators
def note(request: HttpRequest, pk: int) -> HttpResponse:
    about, form = _report_or_404(pk), NoteForm(request.POST)
    if not form.is_valid():
        return _report_page(request, about, DecisionForm(), form)
    moderation.add_note(report=about, by=_moderator(request), note=form.cleaned_data["note"])
    return redirect("games:moderation_report", pk=pk)


@require_safe
@for_moderators
def player(request: HttpRequest, username: str) -> HttpResponse:
    about = _player_or_404(username)
    past = queries_moderation.past_of(about)
    context = {
        "about": about,
        "name": shown.shown_name(about.username),
        "cases": list(map(shown.case, past.reports)),
        "acts": list(map(shown.act, past.acts)),
        "out_of_reach": queries_moderation.is_out_of_reach(about),
    }
    return render(request, "moderation/player.html", context)


@require_POST
@for_moderators
def lift(request: HttpRequest, username: str) -> HttpResponse:
    """Let somebody in again, and let them speak."""
    about = _player_or_404(username)
    try:
        moderation.lift(player=about, by=_moderator(request))
    except NotAllowed as no:
        messages.error(request, reason_sentence(no.reason))
    return redirect("games:moderation_player", username=about.username)


def _report_page(request: HttpRequest, about: Report, form: DecisionForm, note: NoteForm) -> HttpResponse:
    past = queries_moderation.past_of(about.player, but=about)
    context = {
        "case": shown.case(about, len(past.reports)),
        "earlier": list(map(shown.case, past.reports)),
        "acts": list(map(shown.act, past.acts)),
        "choices": shown.CHOICES,
        "chosen": form["measure"].value() or shown.CHOICES[0].value,
        "form": form,
        "note": note,
        "out_of_reach": about.player == request.user or queries_moderation.is_out_of_reach(about.player),
    }
    return render(request, "moderation/report.html", context, status=422 if form.is_bound or note.is_bound else 200)


def _report_or_404(pk: int) -> Report:
    about = queries_moderation.report_of(pk)
    if about is None:
        raise Http404
    return about


def _player_or_404(username: str) -> Player:
    about = accounts.named(name=username)
    if about is None:
        raise Http404
    return about


def _moderator(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)
    return request.user
