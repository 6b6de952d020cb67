"""Words that both the pages and the forms of leagues use."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

# By `TieBreak`.
TIE_BREAKS: dict[str, str | Promise] = {
    "points": gettext_lazy("Points"),
    "head_to_head": gettext_lazy("Head to head"),
    "wins": gettext_lazy("Tables won"),
    "opponents": gettext_lazy("Strength of opponents"),
    "opponents_cut": gettext_lazy("Strength, weakest table out"),
    "difference": gettext_lazy("Points of the matches"),
    "cards": gettext_lazy("Left in hand"),
    "lot": gettext_lazy("Lot"),
}
# From Monday on.
WEEKDAYS: tuple[str | Promise, ...] = (
    gettext_lazy("Mon"),
    gettext_lazy("Tue"),
    gettext_lazy("Wed"),
    gettext_lazy("Thu"),
    gettext_lazy("Fri"),
    gettext_lazy("Sat"),
    gettext_lazy("Sun"),
)
# By `League.Visibility`: who sees a league, and whom it lets in.
OPENNESS: dict[str, str | Promise] = {
    "unlisted": gettext_lazy("Whoever has the code or the link; it is not in the list of leagues"),
    "public": gettext_lazy("Everybody, without a code; it is in the list of leagues"),
    "private": gettext_lazy("Only whoever has the code or the link; others do not even see its page"),
}
# What a league is spoken in; each language calls itself so.
LANGUAGES: dict[str, str] = {"ro": "Română", "en": "English"}
# The zones that are offered, by their towns.
ZONES: dict[str, str | Promise] = {
    "Europe/Bucharest": gettext_lazy("Bucharest"),
    "Europe/Chisinau": gettext_lazy("Chișinău"),
    "Europe/London": gettext_lazy("London"),
    "Europe/Paris": gettext_lazy("Paris"),
    "Europe/Berlin": gettext_lazy("Berlin"),
    "Europe/Rome": gettext_lazy("Rome"),
    "Europe/Madrid": gettext_lazy("Madrid"),
    "Europe/Istanbul": gettext_lazy("Istanbul"),
    "America/New_York": gettext_lazy("New York"),
    "America/Chicago": gettext_lazy("Chicago"),
    "America/Los_Angeles": gettext_lazy("Los Angeles"),
    "UTC": "UTC",
}


def zone_name(zone: str) -> str:
    """The town a zone is called after, in the language of the page where it is one that is offered."""
    return str(ZONES.get(zone) or zone.rpartition("/")[2].replace("_", " "))
