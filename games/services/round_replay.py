"""Every stored round folded again from its seed and its log: what is stored otherwise than it comes out."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from games import queries
from games.engine.cards import names
from games.engine.refusals import Refused
from games.engine.shuffle import commitment
from games.engine.state import OVER, State, dump
from games.engine.versions import version
from games.models import Move, Round
from games.services import proofs, sealing
from games.services.play import event_values

OUTCOMES: Final = {True: Round.Outcome.BLOCKED, False: Round.Outcome.WON}  # by whether nobody won


class Difference(NamedTuple):
    """What of a round is not as its log says. Of a running round it names the field alone: its cards are secret."""

    code: str
    round: int
    field: str
    stored: str = ""
    folded: str = ""

    def __str__(self) -> str:
        told = f": stored {self.stored}, folded {self.folded}" if self.stored or self.folded else ""
        return f"{self.code}/{self.round} {self.field}{told}"


def replay_rounds(*, code: str = "", since: datetime | None = None) -> Iterator[tuple[Round, list[Difference]]]:
    """Fold the stored rounds one after the other, those of one match or those begun since then.

    Writes nothing but that the secrets of running rounds were read.

    Yields each round with what differs. Raises nothing for a round that cannot be folded: that is a difference.
    """
    totals: dict[str, int] = {}
    match = None
    for played in queries.stored_rounds(code=code, since=since):
        if played.match_id != match:
            match, totals = played.match_id, queries.points_before(played)
        yield played, differences(played, totals)


def differences(played: Round, totals: dict[str, int]) -> list[Difference]:
    """Fold one round; `totals` are the points of the match before it, by seat, and are taken on from it."""
    try:
        state, found = _fold(played)
    except (ValueError, KeyError, TypeError, IndexError, Refused) as error:
        found = [("fold", "", f"failed: {error!r}")]
        _score(totals, played.winner, played.points)  # so that the rounds after it are not blamed for it
    else:
        found += _unequal(_stored(played), _folded(played, state, totals))
    over = bool(played.revealed)
    return [Difference(played.match.code, played.number, *(one if over else one[:1])) for one in found]


type Found = list[tuple[str, str, str]]


def _fold(played: Round) -> tuple[State, Found]:
    rules = version(played.rules_version)
    chance = sealing.SealedChance(played, sealing.Purpose.REPLAY)
    state = rules.deal(rules.rules_from(played.match.rules), played.seat_count, played.dealer, chance)
    moves: Sequence[Move] = list(played.moves.all())
    found: Found = []
    if [move.number for move in moves] != list(range(1, played.version + 1)):
        found.append(("moves", str(len(moves)), str(played.version)))
    entries = rules.entries(state, [(move.seat, move.text, move.at) for move in moves])
    for move, entry in zip(moves, entries, strict=True):
        events = json.loads(json.dumps([event_values(event) for event in entry.events]))
        if events != move.events:
            found.append((f"events of move {move.number}", str(move.events), str(events)))
    return state, found


def _stored(played: Round) -> dict[str, Any]:
    secret = sealing.secret_of(played, sealing.Purpose.REPLAY)
    promise = {"commit": commitment(played.context, secret) == played.commit, "promise": proofs.promise_faults(played)}
    stored = {"state": played.state, "last_at": played.last_at, "outcome": played.outcome}
    ended = {"hands": played.hands, "winner": played.winner, "points": played.points, "totals": played.totals}
    return promise | stored | ended


def _folded(played: Round, state: State, totals: dict[str, int]) -> dict[str, Any]:
    folded: dict[str, Any] = {"commit": True, "promise": [], "state": dump(state), "last_at": state.now}
    if state.phase is not OVER:
        broken = Round.Outcome.ABORTED if played.revealed else Round.Outcome.RUNNING
        return folded | {"outcome": broken, "hands": [], "winner": None, "points": 0, "totals": {}}
    winner = None if state.winner is None else played.seats[state.winner]
    _score(totals, winner, state.points)
    return folded | {
        "outcome": OUTCOMES[winner is None],
        "hands": [names(hand) for hand in state.hands],
        "winner": winner,
        "points": state.points,
        "totals": dict(totals),
    }


def _score(totals: dict[str, int], winner: int | None, points: int) -> None:
    if winner is not None:
        totals[str(winner)] = totals.get(str(winner), 0) + points


def _unequal(stored: dict[str, Any], folded: dict[str, Any]) -> Iterable[tuple[str, str, str]]:
    for field, value in folded.items():
        if field == "state":
            yield from _unequal_parts(stored[field], value)
        elif stored[field] != value:
            yield field, str(stored[field]), str(value)


def _unequal_parts(stored: dict[str, Any], folded: dict[str, Any]) -> Iterable[tuple[str, str, str]]:
    for part in sorted({*stored, *folded}):
        if stored.get(part) != folded.get(part):
            yield f"state.{part}", str(stored.get(part)), str(folded.get(part))
