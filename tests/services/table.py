"""Tables in one or two lines: who sits where, and what lies there."""

from datetime import UTC, datetime, timedelta
from typing import Any

from games.engine.position import set_up
from games.engine.ruleset import Rules, rules_from
from games.engine.shuffle import SeededChance
from games.engine.state import dump
from games.models import Match, Player, Round
from games.services import play, rounds, seating, tables, waiting
from games.services.errors import NotAllowed, Reason

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def player(name: str) -> Player:
    return Player.objects.create(username=name)


def open_table(*people: Player, bots: int = 0, rules: Rules | None = None, **options: Any) -> Match:
    """A table of these people, the first its host; nobody is ready yet."""
    options = {"size": 6, "public": True, "turn_ms": 30_000, "bank_ms": 60_000} | options
    rules = rules or rules_from({"mas_grace_ms": 1500})
    match = tables.open_table(host=people[0], rules=rules, now=NOON, **options)
    for person in people[1:]:
        seating.take_seat(match=match, player=person, now=NOON)
    for _ in range(bots):
        seating.add_bot(match=match, by=people[0], now=NOON)
    return fresh(match)


def start(*people: Player, **options: Any) -> Round:
    """The first round of a match that all these people accepted, dealt at noon."""
    match = open_table(*people, **options)
    for person in people[1:]:
        tables.set_ready(match=match, player=person, ready=True, now=NOON)
    return tables.start_match(match=match, by=people[0], now=NOON)


def lay(round_: Round, **position: Any) -> Round:
    """Put a position of the cases' notation in the place of what was dealt."""
    rules = rounds.rules_of(round_.match)
    state = set_up({**position, "rules": rules.to_mapping()}, SeededChance(b"seed"))
    seats = list(round_.match.seats.filter(left_order__isnull=True))
    round_.state, round_.clock = dump(state), waiting.first_clock(round_.match, seats, state)
    round_.save()
    waiting.schedule(round_, state)
    return round_


def last_cards(round_: Round, **position: Any) -> Round:
    """A round in which the first player has one card left, and it fits."""
    hands = ["R5", "R9 G9", "B9 B8"][: round_.seat_count]
    return lay(round_, **{"hands": hands, "table": "R3", "draw": "G1 G2 G3"} | position)


def names(match: Match) -> list[str]:
    """Who sits there, seat by seat."""
    return [seat.name for seat in match.seats.all()]


class refused:  # noqa: N801
    """The block is refused for this reason, and the match is as it was."""

    def __init__(self, reason: Reason, match: Match | None = None) -> None:
        self.reason, self.match = reason, match

    def __enter__(self) -> None:
        self.before = self.picture()

    def picture(self) -> object:
        return self.match and (Match.objects.values().get(pk=self.match.pk), list(self.match.seats.values()))

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        assert isinstance(error, NotAllowed), f"not refused: {error!r}"
        assert error.reason is self.reason
        assert self.picture() == self.before
        return True


class Hand:
    """A player with their page open: sends commands, each with an id of its own."""

    count = 0

    def __init__(self, person: Player, round_: Round) -> None:
        self.person, self.code = person, round_.match.code

    def send(self, text: str, *, after: int, seconds: float = 1, command_id: str = "") -> play.Answer:
        Hand.count += 1
        return play.submit(
            match_code=self.code,
            player_id=self.person.pk,
            text=text,
            after=after,
            command_id=command_id or f"command-{Hand.count}",
            now=at(seconds),
        )


def fresh[M: (Match, Round)](row: M) -> M:
    return type(row).objects.get(pk=row.pk)
