"""What a page may send over its socket: one flat JSON object of short texts, and nothing else."""

import json
from typing import Any, NoReturn

LONGEST = 4096  # characters
COMMAND = {"command", "after", "command_id"}
DEAL = {"ask", "step", "deal", "value"}
ASKS: dict[str, set[str]] = {"table": {"ask"}, "follow": {"ask", "cards"}, "time": {"ask", "sent"}, "deal": DEAL}
# htmx adds the request's headers to what a form sends.
IGNORED = "headers"


class BadFrameError(ValueError):
    """A frame that is none of ours; the socket answers and goes on."""


def parse(text: str) -> dict[str, str]:
    """Read a frame: a command, or a question under "ask". Raises BadFrameError."""
    if len(text) > LONGEST:
        raise BadFrameError
    try:
        values = json.loads(text, parse_constant=_refuse, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        raise BadFrameError from None
    if not isinstance(values, dict):
        raise BadFrameError
    values.pop(IGNORED, None)
    if not all(isinstance(value, str) and is_clean(value) for value in values.values()):
        raise BadFrameError
    if set(values) != (ASKS.get(values["ask"]) if "ask" in values else COMMAND):
        raise BadFrameError
    return values


def number(text: str) -> int:
    """Read the number of a move that a page says it saw. Raises BadFrameError."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise BadFrameError
    return int(text)


def is_clean(text: str) -> bool:
    """Whether both databases can store a text: no NUL, no half of a surrogate pair."""
    return not any(sign == "\0" or "\ud800" <= sign <= "\udfff" for sign in text)


def _refuse(constant: str) -> NoReturn:
    raise BadFrameError(constant)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise BadFrameError
    return values
