"""Chance: a stream of numbers from a seed, and what is drawn from it.

The seed, the stream and its labels follow the protocol "masuno-deal-v1": HMAC-SHA-256 in counter
mode, Fisher–Yates from the top with rejection, so that anyone can deal a finished round again with
ordinary tools. Frozen: a change would make stored rounds unreadable.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from games.engine.cards import Card, names
from games.engine.deck import deck_for
from games.engine.ruleset import Rules

WORDS: Final = 2**32


class Picker(Protocol):
    """Takes cards at random, one after the other, for one command."""

    def pick(self, hand: list[Card]) -> Card: ...


class Chance(Protocol):
    """What a round asks of chance; it holds no position, so copies of a round may share it."""

    def shuffle(self, label: str, cards: list[Card]) -> list[Card]:
        """Give the cards in a new order, the next card first."""
        ...

    def picker(self, label: str) -> Picker:
        """Give the picker of this label."""
        ...


def words(seed: bytes, label: str) -> Iterator[int]:
    """Yield the stream of a label: big-endian 32-bit words of HMAC(seed, label ‖ counter)."""
    counter = 0
    name = label.encode()
    while True:
        block = hmac.digest(seed, name + counter.to_bytes(4, "big"), "sha256")
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def below(stream: Iterator[int], bound: int) -> int:
    """Take a number 0 ≤ n < bound from the stream, every one as likely (by rejection)."""
    limit = WORDS - WORDS % bound
    return next(word for word in stream if word < limit) % bound


def permutation(seed: bytes, label: str, size: int) -> list[int]:
    """Give the order of `size` things: Fisher–Yates from the top."""
    order = list(range(size))
    stream = words(seed, label)
    for top in range(size - 1, 0, -1):
        other = below(stream, top + 1)
        order[top], order[other] = order[other], order[top]
    return order


class SeededPicker:
    def __init__(self, seed: bytes, label: str) -> None:
        self._stream = words(seed, label)

    def pick(self, hand: list[Card]) -> Card:
        return hand[below(self._stream, len(hand))]


class SeededChance:
    """Chance from a round's seed alone."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def shuffle(self, label: str, cards: list[Card]) -> list[Card]:
        return [cards[index] for index in permutation(self.seed, label, len(cards))]

    def picker(self, label: str) -> Picker:
        return SeededPicker(self.seed, label)


def first_dealer(seed: bytes, seats: int) -> int:
    """Draw the dealer of a match's first round, a seat from 0 (RULES §3)."""
    return below(words(seed, "dealer"), seats)


def context(*, match: str, round: int, rules: Rules, seats: int) -> str:
    """Name what a seed is for; the commitment and the seed both bind it."""
    deck = deck_for(rules, seats)
    canonical = json.dumps(
        {"deck": names(deck), "rules": rules.to_mapping()},
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=True,
    )
    digest = hashlib.sha256(canonical.encode()).hexdigest()
    return f"masuno-deal-v1|m={match}|round={round}|seats={seats}|n={len(deck)}|deck={digest}"


def commitment(context: str, secret: bytes) -> str:
    """Give the promise that is published before the deal: SHA-256(context|server|secret), hex."""
    return hashlib.sha256(context.encode() + b"|server|" + secret).hexdigest()


def round_seed(context: str, secret: bytes, nonces: Sequence[bytes] = ()) -> bytes:
    """Give the round's seed: HMAC-SHA-256(secret, context|nonces)."""
    return hmac.digest(secret, context.encode() + b"|" + b"".join(nonces), "sha256")
