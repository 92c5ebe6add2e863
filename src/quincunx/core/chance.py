"""Random results: decks and dice.

Rules receive a `Chance` as an argument; a state never holds one. A deck is a multiset: the count of
each kind that has not been dealt. A result belongs to a *stream* (one for each physical source) and
to an *owner* (the seat that sees it). At a table a result is a pure function of the key, the stream
and its number in the stream, so that undo, a restart and every process agree on it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from copy import copy as shallow_copy
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from math import perm, prod
from random import Random
from typing import Any, Final, Self, TypeVar

import msgspec

from quincunx.core.errors import QuincunxError

T = TypeVar("T")

Deck = tuple[int, ...]
"""The count of each kind."""

EVERYONE: Final = None
NOBODY: Final = -1
Owner = int | None
"""The seat that sees a result, `EVERYONE`, or `NOBODY`."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """One draw or roll."""

    stream: str
    to: Owner
    values: tuple[int, ...]


class ImpossibleResult(QuincunxError):
    """A scripted result that is not possible with this deck or die."""


class Chance(ABC):
    """A source of results. The match moves them from `results` to its log."""

    def __init__(self) -> None:
        self.results: list[Result] = []

    def draw(self, stream: str, deck: Deck, count: int, to: Owner = EVERYONE) -> tuple[int, ...]:
        """Draw `count` kinds from the deck without replacement, in order."""
        return self.deal(stream, deck, count, to)[0]

    def deal(
        self, stream: str, deck: Deck, count: int, to: Owner = EVERYONE
    ) -> tuple[tuple[int, ...], Deck]:
        """Draw `count` kinds like `draw`; return them and the deck without them."""
        values, left = self._deal(stream, deck, count, to)
        self.results.append(Result(stream, to, values))
        return values, left

    def roll(
        self, stream: str, faces: int, count: int = 1, to: Owner = EVERYONE
    ) -> tuple[int, ...]:
        """Roll a die with faces 0 to `faces` − 1, `count` times."""
        values = self._roll(stream, faces, count, to)
        self.results.append(Result(stream, to, values))
        return values

    def _deal(self, stream: str, deck: Deck, count: int, to: Owner) -> tuple[tuple[int, ...], Deck]:
        values = self._draw(stream, deck, count, to)
        return values, deck_without(deck, values)

    @abstractmethod
    def _draw(self, stream: str, deck: Deck, count: int, to: Owner) -> tuple[int, ...]: ...

    @abstractmethod
    def _roll(self, stream: str, faces: int, count: int, to: Owner) -> tuple[int, ...]: ...

    def forget(self, results: Iterable[Result]) -> None:
        """Undo these results, so that the same ones come next; does nothing by default."""
        return

    def copy(self) -> Self:
        """Return an independent chance that continues like this one."""
        chance = object.__new__(type(self))
        chance.__dict__.update(self.__dict__)
        chance.results = self.results.copy()
        return chance

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()


def deck_without(deck: Deck, kinds: Iterable[int]) -> Deck:
    """Return the deck after these kinds were drawn from it."""
    counts = list(deck)
    for kind in kinds:
        counts[kind] -= 1
    return tuple(counts)


class NumberChance(Chance):
    """A chance that is derived from uniform whole numbers.

    A number is an index into the remaining cards of the deck, sorted by kind.
    """

    def __init__(self) -> None:
        super().__init__()
        self._left: Deck | None = None
        """The deck that the last deal left."""
        self._sorted: list[int] = []
        """The cards of that deck, so that the next deal need not sort them again."""

    @abstractmethod
    def _number(self, stream: str, size: int) -> int:
        """Return the next number of the stream, from 0 to `size` − 1."""

    @abstractmethod
    def _pick(self, stream: str, cards: list[int], count: int) -> list[int]:
        """Remove `count` cards at random and return them in order."""

    def _deal(self, stream: str, deck: Deck, count: int, to: Owner) -> tuple[tuple[int, ...], Deck]:
        cards = self._sorted if deck is self._left else list(_sorted_cards(deck))
        total = len(cards)
        if count > total:
            raise ValueError(f"{count} cards drawn from a deck of {total}")
        counts = list(deck)
        # Until the deal is complete: an exception in between must not leave the wrong cards.
        self._left = None
        kinds = (
            [cards.pop(self._number(stream, total))]
            if count == 1
            else self._pick(stream, cards, count)
        )
        for kind in kinds:
            counts[kind] -= 1
        self._sorted, self._left = cards, tuple(counts)
        return tuple(kinds), self._left

    def _draw(self, stream: str, deck: Deck, count: int, to: Owner) -> tuple[int, ...]:
        return self._deal(stream, deck, count, to)[0]

    def copy(self) -> Self:
        chance = super().copy()
        chance._left = None
        return chance


@lru_cache(64)
def _sorted_cards(deck: Deck) -> tuple[int, ...]:
    """Return the kinds of all cards, sorted; cached because each deal begins with the same deck."""
    return tuple([kind for kind, many in enumerate(deck) for _ in range(many)])


_BLOCK_BYTES = 64
_BLOCK_BITS = 8 * _BLOCK_BYTES
_SPARE_BITS = 128
"""Bits beyond what the choices need: they keep the bias of the remainder below 2⁻¹²⁸."""
_SIZE_PER_BLOCK = 1 << _BLOCK_BITS - _SPARE_BITS
"""Numbers below this need only one hash block."""


class KeyedChance(NumberChance):
    """The verifiable chance of a table: result k of stream s is a keyed BLAKE2b hash of (s, k)."""

    def __init__(self, key: bytes) -> None:
        super().__init__()
        self._key = key
        self._keyed = blake2b(key=key, digest_size=_BLOCK_BYTES)
        self._counts: dict[str, int] = {}

    def _pick(self, stream: str, cards: list[int], count: int) -> list[int]:
        total = len(cards)
        number = self._number(stream, perm(total, count))
        picked = []
        for size in range(total, total - count, -1):
            picked.append(cards.pop(number % size))
            number //= size
        return picked

    def _roll(self, stream: str, faces: int, count: int, to: Owner) -> tuple[int, ...]:
        number = self._number(stream, faces**count)
        if faces > _MAX_FACES_IN_TABLE:
            return _digits(number, faces, count)
        values: tuple[int, ...] = ()
        while count > _DICE_IN_TABLE:
            table = _rolls(faces, _DICE_IN_TABLE)
            number, rest = divmod(number, len(table))
            values += table[rest]
            count -= _DICE_IN_TABLE
        last = _rolls(faces, count)[number]
        return values + last if values else last

    def _number(self, stream: str, size: int) -> int:
        index = self._counts.get(stream, 0)
        self._counts[stream] = index + 1
        hashing = self._keyed.copy()
        hashing.update(f"{stream}#{index}#0".encode())
        digest = hashing.digest()
        if size >= _SIZE_PER_BLOCK:
            for block in range(1, -(-(size.bit_length() + _SPARE_BITS) // _BLOCK_BITS)):
                hashing = self._keyed.copy()
                hashing.update(f"{stream}#{index}#{block}".encode())
                digest += hashing.digest()
        return int.from_bytes(digest) % size

    def skip(self, results: Iterable[Result]) -> None:
        """Skip results that are already in the log."""
        for result in results:
            self._counts[result.stream] = self._counts.get(result.stream, 0) + 1

    def forget(self, results: Iterable[Result]) -> None:
        for result in results:
            self._counts[result.stream] -= 1

    def copy(self) -> Self:
        chance = super().copy()
        chance._counts = self._counts.copy()
        return chance

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_keyed"}

    def __setstate__(self, contents: dict[str, Any]) -> None:
        self.__dict__.update(contents)
        self._keyed = blake2b(key=self._key, digest_size=_BLOCK_BYTES)


_DICE_IN_TABLE = 4
_MAX_FACES_IN_TABLE = 8


@lru_cache(_MAX_FACES_IN_TABLE * (_DICE_IN_TABLE + 1))
def _rolls(faces: int, count: int) -> tuple[tuple[int, ...], ...]:
    """Return all rolls of so many dice, by number; at most 4,096."""
    return tuple([_digits(number, faces, count) for number in range(faces**count)])


def _digits(number: int, base: int, count: int) -> tuple[int, ...]:
    """Return so many digits of the number, the last one first.

    >>> _digits(0x12, 16, 3)
    (2, 1, 0)
    """
    digits = []
    for _ in range(count):
        number, digit = divmod(number, base)
        digits.append(digit)
    return tuple(digits)


class FastChance(NumberChance):
    """The chance of the lab: an ordinary generator, fast and not verifiable."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self._rng = rng
        self._random = rng.random

    def _number(self, stream: str, size: int) -> int:
        return int(self._random() * size)

    def _pick(self, stream: str, cards: list[int], count: int) -> list[int]:
        random = self._random
        total = len(cards)
        return [cards.pop(int(random() * size)) for size in range(total, total - count, -1)]

    def _roll(self, stream: str, faces: int, count: int, to: Owner) -> tuple[int, ...]:
        random = self._random
        if count == 1:
            return (int(random() * faces),)
        return tuple([int(random() * faces) for _ in range(count)])

    def copy(self) -> Self:
        chance = super().copy()
        chance._rng = shallow_copy(self._rng)
        chance._random = chance._rng.random
        return chance


class ScriptedChance(Chance):
    """Returns given results, for replays, tests and analyses."""

    def __init__(self, script: Iterable[Result]) -> None:
        super().__init__()
        self._script = list(script)

    def copy(self) -> Self:
        chance = super().copy()
        chance._script = self._script.copy()
        return chance

    def _draw(self, stream: str, deck: Deck, count: int, to: Owner) -> tuple[int, ...]:
        values = self._next(stream, to)
        left = list(deck)
        for value in values:
            if not 0 <= value < len(left) or left[value] == 0:
                raise ImpossibleResult("core.error.impossible_result", stream=stream, values=values)
            left[value] -= 1
        return self._of_length(count, values, stream)

    def _roll(self, stream: str, faces: int, count: int, to: Owner) -> tuple[int, ...]:
        values = self._next(stream, to)
        if not all(0 <= value < faces for value in values):
            raise ImpossibleResult("core.error.impossible_result", stream=stream, values=values)
        return self._of_length(count, values, stream)

    def _next(self, stream: str, to: Owner) -> tuple[int, ...]:
        if not self._script:
            raise ImpossibleResult("core.error.missing_result", stream=stream)
        result = self._script.pop(0)
        if (result.stream, result.to) != (stream, to):
            raise ImpossibleResult("core.error.other_result", stream=stream, found=result.stream)
        return result.values

    @staticmethod
    def _of_length(count: int, values: tuple[int, ...], stream: str) -> tuple[int, ...]:
        if len(values) != count:
            raise ImpossibleResult(
                "core.error.result_length", stream=stream, count=count, found=len(values)
            )
        return values

    @property
    def exhausted(self) -> bool:
        return not self._script


class _BranchingChance(Chance):
    """Follows a path of choices, then always takes the first, and notes the alternatives."""

    def __init__(self, path: list[int]) -> None:
        super().__init__()
        self.path = path
        self.weights: list[list[tuple[int, int]]] = []

    def _choice(self, weighted: list[tuple[int, int]]) -> int:
        step = len(self.weights)
        self.weights.append(weighted)
        if step == len(self.path):
            self.path.append(0)
        return weighted[self.path[step]][0]

    def _draw(self, stream: str, deck: Deck, count: int, to: Owner) -> tuple[int, ...]:
        left = list(deck)
        values = []
        for _ in range(count):
            kind = self._choice([(kind, many) for kind, many in enumerate(left) if many])
            left[kind] -= 1
            values.append(kind)
        return tuple(values)

    def _roll(self, stream: str, faces: int, count: int, to: Owner) -> tuple[int, ...]:
        return tuple(self._choice([(face, 1) for face in range(faces)]) for _ in range(count))

    @property
    def probability(self) -> Fraction:
        return prod(
            (
                Fraction(weighted[chosen][1], sum(weight for _, weight in weighted))
                for weighted, chosen in zip(self.weights, self.path, strict=True)
            ),
            start=Fraction(1),
        )

    def next_path(self) -> list[int] | None:
        """Return the next path in order, or `None` after the last."""
        for step in range(len(self.path) - 1, -1, -1):
            if self.path[step] + 1 < len(self.weights[step]):
                return [*self.path[:step], self.path[step] + 1]
        return None


def branches(play: Callable[[Chance], T]) -> Iterator[tuple[Fraction, T]]:
    """Yield every possible result of `play` with its exact probability.

    >>> for chance, sides in branches(lambda chance: chance.roll("coin", 2)):
    ...     print(chance, sides)
    1/2 (0,)
    1/2 (1,)
    """
    path: list[int] | None = []
    while path is not None:
        chance = _BranchingChance(path)
        outcome = play(chance)
        yield chance.probability, outcome
        path = chance.next_path()
