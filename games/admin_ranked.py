"""What administrators see of the ledger: undo and redo with a preview first, and who may be helping whom."""

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.models import Ladder, LedgerAct, PairDecision, Player, Settlement
from games.presenters.wording import reason_sentence
from games.queries_pairs import LOOKED_BACK, evidence, pair_reports
from games.services import ledger_acts
from games.services.errors import NotAllowed


def moment() -> forms.DateTimeInput:
    return forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class ActForm(forms.Form):
    """What to undo or redo: a span of time, a player, matches by code; at least one of them."""

    kind = forms.ChoiceField(
        label=_("What to do"),
        choices=(
            (LedgerAct.Kind.UNDO, _("Take matches out of the ledger")),
            (LedgerAct.Kind.REDO, _("Take them in again")),
        ),
    )
    since = forms.DateTimeField(label=_("Ended from (UTC)"), required=False, widget=moment())
    until = forms.DateTimeField(label=_("Ended before (UTC)"), required=False, widget=moment())
    player = forms.CharField(label=_("Player at the table"), required=False)
    codes = forms.CharField(label=_("Codes of matches"), required=False, widget=forms.Textarea({"rows": 3}))
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)

    def clean_player(self) -> Player | None:
        name = self.cleaned_data["player"].strip()
        found = Player.objects.filter(username__iexact=name).first() if name else None
        if name and found is None:
            raise forms.ValidationError(reason_sentence("no_such_player"))
        return found

    def selection(self) -> ledger_acts.Selection:
        given = self.cleaned_data
        return ledger_acts.Selection(
            kind=LedgerAct.Kind(given["kind"]),
            since=given["since"],
            until=given["until"],
            player=given["player"].pk if given["player"] else None,
            codes=tuple(given["codes"].upper().replace(",", " ").split()),
        )


@admin.register(LedgerAct)
class LedgerActAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Acts are kept for ever; adding one is doing it."""

    list_display = ("made_at", "kind", "by", "reason", "matches_touched")
    list_select_related = ("by",)
    fields = ("made_at", "kind", "by", "reason", "codes", "changed", "the_other_way")
    readonly_fields = fields

    def has_change_permission(self, request: HttpRequest, obj: LedgerAct | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: LedgerAct | None = None) -> bool:
        return False

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = ActForm(request.POST) if request.method == "POST" else ActForm(initial=request.GET.dict())
        seen = None
        if form.is_bound and form.is_valid():
            try:
                if "confirm" in request.POST:
                    return self._done(request, form)
                seen = ledger_acts.preview(selection=form.selection())
            except NotAllowed as refused:
                form.add_error(None, reason_sentence(refused.reason))
        return TemplateResponse(request, "admin/games/ledgeract/add.html", self._context(request, form, seen))

    def _done(self, request: HttpRequest, form: ActForm) -> HttpResponse:
        assert isinstance(request.user, Player)
        act = ledger_acts.apply(selection=form.selection(), by=request.user, reason=form.cleaned_data["reason"])
        messages.success(request, _("The ledger was changed."))
        return redirect("admin:games_ledgeract_change", act.pk)

    def _context(self, request: HttpRequest, form: ActForm, seen: ledger_acts.Preview | None) -> dict[str, Any]:
        named = named_changes([vars(change) for change in seen.changes]) if seen else []
        own = {"title": _("Change the ledger"), "form": form, "seen": seen, "changes": named, "opts": self.opts}
        return {**self.admin_site.each_context(request), **own}

    @admin.display(description=_("Matches"))
    def matches_touched(self, act: LedgerAct) -> int:
        return len(act.matches)

    @admin.display(description=_("Codes of matches"))
    def codes(self, act: LedgerAct) -> str:
        return ", ".join(act.matches)

    @admin.display(description=_("Changed ratings"))
    def changed(self, act: LedgerAct) -> SafeString:
        lines = ((one["name"], one["ladder"], one["before"], one["after"]) for one in named_changes(act.changes))
        return format_html_join("", "<div>{} ({}): {} → {}</div>", lines)

    @admin.display(description=_("The other way"))
    def the_other_way(self, act: LedgerAct) -> SafeString | str:
        if act.kind == LedgerAct.Kind.CORRECT:
            return _("by another correction in the league")
        kind = LedgerAct.Kind.REDO if act.kind == LedgerAct.Kind.UNDO else LedgerAct.Kind.UNDO
        address = reverse("admin:games_ledgeract_add", query={"kind": kind, "codes": " ".join(act.matches)})
        return format_html('<a href="{}">{}</a>', address, _("Undo this act"))


def named_changes(changes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Changes of ratings with the players' names, the greatest first."""
    names = dict(Player.objects.filter(pk__in=[one["player"] for one in changes]).values_list("pk", "username"))
    ladders = dict(Ladder.choices)
    named = [{**one, "name": names.get(one["player"], "?"), "ladder": ladders[one["ladder"]]} for one in changes]
    return sorted(named, key=lambda one: -abs(one["after"] - one["before"]))


@admin.register(Settlement)
class SettlementAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The settled matches, and the pairs that a person should look at."""

    list_display = ("match", "ladder", "number", "settled_at", "preset", "seats", "ending", "undone_at")
    list_filter = ("ladder", "preset", "seats", ("undone_at", admin.EmptyFieldListFilter))
    search_fields = ("match__code", "changes__player__username")
    list_select_related = ("match",)
    date_hierarchy = "settled_at"
    change_list_template = "admin/games/settlement/list.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Settlement | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Settlement | None = None) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        pages = [
            path("pairs/", self.admin_site.admin_view(self.pairs), name="games_pairs"),
            path("pairs/<int:helper>/<int:helped>/", self.admin_site.admin_view(self.pair), name="games_pair"),
        ]
        return pages + super().get_urls()

    def pairs(self, request: HttpRequest) -> HttpResponse:
        """Who does better than expected at the tables of whom, who does worse there."""
        self._guard(request)
        found = pair_reports(self._since())
        return self._page(request, "pairs", title=_("Pairs at ranked tables"), pairs=found, days=LOOKED_BACK.days)

    def pair(self, request: HttpRequest, helper: int, helped: int) -> HttpResponse:
        """The tables of one pair."""
        self._guard(request)
        people = Player.objects.in_bulk([helper, helped])
        if len(people) < 2:
            raise Http404
        tables = evidence(people[helper], people[helped], self._since()).tables
        title = _("%(helper)s and %(helped)s") % {
            "helper": people[helper].username,
            "helped": people[helped].username,
        }
        return self._page(request, "pair", title=title, tables=tables)

    def _guard(self, request: HttpRequest) -> None:
        if not self.has_view_permission(request):
            raise PermissionDenied

    def _since(self) -> datetime:
        return timezone.now().astimezone(UTC) - LOOKED_BACK

    def _page(self, request: HttpRequest, name: str, **own: Any) -> HttpResponse:
        context = {**self.admin_site.each_context(request), "opts": self.opts, **own}
        return TemplateResponse(request, f"admin/games/settlement/{name}.html", context)


@admin.register(PairDecision)
class PairDecisionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What moderators thought of pairs, and whom they handed over."""

    list_display = ("made_at", "kind", "helper", "helped", "tables", "z", "by", "note")
    list_filter = ("kind",)
    list_select_related = ("helper", "helped", "by")
    search_fields = ("helper__username", "helped__username")
    date_hierarchy = "made_at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: PairDecision | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: PairDecision | None = None) -> bool:
        return False
