"""Closed lists become sentences in the reader's language: cards, refusals, reasons (the only place)."""

from collections.abc import Sequence
from functools import lru_cache

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _

from games.engine.refusals import Refusal

NAMES_KEPT = 2048  # of cards, by language

COLOUR_NAMES: dict[str, str | Promise] = {
    "R": gettext_lazy("red"),
    "G": gettext_lazy("green"),
    "B": gettext_lazy("blue"),
    "Y": gettext_lazy("yellow"),
}
FACE_NAMES: dict[str, str | Promise] = {
    "S": gettext_lazy("Skip"),
    "R": gettext_lazy("Reverse"),
    "D": gettext_lazy("+2"),
}
COLOURLESS_NAMES: dict[str, str | Promise] = {
    "WC": gettext_lazy("Change colour"),
    "WD": gettext_lazy("+4"),
    "WH": gettext_lazy("Swap hands"),
    "W1": gettext_lazy("Custom card 1"),
    "W2": gettext_lazy("Custom card 2"),
    "W3": gettext_lazy("Custom card 3"),
    "WM": gettext_lazy("MAS UNO!"),
    "BACK": gettext_lazy("face-down card"),
}

REFUSALS: dict[Refusal, str | Promise] = {
    Refusal.NOTATION: gettext_lazy("The table does not understand this command."),
    Refusal.NO_SUCH_SEAT: gettext_lazy("There is no such seat at this table."),
    Refusal.SEAT_LEFT: gettext_lazy("This player has left the match."),
    Refusal.ROUND_OVER: gettext_lazy("The round is over."),
    Refusal.NOT_YOUR_TURN: gettext_lazy("It is not your turn."),
    Refusal.CARD_NOT_HELD: gettext_lazy("You do not hold this card."),
    Refusal.DOES_NOT_FIT: gettext_lazy(
        "This card does not fit: it needs the colour, the number or the symbol on the table."
    ),
    Refusal.COMBO_BROKEN: gettext_lazy("In a combo each card must fit the one before it."),
    Refusal.COMBOS_OFF: gettext_lazy("Combos are off at this table: one card a turn."),
    Refusal.COMBO_OTHER_FACE: gettext_lazy("At this table all cards of a combo bear the same number or symbol."),
    Refusal.MUST_END_THE_PLAY: gettext_lazy("This card can only be the last of your play."),
    Refusal.ONLY_ATTACK_FOLLOWS: gettext_lazy("After a +2 or +4 only a card that continues the attack may follow."),
    Refusal.ONLY_SKIPS_FOLLOW: gettext_lazy("After a skip only another skip may follow here."),
    Refusal.UNDER_ATTACK: gettext_lazy("You are under attack: continue it or draw all of it."),
    Refusal.UNDER_SKIPS: gettext_lazy("You are being skipped: put down a skip or pass."),
    Refusal.ONLY_DRAWN_CARD: gettext_lazy("After drawing you may begin only with the drawn card."),
    Refusal.ALREADY_DRAWN: gettext_lazy("You have already drawn: play the drawn card or pass."),
    Refusal.MUST_PLAY: gettext_lazy("You hold a card that fits, and here it must be played."),
    Refusal.NOTHING_TO_PASS: gettext_lazy("You can only pass after drawing."),
    Refusal.COLOUR_MISSING: gettext_lazy("Name the colour that goes on."),
    Refusal.COLOUR_SUPERFLUOUS: gettext_lazy("A coloured card names no colour."),
    Refusal.SEAT_MISSING: gettext_lazy("Choose a player for this card."),
    Refusal.SEAT_SUPERFLUOUS: gettext_lazy("This card chooses no player."),
    Refusal.SEAT_IMPOSSIBLE: gettext_lazy("This player cannot be chosen."),
    Refusal.GIFT_MISSING: gettext_lazy("Choose the card that you hand over."),
    Refusal.GIFT_SUPERFLUOUS: gettext_lazy("This card hands nothing over."),
    Refusal.GIFT_NOT_HELD: gettext_lazy("You no longer hold the card that you want to hand over."),
    Refusal.MAS_NOT_SAID: gettext_lazy("Say it first: the last card waits until you have called."),
    Refusal.OWES_NOTHING: gettext_lazy("There is nothing to call out here."),
    Refusal.CATCH_ONESELF: gettext_lazy("You cannot catch yourself."),
    Refusal.GRACE: gettext_lazy("Too early: there is still a moment to say it."),
    Refusal.WAITING: gettext_lazy("The table is waiting for everyone: not now."),
    Refusal.NO_RACE: gettext_lazy("There is no race now."),
    Refusal.ALREADY_SHOUTED: gettext_lazy("You have already shouted."),
    Refusal.TOO_LATE: gettext_lazy("Too late: the race is over."),
    Refusal.NOTHING_TO_CONFIRM: gettext_lazy("There is nothing to confirm."),
    Refusal.ALREADY_CONFIRMED: gettext_lazy("You have already confirmed."),
    Refusal.NOTHING_TO_CHALLENGE: gettext_lazy("There is no +4 to challenge."),
    Refusal.CHALLENGE_ONESELF: gettext_lazy("You cannot challenge your own +4."),
    Refusal.NOTHING_TO_CLOSE: gettext_lazy("There is nothing to close."),
}


# By the value of a service's reason: this room knows no services.
REASONS: dict[str, str | Promise] = {
    "no_such_table": gettext_lazy("There is no table with this code."),
    "not_open": gettext_lazy("The table is no longer open: the match has begun."),
    "not_host": gettext_lazy("Only the host of the table can do this."),
    "table_full": gettext_lazy("All seats at this table are taken."),
    "already_seated": gettext_lazy("You already sit at this table."),
    "not_seated": gettext_lazy("You are only watching: you have no seat at this table."),
    "has_left": gettext_lazy("You have left this match."),
    "empty_seat": gettext_lazy("Nobody sits there any more."),
    "too_few_seats": gettext_lazy("It takes at least two to play: invite somebody or add a bot."),
    "not_all_ready": gettext_lazy("Not everybody is ready yet."),
    "size": gettext_lazy("A table has 2 to 40 seats."),
    "clocks": gettext_lazy("These times are too short or too long."),
    "too_many_tables": gettext_lazy("You have too many open tables. Start one, or leave one, first."),
    "strength": gettext_lazy("There is no such bot."),
    "sentence": gettext_lazy("A sentence and what its card does do not agree. Write it anew."),
    "not_running": gettext_lazy("No match is being played here now."),
    "not_paused": gettext_lazy("The match is not paused."),
    "not_finished": gettext_lazy("The match is not over yet."),
    "round_running": gettext_lazy("This round is still being played."),
    "too_many_analyses": gettext_lazy("Enough rounds are waiting to be analysed. Ask again later."),
    "chat_closed": gettext_lazy("The chat is closed for you for a while. You can go on playing."),
    "chat_flood": gettext_lazy("Slowly! Give the others time to read."),
    "not_said": gettext_lazy("There is nothing in this to say."),
    "no_free_text": gettext_lazy("Free text is for players of 16 and over who switched it on in their settings."),
    "blocked": gettext_lazy("You cannot sit at this table. Find another one, or open your own."),
    "oneself": gettext_lazy("That is yourself."),
    "no_such_player": gettext_lazy("There is no such player here."),
    "no_friend": gettext_lazy("This player cannot be asked now."),
    "no_friends": gettext_lazy("You are not friends."),
    "not_asked": gettext_lazy("This player is not waiting for your answer."),
    "too_many_asks": gettext_lazy("Many have not answered you yet. Wait a while, or take one back."),
    "too_many_friends": gettext_lazy("One of you has as many friends as there can be."),
    "no_invitation": gettext_lazy("This player cannot be invited now."),
    "too_many_invitations": gettext_lazy("Enough are invited to this table already."),
    "restart": gettext_lazy("The site restarts in a moment: begin right after it."),
    "guest": gettext_lazy("For this you need an account: make one, and you keep your games."),
    "no_guest": gettext_lazy("You have an account already."),
    "name_taken": gettext_lazy("That name, or one that looks like it, is already taken."),
    "renamed_lately": gettext_lazy("The name can be changed once in 30 days."),
    "handled": gettext_lazy("Another moderator has handled this report in the meantime."),
    "no_moderator": gettext_lazy("That is for moderators."),
    "own_pair": gettext_lazy("You are one of the two: another moderator decides."),
    "not_moderated": gettext_lazy("Moderators act neither on themselves nor on one another or the staff."),
    "no_settlement": gettext_lazy("The ledger has no settled match there."),
    "no_ledger_reason": gettext_lazy("Say why the ledger is changed."),
    "no_such_queue": gettext_lazy("Ranked play is MAS UNO or classic, as a duel or at a table."),
    "at_a_table": gettext_lazy("You sit at a table where a match is being played. Finish it, or leave it, first."),
    "queue_closed": gettext_lazy("The queue is still closed to you for a while."),
    "no_offer": gettext_lazy("This table is no longer on offer."),
    "ranked": gettext_lazy("Not in a ranked match."),
    "not_playing": gettext_lazy("No round is being played at this table now."),
    "stale": gettext_lazy("The table has moved on in the meantime: look again."),
    "only_the_table": gettext_lazy("Only the table itself can do this."),
    "command_id": gettext_lazy("The table does not understand this command."),
    "other_command": gettext_lazy("The table has already answered a command with this number."),
    "deal_value": gettext_lazy("That is no part of a shuffle."),
    "deal_other": gettext_lazy("Your part of this shuffle has come already, from another page."),
    "deal_wrong": gettext_lazy("That is not the part of the shuffle that you were bound to."),
}


BOTS = {
    "beginner": gettext_lazy("beginner bot"),
    "sensible": gettext_lazy("skilled bot"),
    "strong": gettext_lazy("master bot"),
}


def bot_name(strength: str) -> str:
    """Say how well a bot plays; "" for a person's seat."""
    return str(BOTS[strength]) if strength else ""


def colour_name(colour: str) -> str:
    """Name a colour letter; the open colour (no letter) is "any"."""
    return str(COLOUR_NAMES[colour]) if colour else _("any colour")


def card_name(card: str) -> str:
    """Name a card of the notation, with the colour it names if it carries one: "7 red"."""
    return _card_name(card, get_language())


@lru_cache(maxsize=NAMES_KEPT)
def _card_name(card: str, _language: str | None) -> str:
    card, _colon, named = card.partition(":")
    if card in COLOURLESS_NAMES:
        name = str(COLOURLESS_NAMES[card])
        if not named:
            return name
        return _("%(card)s (%(colour)s)") % {"card": name, "colour": colour_name(named[0])}
    face = str(FACE_NAMES.get(card[1], card[1]))
    return _("%(face)s %(colour)s") % {"face": face, "colour": colour_name(card[0])}


def card_names(cards: Sequence[str]) -> str:
    """List cards in the order in which they were put down."""
    return ", ".join([card_name(card) for card in cards])


def refusal_sentence(why: Refusal | str) -> str:
    """Say why a command was refused, by the engine or by a service."""
    return str(REFUSALS[why]) if isinstance(why, Refusal) else reason_sentence(why)


def reason_sentence(why: str) -> str:
    """Say why a service said no."""
    return str(REASONS[why])


def listed(names: Sequence[str]) -> str:
    """Join names: "Ana, Dan and Mia"."""
    if len(names) < 2:
        return "".join(names)
    return pgettext("the last two of a list", "%(first)s and %(last)s") % {
        "first": ", ".join(names[:-1]),
        "last": names[-1],
    }
