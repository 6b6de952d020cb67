"""What administrators see of how people sign in: that there is a second step, never its secret."""

from typing import Any

from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.http import HttpRequest

admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class SecondStepAdmin(AuthenticatorAdmin):  # type: ignore[misc]
    """May be taken away from somebody who lost it, and is otherwise only looked at."""

    fields = readonly_fields = ("user", "type", "created_at", "last_used_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
