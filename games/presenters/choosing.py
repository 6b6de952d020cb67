"""What is told while cards are chosen: what may follow them, and what the play so far would bring."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cards import NAMES
from games.engine.commands import Play
from games.engine.may import followers
from games.engine.notation import read_put
from games.engine.preview import Preview, preview
from games.engine.refusals import Refused
from games.engine.state import HONOUR, OVER, RACE, State
from games.engine.visible import View, visible
from games.presenters.table import needed
from games.presenters.wording import refusal_sentence

SAID = "!"  # ends the text of a play with which MAS! is said


def follow(state: State, seat: int, chosen: str, names: Sequence[str]) -> dict[str, Any]:
    """Tell of the cards a seat has chosen so far which may follow, each with what it needs, and what comes of them.

    Nothing follows what is no card or not in the hand, nor what is chosen out of turn.
    """
    view = visible(state, seat)
    play = _read(chosen)
    if play is None or view.turn != seat or view.phase not in ("turn", "drawn"):
        return {"cards": {}}
    return {"cards": _next(view, play)} | _told(view, play, names)


def _read(chosen: str) -> Play | None:
    words = chosen.split()
    said = words[-1:] == [SAID]
    try:
        return Play(tuple([read_put(text) for text in (words[:-1] if said else words)]), said)
    except (Refused, ValueError):
        return None


def _next(view: View, play: Play) -> dict[str, str]:
    try:
        return {NAMES[card]: needed(view, play.puts, card) for card in followers(view, play.puts)}
    except ValueError:  # a card that is not held
        return {}


def _told(view: View, play: Play, names: Sequence[str]) -> dict[str, str]:
    if not play.puts:
        return {}
    ahead = preview(view, play)
    if ahead.refusal is not None:
        return {"preview": refusal_sentence(ahead.refusal), "rule": ahead.refusal.rule}
    return {"preview": sentence(view, play, ahead, names)}


def sentence(view: View, play: Play, ahead: Preview, names: Sequence[str]) -> str:
    """Say in one line what comes of a play that may be made."""
    parts = [_onward(view, ahead, names)]
    if ahead.owes:
        parts.append(_("you owe %(word)s") % {"word": view.rules.word})
    elif play.mas and len(view.hand) - len(play.puts) == 1 and ahead.phase is not OVER:
        parts.append(_("with %(word)s") % {"word": view.rules.word})
    return " · ".join(parts)


def _onward(view: View, ahead: Preview, names: Sequence[str]) -> str:
    if ahead.phase is OVER:
        return _ending(view, ahead, names)
    if ahead.phase in (RACE, HONOUR):
        waits = _("everybody shouts") if ahead.phase is RACE else _("everybody does what the card says")
        return f"{_attack(ahead)} · {waits}" if ahead.attack else waits
    if ahead.turn is None:
        return ""
    name = names[ahead.turn] if ahead.turn != view.seat else _("you again")
    if ahead.attack:
        return f"{_attack(ahead)} → {name}"
    if ahead.skips:
        told = ngettext("%(count)d skip", "%(count)d skips", ahead.skips) % {"count": ahead.skips}
        return f"{told} → {name}"
    return _("Next: %(name)s") % {"name": name}


def _attack(ahead: Preview) -> str:
    return _("Attack of %(count)d") % {"count": ahead.attack}


def _ending(view: View, ahead: Preview, names: Sequence[str]) -> str:
    if ahead.winner is None:
        return _("The round ends without a winner")
    if ahead.winner == view.seat:
        return _("You win the round")
    return _("%(name)s wins the round") % {"name": names[ahead.winner]}
