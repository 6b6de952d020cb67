"""The first hand: the table's page without a table. What was done so far travels in a signed cookie."""

from contextlib import suppress
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from games import frames
from games.presenters import lesson as shown
from games.presenters.wording import COLOUR_NAMES, refusal_sentence
from games.services import lesson

COOKIE: Final = "lesson"
DAY: Final = 24 * 3600


class Kept:
    """A lesson as the cookie keeps it: the commands done, and the name of the last one."""

    def __init__(self, texts: list[str], last: str = "") -> None:
        self.texts, self.last = texts, last
        self.frames = lesson.fold(texts)

    @property
    def frame(self) -> lesson.Frame:
        return self.frames[-1]


def kept(request: HttpRequest) -> Kept:
    """Read the lesson of this browser; without a cookie it begins. Raises UnreadableLessonError."""
    if COOKIE not in request.COOKIES:
        return Kept([])
    try:
        texts, last = signing.loads(request.COOKIES[COOKIE], salt=COOKIE, max_age=DAY)
    except signing.BadSignature as bad:
        raise lesson.UnreadableLessonError(str(bad)) from bad
    return Kept(texts, last)


@require_safe
@ensure_csrf_cookie
def table(request: HttpRequest) -> HttpResponse:
    try:
        now, is_new = kept(request), False
    except lesson.UnreadableLessonError:
        messages.warning(request, _("Where you were in the lesson can no longer be read: it begins anew."))
        now, is_new = Kept([]), True
    context = _context(request, now.frame)
    context |= {"fragments": _fragments(request, now.frame), "colours": COLOUR_NAMES.items()}
    response = render(request, "games/lesson.html", context)
    if is_new:
        _keep(response, now)
    return response


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """From the first card again."""
    response = redirect("games:lesson")
    _keep(response, Kept([]))
    return response


@require_POST
def command(request: HttpRequest) -> HttpResponse:
    """One command of the learner; with the answer comes the table as it is after it."""
    values = {name: request.POST.get(name, "") for name in frames.COMMAND}
    try:
        before = kept(request)
    except lesson.UnreadableLessonError:
        text = _("This lesson can no longer be read; nothing has changed. Load the page again to begin anew.")
        return JsonResponse({"answer": values["command_id"], "refused": "lesson", "text": text, "rule": ""}, status=200)
    told, after = _answer(before, values)
    if not request.accepts("application/json") or "text/html" in request.headers.get("Accept", ""):
        response: HttpResponse = redirect("games:lesson")
    else:
        index = len(before.frames) if after is not before else -1
        response = JsonResponse(told | {"content": _fragments(request, after.frames[index])})
    if after is not before:
        _keep(response, after)
    return response


def _answer(before: Kept, values: dict[str, str]) -> tuple[dict[str, Any], Kept]:
    """The answer, as a table gives it, and the lesson afterwards."""
    told: dict[str, Any] = {"answer": values["command_id"]}
    if values["command_id"] == before.last != "":
        return told | {"number": before.frame.number}, before
    if values["after"] != str(before.frame.number):
        return told | _refused("stale", "stale"), before
    answer = lesson.submit(before.texts, values["command"])
    if answer.refusal is not None:
        return told | _refused(answer.refusal, answer.refusal.key, answer.refusal.rule), before
    after = Kept(answer.texts, values["command_id"])
    return told | {"number": after.frame.number}, after


def _refused(why: Any, key: str, rule: str = "") -> dict[str, str]:
    return {"refused": key, "text": refusal_sentence(why), "rule": rule}


@require_safe
def state(request: HttpRequest) -> HttpResponse:
    """The frame after the one that a page has seen, or nothing for a page that has seen all."""
    try:
        known = kept(request).frames
    except lesson.UnreadableLessonError:
        return HttpResponse(status=204)
    seen = request.GET.get("number", "")
    index = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 6 else len(known) - 1
    if index >= len(known):
        return HttpResponse(status=204)
    return HttpResponse(_fragments(request, known[index]))


@require_safe
def follow(request: HttpRequest) -> HttpResponse:
    """What may follow the cards chosen so far, and what comes of them."""
    chosen = request.GET.get("cards", "")[: frames.LONGEST]
    told: dict[str, Any] = {"cards": {}}
    with suppress(lesson.UnreadableLessonError):
        told = shown.follow(kept(request).frame, lesson.LEARNER, chosen, ("", *lesson.OTHERS))
    return JsonResponse({"follow": chosen} | told)


def _keep(response: HttpResponse, now: Kept) -> None:
    value = signing.dumps([now.texts, now.last[:64]], salt=COOKIE, compress=True)
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(COOKIE, value, DAY, path=reverse("games:lesson"), secure=secure, httponly=True, samesite="Lax")


def _context(request: HttpRequest, frame: lesson.Frame) -> dict[str, Any]:
    company = shown.sitters(
        request.user.get_short_name() if request.user.is_authenticated else pgettext("lesson", "Guest"), lesson.OTHERS
    )
    coach = shown.coach(frame, lesson.STEPS, lesson.LEARNER, _pace_ms())
    return {
        "number": frame.number,
        "after": frame.number,
        "heading": _("Your first hand"),
        "coach": coach,
        "over": frame.step == len(lesson.STEPS),
        "points": frame.state.points,
        "felt": shown.felt(frame, company),
        "mine": shown.mine(frame, lesson.LEARNER, company, coach.cards),
    }


def _pace_ms() -> int:
    """From one move of the others to the next: a little longer than bots take, to read what is said."""
    return settings.BOT_PAUSE_MS * 4 // 3


def _fragments(request: HttpRequest, frame: lesson.Frame) -> SafeString:
    context = _context(request, frame)
    parts = ["games/lesson.html#coach"]
    parts += ["games/lesson.html#learnt", "games/lesson.html#onward"] if context["over"] else TABLE_PARTS
    html = "".join([render_to_string(part, context).strip() for part in parts])
    return mark_safe(html)  # noqa: S308  # of our own templates: what a person wrote is escaped in it


TABLE_PARTS: Final = ["games/table.html#felt", "games/table.html#mine"]
