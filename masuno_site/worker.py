"""The site's one service worker: a static file, but served from the root, for a worker sees only what is below it."""

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    return HttpResponse(_source(), content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})


@cache
def _source() -> bytes:
    return bytes((settings.BASE_DIR / "static" / "js" / "worker.js").read_bytes())
