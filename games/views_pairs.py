"""The moderators' pages about pairs that may be helping each other at ranked tables."""

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import queries_pairs
from games.models import Player
from games.moderation_forms import PairForm
from games.presenters import pairs as shown
from games.presenters.wording import reason_sentence
from games.services import pair_decisions
from games.services.errors import NotAllowed
from games.views import player_of
from games.views_moderation import for_moderators


@require_safe
@for_moderators
def pairs(request: HttpRequest) -> HttpResponse:
    reports = queries_pairs.pair_reports(timezone.now() - queries_pairs.LOOKED_BACK)
    decisions = queries_pairs.decisions_on([(one.helper.pk, one.helped.pk) for one in reports])
    waiting, others = shown.rows(reports, decisions, player_of(request))
    context = {
        "waiting": waiting,
        "others": others,
        "decisions": [shown.decision(one) for one in queries_pairs.latest_decisions() if _is_others(request, one)],
        "days": queries_pairs.LOOKED_BACK.days,
    }
    return render(request, "moderation/pairs.html", context)


@require_safe
@for_moderators
def pair(request: HttpRequest, helper: int, helped: int) -> HttpResponse:
    return _page(request, *_people(request, helper, helped), PairForm())


@require_POST
@for_moderators
def decide(request: HttpRequest, helper: int, helped: int) -> HttpResponse:
    (one, other), form = _people(request, helper, helped), PairForm(request.POST)
    if not form.is_valid():
        return _page(request, one, other, form)
    moderator = player_of(request)
    assert moderator is not None
    found = _evidence(one, other).suspicion
    try:
        pair_decisions.decide(helper=one, helped=other, by=moderator, suspicion=found, **form.cleaned_data)
    except NotAllowed as no:
        messages.error(request, reason_sentence(no.reason))
        return redirect("games:moderation_pair", helper, helped)
    messages.success(request, _("Done, and noted for the other moderators."))
    return redirect("games:moderation_pairs")


def _page(request: HttpRequest, helper: Player, helped: Player, form: forms.Form) -> HttpResponse:
    evidence = _evidence(helper, helped)
    decisions = queries_pairs.latest_decisions(helper, helped)
    context = {
        "helper": helper,
        "helped": helped,
        "words": shown.words(evidence, helper.username, helped.username),
        "is_flagged": evidence.suspicion.is_flagged,
        "tables": shown.tables(evidence),
        "decisions": list(map(shown.decision, decisions)),
        "seen": decisions[0].pk if decisions else 0,
        "choices": shown.choices(),
        "chosen": form["kind"].value(),
        "form": form,
    }
    return render(request, "moderation/pair.html", context, status=422 if form.is_bound else 200)


def _evidence(helper: Player, helped: Player) -> queries_pairs.Evidence:
    return queries_pairs.evidence(helper, helped, timezone.now() - queries_pairs.LOOKED_BACK)


def _people(request: HttpRequest, helper: int, helped: int) -> tuple[Player, Player]:
    """The two of a pair. Raises Http404, and PermissionDenied for one of them."""
    people = queries_pairs.people_of(helper, helped)
    if len(people) < 2:
        raise Http404
    if player_of(request) in people.values():
        raise PermissionDenied(_("You are one of the two: another moderator decides."))
    return people[helper], people[helped]


def _is_others(request: HttpRequest, decision: queries_pairs.PairDecision) -> bool:
    return getattr(request.user, "pk", None) not in (decision.helper_id, decision.helped_id)
