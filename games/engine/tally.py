"""What each seat did in a round, counted while its log is folded: combos, attacks, MAS!, races, times."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.engine.commands import Catch, Challenge, Close, Command, Draw, Leave, Mas, Pass, Play, Shout, Timeout
from games.engine.events import Caught, Drew, Ended, Event, Owed, RaceEnded
from games.engine.notation import text
from games.engine.record import Entry
from games.engine.replay import entries
from games.engine.state import DRAWN, Phase, State

type Fold = Callable[[State, Iterable[tuple[int, str, int]]], Iterator[Entry]]

OF_THE_TURN: Final = (Play, Draw, Pass, Challenge, Timeout, Close)


class Line(NamedTuple):
    """A line of the log. `own`: the person of the seat did it; `judged`: its time was measured fairly."""

    seat: int
    command: Command
    at: int
    own: bool = True
    judged: bool = False


@dataclass(slots=True)
class Feats:
    """What one seat did and met with in a round; times in ms."""

    plays: int = 0
    cards_played: int = 0
    longest_combo: int = 0
    attacks_passed: int = 0
    attacks_suffered: int = 0
    attack_cards: int = 0
    mas_said: int = 0
    mas_missed: int = 0
    caught: int = 0
    catches: int = 0
    races: int = 0
    races_lost: int = 0
    reactions: int = 0
    reaction_ms: int = 0
    fastest_ms: int | None = None
    turns: int = 0
    turn_ms: int = 0


def tally(state: State, lines: Sequence[Line], fold: Fold = entries) -> list[Feats]:
    """Apply a log in place and give what each seat did. Raises Refused where the rules do not allow it.

    `fold` is how the rules of the round's time apply a log.

    What somebody else did for a seat is nobody's, and so is what it met with meanwhile. A turn that the
    clock ended is no turn of the seat's, but the attack it then drew was suffered.
    """
    count = _Count(state, fold(state, [(line.seat, text(line.command), line.at) for line in lines]))
    for line in lines:
        count.line(line)
    return count.feats


class _Before(NamedTuple):
    """The round as a command found it."""

    attack: int
    phase: Phase
    turn: int
    race_since: int
    owes: frozenset[int]
    sizes: tuple[int, ...]  # of the hands


def _before(state: State) -> _Before:
    sizes = tuple([len(hand) for hand in state.hands])
    return _Before(state.attack, state.phase, state.turn, state.race_since, frozenset(state.owes), sizes)


class _Count:
    """A log on its way through the rules."""

    def __init__(self, state: State, moves: Iterator[Entry]) -> None:
        self.state = state
        self.moves = moves  # each is applied when it is asked for
        seats = len(state.hands)
        self.feats = [Feats() for _ in range(seats)]
        self.own = [True] * seats  # whether the person did what the seat did last
        self.since = 0  # when the turn began

    def line(self, line: Line) -> None:
        state, command = self.state, line.command
        was = _before(state)
        if not isinstance(command, Timeout | Close):
            self.own[line.seat] = line.own
        events = next(self.moves).events
        if line.own:
            self._done(line, was)
        self._met(line, was, events)
        if isinstance(command, OF_THE_TURN) or (state.phase, state.turn) != (was.phase, was.turn):
            self.since = self.since if state.phase is DRAWN else state.now

    def _done(self, line: Line, was: _Before) -> None:
        """What the person of the seat did by this command."""
        feats, command = self.feats[line.seat], line.command
        if isinstance(command, Play):
            feats.plays += 1
            feats.cards_played += len(command.puts)
            feats.longest_combo = max(feats.longest_combo, len(command.puts))
            feats.attacks_passed += was.attack > 0
            feats.mas_said += command.mas and len(self.state.hands[line.seat]) == 1
        elif isinstance(command, Mas):
            feats.mas_said += 1
        elif isinstance(command, Catch):
            feats.catches += 1
        elif isinstance(command, Shout) and line.judged:
            _react(feats, line.at - was.race_since)
        if isinstance(command, Play | Draw | Pass) and self.state.phase is not DRAWN:
            feats.turns += 1
            feats.turn_ms += max(0, line.at - self.since)

    def _met(self, line: Line, was: _Before, events: Sequence[Event]) -> None:
        """What came over the seats by this command."""
        for seat in was.owes:
            self._missed(seat, line, events)
        for event in events:
            if isinstance(event, Caught) and self.own[event.seat]:
                self.feats[event.seat].caught += 1
            elif isinstance(event, RaceEnded):
                self._raced(event)
            elif isinstance(event, Drew) and self._is_attack(line, was) and self.own[event.seat]:
                self.feats[event.seat].attacks_suffered += 1
                self.feats[event.seat].attack_cards += len(event.cards)

    def _is_attack(self, line: Line, was: _Before) -> bool:
        """Whether what is drawn now is an attack: by whom it has reached, or after the last card of all."""
        if isinstance(line.command, Play):
            return was.sizes[line.seat] == len(line.command.puts)
        return was.attack > 0 and isinstance(line.command, Draw | Timeout)

    def _missed(self, seat: int, line: Line, events: Sequence[Event]) -> None:
        """Whether a debt passed without being said; one that the end of the round wiped out did not."""
        said = isinstance(line.command, Mas) and line.seat == seat
        renewed = any(isinstance(event, Owed) and event.seat == seat for event in events)
        stands = seat in self.state.owes and not renewed
        gone = isinstance(line.command, Leave) and line.seat == seat
        ended = any(isinstance(event, Ended) for event in events) and line.seat != seat
        if self.own[seat] and not (said or stands or gone or ended):
            self.feats[seat].mas_missed += 1

    def _raced(self, event: RaceEnded) -> None:
        for seat in {*event.losers, *[seat for seat, _ in event.times]}:
            if self.own[seat]:
                self.feats[seat].races += 1
                self.feats[seat].races_lost += seat in event.losers


def _react(feats: Feats, ms: int) -> None:
    feats.reactions += 1
    feats.reaction_ms += ms
    feats.fastest_ms = ms if feats.fastest_ms is None else min(feats.fastest_ms, ms)
