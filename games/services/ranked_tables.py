"""A ranked match from the yes of all to its first hand: a preset, one pace for everybody, seats by lot.

Nobody hosts it, nobody pauses it, no bot sits at it. Runs inside a caller's transaction.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from secrets import SystemRandom

from games.engine.ruleset import Ending, Rules, preset
from games.models import Match, Player
from games.option_texts import GRACE_MS
from games.services import arranged

TURN_MS, BANK_MS = 20_000, 60_000
ENDING = Ending("target", 500)

lot = SystemRandom()


def rules_for(name: str) -> Rules:
    """The rules of a ranked match by a preset."""
    return replace(preset(name), ending=ENDING, mas_grace_ms=GRACE_MS)


def begin(*, players: Sequence[Player], preset: str, now: datetime) -> Match:
    """Seat these players by lot and deal."""
    return arranged.begin(
        players=lot.sample(players, len(players)),
        kind=Match.Kind.RANKED,
        rules=rules_for(preset),
        turn_ms=TURN_MS,
        bank_ms=BANK_MS,
        now=now,
    )
