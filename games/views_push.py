"""Messages to a browser whose page is closed: switching them on and off."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from games.models import Player
from games.services import push


@require_POST
@login_required
def on(request: HttpRequest) -> HttpResponse:
    """Tell this browser from now on."""
    if not push.is_on():
        return HttpResponse(status=422)
    assert isinstance(request.user, Player)
    language = get_language() or settings.LANGUAGE_CODE
    told = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    try:
        push.subscribe(player=request.user, language=language, **told)
    except push.NoBrowser:
        return HttpResponse(status=422)
    return HttpResponse(status=204)


@require_POST
@login_required
def off(request: HttpRequest) -> HttpResponse:
    """Tell this browser no longer."""
    assert isinstance(request.user, Player)
    push.unsubscribe(player=request.user, endpoint=request.POST.get("endpoint", ""))
    return HttpResponse(status=204)
