"""The few files that browsers, search engines and finders of faults ask every site for."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe

# People, their tables and their accounts are nobody's to collect.
PRIVATE = (
    *("admin/", "clasament/", "cont/", "healthz", "i18n/", "joc/", "jocurile-mele/", "jucator/", "moderare/"),
    *("oameni/", "oaspete/", "prieteni/", "t/", "ws/"),
)
VALID_FOR = timedelta(days=180)


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """For whoever asks without having read the page."""
    return redirect(static("icons/icon-192.png"))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """The front page and the rules are for everybody; the rest is not to be collected."""
    lines = ["User-agent: *", *(f"Disallow: /{path}" for path in PRIVATE)]
    return _text(lines)


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Where to tell of a hole (RFC 9116), if whoever runs the site has said so."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = datetime.now(UTC) + VALID_FOR
    languages = ", ".join(code for code, _name in settings.LANGUAGES)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires:%Y-%m-%dT00:00:00Z}",
        f"Preferred-Languages: {languages}",
    ]
    return _text(lines)


def _text(lines: list[str]) -> HttpResponse:
    text = "\n".join([*lines, ""])
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers={"Cache-Control": "max-age=86400"})
