"""The score keeper's pages. Who has a sheet's address may write on it, as with a sheet on the table."""

import json
import uuid
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.models import Player
from leagues import queries_paper
from leagues.models import PaperMatch
from leagues.paper_forms import PaperForm
from leagues.presenters import paper as shown
from leagues.services import paper
from leagues.services.paper import Fault, Refused
from leagues.views_addresses import address, qr
from leagues.views_clocks import HOME_ZONE, render

LONGEST_MESSAGE = 512 * 1024
NOBODY = "nobody"


@require_http_methods(["GET", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Who sits at the table; and the sheets that one has already."""
    form = PaperForm(request.POST if request.method == "POST" else None, names=request.GET.getlist("n"))
    player = request.user if isinstance(request.user, Player) else None
    if form.is_bound and form.is_valid():
        if not ratelimit.consume(request, action="paper"):
            return render(request, "429.html", {}, zone=HOME_ZONE, status=429)
        asked = form.cleaned_data
        try:
            match = paper.open_match(names=asked["names"], preset=asked["preset"], ending=asked["until"], owner=player)
        except Refused as no:
            form.add_error(None, str(shown.FAULTS[no.fault]))
        else:
            return redirect("leagues:paper_sheet", key=match.key)
    mine = queries_paper.of(player) if player else []
    context = {"form": form, "mine": mine}
    return render(request, "leagues/paper_start.html", context, zone=HOME_ZONE, status=422 if form.is_bound else 200)


@require_safe
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    """The sheet for who writes on it; `?deal=` opens a round for correction where no script does."""
    match = _by_key(key)
    share = address(request, reverse("leagues:paper_view", args=[match.code]))
    context = _told(match) | {
        "match": match,
        "boxes": {match.preset: shown.pad_keys(match.preset)},
        "data": shown.as_data(match, share),
        "share": share,
        "mine": address(request, request.path),
        "qr": qr(share),
        "open": _opened(match, request.GET.get("deal", "")),
    }
    return render(request, "leagues/paper.html", context, zone=HOME_ZONE)


def _opened(match: PaperMatch, deal_id: str) -> dict[str, Any]:
    """The form of a round as it begins: a new one, or one that is put right."""
    for deal in match.deals:
        if deal["id"] == deal_id:
            hands = [deal["hands"].get(str(seat)) for seat in range(len(match.names))]
            return {**deal, "seats": list(zip(match.names, hands, strict=True)), "known": True}
    dealer = paper.standing_of(match).dealer
    return {"id": str(uuid.uuid4()), "dealer": dealer, "winner": -1, "seats": [(name, "") for name in match.names]}


@require_safe
def empty_sheet(request: HttpRequest) -> HttpResponse:
    """The same page with nothing of anybody on it: what a phone keeps to open its sheets without network."""
    context = {"empty": True, "boxes": shown.all_pads()}
    # No request: neither who asks nor a token of theirs is on the page, only how they like it to look.
    looks = {"request": {"COOKIES": {"theme": request.COOKIES.get("theme", "")}}}
    page = render_to_string("leagues/paper.html", context | looks)
    return HttpResponse(page, headers={"Cache-Control": "no-cache"})


@require_safe
def view(request: HttpRequest, code: str) -> HttpResponse:
    """The score for who only looks on."""
    match = queries_paper.by_code(code)
    if match is None:
        raise Http404(shown.FAULTS[Fault.NO_SUCH_MATCH])
    page = "leagues/paper_view.html#score" if request.htmx else "leagues/paper_view.html"  # type: ignore[attr-defined]
    return render(request, page, _told(match) | {"match": match}, zone=HOME_ZONE)


@require_POST
def write(request: HttpRequest, key: str) -> HttpResponse:
    """A round is written down, or put right, by the plain form."""
    match = _by_key(key)
    deal = _deal_of(request, len(match.names))
    try:
        if request.POST.get("known"):
            paper.correct(key=key, deal=deal)
        else:
            paper.record(key=key, deal=deal, seen=_number(request, "version"))
    except Refused as no:
        messages.error(request, str(shown.FAULTS[no.fault]))
    return redirect("leagues:paper_sheet", key=key)


def _deal_of(request: HttpRequest, seats: int) -> dict[str, Any]:
    who = request.POST.get("winner", "")
    winner = None if who == NOBODY else _number(request, "winner")
    return {
        "id": request.POST.get("id"),
        "winner": -1 if winner is None and who != NOBODY else winner,
        "hands": {str(seat): request.POST.get(f"hand{seat}", "") for seat in range(seats) if seat != winner},
        "dealer": _number(request, "dealer"),
        "revision": _number(request, "revision") or 1,
    }


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


@require_POST
def remove(request: HttpRequest, key: str) -> HttpResponse:
    """A round is taken off the sheet."""
    _by_key(key)
    try:
        paper.remove(key=key, deal_id=request.POST.get("id", ""), revision=_number(request, "revision"))
    except Refused as no:
        messages.error(request, str(shown.FAULTS[no.fault]))
    return redirect("leagues:paper_sheet", key=key)


@require_POST
def close(request: HttpRequest, key: str) -> HttpResponse:
    """End the evening by hand, or take that back."""
    _by_key(key)
    (paper.finish if request.POST.get("on") == "1" else paper.go_on)(key=key)
    return redirect("leagues:paper_sheet", key=key)


# No cookie counts here, only the address: there is nothing that another site could make a browser do.
@csrf_exempt
@require_POST
def sync(request: HttpRequest, key: str) -> HttpResponse:
    """Takes over what a phone kept, and answers with the whole sheet, or with nothing where nothing is new."""
    if not ratelimit.consume(request, action="paper_sync"):
        return JsonResponse({"refused": {}}, status=429)
    try:
        told = _message(request)
        match, refused = paper.merge(key=key, changes=told.get("changes"))
    except Refused as no:
        status = 404 if no.fault is Fault.NO_SUCH_MATCH else 400
        return JsonResponse({"text": str(shown.FAULTS[no.fault])}, status=status)
    if told.get("version") == match.version and not told.get("changes"):
        return HttpResponse(status=204)
    share = address(request, reverse("leagues:paper_view", args=[match.code]))
    sentences = {change: str(shown.FAULTS[fault]) for change, fault in refused.items()}
    return JsonResponse({"sheet": shown.as_data(match, share), "refused": sentences})


def _message(request: HttpRequest) -> dict[str, Any]:
    """What the phone sent. Raises Refused(NO_DEAL) for what is no message of ours."""
    if request.content_type != "application/json" or len(request.body) > LONGEST_MESSAGE:
        raise Refused(Fault.NO_DEAL)
    try:
        told = json.loads(request.body)
    except (ValueError, RecursionError):
        raise Refused(Fault.NO_DEAL) from None
    if not isinstance(told, dict):
        raise Refused(Fault.NO_DEAL)
    return told


def _by_key(key: str) -> PaperMatch:
    match = queries_paper.by_key(key)
    if match is None:
        raise Http404(_("There is no such sheet."))
    return match


def _told(match: PaperMatch) -> dict[str, Any]:
    return {"board": shown.board(match, paper.standing_of(match))}
