"""Finite fields and products of them, on the numbers 0..m-1: what the closed-form schedules count with."""

from collections.abc import Iterator
from itertools import product
from typing import Protocol


class Ring(Protocol):
    """Numbers 0..size-1 that can be added and multiplied."""

    size: int

    def add(self, a: int, b: int) -> int: ...

    def times(self, a: int, b: int) -> int: ...


class Field:
    """The field of p**d elements: an element's digits to base p are a polynomial."""

    def __init__(self, prime: int, degree: int) -> None:
        self.prime = prime
        self.degree = degree
        self.size = prime**degree
        self.powers = next(_generators(prime, degree))
        self.logs = {element: power for power, element in enumerate(self.powers)}

    def add(self, a: int, b: int) -> int:
        return _number([x + y for x, y in zip(self._digits(a), self._digits(b), strict=True)], self.prime)

    def times(self, a: int, b: int) -> int:
        return self.powers[(self.logs[a] + self.logs[b]) % len(self.powers)] if a and b else 0

    def _digits(self, number: int) -> list[int]:
        return _digits(number, self.prime, self.degree)


class Product:
    """Numbers counted in each of several rings at once."""

    def __init__(self, parts: list[Field]) -> None:
        self.parts = parts
        self.size = 1
        for part in parts:
            self.size *= part.size

    def add(self, a: int, b: int) -> int:
        return self._join([part.add(x, y) for part, x, y in self._each(a, b)])

    def times(self, a: int, b: int) -> int:
        return self._join([part.times(x, y) for part, x, y in self._each(a, b)])

    def _each(self, a: int, b: int) -> Iterator[tuple[Field, int, int]]:
        for part in self.parts:
            a, x = divmod(a, part.size)
            b, y = divmod(b, part.size)
            yield part, x, y

    def _join(self, elements: list[int]) -> int:
        number = 0
        for part, element in zip(reversed(self.parts), reversed(elements), strict=True):
            number = number * part.size + element
        return number

    def diagonal(self, number: int) -> int:
        """Give the element that is `number` in every part: two such differ by a unit."""
        return self._join([number] * len(self.parts))


def prime_powers(number: int) -> list[tuple[int, int]]:
    """Take a number apart: [(prime, exponent), ...]."""
    found = []
    prime = 2
    while number > 1:
        exponent = 0
        while number % prime == 0:
            number, exponent = number // prime, exponent + 1
        if exponent:
            found.append((prime, exponent))
        prime += 1
    return found


def _generators(prime: int, degree: int) -> Iterator[list[int]]:
    """Yield, for each polynomial that makes a field with a generator x (or, at degree 1, number), its powers."""
    if degree == 1:
        yield from (powers for root in range(1, prime) if (powers := _powers_of(root, prime)))
        return
    for low in product(range(prime), repeat=degree):
        powers = _powers_of_x(low, prime)
        if powers:
            yield powers


def _powers_of(root: int, prime: int) -> list[int]:
    powers = [pow(root, exponent, prime) for exponent in range(prime - 1)]
    return powers if len(set(powers)) == prime - 1 else []


def _powers_of_x(low: tuple[int, ...], prime: int) -> list[int]:
    """Give the powers of x modulo x**d - low, if they are all the elements but nought."""
    element = [1] + [0] * (len(low) - 1)
    powers: list[int] = []
    for _ in range(prime ** len(low) - 1):
        powers.append(_number(element, prime))
        top = element[-1]
        element = [(below + top * digit) % prime for below, digit in zip([0, *element[:-1]], low, strict=True)]
    return powers if len(set(powers)) == len(powers) and 0 not in powers else []


def _digits(number: int, base: int, count: int) -> list[int]:
    digits = []
    for _ in range(count):
        number, digit = divmod(number, base)
        digits.append(digit)
    return digits


def _number(digits: list[int], base: int) -> int:
    number = 0
    for digit in reversed(digits):
        number = number * base + digit % base
    return number
