"""What an organizer fills in: a new league in a minute, everything else folded away; later its plan."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.forms import BANK_SECONDS, TURN_SECONDS
from games.option_forms import OptionsForm, options_from
from leagues.counting_forms import CountingFields, counting_initial
from leagues.engine.snapshot import Mode
from leagues.ladder_forms import LADDER_DAYS, LadderFields, ladder_initial
from leagues.models import League, Season
from leagues.option_texts import LANGUAGES, OPENNESS, ZONES
from leagues.wall_clock import moment_at, shown

EVENING, WEEK, OWN = "evening", "week", "own"
HOME_ZONE: Final = "Europe/Bucharest"
FEWEST = 2  # can be tried out
# Above so many, Swiss tables: a balanced round robin could no longer let everybody meet.
ROUND_ROBIN_UP_TO = 40
AUTO = "auto"
AT_ONCE, ASKED = "at_once", "asked"
EVENING_GRACE, DAYS_GRACE = 10, 24 * 60  # minutes
FIRST_HOUR = 19
WRITTEN = "%Y-%m-%dT%H:%M"
# Who opens a league for people that sit there already says when it began.
JUST_BEGUN = timedelta(hours=1)


def next_week(zone: str) -> datetime:
    """A first date to begin with, as the clocks of a zone show it: in a week, in the evening."""
    day = shown(timezone.now(), zone) + timedelta(days=7)
    return day.replace(hour=FIRST_HOUR, minute=0, second=0, microsecond=0)


class PlanForm(CountingFields, LadderFields, OptionsForm):
    """How a season is played; rules and clocks are those of every match of it."""

    venue = forms.ChoiceField(
        label=gettext_lazy("Where is it played?"),
        widget=forms.RadioSelect,
        choices=[
            (Season.Venue.ONLINE, gettext_lazy("Online, on this site")),
            (Season.Venue.CLUB, gettext_lazy("At a club, with paper cards")),
            (Season.Venue.BOTH, gettext_lazy("Both: each table as it likes")),
        ],
        initial=Season.Venue.ONLINE,
    )
    table_size = forms.IntegerField(label=gettext_lazy("Players at a table"), min_value=2, max_value=10, initial=4)
    matchdays = forms.IntegerField(label=gettext_lazy("Rounds of the league"), min_value=1, max_value=20, initial=6)
    expected = forms.IntegerField(
        label=gettext_lazy("How many will come, about?"), min_value=2, max_value=200, initial=24, required=False
    )
    length = forms.ChoiceField(
        label=gettext_lazy("How long is a round open?"),
        widget=forms.RadioSelect,
        choices=[
            (WEEK, gettext_lazy("A week: each table agrees its time")),
            (EVENING, gettext_lazy("An evening: all rounds one after the other")),
            (OWN, gettext_lazy("So many days:")),
        ],
        initial=WEEK,
    )
    days = forms.IntegerField(label=gettext_lazy("Days"), min_value=1, max_value=90, initial=14, required=False)
    first = forms.DateTimeField(
        label=gettext_lazy("When does it begin?"),
        input_formats=[WRITTEN, "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=WRITTEN),
    )
    format = forms.ChoiceField(
        label=gettext_lazy("Who meets whom?"),
        choices=[
            (AUTO, gettext_lazy("By the number of players")),
            (Season.Format.ROUND_ROBIN, gettext_lazy("Everybody meets many others")),
            (Season.Format.SWISS, gettext_lazy("Equals meet equals (Swiss)")),
            (Season.Format.KNOCKOUT, gettext_lazy("Knockout: half of them go on")),
            (Season.Format.LADDER, gettext_lazy("Ladder: whenever one wants")),
        ],
        initial=AUTO,
    )
    mode = forms.ChoiceField(
        label=gettext_lazy("Where equals meet equals"),
        help_text=gettext_lazy(
            "New opponents are the usual wish; the others let the same people meet again, the last one only in the "
            "last round, when neighbours of the standings meet."
        ),
        choices=[
            (Mode.STRICT, gettext_lazy("New opponents first")),
            (Mode.BALANCED, gettext_lazy("Equal points first")),
            (Mode.POWER, gettext_lazy("In the end one's neighbours")),
        ],
        initial=Mode.STRICT,
        required=False,
    )
    looking = forms.ChoiceField(
        label=gettext_lazy("Which pairings do you want to see first?"),
        choices=[
            (Season.Looking.FIRST, gettext_lazy("The first, and those with faults")),
            (Season.Looking.ALWAYS, gettext_lazy("All of them")),
            (Season.Looking.NEVER, gettext_lazy("Only those with faults")),
        ],
        initial=Season.Looking.FIRST,
    )
    approval = forms.ChoiceField(
        label=gettext_lazy("What happens when somebody enters?"),
        widget=forms.RadioSelect,
        choices=[
            (AT_ONCE, gettext_lazy("They are in at once")),
            (ASKED, gettext_lazy("They wait until I accept them")),
        ],
        initial=ASKED,
    )
    most_entrants = forms.IntegerField(
        label=gettext_lazy("At most so many players"),
        help_text=gettext_lazy("Whoever comes later waits on a list."),
        min_value=2,
        max_value=200,
        initial=200,
    )
    divisions = forms.IntegerField(
        label=gettext_lazy("Divisions"),
        help_text=gettext_lazy("Each with its own standings; the strongest are in the first."),
        min_value=1,
        max_value=20,
        initial=1,
    )
    turn = forms.TypedChoiceField(label=gettext_lazy("Time for a turn"), coerce=int, initial=30)
    bank = forms.TypedChoiceField(label=gettext_lazy("Reserve for the whole round"), coerce=int, initial=60)

    def __init__(self, *args: Any, zone: str = HOME_ZONE, entered: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone, self.entered = zone, entered
        self.fields["first"].initial = lambda: next_week(zone)
        self.fields["turn"].choices = [(s, _("%(count)d s") % {"count": s}) for s in TURN_SECONDS]  # type: ignore[attr-defined]
        self.fields["bank"].choices = [(s, _("%(count)d s") % {"count": s}) for s in BANK_SECONDS]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("length") == OWN and cleaned.get("days") is None and "days" not in self.errors:
            self.add_error("days", _("Say how many."))
        if cleaned.get("most_entrants") and cleaned["most_entrants"] < (cleaned.get("table_size") or 0):
            self.add_error("most_entrants", _("That is less than one table."))
        if cleaned.get("format") == Season.Format.LADDER:
            self.check_ladder(cleaned)
        else:
            self.check_rounds(cleaned)
        self.check_counting(cleaned)
        if (first := cleaned.get("first")) is not None:
            # The site counts in UTC, whose clocks show every hour once: this is what was written.
            written = timezone.make_naive(first)
            cleaned["first"] = moment_at(written, self.zone_chosen())
            self._check_first(written, cleaned["first"])
        return cleaned

    def zone_chosen(self) -> str:
        """The zone that was chosen with the dates, else the league's."""
        return str(getattr(self, "cleaned_data", {}).get("zone") or self.zone)

    def _check_first(self, written: datetime, first: datetime) -> None:
        """Refuse a beginning in the past; one that was to come when it was planned may stay."""
        stays = self.initial.get("first") == written
        if not stays and first < timezone.now() - JUST_BEGUN:
            self.add_error("first", _("This time is over. Choose one that is still to come."))

    def plan_values(self) -> dict[str, Any]:
        """The fields of a plan that this form says, in the words of `Season`."""
        asked = self.cleaned_data
        ladder = asked["format"] == Season.Format.LADDER
        evening = asked["length"] == EVENING and not ladder
        values = {
            "venue": asked["venue"],
            "table_size": asked["table_size"],
            "rounds": asked["matchdays"],
            "round_days": self.round_days(),
            "pace": Season.Pace.FIXED if evening else Season.Pace.AGREED,
            "grace_minutes": EVENING_GRACE if evening else DAYS_GRACE,
            "opens_at": asked["first"],
            "format": self.format_chosen(),
            "mode": asked.get("mode") or Mode.STRICT,
            "looking": asked["looking"],
            "approval": asked["approval"] == ASKED,
            "most_entrants": asked["most_entrants"],
            "divisions_wanted": asked["divisions"],
            "rules": asked["rules"],
            "sentences": tuple(asked["sentences"]),
            "turn_ms": asked["turn"] * 1000,
            "bank_ms": asked["bank"] * 1000,
        }
        return values | self.counting_values() | (self.ladder_values() if ladder else {})

    def round_days(self) -> int:
        asked = self.cleaned_data
        if asked["format"] == Season.Format.LADDER:
            return int(asked.get("ladder_days") or LADDER_DAYS)
        return {EVENING: 0, WEEK: 7}.get(asked["length"], asked.get("days") or 1)

    def format_chosen(self) -> str:
        chosen = self.cleaned_data["format"]
        if chosen != AUTO:
            return str(chosen)
        return str(Season.Format.SWISS if self.people() > ROUND_ROBIN_UP_TO else Season.Format.ROUND_ROBIN)

    def people(self) -> int:
        """With how many it is reckoned: those who have entered, or as many as are expected where those are more."""
        return max(self.entered, self.cleaned_data.get("expected") or 0)

    def tried(self) -> dict[str, Any] | None:
        """What a dry run needs, where those fields are right."""
        asked = self.cleaned_data if self.is_bound and self.is_valid() is not None else {}
        needed = ("table_size", "matchdays", "length", "first", "format")
        if any(asked.get(name) is None for name in needed) or "expected" in self.errors or self.people() < FEWEST:
            return None
        return {
            "entrants": self.people(),
            "table": asked["table_size"],
            "rounds": asked["matchdays"],
            "format": self.format_chosen(),
            "first": asked["first"],
            "days": self.round_days(),
            "zone": self.zone_chosen(),
            "mode": asked.get("mode") or str(Mode.STRICT),
            "divisions": asked.get("divisions") or 1,
        }

    # What the page shows.

    def lengths(self) -> Iterator[tuple[Any, forms.BoundField | None]]:
        for radio in self["length"]:
            yield radio, self["days"] if radio.data["value"] == OWN else None

    def folded(self) -> list[forms.BoundField]:
        return [self[name] for name in ("looking", "most_entrants", "divisions", "mode", "turn", "bank", "approval")]

    def more_open(self) -> bool:
        return any(field.errors for field in self.folded())

    def counting_open(self) -> bool:
        return any(field.errors for field in [*self.counting_fields(), *self.tie_fields()])


class LeagueForm(PlanForm):
    """A new league with its first season."""

    name = forms.CharField(
        label=gettext_lazy("Name of the league"),
        min_length=3,
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "sentences"}),
    )
    entry = forms.ChoiceField(
        label=gettext_lazy("Who can see the league, and enter it?"),
        widget=forms.RadioSelect,
        choices=list(OPENNESS.items()),
        initial=League.Visibility.UNLISTED,
    )
    zone = forms.ChoiceField(label=gettext_lazy("Time zone"), choices=list(ZONES.items()), initial=HOME_ZONE)
    language = forms.ChoiceField(
        label=gettext_lazy("Language"), choices=list(LANGUAGES.items()), initial=get_language, required=False
    )
    club = forms.CharField(label=gettext_lazy("Club"), max_length=60, required=False)
    place = forms.CharField(label=gettext_lazy("Town or place"), max_length=60, required=False)
    about = forms.CharField(
        label=gettext_lazy("What should players know?"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def folded(self) -> list[forms.BoundField]:
        """All but who enters how, which stands beside whose league it is."""
        plan = [field for field in super().folded() if field.name != "approval"]
        return [*plan, *[self[name] for name in ("zone", "language", "club", "place", "about")]]

    def page_values(self) -> dict[str, str]:
        """What the league says of itself."""
        asked = self.cleaned_data
        told = {name: asked[name] for name in ("name", "zone", "club", "place", "about")}
        return told | {"visibility": asked["entry"], "language": asked["language"] or get_language()}


def plan_initial(season: Any, rules: Any, entered: int) -> dict[str, Any]:
    """The fields that say a season's plan; nobody need guess how many come once a table of each division has."""
    lengths = {0: EVENING, 7: WEEK}
    zone = season.league.zone
    return options_from(rules, season.sentences) | {
        "venue": season.venue,
        "table_size": season.table_size,
        "matchdays": season.rounds,
        "length": lengths.get(season.round_days, OWN),
        "days": season.round_days or 14,
        "first": shown(season.opens_at, zone) if season.opens_at else next_week(zone),
        "format": season.format,
        "looking": season.looking,
        "mode": season.mode,
        "approval": ASKED if season.approval else AT_ONCE,
        "most_entrants": season.most_entrants,
        "divisions": season.divisions_wanted,
        "turn": season.turn_ms // 1000,
        "bank": season.bank_ms // 1000,
        **({"expected": entered} if entered >= season.table_size * season.divisions_wanted else {}),
        **counting_initial(season),
        **(ladder_initial(season) if season.format == Season.Format.LADDER else {}),
    }
