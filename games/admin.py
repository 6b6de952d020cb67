"""The administrators' pages. They show who and when, never a hand, a pile, a seed or a promise's secret.

Matches and rounds are read only: the log is the game, and nobody edits it here.
"""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games import admin_accounts, admin_company, admin_ranked
from games.models import Match, Player, Round, Seat, SecretReading
from games.services import accounts, farewell, lines

__all__ = ["admin_accounts", "admin_company", "admin_ranked"]


@admin.register(Player)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]
    list_display = ("username", "email", "age_band", "is_demo", "is_staff", "is_active", "date_joined")
    list_filter = ("is_staff", "is_superuser", "is_active", "is_demo", "age_band")
    search_fields = ("username", "email")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Personal info"), {"fields": ("email", "age_band", "language", "theme", "chat_closed_until")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Important dates"), {"fields": ("last_login", "date_joined")}),
    )

    actions = ("delete_for_good",)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False  # a row that is gone would take games with it: see the action

    @admin.action(description=_("Delete these accounts for good; their games stay"))
    def delete_for_good(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        for player in players.filter(gone_at__isnull=True, is_staff=False):
            farewell.delete_account(player=player)

    def log_change(self, request: HttpRequest, obj: Player, message: Any) -> Any:
        # A new password or a ban ends sessions, and both ways of storing one come here.
        accounts.sessions_ended(player_id=obj.pk)
        return super().log_change(request, obj, message)


class ReadOnly:
    """Looks, and changes nothing."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    fields = ("number", "name", "player", "bot", "points", "place", "left_order")


class RoundInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Round
    fields = ("number", "outcome", "version", "winner", "points", "began_at", "finished_at", "commit")


@admin.register(SecretReading)
class SecretReadingAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Which secrets were opened before their round was over, when and what for: never the secrets."""

    list_display = ("read_at", "match", "number", "purpose")
    list_filter = ("purpose",)
    search_fields = ("match__code",)
    list_select_related = ("match",)
    fields = ("read_at", "match", "number", "purpose")


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("code", "state", "kind", "preset", "host", "created_at", "started_at", "finished_at")
    list_filter = ("state", "kind", "preset", "public")
    search_fields = ("code", "host__username", "seats__name")
    date_hierarchy = "created_at"
    list_select_related = ("host",)
    inlines = (SeatInline, RoundInline)
    fields = (
        ("code", "state", "kind", "public"),
        ("host", "rematch_of"),
        ("preset", "size", "turn_ms", "bank_ms"),
        "rules",
        ("created_at", "started_at", "paused_at", "finished_at"),
        "lines",
    )
    readonly_fields = ("lines",)

    @admin.display(description=_("Networks in races"))
    def lines(self, match: Match) -> SafeString:
        told = (
            _("%(name)s: usually %(usual)s ms; far longer in %(slow)d of %(races)d races%(doubted)s")
            % {
                "name": name,
                "usual": "?" if line.usual is None else line.usual,
                "slow": line.slow,
                "races": line.races,
                "doubted": _(", so judged by the usual") if line.doubted else "",
            }
            for name, line in lines.lines_of(match)
        )
        return format_html_join("", "<div>{}</div>", ((one,) for one in told))
