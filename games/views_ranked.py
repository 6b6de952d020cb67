"""The page of ranked play: choose, wait, say yes. The same page and acts with and without a script."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games import queries_queue
from games.models import Match, Player
from games.presenters import queue as queues
from games.presenters.wording import reason_sentence
from games.services import offers, queueing, strikes
from games.services.errors import NotAllowed

type Act = Callable[[HttpRequest, Player], Match | None]


@require_safe
def ranked(request: HttpRequest) -> HttpResponse:
    """Asked every two seconds while it is open, which keeps the place; leads to the table once there is one."""
    player = _player(request)
    if player is None:
        return render(request, "games/ranked.html")
    queueing.seen(player=player)
    match = queries_queue.ranked_match_of(player)
    return _shown(request, player) if match is None else _to(request, "games:table", match.code)


def act(verb: Act) -> Callable[[HttpRequest], HttpResponse]:
    """A view of an act in the queue: signed in, by POST, a refusal told as a sentence."""

    @require_POST
    @wraps(verb)
    def view(request: HttpRequest) -> HttpResponse:
        if not isinstance(request.user, Player):
            return _to(request, "account_login", next=resolve_url("games:ranked"))
        refused, match = "", None
        try:
            match = verb(request, request.user)
        except NotAllowed as no:
            refused = reason_sentence(no.reason)
        if match is not None:
            return _to(request, "games:table", match.code)
        if _is_htmx(request) and _player(request) is not None:
            return _shown(request, request.user, refused)
        if refused:
            messages.error(request, refused)
        return _to(request, "games:ranked")

    return view


@act
def queue_join(request: HttpRequest, player: Player) -> Match | None:
    ladder, _space, preset = request.POST.get("queue", "").partition(" ")
    queueing.join(player=player, ladder=ladder, preset=preset)
    return None


@act
def queue_leave(request: HttpRequest, player: Player) -> Match | None:
    queueing.leave_queue(player=player)
    return queries_queue.ranked_match_of(player)


@act
def offer_accept(request: HttpRequest, player: Player) -> Match | None:
    return offers.accept(player=player)


@require_safe
def queue_note(request: HttpRequest) -> HttpResponse:
    """A line for other pages: the player stands in the queue, or has a table on offer. It keeps the place, too."""
    player = _player(request)
    if player is not None:
        queueing.seen(player=player)
    ticket = queries_queue.ticket_of(player) if player is not None else None
    return render(request, "games/ranked.html#note", {"queued": queues.note(ticket)})


def _shown(request: HttpRequest, player: Player, refused: str = "") -> HttpResponse:
    context = {"queue": _queue(player), "refused": refused}
    return render(request, "games/ranked.html#queue" if _is_htmx(request) else "games/ranked.html", context)


def _queue(player: Player) -> queues.Queue:
    now = timezone.now()
    ticket = queries_queue.ticket_of(player)
    if ticket is not None and ticket.offer is not None:
        return queues.offered(ticket, queries_queue.at_offer(ticket.offer), now)
    known = queues.Known(queries_queue.waiting(), queries_queue.recent_waits(now))
    if ticket is not None:
        return queues.standing_in(ticket, known, now)
    record = queries_queue.record_of(player)
    match = queries_queue.running_match_of(player)
    return queues.choosing(
        known,
        {ladder: queries_queue.standing_of(player, ladder, now) for ladder in queues.LADDERS},
        strikes.blocked_until(record, now),
        record.lost if record is not None else "",
        match.code if match is not None else "",
        now,
    )


def _player(request: HttpRequest) -> Player | None:
    """Who may play ranked matches at all: a player with an account."""
    return request.user if isinstance(request.user, Player) and not request.user.is_guest else None


def _is_htmx(request: HttpRequest) -> bool:
    return bool(request.htmx)  # type: ignore[attr-defined]


def _to(request: HttpRequest, name: str, *args: str, **query: str) -> HttpResponse:
    """Lead to another page, a script as well as a form."""
    url = resolve_url(name, *args) + (f"?{urlencode(query)}" if query else "")
    return HttpResponseClientRedirect(url) if _is_htmx(request) else redirect(url)
