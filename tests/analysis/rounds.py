"""Rounds as they are stored, played by bots from a seed; where told, with one blunder in them."""

import hashlib
from random import Random

from games.analysis.rounds import Played
from games.bots import sensible
from games.engine import shuffle
from games.engine.apply import apply
from games.engine.commands import DRAW, Command, Draw, Pass, Play
from games.engine.deal import deal
from games.engine.may import may
from games.engine.notation import text
from games.engine.ruleset import VERSION, rules_from
from games.engine.shuffle import SeededChance
from games.engine.state import OVER, State
from games.engine.visible import View, visible

STEP_MS = 1000
SEATS = 4


def a_round(number: int, preset: str = "mas", *, blunder: bool = False, **options: str) -> tuple[Played, int | None]:
    """Give a round of sensible bots, and the number of moves before its blunder: who could have gone out draws."""
    rules = rules_from({"preset": preset, "mas_grace_ms": 1500, **options})
    context = shuffle.context(match="ANALIZ", round=number, rules=rules, seats=SEATS)
    seed = hashlib.sha256(b"analysis %d" % number).digest()
    state = deal(rules, SEATS, 0, SeededChance(seed))
    log: list[tuple[int, str, int]] = []
    planted = None
    chances = [Random(f"{number} {seat}") for seat in range(SEATS)]
    while state.phase is not OVER:
        at = state.now + STEP_MS
        seat, command = _next(state, chances, at)
        view = visible(state, seat)
        if blunder and planted is None and _goes_out(view, command) and may(view, at).draw:
            planted, command = len(log), DRAW
        apply(state, seat, command, at)
        log.append((seat, text(command), at))
    return Played(rules.to_mapping(), VERSION, SEATS, 0, context, seed, log), planted


def _goes_out(view: View, command: Command) -> bool:
    return isinstance(command, Play) and len(command.puts) == len(view.hand)


def _next(state: State, chances: list[Random], at: int) -> tuple[int, Command]:
    for seat in sorted(range(SEATS), key=lambda seat: seat == state.turn):
        command = sensible.choose(visible(state, seat), chances[seat], at)
        if command is not None and (seat == state.turn or not isinstance(command, Play | Draw | Pass)):
            return seat, command
    raise AssertionError("somebody can always do something")
