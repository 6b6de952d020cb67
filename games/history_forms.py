"""What one looks for among the matches that are over."""

from typing import Any, Final

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.forms import MOST_SEATS
from games.models import Ladder, Match
from games.option_texts import OWN_RULES, PRESETS

SEATS: Final = range(2, MOST_SEATS + 1)
FEWEST_LETTERS: Final = 2
PART: Final = gettext_lazy("A part of the name is enough.")


class SearchForm(forms.Form):
    """Filters of a list of matches; each left empty filters nothing."""

    person = forms.CharField(label=gettext_lazy("Player"), max_length=150, required=False, help_text=PART)
    other = forms.CharField(label=gettext_lazy("Together with"), max_length=150, required=False, help_text=PART)
    code = forms.CharField(label=gettext_lazy("Table code"), max_length=6, required=False)
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        required=False,
        choices=[
            ("", pgettext_lazy("filter", "all")),
            (Match.Kind.CASUAL, gettext_lazy("for fun")),
            (Match.Kind.RANKED, gettext_lazy("ranked")),
            (Match.Kind.LEAGUE, gettext_lazy("league")),
        ],
    )
    ladder = forms.ChoiceField(
        label=gettext_lazy("Ladder"),
        required=False,
        choices=[
            ("", pgettext_lazy("filter", "all")),
            (Ladder.DUEL, gettext_lazy("Duel")),
            (Ladder.TABLE, gettext_lazy("Table")),
        ],
    )
    league = forms.CharField(label=gettext_lazy("League"), max_length=60, required=False)
    preset = forms.ChoiceField(
        label=gettext_lazy("Game"),
        required=False,
        choices=[
            ("", pgettext_lazy("filter", "all")),
            *[(name, PRESETS[name]) for name in ("mas", "clasic")],
            (OWN_RULES, gettext_lazy("own rules")),
        ],
    )
    seats = forms.TypedChoiceField(
        label=gettext_lazy("Seats"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", pgettext_lazy("filter", "all")), *[(number, number) for number in SEATS]],
    )
    result = forms.ChoiceField(
        label=gettext_lazy("Result"),
        required=False,
        choices=[
            ("", pgettext_lazy("filter", "all")),
            ("won", gettext_lazy("first place")),
            ("lost", gettext_lazy("not first")),
            ("left", gettext_lazy("left the match")),
        ],
    )
    since = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(
        label=gettext_lazy("Until"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def clean_person(self) -> str:
        return self._part("person")

    def clean_other(self) -> str:
        return self._part("other")

    def _part(self, field: str) -> str:
        part: str = self.cleaned_data[field]
        if 0 < len(part) < FEWEST_LETTERS:
            raise forms.ValidationError(_("Write at least two letters of the name."))
        return part

    def clean_league(self) -> str:
        """As leagues are called in addresses."""
        return str(slugify(self.cleaned_data["league"]))

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        since, until = found.get("since"), found.get("until")
        if since and until and until < since:
            self.add_error("until", _("This is before the first day."))
        return found


class OwnSearchForm(SearchForm):
    """The same among one's own matches."""

    person = None
