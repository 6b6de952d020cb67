"""The first hand: a round with a stacked deal, in which the others follow a script. Nothing of it is stored.

What a learner has done is a list of commands; all that is shown is their fold, so a page that comes
back stands where it stood.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.bots import sensible
from games.bots.random_player import generator
from games.engine.apply import apply
from games.engine.cards import NAMES
from games.engine.commands import Command, Draw, Mas, Pass, Play
from games.engine.deck import deck_for
from games.engine.events import Event
from games.engine.notation import parse
from games.engine.position import set_up
from games.engine.refusals import Refusal, Refused
from games.engine.ruleset import MAS_UNO
from games.engine.shuffle import SeededChance
from games.engine.state import OVER, State
from games.engine.visible import visible

LEARNER: Final = 0
OTHERS: Final = ("Gerilă", "Ochilă")
LEARNT: Final = (Play, Draw, Pass, Mas)  # what a learner may send
MOST_COMMANDS: Final = 60  # so that the list stays as small as a cookie
TRIES: Final = 2  # of a step; then the lesson goes on

HANDS: Final = ("B3 R9 G5 R5 YD Y4 G8", "B9 R1 G1 Y1 R3 G3 YD", "B9 R5 G5 B5 Y5 GD Y8")
TABLE: Final = "B7"
FIRST_DRAWN: Final = "RD B4 WC R6 Y6 G4 R0 B2 Y0 R2"


class Step(NamedTuple):
    """One thing to learn: the command it is about, and what the others answer.

    An answer lists alternatives; the first that may be done is done.
    """

    key: str
    goal: str
    answers: tuple[tuple[str, ...], ...] = ()


STEPS: Final = (
    Step("colour", "play B3", (("play B9",), ("draw",))),
    Step("number", "play R9", (("draw",), ("play B9",))),
    Step("draw", "draw"),
    Step(
        "wild",
        "play WC:G",
        (
            ("play R1", "play G1", "play B4", "play Y1"),
            ("play R5", "play G5", "play B5", "play Y5"),
        ),
    ),
    Step("combo", "play G5 R5", (("play R3", "play G3"), ("play RD", "play GD"))),
    Step("attack", "play YD", (("play YD",), ("draw",))),
    Step("mas", "play Y4 !", (("play Y1", "draw"), ("play Y8",))),
    Step("last", "play G8"),
)


class Told(NamedTuple):
    """A move as the story of the round tells it."""

    number: int
    seat: int
    command: Command
    events: tuple[Event, ...]


class Frame(NamedTuple):
    """What is shown after a move: the round, how far the lesson is, what became of the last step."""

    number: int
    state: State
    step: int  # len(STEPS) when the lesson is over
    before: str  # the step that was just tried, "" when none
    met: bool  # whether that one was done as meant
    laid: bool  # whether the cards were laid anew for the step to come
    owes: bool  # the others wait until MAS! is said
    story: tuple[Told, ...]


class UnreadableLessonError(ValueError):
    """A list of commands that is no lesson."""


def fold(texts: Sequence[str]) -> list[Frame]:
    """Give everything that was shown in a lesson so far. Raises UnreadableLessonError."""
    lesson = Lesson()
    try:
        for text in texts:
            lesson.do(text)
    except Refused as no:
        raise UnreadableLessonError(str(no)) from no
    return lesson.frames


def follow_up(texts: Sequence[str], text: str) -> list[str]:
    """Give the lesson with one more command. Raises Refused, as a table does."""
    lesson = Lesson()
    for done in texts:
        lesson.do(done)
    lesson.do(text)
    return [*texts, text]


class Answer(NamedTuple):
    """What became of a command: the lesson after it, or why it was refused."""

    texts: list[str]
    refusal: Refusal | None = None


def submit(texts: Sequence[str], text: str) -> Answer:
    """Do one more command; a refused one leaves the lesson as it was."""
    try:
        return Answer(follow_up(texts, text))
    except Refused as no:
        return Answer(list(texts), no.refusal)


class Lesson:
    """A lesson under way."""

    def __init__(self) -> None:
        self.state = dealt()
        self.step = 0
        self.tries = 0
        self.met = False
        self.frames: list[Frame] = []
        self._commands = 0
        self._story: list[Told] = []
        self._show(before="")

    def do(self, text: str) -> None:
        """Do a learner's command and all that follows from it. Raises Refused; then nothing has changed."""
        command, _at = parse(text)
        if type(command) not in LEARNT or self._commands >= MOST_COMMANDS or self.step == len(STEPS):
            raise Refused(Refusal.ROUND_OVER if self._won() else Refusal.NOTATION)
        self._move(LEARNER, command)
        self._commands += 1
        self.met = self.met or meets(STEPS[self.step], command)
        if LEARNER in self.state.owes:
            self._show(owes=True)
        elif self.state.turn == LEARNER and self.state.phase is not OVER and not self.met:
            self._show(before="")
        else:
            self._go_on()

    def do_as_meant(self, step: Step) -> None:
        """Do a step and its answers as the script has them, telling nothing."""
        self._move(LEARNER, parse(step.goal)[0])
        for alternatives in self._answers(step):
            self._move(self.state.turn, self._answer(alternatives))

    def _go_on(self) -> None:
        """Let the others answer, then come to the next step; a step not done as meant is offered again once."""
        step = STEPS[self.step]
        for alternatives in self._answers(step):
            self._show()
            self._move(self.state.turn, self._answer(alternatives))
        self.tries = 0 if self.met else self.tries + 1
        if self._won():
            self.step = len(STEPS)
        elif self.step < len(STEPS) - 1 and (self.met or self.tries >= TRIES):
            self.step, self.tries = self.step + 1, 0
        laid = self.step < len(STEPS) and not self._flows()
        if laid:
            self.state = start_of(self.step).copy()
        self._show(before=step.key, laid=laid)
        self.met = False

    def _answers(self, step: Step) -> Iterator[tuple[str, ...]]:
        """Yield what each of the others has to answer, until the learner is to move again."""
        script = iter(step.answers)
        for _ in range(len(STEPS)):
            if self.state.phase is OVER or self.state.turn == LEARNER:
                return
            yield next(script, ())

    def _answer(self, alternatives: tuple[str, ...]) -> Command:
        seat = self.state.turn
        commands = [parse(text)[0] for text in alternatives]
        fitting = next((command for command in commands if possible(self.state, seat, command)), None)
        command = fitting or sensible.choose(visible(self.state, seat), generator(str(self.state.moves)))
        assert command is not None  # a seat to move always may do something
        return command

    def _flows(self) -> bool:
        """Whether the next step can be done in the round as it stands, with the hand it is made for."""
        mine, meant = self.state, start_of(self.step)
        same_hand = sorted(mine.hands[LEARNER]) == sorted(meant.hands[LEARNER])
        goal = parse(STEPS[self.step].goal)[0]
        return same_hand and mine.phase is meant.phase and possible(mine, LEARNER, goal)

    def _won(self) -> bool:
        return self.state.phase is OVER and self.state.winner == LEARNER

    def _move(self, seat: int, command: Command) -> None:
        happened = apply(self.state, seat, command)
        self._story.append(Told(len(self._story) + 1, seat, command, tuple(happened)))

    def _show(self, *, before: str | None = None, laid: bool = False, owes: bool = False) -> None:
        key = STEPS[self.step].key if before is None else before
        story = tuple(self._story)
        number = len(self.frames) + 1
        self.frames.append(Frame(number, self.state.copy(), self.step, key, self.met, laid, owes, story))


def dealt() -> State:
    """Lay the lesson's deal out: one whole deck, of which the learner gets what the steps need."""
    placed = " ".join((*HANDS, TABLE, FIRST_DRAWN)).split()
    rest = [NAMES[card] for card in SeededChance(b"lesson").shuffle("rest", deck_for(MAS_UNO, 1 + len(OTHERS)))]
    for name in placed:
        rest.remove(name)
    return set_up({"hands": HANDS, "table": TABLE, "draw": " ".join((FIRST_DRAWN, *rest))}, SeededChance(b"lesson"))


@lru_cache
def start_of(step: int) -> State:
    """Give the round as it stands when all steps before this one were done as meant."""
    lesson = Lesson()
    for done in STEPS[:step]:
        lesson.do_as_meant(done)
    return lesson.state


def meets(step: Step, command: Command) -> bool:
    """Whether a command does what a step is about: the same act, with its cards among those put down."""
    goal = parse(step.goal)[0]
    if not isinstance(goal, Play) or not isinstance(command, Play):
        return goal == command
    return {put.card for put in goal.puts} <= {put.card for put in command.puts}


def possible(state: State, seat: int, command: Command) -> bool:
    """Whether a seat may do this now."""
    try:
        apply(state.copy(), seat, command)
    except Refused:
        return False
    return True
