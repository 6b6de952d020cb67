"""Ranked matches that are over as soon as they are named: places in, ratings out, through the real end of a match."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from games.engine.ruleset import ending_from, preset
from games.models import Match, Move, Player, Rating, RatingChange, Round, Seat
from games.services import endings, rounds
from tests.services.table import NOON


def ranked(*people: Player, ending: str = "target 500", name: str = "mas", kind: str = "ranked") -> Match:
    """A running ranked match of these people by a preset, the first on seat 0."""
    rules = replace(preset(name), ending=ending_from(ending))
    match = Match.objects.create(
        code=f"R{Match.objects.count():05}",
        host=people[0],
        kind=kind,
        state=Match.State.PLAYING,
        rules=rules.to_mapping(),
        preset=name,
        size=len(people),
        turn_ms=20_000,
        bank_ms=60_000,
        started_at=NOON,
    )
    Seat.objects.bulk_create(
        [Seat(match=match, number=k, player=person, name=person.username) for k, person in enumerate(people)]
    )
    return match


def end(match: Match, points: Sequence[int], now: datetime = NOON, left: Sequence[int] = ()) -> Match:
    """End a match with these points by seat; `left` are the seats that left it, in that order."""
    with transaction.atomic():
        match = rounds.locked_match(match.pk)
        seats = list(match.seats.all())
        for seat in seats:
            seat.points = points[seat.number]
            seat.left_order = left.index(seat.number) + 1 if seat.number in left else None
        Seat.objects.bulk_update(seats, ["points", "left_order"])
        endings.finish(match, seats, None, now)
    return match


def leave_in_first_deal(match: Match, number: int) -> None:
    """Note in the log that a seat left while the first deal was played."""
    round_, _ = Round.objects.get_or_create(
        match=match,
        number=1,
        defaults={
            "roster": [],
            "seat_count": 0,
            "dealer": 0,
            "rules_version": 1,
            "context": "",
            "commit": "",
            "state": {},
            "began_at": NOON,
            "zero_at": NOON,
        },
    )
    Move.objects.create(
        round=round_, number=1, seat=number, text="leave", at=0, command_id=f"leave-{number}", payload=""
    )


def rating(person: Player, ladder: str = "table") -> Rating:
    return Rating.objects.get(player=person, ladder=ladder)


def line(match: Match, person: Player) -> RatingChange:
    return RatingChange.objects.get(settlement=match.pk, player=person)
