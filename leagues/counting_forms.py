"""What results are worth and how equal points are parted: the part of a season's plan that most leave alone."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.engine.figures import TieBreak
from leagues.engine.promotion import Share
from leagues.engine.scoring import MOST, Preset, Scoring
from leagues.engine.standings import TIE_BREAKS
from leagues.models import Season
from leagues.option_texts import TIE_BREAKS as NAMES

QUARTERS: Final = 4
USUAL: Final = "usual"
BYES: Final[list[tuple[str, str | Promise]]] = [
    (USUAL, gettext_lazy("As usual")),
    ("4", gettext_lazy("A table won")),
    ("3", gettext_lazy("Three quarters of a table won")),
    ("2", gettext_lazy("Half a table won")),
    ("1", gettext_lazy("A quarter of a table won")),
    ("0", gettext_lazy("Nothing")),
]
ASKED: Final[list[tuple[str, str | Promise]]] = [(USUAL, BYES[3][1]), *BYES[4:]]
PARTING: Final = (
    *(kind for kind in TIE_BREAKS if kind not in {TieBreak.POINTS, TieBreak.LOT}),
    TieBreak.OPPONENTS_CUT,
)
TIES: Final = tuple(f"tie_{number}" for number in range(1, len(PARTING) + 1))
OWN_EXAMPLE: Final = "4: 7 4 2 0\n3: 6 3 0"


class CountingFields(forms.Form):
    """Points, results that count, rounds off, parting equal points, promotion."""

    scoring = forms.ChoiceField(
        label=gettext_lazy("Points of a table"),
        help_text=gettext_lazy(
            "The share of the others whom one has beaten, 10 for the first and 0 for the last, is fair where tables "
            "differ in size; the others are for who is used to them."
        ),
        choices=[
            (Preset.SHARE, gettext_lazy("The share beaten: from 10 to 0")),
            (Preset.PLACES, gettext_lazy("Places: 5-3-2-1, of three 5-3-1")),
            (Preset.WINNER, gettext_lazy("3 for a win, 1 if it is shared")),
            (Preset.OWN, gettext_lazy("My own points:")),
        ],
        initial=Preset.SHARE,
        required=False,
    )
    own_points = forms.CharField(
        label=gettext_lazy("My own points, by size of the table"),
        help_text=gettext_lazy(
            "A line for each size: the size, a colon, then the points from the first place to the last."
        ),
        widget=forms.Textarea(attrs={"rows": 3, "placeholder": OWN_EXAMPLE, "autocomplete": "off"}),
        max_length=400,
        required=False,
    )
    best = forms.IntegerField(
        label=gettext_lazy("Only so many best results count"),
        help_text=gettext_lazy("So that a bad evening can be forgotten. Left empty, all count; in a ladder ten."),
        min_value=1,
        max_value=99,
        required=False,
    )
    bye = forms.ChoiceField(
        label=gettext_lazy("Who has no table in a round gets"),
        help_text=gettext_lazy(
            "Only where the number of players does not work out. Usual are three quarters of a table won, at tables of "
            "two all."
        ),
        choices=BYES,
        initial=USUAL,
        required=False,
    )
    asked_off = forms.ChoiceField(
        label=gettext_lazy("Who asks for a round off gets, the first time"),
        help_text=gettext_lazy("The second time it is nothing."),
        choices=ASKED,
        initial=USUAL,
        required=False,
    )
    late = forms.IntegerField(
        label=gettext_lazy("Last round in which somebody new may begin"),
        help_text=gettext_lazy("Left empty, the first third of the rounds; 0: nobody once it has begun."),
        min_value=0,
        max_value=20,
        required=False,
    )
    substitutes = forms.BooleanField(
        label=gettext_lazy("What a substitute wins counts for whose place it is"), required=False
    )
    promotion = forms.ChoiceField(
        label=gettext_lazy("With several divisions: how many go up and down"),
        help_text=gettext_lazy("At the end of the season, between neighbouring divisions; never more than a third."),
        choices=[
            (Share.SIXTH, gettext_lazy("One in six")),
            (Share.FIFTH, gettext_lazy("One in five")),
            (Share.QUARTER, gettext_lazy("One in four")),
            (Share.FIXED, gettext_lazy("Always as many as this:")),
        ],
        initial=Share.SIXTH,
        required=False,
    )
    moving = forms.IntegerField(
        label=gettext_lazy("How many go up and down"), min_value=1, max_value=10, initial=2, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("nothing more")), *((kind.value, NAMES[kind]) for kind in PARTING)]
        for number, name in enumerate(TIES, 1):
            field = forms.ChoiceField(label=_("%(number)d. after the points") % {"number": number}, required=False)
            field.choices = choices
            field.initial = PARTING[number - 1].value if number < len(TIES) else ""
            self.fields[name] = field

    def check_counting(self, cleaned: dict[str, Any]) -> None:
        """Say at its field what cannot be."""
        cleaned["lists"] = self._own_points(cleaned)
        chosen = [cleaned.get(name) for name in TIES]
        for number, kind in enumerate(chosen):
            if kind and kind in chosen[:number]:
                self.add_error(TIES[number], _("That stands further up already."))
        if cleaned.get("promotion") == Share.FIXED and not cleaned.get("moving") and "moving" not in self.errors:
            self.add_error("moving", _("Say how many."))

    def check_rounds(self, cleaned: dict[str, Any]) -> None:
        """What is counted in rounds fits into the season."""
        rounds = cleaned.get("matchdays") or 0
        for name in ("best", "late"):
            if (cleaned.get(name) or 0) > rounds > 0:
                self.add_error(name, _("There are not so many rounds."))

    def _own_points(self, cleaned: dict[str, Any]) -> dict[str, list[int]]:
        if cleaned.get("scoring") != Preset.OWN or "own_points" in self.errors:
            return {}
        lists: dict[str, list[int]] = {}
        for line in filter(None, map(str.strip, cleaned.get("own_points", "").splitlines())):
            if fault := _fault(line, lists):
                self.add_error("own_points", fault)
                return {}
        if not lists:
            self.add_error("own_points", _("Write at least the points of a table of your size."))
        elif str(cleaned.get("table_size")) not in lists and cleaned.get("table_size"):
            told = _("The points of a table of %(size)d are missing.") % {"size": cleaned["table_size"]}
            self.add_error("own_points", told)
        return lists

    def counting_values(self) -> dict[str, Any]:
        """The fields of a plan that this part says."""
        asked = self.cleaned_data
        preset = asked.get("scoring") or Preset.SHARE
        points: dict[str, Any] = {"preset": str(preset)}
        if preset == Preset.OWN:
            points["lists"] = asked["lists"]
        top = Scoring.from_mapping(points).top(asked["table_size"])
        share = asked.get("promotion") or Share.SIXTH
        return {
            "points": points,
            "best_results": asked.get("best"),
            "bye_value": _worth(asked.get("bye"), top),
            "requested_bye_value": _worth(asked.get("asked_off"), top),
            "last_joining_round": asked.get("late"),
            "substitutes_score": bool(asked.get("substitutes")),
            "promotion": {"kind": str(share)} | ({"count": asked["moving"]} if share == Share.FIXED else {}),
            "tie_breaks": self._order(),
        }

    def _order(self) -> list[str]:
        """Points first, then as chosen, the lot last; a page that does not ask leaves the usual order."""
        if TIES[0] not in self.data:
            return [str(kind) for kind in TIE_BREAKS]
        chosen = [self.cleaned_data.get(name) for name in TIES]
        return [str(TieBreak.POINTS), *filter(None, chosen), str(TieBreak.LOT)]

    # What the page shows.

    def counting_fields(self) -> list[forms.BoundField]:
        names = ("scoring", "own_points", "best", "bye", "asked_off", "late", "promotion", "moving", "substitutes")
        return [self[name] for name in names]

    def tie_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in TIES]


def _worth(quarters: str | None, top: int) -> int | None:
    return None if quarters in {None, "", USUAL} else int(quarters or 0) * top // QUARTERS


def _fault(line: str, lists: dict[str, list[int]]) -> str:
    """Take a line of own points; give what is wrong with it, or nothing."""
    size, colon, told = line.partition(":")
    values = told.replace(",", " ").replace("-", " ").split()
    if not colon or not size.strip().isdecimal() or not all(value.isdecimal() for value in values):
        return _("“%(line)s” cannot be read. Write it like this: 4: 7 4 2 0") % {"line": line[:40]}
    seats, points = int(size), [int(value) for value in values]
    if not 2 <= seats <= 10:
        return _("A table has 2 to 10 players.")
    if len(points) != seats:
        return _("A table of %(size)d needs %(size)d numbers.") % {"size": seats}
    if points != sorted(points, reverse=True) or not 0 < points[0] <= MOST:
        return _("“%(line)s”: a better place never gets less, and the first between 1 and 100.") % {"line": line[:40]}
    lists[str(seats)] = points
    return ""


def counting_initial(season: Season) -> dict[str, Any]:
    """The fields that say this part of a season's plan."""
    scoring = Scoring.from_mapping(season.points)
    top = scoring.top(season.table_size)
    lists: Mapping[int, Any] = scoring.lists or {}
    between = [kind for kind in season.tie_breaks if kind not in {TieBreak.POINTS, TieBreak.LOT}]
    return {
        "scoring": str(scoring.preset),
        "own_points": "\n".join(f"{size}: {' '.join(map(str, lists[size]))}" for size in sorted(lists, reverse=True)),
        "best": season.best_results,
        "bye": _quarters(season.bye_value, top),
        "asked_off": _quarters(season.requested_bye_value, top),
        "late": season.last_joining_round,
        "substitutes": season.substitutes_score,
        "promotion": season.promotion.get("kind", str(Share.SIXTH)),
        "moving": season.promotion.get("count") or 2,
        **dict(zip(TIES, [*between, *[""] * len(TIES)], strict=False)),
    }


def _quarters(value: int | None, top: int) -> str:
    return USUAL if value is None or not top else str(min(QUARTERS, value * QUARTERS // top))
