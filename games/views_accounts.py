"""The pages of an account that allauth does not have."""

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.core import ratelimit
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import names, queries_company, queries_moderation
from games.account_forms import PreferencesForm, RecoverForm
from games.models import Player
from games.services import accounts


@require_GET
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, Player)
    context = {
        "second_step": is_mfa_enabled(request.user),
        "may_write": request.user.age_band == Player.AgeBand.OVER_16 and not request.user.is_guest,
        "blocked": queries_company.blocks_of(request.user),
        "muted": queries_company.mutes_of(request.user),
        "moderates": queries_moderation.is_moderator(request.user),
    }
    return render(request, "account/settings.html", context)


@require_POST
@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    """Language and colours, for the account and for this browser; and who may invite."""
    response = redirect("accounts:settings")
    form = PreferencesForm(request.POST)
    if form.is_valid():
        assert isinstance(request.user, Player)
        accounts.set_preferences(player=request.user, **form.cleaned_data)
        get_adapter().dress(response, request.user)
    return response


@require_http_methods(["GET", "POST"])
@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
@sensitive_variables("code")
def recovery_code(request: HttpRequest) -> HttpResponse:
    """Asks before it makes a new code: the old one stops working."""
    if request.method == "GET":
        return render(request, "account/recovery_code_new.html")
    assert isinstance(request.user, Player)
    code = accounts.issue_recovery_code(player=request.user)
    return _code_page(request, code, onward=resolve_url("accounts:settings"))


@require_http_methods(["GET", "POST"])
@sensitive_post_parameters("code", "password")
@sensitive_variables("code")
def recover(request: HttpRequest) -> HttpResponse:
    """A new password for a name and its recovery code; whoever has both is given the next code."""
    form = RecoverForm(request.POST or None)
    if not form.is_valid():
        return _recover_page(request, form)
    name = form.cleaned_data["username"]
    key = f"{names.plain(name)}|{get_adapter().get_client_ip(request)}"
    if not ratelimit.consume(request, action="recovery_code", key=key):
        form.add_error(None, get_adapter().validation_error("too_many_login_attempts"))
        return _recover_page(request, form)
    code = accounts.reset_with_recovery_code(**form.cleaned_data)
    if code is None:
        form.add_error(None, _("That name and recovery code do not go together."))
        return _recover_page(request, form)
    get_adapter().send_notification_mail("account/email/password_reset", accounts.named(name=name))
    # It does not sign in: a second step would be left out. The page leads to where one does.
    return _code_page(request, code, onward=resolve_url("account_login"), recovered=True)


def _recover_page(request: HttpRequest, form: RecoverForm) -> HttpResponse:
    return render(request, "account/recover.html", {"form": form})


def _code_page(request: HttpRequest, code: str, *, onward: str, recovered: bool = False) -> HttpResponse:
    context = {"code": code, "onward": onward, "recovered": recovered}
    return render(request, "account/recovery_code.html", context)
