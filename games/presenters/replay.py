"""A finished round, move by move: what the replay page shows, folded from the log."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.engine.apply import apply
from games.engine.cards import COLOURS, NAMES, OPEN
from games.engine.notation import parse
from games.engine.position import set_up
from games.engine.record import Entry, ListedChance
from games.engine.shuffle import SeededChance, round_seed
from games.engine.state import State
from games.engine.versions import version
from games.presenters.feed import doubt, sentences, way
from games.presenters.moments import Moment, moments
from games.presenters.wording import card_name, colour_name

LINE = 1000  # how long the line of moments is drawn


class Film(NamedTuple):
    """What a round is folded from: its seats by name, its dealer, its deal, and its log applied to a deal."""

    names: tuple[str, ...]
    dealer: int
    word: str
    start: State
    play: Callable[[State], Iterable[Entry]]
    signals: Sequence[dict[str, Any] | None] = ()


class Hand(NamedTuple):
    """One seat with its cards, face up where they may be seen from the seat that one looks from."""

    seat: int
    name: str
    cards: tuple[tuple[str, str], ...]  # the card and its name in words
    open: bool
    turn: bool
    acted: bool
    left: bool
    owes: bool


class Step(NamedTuple):
    """One line of the list of moves."""

    number: int
    told: str
    clock: str
    kinds: tuple[str, ...]  # of its moments


class Position(NamedTuple):
    """The table after a number of moves."""

    number: int
    total: int
    told: tuple[str, ...]
    hands: tuple[Hand, ...]
    top: str
    top_name: str
    colour: str
    colour_name: str
    attack: int
    skips: int
    clockwise: bool
    draw_left: int
    steps: tuple[Step, ...]
    moments: tuple[Moment, ...]
    seat: int | None  # that one looks from; None with all hands open
    at: int  # where on the line
    before: int | None
    after: int | None


def film(
    rules: Mapping[str, Any],
    rules_version: int,
    names: tuple[str, ...],
    dealer: int,
    seed: tuple[str, ...],
    log: Sequence[tuple[int, str, int]],
    signals: Sequence[dict[str, Any] | None] = (),
) -> Film:
    """A finished round as stored; `seed` is its context, the secret and what players added to it (hexadecimal)."""
    played = version(rules_version)
    read = played.rules_from(rules)
    context, (secret, *nonces) = seed[0], [bytes.fromhex(part) for part in seed[1:]]
    start = played.deal(read, len(names), dealer, SeededChance(round_seed(context, secret, nonces)))
    return Film(names, dealer, read.word, start, lambda state: played.entries(state, log), signals)


def film_of_file(match: Mapping[str, Any], played: Mapping[str, Any]) -> Film:
    """A round of a match as `games.engine.match_file` reads it."""
    chance = ListedChance()
    start = set_up({**played["start"], "rules": match["rules"]}, chance)
    names = tuple([match["names"][seat] for seat in played["seats"]])

    def play(state: State) -> Iterator[Entry]:
        for line in played["commands"]:
            chance.items = list(line.get("chance", ()))
            command = parse(line["command"])[0]
            yield Entry(line["seat"], command, line["at"], tuple(apply(state, line["seat"], command, line["at"])))

    return Film(names, played["dealer"], start.rules.word, start, play)


def position(film: Film, number: int, seat: int | None = None) -> Position:
    """Fold the whole log; show the table after `number` moves of it, with how each came where signals tell."""
    state = film.start.copy()
    shown = state.copy()
    told: tuple[str, ...] = (_("%(name)s deals.") % {"name": film.names[film.dealer]},)
    steps: list[Step] = []
    marks: list[Moment] = []
    actor = None
    for count, (entry, signal, found) in enumerate(_entries(film, state), 1):
        lines = _tell(film, entry, signal)
        steps.append(Step(count, " ".join(lines), _clock(entry.at), tuple([mark.kind for mark in found])))
        marks += found
        if count == number:
            shown, told, actor = state.copy(), tuple(lines), entry.seat
    hands = tuple(_hands(film, shown, actor, seat))
    return _position(shown, number, told, hands, steps, marks)._replace(seat=seat)


def _entries(film: Film, state: State) -> Iterator[tuple[Entry, dict[str, Any] | None, list[Moment]]]:
    attack = state.attack
    for count, (entry, signal) in enumerate(zip_longest(film.play(state), film.signals), 1):
        yield entry, signal, list(moments(film.names, count, entry, attack))
        attack = state.attack


def _tell(film: Film, entry: Entry, signal: dict[str, Any] | None) -> list[str]:
    told = sentences(film.names, entry.seat, entry.command, entry.events, film.word)
    return [*told, *filter(None, (way(signal), doubt(film.names[entry.seat], signal)))]


def _position(
    state: State,
    number: int,
    told: tuple[str, ...],
    hands: tuple[Hand, ...],
    steps: Sequence[Step],
    marks: Iterable[Moment],
) -> Position:
    colour = "" if state.colour == OPEN else COLOURS[state.colour]
    total = len(steps)
    return Position(
        number=number,
        total=total,
        told=told,
        hands=hands,
        top=NAMES[state.table],
        top_name=card_name(NAMES[state.table]),
        colour=colour,
        colour_name=colour_name(colour),
        attack=state.attack,
        skips=state.skips,
        clockwise=state.direction == 1,
        draw_left=len(state.draw),
        steps=tuple(steps),
        moments=tuple([mark._replace(at=_place(mark.number, total)) for mark in marks]),
        seat=None,
        at=_place(number, total),
        before=number - 1 if number else None,
        after=number + 1 if number < total else None,
    )


def _place(number: int, total: int) -> int:
    return number * LINE // total if total else 0


def _hands(film: Film, state: State, actor: int | None, from_seat: int | None) -> Iterable[Hand]:
    over = state.winner is not None
    for seat, name in enumerate(film.names):
        is_open = from_seat is None or seat == from_seat
        cards = [NAMES[card] if is_open else "BACK" for card in sorted(state.hands[seat])]
        yield Hand(
            seat=seat,
            name=name,
            cards=tuple([(card, card_name(card)) for card in cards]),
            open=is_open,
            turn=seat == state.turn and not over,
            acted=seat == actor,
            left=seat in state.left,
            owes=seat in state.owes,
        )


def _clock(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02d}"
