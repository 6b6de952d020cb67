"""Commands as text and back (RULES §1)."""

import re
from typing import Final

from games.engine.cards import CARD, COLOURS, NAMES
from games.engine.commands import (
    CHALLENGE,
    CLOSE,
    CONFIRM,
    DRAW,
    LEAVE,
    MAS,
    NAMED,
    PASS,
    PLAIN,
    SHOUT,
    TIMEOUT,
    Catch,
    Command,
    Play,
    Put,
)
from games.engine.refusals import Refusal, Refused

LONGEST: Final = 4096  # characters; a hand of several decks fits, a flood does not

SIMPLE: Final[dict[str, Command]] = {
    "draw": DRAW,
    "pass": PASS,
    "mas": MAS,
    "challenge": CHALLENGE,
    "shout": SHOUT,
    "confirm": CONFIRM,
    "leave": LEAVE,
    "timeout": TIMEOUT,
    "close": CLOSE,
}
WORD: Final = {type(command): word for word, command in SIMPLE.items()}

COMMON: Final = {name: PLAIN[card] for name, card in CARD.items()} | {
    f"{NAMES[card]}:{COLOURS[colour]}": put for card, puts in NAMED.items() for colour, put in enumerate(puts)
}
PUT: Final = re.compile(
    r"(?P<card>[RGBY][0-9SRD]|W[CDH123M])(:(?P<colour>[RGBY]))?(>(?P<seat>[0-9]{1,3}))?(=(?P<gift>[RGBY][0-9SRD]|W[CDH123M]))?",
    re.ASCII,
)
NUMBER: Final = re.compile(r"[0-9]{1,12}", re.ASCII)


def parse(text: str) -> tuple[Command, int | None]:
    """Read a command and its time (ms since the round began) if it carries one.

    Raises Refused(NOTATION) for anything that RULES §1 does not write.
    """
    if len(text) > LONGEST:
        raise Refused(Refusal.NOTATION)
    words = text.split(" ")
    at = None
    if words[-1][:1] == "@":
        at = _number(words.pop()[1:])
    return _command(words), at


def _command(words: list[str]) -> Command:
    if not words:
        raise Refused(Refusal.NOTATION)
    if words[0] == "play":
        return _play(words)
    if len(words) == 1 and words[0] in SIMPLE:
        return SIMPLE[words[0]]
    if len(words) == 2 and words[0] == "catch":
        return Catch(_number(words[1]))
    raise Refused(Refusal.NOTATION)


def _play(words: list[str]) -> Play:
    mas = words[-1] == "!"
    cards = words[1:-1] if mas else words[1:]
    if not cards:
        raise Refused(Refusal.NOTATION)
    return Play(tuple([COMMON.get(word) or read_put(word) for word in cards]), mas)


def read_put(text: str) -> Put:
    """Read one card with its choices, as in `WH:G>2`. Raises Refused(NOTATION)."""
    match = PUT.fullmatch(text)
    if match is None:
        raise Refused(Refusal.NOTATION)
    colour, seat, gift = match["colour"], match["seat"], match["gift"]
    return Put(
        CARD[match["card"]],
        None if colour is None else COLOURS.index(colour),
        None if seat is None else int(seat),
        None if gift is None else CARD[gift],
    )


def _number(text: str) -> int:
    if NUMBER.fullmatch(text) is None:
        raise Refused(Refusal.NOTATION)
    return int(text)


def put_text(put: Put) -> str:
    """Write one card with its choices."""
    text = NAMES[put.card]
    if put.colour is not None:
        text += f":{COLOURS[put.colour]}"
    if put.seat is not None:
        text += f">{put.seat}"
    if put.gift is not None:
        text += f"={NAMES[put.gift]}"
    return text


def text(command: Command, at: int | None = None) -> str:
    """Write a command, with its time in ms when one is given; `parse` reads the same back."""
    if isinstance(command, Play):
        written = "play " + " ".join([put_text(put) for put in command.puts])
        written += " !" if command.mas else ""
    elif isinstance(command, Catch):
        written = f"catch {command.seat}"
    else:
        written = WORD[type(command)]
    return written if at is None else f"{written} @{at}"
