"""The first hand as a page shows it: the table's own parts, and beside them what the coach says."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games.engine.cards import NAMES
from games.engine.commands import Draw, Play
from games.engine.notation import parse
from games.presenters import choosing, feed, table
from games.presenters.lesson_texts import GOES_ON, LAID, OWES, SAID

TOLD_SENTENCES = 5
NOBODYS_CLOCK: Final = table.Clock()


class Coach(NamedTuple):
    """What is said beside the table, and where to look."""

    step: int  # from 1
    steps: tuple[int, ...]
    remark: str  # about what was done
    task: str  # what to do now, "" while the others move
    cards: frozenset[str]  # that the step is about
    points: str  # at which button: "draw", "mas" or ""
    more_ms: int  # when the next move is to be shown; 0 when it is the learner's turn


def coach(frame: Any, steps: Sequence[Any], learner: int, pace_ms: int) -> Coach:
    """Say what belongs to a frame; a step has its key and, in the notation, its goal."""
    current = steps[min(frame.step, len(steps) - 1)]
    on_turn = frame.state.turn == learner and not frame.owes and frame.step < len(steps)
    goal = parse(current.goal)[0]
    return Coach(
        step=min(frame.step + 1, len(steps)),
        steps=tuple(range(1, len(steps) + 1)),
        remark=_remark(frame, current.key, on_turn),
        task=str(SAID[current.key].task) if on_turn else "",
        cards=frozenset([NAMES[put.card] for put in goal.puts]) if isinstance(goal, Play) and on_turn else frozenset(),
        points=_points(goal, frame, on_turn),
        more_ms=0 if on_turn or frame.owes or frame.step == len(steps) else pace_ms,
    )


def _remark(frame: Any, current: str, on_turn: bool) -> str:
    """Say what became of the last step: at once while the others move, with the task only if it went otherwise."""
    if frame.owes:
        return str(OWES)
    if not on_turn:
        return str(SAID[current].met) if frame.met else ""
    if not frame.before or (frame.met and not frame.laid):
        return ""
    if frame.met:
        return str(LAID)
    return str(SAID[current].other) if frame.before == current else str(GOES_ON)


def _points(goal: object, frame: Any, on_turn: bool) -> str:
    if frame.owes or (on_turn and isinstance(goal, Play) and goal.mas):
        return "mas"
    return "draw" if on_turn and isinstance(goal, Draw) else ""


def sitters(learner: str, others: Sequence[str]) -> tuple[table.Sitter, ...]:
    """Tell who sits at the lesson's table."""
    return (table.Sitter(learner), *[table.Sitter(name, bot=_("bot")) for name in others])


def felt(frame: Any, company: Sequence[table.Sitter]) -> table.Felt:
    """Build the common part, with the latest moves in words."""
    names = [sitter.name for sitter in company]
    word = frame.state.rules.word
    told = [
        (f"{move.number}-{part}", sentence)
        for move in frame.story[-TOLD_SENTENCES:]
        for part, sentence in enumerate(feed.sentences(names, move.seat, move.command, move.events, word))
    ]
    return table.felt(frame.state, company, NOBODYS_CLOCK, told[-TOLD_SENTENCES:])


def mine(frame: Any, learner: int, company: Sequence[table.Sitter], cards: frozenset[str]) -> table.Mine:
    """Build the learner's part; the cards that the step is about are marked."""
    shown = table.mine(frame.state, learner, company, NOBODYS_CLOCK)
    marked = [card._replace(hint=card.name in cards) for card in shown.cards]
    return replace(shown, cards=tuple(marked), leave=False)


def follow(frame: Any, learner: int, chosen: str, names: Sequence[str]) -> dict[str, Any]:
    """What may follow the cards chosen so far, and what comes of them."""
    return choosing.follow(frame.state, learner, chosen, names)
