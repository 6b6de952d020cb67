"""What both doors of a table answer, the socket and the POST: the same service, the same words."""

from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from games import frames, metrics, screens
from games.presenters.wording import refusal_sentence
from games.services import gathering, play
from games.services.errors import NotAllowed
from games.services.judging import NO_SIGNAL, Signal


def command(
    code: str,
    player_id: int | None,
    values: dict[str, str],
    language: str,
    arrived_ms: int,
    signal: Signal = NO_SIGNAL,
) -> dict[str, Any]:
    """Hand a player's command to the service; its one answer. Raises BadFrameError."""
    after = frames.number(values["after"])
    with metrics.COMMAND_SECONDS.time():
        answer = play.submit(
            match_code=code,
            player_id=player_id,
            text=values["command"],
            after=after,
            command_id=values["command_id"],
            arrived_ms=arrived_ms,
            signal=signal,
        )
    metrics.ANSWERS.labels("held" if answer.held else "done" if answer.refusal is None else answer.key).inc()
    told: dict[str, Any] = {"answer": answer.command_id}
    if answer.held:
        return told | {"held": True}
    if answer.refusal is None:
        return told | {"number": answer.number}
    with translation.override(language):
        sentence = refusal_sentence(answer.refusal)
    return told | {"refused": answer.key, "text": sentence, "rule": answer.rule}


def follow(code: str, player_id: int | None, chosen: str, language: str) -> dict[str, Any]:
    """Tell what may follow the cards chosen so far and what comes of them; what cannot be chosen, nothing follows."""
    screen = screens.read(code)
    told = screens.follow(screen, player_id, chosen, language) if screen else {"cards": {}}
    return {"follow": chosen} | told


def deal(code: str, player_id: int | None, values: dict[str, str], language: str) -> dict[str, Any]:
    """Hand a page's part of the shuffle to the service; its answer."""
    told: dict[str, Any] = {"deal": values["deal"], "step": values["step"]}
    try:
        gathering.take_part(
            match_code=code,
            player_id=player_id,
            step=values["step"],
            promise=values["deal"],
            value=values["value"],
        )
    except NotAllowed as refused:
        with translation.override(language):
            return told | {"refused": refused.reason.value, "text": refusal_sentence(refused.reason)}
    return told


def too_many(command_id: str, language: str) -> dict[str, Any]:
    """The answer to one who sends commands faster than anybody plays; sent again later, it is taken."""
    metrics.ANSWERS.labels("flood").inc()
    with translation.override(language):
        text = _("That was too much at once. Wait a moment.")
    return {"answer": command_id, "refused": "flood", "text": text, "rule": ""}


def not_understood(language: str) -> dict[str, Any]:
    """The answer to a frame that is none of ours."""
    metrics.ANSWERS.labels("frame").inc()
    with translation.override(language):
        return {
            "answer": "",
            "refused": "frame",
            "text": _("The table does not understand this message; nothing has changed."),
            "rule": "",
        }
