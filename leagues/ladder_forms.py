"""What only a ladder has: how long it is open, at which hours, and its smallest table."""

from datetime import time
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.engine.ladder import BEST, LEAST
from leagues.models import Season
from leagues.option_texts import WEEKDAYS

LADDER_DAYS: Final = 28
GRACE: Final = 120  # minutes in which a table that plays at the end may finish
A_DAY: Final = 48  # half hours
DAYS: Final = [(str(number), name) for number, name in enumerate(WEEKDAYS)]


class LadderFields(forms.Form):
    """The ladder's part of a plan. Hours left empty: it is open day and night."""

    ladder_days = forms.IntegerField(
        label=gettext_lazy("For how many days is it open?"),
        min_value=1,
        max_value=90,
        initial=LADDER_DAYS,
        required=False,
    )
    open_from = forms.TimeField(
        label=gettext_lazy("Open from"), widget=forms.TimeInput(attrs={"type": "time", "step": "1800"}), required=False
    )
    open_until = forms.TimeField(
        label=gettext_lazy("Open until"), widget=forms.TimeInput(attrs={"type": "time", "step": "1800"}), required=False
    )
    open_days = forms.MultipleChoiceField(
        label=gettext_lazy("On which days?"), choices=DAYS, widget=forms.CheckboxSelectMultiple, required=False
    )
    least_table = forms.IntegerField(
        label=gettext_lazy("Smallest table"),
        help_text=gettext_lazy("As soon as so many wait, they play. Left empty: three, at small tables two."),
        min_value=2,
        max_value=10,
        required=False,
    )
    enough = forms.IntegerField(
        label=gettext_lazy("A place in the standings after so many tables"),
        min_value=1,
        max_value=50,
        initial=LEAST,
        required=False,
    )

    def check_ladder(self, cleaned: dict[str, Any]) -> None:
        """Say at its field what a ladder cannot be."""
        if cleaned.get("venue") not in {None, Season.Venue.ONLINE}:
            self.add_error("venue", _("A ladder is played online: the site calls up who waits."))
        if (cleaned.get("divisions") or 1) > 1:
            self.add_error("divisions", _("A ladder has one division."))
        if (cleaned.get("least_table") or 2) > (cleaned.get("table_size") or 10):
            self.add_error("least_table", _("That is more than a table seats."))
        if (cleaned.get("enough") or LEAST) > (cleaned.get("best") or BEST):
            self.add_error("enough", _("That is more than the results that count."))
        begin, end = cleaned.get("open_from"), cleaned.get("open_until")
        if (begin is None) != (end is None):
            self.add_error("open_until" if end is None else "open_from", _("Say both, or neither."))
        elif begin is not None and end is not None and not _half(begin) < _end(end):
            self.add_error("open_until", _("It must close after it opens, on the same day."))

    def ladder_values(self) -> dict[str, Any]:
        """The fields of a plan that only a ladder has."""
        asked = self.cleaned_data
        return {
            "rounds": 1,
            "pace": Season.Pace.FIXED,
            "grace_minutes": GRACE,
            "least_table": asked.get("least_table"),
            "open_hours": self._hours(),
            "best_results": asked.get("best") or BEST,
            "least_results": asked.get("enough") or LEAST,
            "last_joining_round": None,
        }

    def _hours(self) -> list[list[int]]:
        begin, end = self.cleaned_data.get("open_from"), self.cleaned_data.get("open_until")
        days = sorted(map(int, self.cleaned_data.get("open_days") or [])) or list(range(7))
        if begin is None or end is None:
            return [] if len(days) == len(DAYS) else [[day * A_DAY, (day + 1) * A_DAY] for day in days]
        return [[day * A_DAY + _half(begin), day * A_DAY + _end(end)] for day in days]

    # What the page shows.

    def ladder_main(self) -> list[forms.BoundField]:
        return [self["ladder_days"], self["open_from"], self["open_until"]]

    def ladder_more(self) -> list[forms.BoundField]:
        return [self["least_table"], self["enough"]]


def _half(moment: time) -> int:
    return moment.hour * 2 + moment.minute // 30


def _end(moment: time) -> int:
    """Midnight ends the day; half an hour begun is open to its end."""
    return A_DAY if moment == time() else moment.hour * 2 + -(-moment.minute // 30)


def ladder_initial(season: Season) -> dict[str, Any]:
    """The fields that say a ladder's plan; its hours are the same on each of its days."""
    found: dict[str, Any] = {
        "ladder_days": season.round_days,
        "least_table": season.least_table,
        "enough": season.least_results or LEAST,
    }
    if season.open_hours:
        begin, end = season.open_hours[0]
        start, stop = begin % A_DAY, end - begin // A_DAY * A_DAY
        found["open_days"] = [str(span[0] // A_DAY) for span in season.open_hours]
        if (start, stop) != (0, A_DAY):
            found |= {"open_from": _time(start), "open_until": _time(stop)}
    return found


def _time(half: int) -> time:
    return time(half // 2 % 24, half % 2 * 30)
