"""A command as it was asked, and its one answer: asked again under the same id, it is the first one again."""

import re
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db.models import CharField, F, QuerySet, Value

from games.engine.refusals import Refusal
from games.models import Move, RefusedCommand, Round
from games.queries_composed import Composed
from games.services import catches
from games.services.errors import Reason
from games.services.judging import NO_SIGNAL, Signal

# No colon: the clock's own ids have one, and nobody may use them up beforehand.
COMMAND_ID = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)

REFUSALS: dict[str, Refusal | Reason] = {refusal.key: refusal for refusal in Refusal}
REFUSALS |= {reason.value: reason for reason in Reason}


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a command: the number of its move, or why it was refused."""

    command_id: str
    number: int | None = None
    refusal: Refusal | Reason | None = None
    held: bool = False  # a catch that waits for a MAS! on its way; asked again, the answer is final

    @property
    def key(self) -> str:
        """The refusal as text, "" for an accepted command."""
        if isinstance(self.refusal, Refusal):
            return self.refusal.key
        return "" if self.refusal is None else self.refusal.value

    @property
    def rule(self) -> str:
        """The section of the rules that forbids it, "" where no rule of the game does."""
        return self.refusal.rule if isinstance(self.refusal, Refusal) else ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A command as it came in."""

    player_id: int | None
    text: str
    after: int
    command_id: str
    arrived_at: datetime
    now: datetime
    signal: Signal = NO_SIGNAL

    @property
    def payload(self) -> str:
        """What must be the same when the same id comes again."""
        parts = f"{self.player_id}|{self.after}|{self.text}"
        return sha256(parts.encode(errors="surrogatepass")).hexdigest()[:32]


def first_answer(round_: Round, asked: Asked) -> Answer | None:
    """The answer this id had, in this locked round or before; for another payload that is refused.

    A statement of its own, after the lock: in the one that waited for it PostgreSQL would look up the answers as they
    were before it waited, and the same command sent twice at once would be done twice.
    """
    for payload, number, refusal in _answers(match=round_.match_id, command_id=asked.command_id):
        if payload != asked.payload:
            return Answer(asked.command_id, refusal=Reason.OTHER_COMMAND)
        if refusal:
            return Answer(asked.command_id, refusal=REFUSALS[refusal])
        return Answer(asked.command_id, number)
    held = catches.held_as(round_, asked.command_id)
    if held is None:
        return None
    if held.payload != asked.payload:
        return Answer(asked.command_id, refusal=Reason.OTHER_COMMAND)
    return Answer(asked.command_id, held=True)


@Composed
def _answers(match: Any, command_id: Any) -> QuerySet[Any, tuple[str, int, str]]:
    moves = Move.objects.filter(round__match=match, command_id=command_id).order_by()
    refused = RefusedCommand.objects.filter(match=match, command_id=command_id)
    done = moves.values_list("payload", "number", Value("", CharField()))
    return done.union(refused.values_list("payload", Value(0), F("refusal")), all=True)


def refuse(round_: Round, asked: Asked, refusal: Refusal | Reason) -> Answer:
    store_refusal(round_, asked.command_id, asked.payload, refusal, asked.now)
    return Answer(asked.command_id, refusal=refusal)


def store_refusal(round_: Round, command_id: str, payload: str, refusal: Refusal | Reason, now: datetime) -> None:
    RefusedCommand.objects.create(
        match_id=round_.match_id,
        command_id=command_id,
        payload=payload,
        refusal=Answer(command_id, refusal=refusal).key,
        made_at=now,
    )
