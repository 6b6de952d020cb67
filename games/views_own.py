"""What is a player's own: the name, all their data to take along, and the way out."""

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.account_forms import FarewellForm, RenameForm
from games.models import Player
from games.presenters.wording import reason_sentence
from games.services import accounts, farewell, moderation, own_data
from games.services.errors import NotAllowed


def _has_password(request: HttpRequest) -> bool:
    """A guest has nothing to prove it with."""
    return isinstance(request.user, Player) and not request.user.is_guest


@require_http_methods(["GET", "POST"])
@login_required
def rename(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, Player)
    player, again = request.user, accounts.may_rename_from(request.user)
    form = RenameForm(request.POST or None, initial={"name": player.username})
    if form.is_valid():
        try:
            accounts.rename(player=player, name=form.cleaned_data["name"])
        except NotAllowed as no:
            form.add_error("name", reason_sentence(no.reason))
        else:
            messages.success(request, _("That is your name from now on."))
            return redirect("accounts:settings")
    status = 422 if form.is_bound else 200
    return render(request, "account/rename.html", {"form": form, "again": again}, status=status)


@require_POST
@login_required
@reauthentication_required(enabled=_has_password)  # type: ignore[untyped-decorator]
def download(request: HttpRequest) -> HttpResponse:
    """Everything that the site keeps about the player, in one file."""
    if not ratelimit.consume(request, action="own_data"):
        return render(request, "429.html", status=429)
    assert isinstance(request.user, Player)
    name = f"masuno-{request.user.pk}-{timezone.now():%Y-%m-%d}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(own_data.pack(player=request.user), content_type="application/zip", headers=headers)


@require_http_methods(["GET", "POST"])
@login_required
@reauthentication_required(allow_get=True, enabled=_has_password)  # type: ignore[untyped-decorator]
def leave(request: HttpRequest) -> HttpResponse:
    """Delete the account: proved with the password or the second step, and with the name typed once more."""
    assert isinstance(request.user, Player)
    form = FarewellForm(request.POST or None, player=request.user)
    if not form.is_valid():
        return render(request, "account/leave.html", {"form": form}, status=422 if form.is_bound else 200)
    farewell.delete_account(player=request.user)
    logout(request)
    response = redirect("games:home")
    get_adapter().forget_device(response)
    messages.success(request, _("Your account is deleted. Thank you for playing; the fire stays warm."))
    return response


@require_POST
@login_required
def warning_read(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, Player)
    moderation.has_read_warning(player=request.user)
    return redirect("games:home")
