"""Why a league's service said no, in a sentence each; the list is that of `leagues.services.errors.Reason`."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

SENTENCES: Final[dict[str, str | Promise]] = {
    "no_such_league": gettext_lazy("There is no such league."),
    "not_yours": gettext_lazy("Only who runs the league may do that."),
    "guest": gettext_lazy("For leagues one needs an account: make one of your guest's name, it keeps your games."),
    "name": gettext_lazy("That text is too short or too long."),
    "settings": gettext_lazy("These settings do not go together, or you run too many leagues already."),
    "ladder": gettext_lazy("A ladder is played online, in one division, and is open for a day at least."),
    "frozen": gettext_lazy("The season has begun: what was promised to its entrants stays."),
    "state": gettext_lazy("It is too late or too early for that. Look at the page as it is now."),
    "code": gettext_lazy("This code does not open the league."),
    "closed": gettext_lazy("Nobody can enter now."),
    "already_in": gettext_lazy("They are entered already."),
    "not_in": gettext_lazy("They do not play in this round."),
    "disqualified": gettext_lazy("Who was disqualified cannot enter this season again."),
    "too_few": gettext_lazy("There are too few accepted players to begin."),
    "too_late": gettext_lazy("It is too late for that."),
    "last_owner": gettext_lazy("A league needs an owner: hand it over first."),
    "oneself": gettext_lazy("This person owns the league already."),
    "no_such_player": gettext_lazy("Nobody with an account here has that name."),
    "first": gettext_lazy("Somebody did it a moment before you. This is how it is now."),
    "results_missing": gettext_lazy("Results are missing in the round before."),
    "lines": gettext_lazy(
        "This result cannot be: each player has one place, without holes, and who did not come has none."
    ),
    "cards": gettext_lazy(
        "In a match of one round the cards left decide: who has more points in hand cannot come before who has fewer."
    ),
    "no_reason": gettext_lazy("Write the reason: everybody will be able to read it."),
    "disputes_open": gettext_lazy("Decide the open disputes first."),
    "own_table": gettext_lazy("You sit at that table, or it is about you: somebody else has to decide."),
    "no_vote": gettext_lazy(
        "Those vote who did not sit at that table, did not write its result and are no directors of the league."
    ),
    "not_at_table": gettext_lazy("Only who sits at that table may do that."),
    "in_the_past": gettext_lazy("This time has passed already."),
    "after_deadline": gettext_lazy("This time is after the end of the round."),
    "file": gettext_lazy("This file cannot be read."),
    "barred": gettext_lazy("You left or missed a table: for a while you cannot queue. The page says until when."),
    "playing": gettext_lazy("You have a table already: play it first."),
    "shut": gettext_lazy("The ladder is closed at this hour."),
}


def sentence(why: str) -> str:
    """The sentence of a reason, in the reader's language."""
    return str(SENTENCES[why])
