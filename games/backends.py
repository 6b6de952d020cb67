"""Logging in by name or e-mail."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.utils import filter_users_by_email
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest

from games.services import accounts


class NameOrEmailBackend(AuthenticationBackend):  # type: ignore[misc]
    """One password check whatever was typed: allauth's own makes two for a known address, which the time tells."""

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> AbstractBaseUser | None:
        login = credentials.get("username") or credentials.get("email") or ""
        password = credentials.get("password") or ""
        player = accounts.named(name=login)
        players = [player] if player else filter_users_by_email(login, prefer_verified=True)
        return next((player for player in players if self._check_password(player, password)), None)
