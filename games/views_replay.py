"""A finished round watched again: its page at every move, and the picture that a link to it shows."""

import hashlib

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import pictures, queries
from games.models import Match, Round
from games.names import shown_name
from games.presenters import replay as replays
from games.presenters.replay import Film, Position
from games.views import match_or_404

PICTURE_KEPT = 24 * 3600  # s: long enough for a link that is passed round, short enough for a name that changes


@require_safe
def replay(request: HttpRequest, code: str, number: int, move: int = 0) -> HttpResponse:
    found = match_or_404(code)
    played = over_or_404(found, number)
    asked = request.GET.get("move", "")
    if asked.isascii() and asked.isdigit() and len(asked) < 6:
        return redirect(_address(found, number, min(int(asked), played.version), request.GET.get("seat", "")))
    shown = _shown(found, played, move, _seat(request, played))
    place = reverse("games:replay_picture", args=[found.code, number, move])
    context = {"code": found.code, "round": number, "rounds": queries.rounds_of(found), "shown": shown}
    context |= {
        "base": reverse("games:replay", args=[found.code, number]),
        "picture": request.build_absolute_uri(place),
    }
    context["query"] = "" if shown.seat is None else f"?seat={shown.seat + 1}"
    context["here"] = request.build_absolute_uri(request.path)
    return render(request, "games/replay.html", context)


@require_safe
def replay_picture(request: HttpRequest, code: str, number: int, move: int) -> HttpResponse:
    """What a link to a moment shows where it is passed on: a PNG of 1200 × 630, of finished rounds alone."""
    found = match_or_404(code)
    played = over_or_404(found, number)
    if move > played.version:
        raise Http404(_("This round had fewer moves."))
    names = ",".join(_names(played)) + (get_language() or "")
    key = f"picture-{played.pk}-{move}-{hashlib.sha256(names.encode()).hexdigest()[:16]}"
    image = cache.get(key)
    if image is None:
        image = pictures.png(_shown(found, played, move, None), found.code, number)
        cache.set(key, image, PICTURE_KEPT)
    response = HttpResponse(image, content_type="image/png")
    patch_cache_control(response, public=True, max_age=PICTURE_KEPT)
    return response


def over_or_404(found: Match, number: int) -> Round:
    """A round whose cards everybody may see."""
    played = queries.round_of(found, number)
    if played is None or not played.revealed:
        raise Http404(_("This round is not over yet, or there is no such round."))
    return played


def _address(found: Match, number: int, move: int, seat: str) -> str:
    address = reverse("games:replay", args=[found.code, number, move] if move else [found.code, number])
    return f"{address}?seat={seat}" if seat.isascii() and seat.isdigit() and len(seat) < 4 else address


def _seat(request: HttpRequest, played: Round) -> int | None:
    """The seat that is asked for, counted from 1 in addresses; None for all hands open."""
    asked = request.GET.get("seat", "")
    seat = int(asked) - 1 if asked.isascii() and asked.isdigit() and len(asked) < 4 else -1
    return seat if 0 <= seat < played.seat_count else None


def _names(played: Round) -> tuple[str, ...]:
    return tuple([shown_name(person["name"]) for person in played.roster])


def _shown(found: Match, played: Round, move: int, seat: int | None) -> Position:
    if move > played.version:
        raise Http404(_("This round had fewer moves."))
    return replays.position(film_of(found, played), move, seat)


def film_of(found: Match, played: Round) -> Film:
    """A round that is over with all its moves, ready to be folded."""
    moves = list(queries.moves_of(played).values_list("seat", "text", "at", "signal"))
    log = [(seat, text, at) for seat, text, at, _signal in moves]
    signals = [signal for *_move, signal in moves]
    seed = (played.context, played.revealed, *played.nonces)
    return replays.film(found.rules, played.rules_version, _names(played), played.dealer, seed, log, signals)
