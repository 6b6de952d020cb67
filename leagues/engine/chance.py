"""Chance of a pairing: long streams of numbers from a seed, the same on every machine.

Only integers decide, so that no library's rounding can change a draw that was published.
"""

import hashlib
import struct
from collections.abc import Iterator
from decimal import Decimal, localcontext
from functools import cache
from typing import Final

WORDS: Final = 2048
FINE: Final = 1 << 16
STEPS: Final = 1024


def key(seed: str, label: str) -> bytes:
    """Bind a season's seed to what it is drawn for."""
    return f"masuno-league-v1|{seed}|{label}".encode()


def chunks(seed: str, label: str) -> Iterator[tuple[int, ...]]:
    """Yield blocks of 2,048 words of 32 bits: SHAKE-256 over key and counter, little-endian."""
    name = key(seed, label)
    unpack = struct.Struct(f"<{WORDS}I").unpack
    counter = 0
    while True:
        yield unpack(hashlib.shake_256(name + counter.to_bytes(8, "little")).digest(4 * WORDS))
        counter += 1


def words(seed: str, label: str) -> Iterator[int]:
    """Yield the words of a stream one by one."""
    for chunk in chunks(seed, label):
        yield from chunk


def shuffled(size: int, stream: Iterator[int]) -> list[int]:
    """Give the numbers 0..size-1 in an order drawn from the stream (Fisher-Yates from the top)."""
    order = list(range(size))
    for top in range(size - 1, 0, -1):
        other = next(stream) % (top + 1)
        order[top], order[other] = order[other], order[top]
    return order


def lot(seed: str, entrant: int) -> int:
    """Give the lot of an entrant, 48 bits: the last tie-break, lowest first, checkable once the seed is published."""
    return int.from_bytes(hashlib.sha256(key(seed, f"lot|{entrant}")).digest()[:6], "big")


@cache
def waits() -> tuple[int, ...]:
    """Give 1,024 quantiles of the exponential distribution in 1/65536ths, rounded the same everywhere."""
    with localcontext() as rounding:
        rounding.prec = 16
        return tuple(int(-((Decimal(2 * n + 1) / (2 * STEPS)).ln()) * FINE) for n in range(STEPS))
