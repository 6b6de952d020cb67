"""The proof of a dealt round: what was promised and opened for it, and whether that holds together."""

from typing import Any

from games.engine import proof
from games.engine.versions import version
from games.models import Contribution, Deal, Round
from games.services import sealing


def proof_of(played: Round) -> dict[str, Any]:
    """The proof of a round that is over (needs `played.match`). Raises ValueError for one that is not."""
    if not played.revealed:
        raise ValueError("the secret of a round that is played is told to nobody")
    deal = promise_of(played)
    return proof.proof_of(
        context=played.context,
        secret=bytes.fromhex(played.revealed),
        commit=played.commit,
        nonces=sealing.nonces_of(played) or [b""] * played.seat_count,
        unopened=_unopened(deal, played.seat_count),
        before=deal.before if deal else proof.FIRST_LINK,
        chain=deal.chain if deal else _link_of(played),
        rules=played.match.rules,
        cards=proof.ordered_deck(version(played.rules_version).rules_from(played.match.rules), played.seat_count),
    )


def promise_of(played: Round) -> Deal | None:
    """The promise that became this round; None where it was dealt before there were any."""
    try:
        return played.promise
    except Deal.DoesNotExist:
        return None


def promise_faults(played: Round) -> list[str]:
    """What of a round's promise is stored otherwise than it was published: promise, seats or chain."""
    deal = promise_of(played)
    if deal is None:
        return []
    parts = list(deal.contributions.all())
    opened = {part.seat: part.nonce for part in parts if part.nonce}
    nonces = [opened.get(seat, "") for seat in range(played.seat_count)] if opened else []
    held = {
        "promise": (deal.context, deal.commit, nonces) == (played.context, played.commit, played.nonces),
        "seats": all(_holds(deal, part) for part in parts),
        "chain": proof.link(deal.before, deal.commit, _published(deal, parts)) == deal.chain,
    }
    return [name for name, holds in held.items() if not holds]


def _holds(deal: Deal, part: Contribution) -> bool:
    return not part.nonce or part.commit == proof.seat_commitment(deal.context, part.seat, bytes.fromhex(part.nonce))


def _published(deal: Deal, parts: list[Contribution]) -> list[str]:
    return proof.published(deal.context, {part.seat: part.commit for part in parts}, len(deal.people))


def _unopened(deal: Deal | None, seats: int) -> list[str]:
    parts = deal.contributions.all() if deal else ()
    closed = {part.seat: part.commit for part in parts if not part.nonce}
    return [closed.get(seat, "") for seat in range(seats)]


def _link_of(played: Round) -> str:
    """The link of a round that stands alone: nothing was published for it but the promise."""
    return proof.link(proof.FIRST_LINK, played.commit, proof.published(played.context, {}, played.seat_count))
