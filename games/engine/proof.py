"""What proves that a round was dealt as promised: commitments, their chain, the proof and its check.

The protocol is "masuno-deal-v1" (engine/shuffle.py). A seat that gives nothing, a bot's for one, counts as
having given the empty nonce: so the lists go by seat, and every one of them is as long as the table.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.engine.cards import names
from games.engine.deck import deck_for
from games.engine.ruleset import Rules
from games.engine.shuffle import commitment, permutation, round_seed

NONCE_BYTES: Final = 32
FIRST_LINK: Final = "0" * 64
HEX: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
DECK: Final = "deck0"


def is_hex(text: str) -> bool:
    """Whether a text is 32 bytes as they are written here: 64 small hexadecimal digits."""
    return HEX.fullmatch(text) is not None


def seat_commitment(context: str, seat: int, nonce: bytes) -> str:
    """Give what a seat (from 0) binds itself with: SHA-256(context|seat=k|nonce), hex."""
    return hashlib.sha256(f"{context}|seat={seat}|".encode() + nonce).hexdigest()


def published(context: str, bound: Mapping[int, str], seats: int) -> list[str]:
    """List the commitments of all seats as they are published; of a seat that takes no part, the one to nothing."""
    return [bound.get(seat) or seat_commitment(context, seat, b"") for seat in range(seats)]


def link(before: str, commit: str, listed: Sequence[str]) -> str:
    """Give the next link of a match's chain: it binds the link before, the promise and the list of the seats.

    `listed` are the seats' commitments in order as they were published, whether they were opened or not.
    """
    return hashlib.sha256("|".join([before, commit, *listed]).encode()).hexdigest()


def proof_of(
    *,
    context: str,
    secret: bytes,
    commit: str,
    nonces: Sequence[bytes],
    unopened: Sequence[str],
    before: str,
    chain: str,
    rules: Mapping[str, Any],
    cards: list[int],
) -> dict[str, Any]:
    """Write a proof. `nonces` and `unopened` go by seat: b"" and "" where there is none.

    `rules` are the rule set as it was agreed, `cards` the ordered deck; `deck` in the proof tells where in it
    each card of the shuffled deck stood, the first one dealt first.
    """
    seed = round_seed(context, secret, nonces)
    return {
        "ctx": context,
        "commit": commit,
        "server_secret": secret.hex(),
        "nonces": [nonce.hex() for nonce in nonces],
        "seat_commits": [seat_commitment(context, seat, nonce) for seat, nonce in enumerate(nonces)],
        "unopened": list(unopened),
        "before": before,
        "chain": chain,
        "cards": names(cards),
        "rules": dict(rules),
        "deck": permutation(seed, DECK, len(cards)),
    }


def listed(proof: Mapping[str, Any]) -> list[str]:
    """The list of commitments as it was published: what was not opened stands in the place of the empty nonce's."""
    return [closed or seat for closed, seat in zip(proof["unopened"], proof["seat_commits"], strict=True)]


def faults(proof: Mapping[str, Any]) -> list[str]:
    """Check a proof; name the steps that do not hold: commit, seats, chain, rules, deck. Empty: all is well.

    Raises ValueError, KeyError or TypeError for what is no proof.
    """
    context, secret = proof["ctx"], bytes.fromhex(proof["server_secret"])
    nonces = [bytes.fromhex(nonce) for nonce in proof["nonces"]]
    seed = round_seed(context, secret, nonces)
    agreed = {"deck": proof["cards"], "rules": proof["rules"]}
    written = json.dumps(agreed, sort_keys=True, separators=(",", ":"))
    held = {
        "commit": commitment(context, secret) == proof["commit"],
        "seats": [seat_commitment(context, seat, nonce) for seat, nonce in enumerate(nonces)] == proof["seat_commits"],
        "chain": link(proof["before"], proof["commit"], listed(proof)) == proof["chain"],
        "rules": context.endswith(hashlib.sha256(written.encode()).hexdigest()),
        "deck": permutation(seed, DECK, len(proof["cards"].split())) == proof["deck"],
    }
    return [step for step, holds in held.items() if not holds]


def ordered_deck(rules: Rules, seats: int) -> list[int]:
    """The deck of so many seats in its fixed order, as the context's digest binds it."""
    return deck_for(rules, seats)
