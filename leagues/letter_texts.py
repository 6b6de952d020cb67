"""What the letters of a league say: subject and body by what happened. `{…}` are of `about`."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# By kind and `what`: a subject, and one or two sentences.
_TEXTS: Mapping[tuple[str, str], tuple[Any, Any]] = {
    ("entry", "accepted"): (
        gettext_lazy("You are in"),
        gettext_lazy("You have a place in this season. The first round will be announced."),
    ),
    ("entry", "active"): (gettext_lazy("You are in"), gettext_lazy("You have a place from the next round on.")),
    ("entry", "waitlisted"): (
        gettext_lazy("You are on the waiting list"),
        gettext_lazy("All places are taken. You move up as soon as one is free."),
    ),
    ("entry", "declined"): (
        gettext_lazy("No place this time"),
        gettext_lazy("The organizers did not accept your entry. {text}"),
    ),
    ("pairing", "published"): (
        gettext_lazy("Round {round}: the tables are out"),
        gettext_lazy("See with whom you play, and when."),
    ),
    ("pairing", "withdrawn"): (
        gettext_lazy("Round {round}: the tables are made anew"),
        gettext_lazy("The tables that were published do not count. {text}"),
    ),
    ("pairing", "smaller"): (
        gettext_lazy("Your table has changed"),
        gettext_lazy("Somebody left the season; your table is smaller now."),
    ),
    ("pairing", "open"): (
        gettext_lazy("Your table has changed"),
        gettext_lazy("Somebody left the season. A substitute is being asked; if nobody comes, you play without."),
    ),
    ("pairing", "alone"): (
        gettext_lazy("You have round {round} off"),
        gettext_lazy("Nobody else is left at your table. The round counts for you as one without a table."),
    ),
    ("time", "postponed"): (
        gettext_lazy("Your table plays later"),
        gettext_lazy("The organizers let your table play after its round."),
    ),
    ("time", "proposed"): (gettext_lazy("A time is proposed for your table"), gettext_lazy("Say whether you can.")),
    ("time", "agreed"): (gettext_lazy("Your table has its time"), gettext_lazy("It is in your calendar feed too.")),
    ("time", "set"): (gettext_lazy("Your table has its time"), gettext_lazy("The organizers have set it. {text}")),
    ("time", "moved"): (
        gettext_lazy("Your table's time is open again"),
        gettext_lazy("Somebody cannot after all. Propose another time."),
    ),
    ("reminder", "table"): (gettext_lazy("Your table plays soon"), gettext_lazy("Sit down some minutes before.")),
    ("reminder", "deadline"): (
        gettext_lazy("Your table has not played yet"),
        gettext_lazy("The round closes soon. Agree on a time, or you may lose the table."),
    ),
    ("call", "ready"): (
        gettext_lazy("Your table is ready"),
        gettext_lazy("The ladder has called you: sit down within two minutes, then who is here plays."),
    ),
    ("result", "claimed"): (
        gettext_lazy("A result was entered for your table"),
        gettext_lazy("Look at it, and confirm it if it is right."),
    ),
    ("result", "corrected"): (gettext_lazy("A result of yours was corrected"), gettext_lazy("{text}")),
    ("result", "disputed"): (
        gettext_lazy("Your table's result is disputed"),
        gettext_lazy("Two votes of others, or an organizer, decide within 48 hours; else it stays as it is."),
    ),
    ("result", "vote"): (
        gettext_lazy("A result is disputed: what do you say?"),
        gettext_lazy("Round {round}, table {number}. You may vote on the table's page: two votes decide."),
    ),
    ("result", "decided"): (gettext_lazy("The dispute at your table is decided"), gettext_lazy("{text}")),
    ("result", "voted"): (
        gettext_lazy("The dispute at your table is decided"),
        gettext_lazy("Two votes decided it. The table's page says what stands."),
    ),
    ("result", "lapsed"): (
        gettext_lazy("The result of your table stands"),
        gettext_lazy("Nobody decided the dispute within 48 hours: what is written down stands."),
    ),
    ("result", "penalty"): (gettext_lazy("You have lost points"), gettext_lazy("{text}")),
    ("substitute", "offered"): (
        gettext_lazy("Would you sit in?"),
        gettext_lazy("Somebody is missing in round {round}. Say yes or no; after a while another is asked."),
    ),
    ("substitute", "found"): (
        gettext_lazy("Somebody sits in"),
        gettext_lazy("{name} plays in your table's empty place."),
    ),
    ("news", ""): (gettext_lazy("News"), gettext_lazy("{text}")),
    ("season", "changed"): (
        gettext_lazy("The plan has changed"),
        gettext_lazy("The organizers changed something before the beginning. Have a look."),
    ),
    ("season", "begun"): (gettext_lazy("The season begins"), gettext_lazy("The first tables will be published soon.")),
    ("season", "ladder"): (
        gettext_lazy("The ladder begins"),
        gettext_lazy("Whenever you like, open the league's page and press “I want to play”."),
    ),
    ("season", "cancelled"): (gettext_lazy("The season is called off"), gettext_lazy("{text}")),
    ("season", "final"): (
        gettext_lazy("The final standings"),
        gettext_lazy("The season is over. Thank you for playing."),
    ),
    ("desk", "applied"): (gettext_lazy("Somebody wants to enter"), gettext_lazy("{entrant} waits for your yes.")),
    ("desk", "draft"): (gettext_lazy("Round {round} is drafted"), gettext_lazy("Look at the tables and publish them.")),
    ("desk", "closing"): (gettext_lazy("Round {round} is closing"), gettext_lazy("Some tables have no result yet.")),
    ("desk", "no_shows"): (
        gettext_lazy("Somebody does not come"),
        gettext_lazy("{entrant} missed {strikes} tables and is left out until you decide."),
    ),
    ("desk", "dispute"): (
        gettext_lazy("A result is disputed"),
        gettext_lazy("Round {round}, table {number}: please decide."),
    ),
    ("desk", "upheld"): (
        gettext_lazy("A result has to be corrected"),
        gettext_lazy("Round {round}, table {number}: two votes say that it is wrong. Please correct it."),
    ),
    ("desk", "appeal"): (gettext_lazy("An appeal"), gettext_lazy("{entrant} asks you to look at a penalty again.")),
    ("desk", "review"): (
        gettext_lazy("The last round is over"),
        gettext_lazy("Look through the results and make the standings final. After a week it happens by itself."),
    ),
    ("desk", "nobody"): (
        gettext_lazy("Nobody stands by"),
        gettext_lazy("Round {round}, table {number}: a place is free and nobody is left to ask."),
    ),
    ("desk", "owner"): (
        gettext_lazy("Would you run the league?"),
        gettext_lazy(
            "Nobody looks after it any more. Say yes or no on its page within three days; then another is asked."
        ),
    ),
}


def letter(kind: str, about: Mapping[str, Any]) -> tuple[str, str]:
    """Subject and text in the active language. Raises KeyError for what nobody wrote a letter for."""
    subject, body = _TEXTS[kind, str(about.get("what", ""))]
    return str(subject).format_map(about), str(body).format_map({"text": "", **about}).strip()


def kind_names() -> dict[str, str]:
    """What the kinds of letters are called where one switches them off."""
    return {
        "entry": _("Entering a season"),
        "pairing": _("Tables of a round"),
        "time": _("Times of my table"),
        "reminder": _("Reminders"),
        "call": _("My table of a ladder is ready"),
        "result": _("Results and disputes"),
        "substitute": _("Substituting for somebody"),
        "news": _("News of the organizers"),
        "season": _("Beginning and end of a season"),
        "desk": _("What organizers have to do"),
    }
