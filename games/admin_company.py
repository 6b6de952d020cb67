"""What administrators see of the talk: reports to handle, and the words that are masked."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.models import MaskedWord, Report
from games.services import chat
from games.services.chat_text import plain


@admin.register(MaskedWord)
class MaskedWordAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    search_fields = ("word",)

    def save_model(self, request: HttpRequest, obj: MaskedWord, form: Any, change: bool) -> None:
        obj.word = plain(obj.word.strip())
        super().save_model(request, obj, form, change)


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Hide the line, close the chat, write a note: the rest is what was reported."""

    list_display = ("made_at", "state", "why", "player", "reporter", "match", "note")
    list_filter = ("state", "why")
    search_fields = ("player__username", "reporter__username", "match__code")
    list_select_related = ("player", "reporter", "match")
    fields = ("made_at", "why", "player", "reporter", "match", "said", "state", "note", "handled_by")
    readonly_fields = ("made_at", "why", "player", "reporter", "match", "said", "handled_by")
    actions = ("hide_lines", "close_for_a_day", "close_for_a_week", "close_for_a_month", "mark_handled")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.display(description=_("What was said"))
    def said(self, report: Report) -> SafeString:
        lines = ((line["at"], line["who"], line["said"]) for line in report.context)
        return format_html_join("", "<div>{} <b>{}</b> {}</div>", lines)

    def save_model(self, request: HttpRequest, obj: Report, form: Any, change: bool) -> None:
        obj.handled_by_id = request.user.pk
        super().save_model(request, obj, form, change)

    @admin.action(description=_("Hide the reported lines"))
    def hide_lines(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        for report in reports.select_related("line__match").exclude(line=None):
            if report.line is not None:
                chat.hide_line(line=report.line)
        self.mark_handled(request, reports)

    @admin.action(description=_("Close the chat for a day"))
    def close_for_a_day(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._close(request, reports, 1)

    @admin.action(description=_("Close the chat for a week"))
    def close_for_a_week(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._close(request, reports, 7)

    @admin.action(description=_("Close the chat for a month"))
    def close_for_a_month(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._close(request, reports, 30)

    def _close(self, request: HttpRequest, reports: QuerySet[Report], days: int) -> None:
        for report in reports.select_related("player"):
            chat.close_chat(player=report.player, days=days)
        self.mark_handled(request, reports)

    @admin.action(description=_("Mark as handled"))
    def mark_handled(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        reports.update(state=Report.State.HANDLED, handled_by=request.user.pk)
