"""What every page says about itself."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

# What a guest may see of the account's pages; the others are about a password and an address.
FOR_GUESTS = (
    *("accounts:keep", "accounts:settings", "accounts:preferences", "account_logout"),
    *("accounts:download", "accounts:leave", "accounts:warning_read"),
)
View = Callable[[HttpRequest], HttpResponse]


def no_store(get_response: View) -> View:
    """Keeps hands and forms out of every cache; static files are answered before this."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


def guests_have_no_account(get_response: View) -> View:
    """Leads guests from the pages of an account to the one that makes one."""
    ours = reverse("accounts:settings").removesuffix("setari/")

    def middleware(request: HttpRequest) -> HttpResponse:
        user = request.user
        if not request.path.startswith(ours) or not user.is_authenticated or not user.is_guest:
            return get_response(request)
        if request.path not in {reverse(name) for name in FOR_GUESTS}:
            return redirect("accounts:keep")
        return get_response(request)

    return middleware
