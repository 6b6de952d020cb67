"""What a moderator decides."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import ModerationAct, PairDecision

CLOSED_FOR = (1, 7, 30)
LONGEST_NOTE = 500


class NoteForm(forms.Form):
    """Something for the others to read, and nothing decided."""

    note = forms.CharField(
        label=_("Note for the other moderators"), max_length=LONGEST_NOTE, widget=forms.Textarea({"rows": 3})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Beside the other form on one page.
        super().__init__(*args, auto_id="only_%s", **kwargs)


class DecisionForm(forms.Form):
    """One measure, the line hidden or not, and a reason for the others to read."""

    measure = forms.ChoiceField(
        label=_("Measure"),
        choices=[
            (value, value) for value in ("dismiss", "warn", *(f"close-{days}" for days in CLOSED_FOR), "rename", "ban")
        ],
    )
    hide = forms.BooleanField(label=_("Hide the reported line"), required=False)
    note = forms.CharField(
        label=_("Note for the other moderators"),
        max_length=LONGEST_NOTE,
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )

    def decision(self) -> dict[str, Any]:
        """What `services.moderation.handle` is told."""
        measure, _dash, days = self.cleaned_data["measure"].partition("-")
        kind = ModerationAct.Kind.CLOSE_CHAT if days else measure
        return {
            "measure": kind,
            "days": int(days or 0),
            "hide": self.cleaned_data["hide"],
            "note": self.cleaned_data["note"],
        }


class PairForm(forms.Form):
    """What is thought of a pair, and why; `seen` is the decision that the page showed last."""

    kind = forms.ChoiceField(label=_("Decision"), choices=PairDecision.Kind.choices)
    note = forms.CharField(
        label=_("Note for the other moderators"), max_length=LONGEST_NOTE, widget=forms.Textarea({"rows": 3})
    )
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
