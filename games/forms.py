"""What players fill in to sit down at a table: a new one, or the code of one that there is."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.option_forms import OptionsForm

MOST_SEATS: Final = 40
TURN_SECONDS: Final = (15, 20, 30, 45, 60, 90, 120)
BANK_SECONDS: Final = (0, 30, 60, 120, 300)


class OpenTableForm(OptionsForm):
    """A new table: its rules, and who may come and how fast it goes."""

    size = forms.IntegerField(
        label=gettext_lazy("Seats"),
        help_text=gettext_lazy("2 to 40; friends, strangers and bots all take a seat."),
        min_value=2,
        max_value=MOST_SEATS,
        initial=4,
    )
    public = forms.TypedChoiceField(
        label=gettext_lazy("Who may join?"),
        widget=forms.RadioSelect,
        coerce=lambda value: value == "yes",
        choices=[
            ("no", gettext_lazy("Only people with the code or the link")),
            ("yes", gettext_lazy("Everybody: the table is shown on the first page")),
        ],
        initial="no",
    )
    turn = forms.TypedChoiceField(label=gettext_lazy("Time for a turn"), coerce=int, initial=30)
    bank = forms.TypedChoiceField(
        label=gettext_lazy("Reserve for the whole round"),
        help_text=gettext_lazy("Runs when the time of a turn is over."),
        coerce=int,
        initial=60,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["turn"].choices = [(s, _("%(count)d s") % {"count": s}) for s in TURN_SECONDS]  # type: ignore[attr-defined]
        self.fields["bank"].choices = [(s, _("%(count)d s") % {"count": s}) for s in BANK_SECONDS]  # type: ignore[attr-defined]


class JoinForm(forms.Form):
    """The code of a table, as it was read out or copied: small letters and blanks do no harm."""

    code = forms.CharField(
        label=gettext_lazy("Code of the table"),
        max_length=12,
        widget=forms.TextInput(
            attrs={"class": "code", "autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )

    def clean_code(self) -> str:
        return "".join(self.cleaned_data["code"].upper().replace("-", " ").split())
