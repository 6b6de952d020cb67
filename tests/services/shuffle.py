"""Pages that take part in a shuffle: each draws a number, binds itself to it, and opens it."""

from hashlib import sha256

from games.engine import proof
from games.models import Deal, Match, Player
from games.services import gathering, presence
from tests.services.table import at


def come(match: Match, *people: Player, seconds: float = 0) -> None:
    """Open a page of the table for each of them."""
    for person in people:
        presence.arrive(code=match.code, player_id=person.pk, key=f"page-{person.pk}", now=at(seconds))


def promised(match: Match) -> Deal:
    """The last promise that was made at a table."""
    deal = Deal.objects.filter(match=match).order_by("number", "attempt").last()
    assert deal is not None
    return deal


def nonce_of(person: Player) -> str:
    return sha256(person.username.encode()).hexdigest()


def bound(match: Match, person: Player, nonce: str = "") -> str:
    """What a page binds itself with."""
    deal = promised(match)
    seat = deal.seat_of(person.pk)
    return proof.seat_commitment(deal.context, seat or 0, bytes.fromhex(nonce or nonce_of(person)))


def say(match: Match, person: Player, step: str, value: str, *, promise: str = "", seconds: float = 1) -> None:
    gathering.take_part(
        match_code=match.code,
        player_id=person.pk,
        step=step,
        promise=promise or promised(match).commit,
        value=value,
        now=at(seconds),
    )


def commit(match: Match, *people: Player, seconds: float = 1) -> None:
    for person in people:
        say(match, person, gathering.COMMIT, bound(match, person), seconds=seconds)


def reveal(match: Match, *people: Player, seconds: float = 2) -> None:
    for person in people:
        say(match, person, gathering.OPEN, nonce_of(person), seconds=seconds)
