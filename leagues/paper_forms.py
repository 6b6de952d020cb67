"""What is filled in to begin a score with paper cards."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.ruleset import HIGHEST_ENDING
from leagues.engine.paper import MOST_DEALS, MOST_SEATS

SHOWN_NAMES: Final = 4  # the others are behind a fold
LONGEST: Final = 40  # before blanks are put in order


class PaperForm(forms.Form):
    """Who sits at the table, in this order, and until when they play."""

    preset = forms.ChoiceField(
        label=gettext_lazy("Which game?"),
        widget=forms.RadioSelect,
        choices=[("mas", "MAS UNO"), ("clasic", gettext_lazy("Classic"))],
        initial="mas",
    )
    ending = forms.ChoiceField(
        label=gettext_lazy("How long?"),
        widget=forms.RadioSelect,
        choices=[
            ("target", gettext_lazy("By points")),
            ("rounds", gettext_lazy("By rounds")),
            ("single", gettext_lazy("A single round")),
        ],
        initial="target",
    )
    target = forms.IntegerField(
        label=gettext_lazy("Points"), min_value=1, max_value=HIGHEST_ENDING, initial=500, required=False
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"), min_value=1, max_value=MOST_DEALS, initial=3, required=False
    )

    def __init__(self, *args: Any, names: list[str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = names or []
        for seat in range(MOST_SEATS):
            self.fields[f"name{seat}"] = forms.CharField(
                label=_("Player %(number)d") % {"number": seat + 1},
                max_length=LONGEST,
                required=False,
                initial=names[seat] if seat < len(names) else "",
                widget=forms.TextInput(
                    attrs={"autocomplete": "off", "autocapitalize": "words", "enterkeyhint": "next"}
                ),
            )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        cleaned["names"] = [cleaned.get(f"name{seat}", "") for seat in range(MOST_SEATS)]
        kind = cleaned.get("ending")
        if kind in ("target", "rounds") and cleaned.get(kind) is None and kind not in self.errors:
            self.add_error(kind, _("Say how many."))
        cleaned["until"] = kind if kind == "single" else f"{kind} {cleaned.get(kind or '')}"
        return cleaned

    # What the page shows.

    def first_names(self) -> list[forms.BoundField]:
        return [self[f"name{seat}"] for seat in range(SHOWN_NAMES)]

    def more_names(self) -> list[forms.BoundField]:
        return [self[f"name{seat}"] for seat in range(SHOWN_NAMES, MOST_SEATS)]

    def more_open(self) -> bool:
        return any(field.value() or field.errors for field in self.more_names())
