"""The promise of the next round, as everybody at the table may see it: nothing that is opened before the end."""

from typing import Any, NamedTuple

from games.engine import proof


class Told(NamedTuple):
    """What pages need to take part and to check later."""

    round: int
    attempt: int  # of this round: more than 1 where one was withdrawn
    commit: str
    context: str
    stage: str
    before: str
    chain: str  # "" until the list is published
    listed: str  # the seats' commitments, a space between them; "" until then


def told(deal: Any) -> Told:
    """Tell a deal (with its contributions) without a single number that was opened."""
    listed = " ".join(listed_of(deal)) if deal.chain else ""
    return Told(deal.number, deal.attempt, deal.commit, deal.context, deal.stage, deal.before, deal.chain, listed)


def listed_of(deal: Any) -> list[str]:
    """The list of the seats' commitments; of a seat that takes no part, the one to nothing."""
    bound = {part.seat: part.commit for part in deal.contributions.all()}
    return proof.published(deal.context, bound, len(deal.people))
