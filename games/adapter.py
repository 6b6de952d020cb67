"""How allauth behaves here: names, messages, tries, and the recovery code after a sign-up without e-mail."""

import secrets
from collections.abc import Iterable
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.signals import password_changed, password_reset, password_set
from allauth.core import context as allauth_context
from allauth.core import ratelimit
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sites.shortcuts import get_current_site
from django.core import signing
from django.dispatch import receiver
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games import names
from games.models import Player
from games.services import accounts
from games.services.letters import send_letter

USERNAME_VALIDATORS = [names.check]
_WRONG = _("That name and password do not go together.")

DEVICE_COOKIE = f"{settings.COOKIE_PREFIX}-device"
THEME_COOKIE = "theme"
_YEAR = 365 * 24 * 3600
_PLAYERS_A_DEVICE = 8


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": _("That name, or one that looks like it, is already taken."),
        "username_blacklisted": _("That name is reserved. Please choose another one."),
        "username_password_mismatch": _WRONG,
        "email_password_mismatch": _WRONG,
        "too_many_login_attempts": _("Too many tries. Wait a few minutes, then try again."),
        "enter_current_password": _("That is not your current password."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        username = names.tidy(username)
        names.check(username)
        if names.is_reserved(username):
            raise self.validation_error("username_blacklisted")
        if not shallow and accounts.is_taken(name=username):
            raise self.validation_error("username_taken")
        return username

    def set_password(self, user: Player, password: str) -> None:
        """The password and nothing else: what moderators did to the account meanwhile stands."""
        user.set_password(password)
        user.save(update_fields=["password"])

    def save_user(self, request: HttpRequest, user: Player, form: BaseForm, commit: bool = True) -> Player:
        super().save_user(request, user, form, commit=False)
        user.age_band = form.cleaned_data["age_band"]
        user.language = get_language() or ""
        if commit:
            user.save()
        return user

    def post_login(self, request: HttpRequest, user: Player, **hints: Any) -> HttpResponse:
        """Lead on to where the visitor wanted to go; past the recovery code where nothing else could help."""
        response: HttpResponse = super().post_login(request, user, **hints)
        if hints["signup"] and not user.email:
            code = accounts.issue_recovery_code(player=user)
            response = render(request, "account/recovery_code.html", {"code": code, "onward": response["Location"]})
        _remember_device(request, response, user)
        if not request.COOKIES.keys() & {settings.LANGUAGE_COOKIE_NAME, THEME_COOKIE}:
            self.dress(response, user)
        return response

    def dress(self, response: HttpResponse, player: Player) -> None:
        """Give this browser the language and the colours that the player chose."""
        for name, value in ((settings.LANGUAGE_COOKIE_NAME, player.language), (THEME_COOKIE, player.theme)):
            if value:
                _set_cookie(response, name, value)

    def forget_device(self, response: HttpResponse) -> None:
        """This browser knows nobody any more."""
        response.delete_cookie(DEVICE_COOKIE)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        request = allauth_context.request
        known = {"request": request, "email": email, "current_site": get_current_site(request)}
        with translation.override(_language(context.get("user"))):
            letter = self.render_mail(template_prefix, email, known | context)
        send_letter.enqueue(letter.subject, letter.body, letter.from_email, letter.to)

    def logout(self, request: HttpRequest) -> None:
        player_id = request.user.pk
        super().logout(request)
        if player_id is not None:
            accounts.sessions_ended(player_id=player_id)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the tries of strangers apart from those of a device that this player has used before."""
        device = _known_device(request, _login(credentials))
        if device is None:
            super().pre_authenticate(request, **credentials)
        elif not ratelimit.consume(request, action="login_known_device", key=device):
            raise self.validation_error("too_many_login_attempts")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """A name and a network: nobody can lock a player out from somewhere else."""
        return f"{_login(credentials)}|{self.get_client_ip(request)}"


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]
    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        sessions = list(sessions)
        super().end_sessions(sessions)
        for player_id in {session.user_id for session in sessions}:
            accounts.sessions_ended(player_id=player_id)


@receiver([password_changed, password_set, password_reset])
def _end_other_sessions(user: Player, **_hints: Any) -> None:
    """With the password all other sessions have ended; the one that changed it was renewed before."""
    accounts.sessions_ended(player_id=user.pk)


def _language(reader: Player | None) -> str:
    """A letter is in its reader's language, whoever caused it."""
    return (reader.language if reader else "") or get_language() or ""


def _login(credentials: dict[str, Any]) -> str:
    """One key for all the ways to write one name."""
    return names.plain(str(credentials.get("email") or credentials.get("username") or ""))


def _known_device(request: HttpRequest, login: str) -> str | None:
    """The number of the device, if one of those who have logged in on it is the one who tries now."""
    device = _device(request)
    known = Player.objects.filter(pk__in=device["players"]).values_list("username", "email")
    return device["number"] if login in {names.plain(text) for pair in known for text in pair if text} else None


def _remember_device(request: HttpRequest, response: HttpResponse, player: Player) -> None:
    device = _device(request)
    others = [pk for pk in device["players"] if pk != player.pk]
    players = [player.pk, *others][:_PLAYERS_A_DEVICE]
    _set_cookie(response, DEVICE_COOKIE, signing.dumps(device | {"players": players}, salt=DEVICE_COOKIE))


def _set_cookie(response: HttpResponse, name: str, value: str) -> None:
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(name, value, max_age=_YEAR, secure=secure, httponly=True, samesite="Lax")


def _device(request: HttpRequest) -> dict[str, Any]:
    try:
        device: dict[str, Any] = signing.loads(
            request.COOKIES.get(DEVICE_COOKIE, ""), salt=DEVICE_COOKIE, max_age=_YEAR
        )
    except signing.BadSignature:
        return {"number": secrets.token_urlsafe(16), "players": []}
    return device
